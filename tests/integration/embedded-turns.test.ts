import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseClient, openDatabase } from '~/db/client.server'
import { embeddedImage } from '../support/embedded-image'

/** Each longer than the embedded database works in one go, so that the processor's speed decides nothing. */
const LONG = sql`select pg_sleep(0.02)`
const STATEMENTS = 10

describe('many statements on the embedded database, one after the other', () => {
  let client: DatabaseClient
  beforeAll(async () => {
    client = await openDatabase({ dataDir: 'memory://', image: await embeddedImage() })
  })
  afterAll(() => client.close())

  /** How often the event loop, which reads requests and answers them, got round while `work` was done. */
  async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
    let turns = 0
    let ended = false
    const count = () => {
      turns += 1
      if (!ended) setImmediate(count)
    }
    setImmediate(count)
    await work().finally(() => {
      ended = true
    })
    return turns
  }

  test.each<[string, () => Promise<unknown>]>([
    [
      'of a job',
      async () => {
        for (let n = 0; n < STATEMENTS; n++) await client.jobsDb.execute(LONG)
      },
    ],
    [
      'of one transaction',
      () =>
        client.db.transaction(async (tx) => {
          for (let n = 0; n < STATEMENTS; n++) await tx.execute(LONG)
        }),
    ],
    [
      'of many transactions',
      async () => {
        for (let n = 0; n < STATEMENTS; n++) await client.db.transaction((tx) => tx.execute(LONG))
      },
    ],
  ])('let requests in between: %s', async (_name, work) => {
    expect(await turnsDuring(work)).toBeGreaterThanOrEqual(STATEMENTS)
  })
})

test('who asks the embedded database beside his own open transaction is refused, and holds nobody up', async () => {
  const client = await openDatabase({ dataDir: 'memory://', image: await embeddedImage() })
  const one = sql`select 1 as one`
  const answerTo = (work: Promise<unknown>) =>
    work.then(
      () => 'an answer',
      (error: Error) => String(error.cause ?? error),
    )
  const refused = /asked beside the transaction that is open/
  let later: (() => Promise<unknown>) | undefined
  try {
    await client.db.transaction(async (tx) => {
      await tx.execute(one)
      expect(await answerTo(client.db.execute(one))).toMatch(refused)
      expect(await answerTo(client.db.transaction((inner) => inner.execute(one)))).toMatch(refused)
      expect(await answerTo(client.db.query.cities.findFirst())).toMatch(refused)
      // in it everything goes on, also in a part of it that is undone
      await tx.transaction((part) => part.execute(one))
      later = () => nextTurn().then(() => client.db.execute(one))
    })
    expect(await later?.()).toMatchObject({ rows: [{ one: 1 }] })
    // two that merely meet wait for each other
    const both = [1, 2].map(() => client.db.transaction((tx) => tx.execute(one)))
    expect(await Promise.all(both)).toHaveLength(2)
  } finally {
    await client.close()
  }
})

test('an embedded database closes after the transaction that is under way, and answers nothing more', async () => {
  const client = await openDatabase({ dataDir: 'memory://', image: await embeddedImage() })
  const underWay = client.db.transaction(async (tx) => {
    for (let n = 0; n < STATEMENTS; n++) await tx.execute(LONG)
    return 'done'
  })
  await nextTurn()
  const closing = client.close()
  const late = client.db.execute(LONG).then(
    () => 'answered',
    ({ cause }) => `${cause}`,
  )
  await closing
  expect(await underWay).toBe('done')
  expect(await late).toBe('Error: The database is closed.')
})
