import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseClient } from '~/db/client.server'
import { found } from '~/db/like'
import { rowsOf } from '~/db/rows-of'
import { cities } from '~/db/schema'
import { readSqlState } from '~/db/sql-state.server'
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../support/database'
import { closedGate } from '../support/gate'

/** Lets nobody on until so many have come; who comes later goes on at once. */
function barrier(count: number): () => Promise<void> {
  const gate = closedGate()
  let here = 0
  return () => {
    here += 1
    if (here === count) gate.open()
    return gate.opened
  }
}

onEachDatabase('statements that come again', (kind) => {
  let database: TestDatabase
  let client: DatabaseClient
  beforeAll(async () => {
    // its own, since its tables are altered
    database = await openTestDatabase(kind)
    client = database.client
    await client.db.insert(cities).values({ id: 'c', name: 'Chennai' })
  })
  afterAll(() => database?.drop())

  test('are parsed once, inside a transaction too; others, and those with a pattern, each time', async () => {
    await client.db.transaction(async (tx) => {
      const kept = async () =>
        rowsOf<{ statement: string }>(await tx.execute(sql.raw('select statement from pg_prepared_statements')))
          .map(({ statement }) => statement)
          .filter((text) => text.includes('"cities"'))
      const byId = (id: string) => tx.select({ name: cities.name }).from(cities).where(eq(cities.id, id))
      const byName = (text: string) =>
        tx
          .select({ id: cities.id })
          .from(cities)
          .where(found(sql`lower(${cities.name})`, text))
      for (const id of ['a', 'b']) await byId(id)
      expect(await kept()).toEqual([])
      for (const id of ['c', 'd', 'e']) expect(await byId(id)).toEqual(id === 'c' ? [{ name: 'Chennai' }] : [])
      for (let times = 0; times < 5; times++) expect(await byName('henn')).toEqual([{ id: 'c' }])
      expect(await kept()).toEqual([expect.stringContaining('"cities"."id" = $1')])
    })
  })

  test('still answer when their table has changed meanwhile', async () => {
    const all = () => client.db.execute(sql`select * from cities where id <> ${'x'}`)
    for (let times = 0; times < 4; times++) await all()
    await client.db.execute(sql`alter table cities add column more integer`)
    for (let times = 0; times < 4; times++) expect(rowsOf(await all())).toMatchObject([{ id: 'c', more: null }])
  })

  test('still answer in transactions of a server that runs on while another one migrates', async () => {
    // the embedded database has one, and no other server
    const CONNECTIONS = kind === 'postgres' ? 4 : 1
    /** The same two statements in a transaction on each of some connections, all of them open at once. */
    const onEach = () => {
      const allOpen = barrier(CONNECTIONS)
      return Promise.all(
        Array.from({ length: CONNECTIONS }, () =>
          client.db.transaction(async (tx) => {
            await allOpen()
            await tx.execute(sql`select * from locations where id <> ${'x'}`)
            return rowsOf(await tx.execute(sql`select * from cities where name <> ${'x'}`))
          }),
        ),
      )
    }
    for (let times = 0; times < 4; times++) await onEach()
    await client.db.execute(sql`alter table cities add column later integer`)
    await client.db.execute(sql`alter table locations add column later integer`)
    for (let times = 0; times < 3; times++) {
      for (const rows of await onEach()) expect(rows).toMatchObject([{ id: 'c', later: null }])
    }
  })

  test('say what is wrong with them as before, and are asked again after it', async () => {
    const write = (id: string, name: string) => client.db.insert(cities).values({ id, name })
    for (const id of ['m', 'n', 'o']) await write(id, `City ${id}`)
    const refused = await write('c', 'Chennai again').catch((error: unknown) => error)
    expect(readSqlState(refused)).toMatchObject({ code: '23505', constraint: 'cities_pkey', ofQuery: true })
    const inside = client.db.transaction(async (tx) => {
      await tx.insert(cities).values({ id: 'p', name: 'Pune' })
      await tx.transaction((inner) => inner.insert(cities).values({ id: 'c', name: 'Chennai again' })).catch(() => {})
      await tx.insert(cities).values({ id: 'q', name: 'Panaji' })
    })
    await expect(inside).resolves.toBeUndefined()
    const there = await client.db.select({ id: cities.id }).from(cities).where(sql`id in ('p', 'q')`).orderBy(cities.id)
    expect(there).toEqual([{ id: 'p' }, { id: 'q' }])
  })

  test('give each kind of value back as it was given', async () => {
    for (let times = 0; times < 5; times++) {
      const at = new Date(Date.UTC(2027, 2, 1 + times, 6, 30))
      const asked = sql`select ${times}::int as number, ${null}::text as nothing, ${'a "quoted", {word}'}::text as text,
        ${times % 2 === 0}::bool as yes, ${at.toISOString()}::timestamptz as at, ${JSON.stringify({ times })}::jsonb as json,
        ${'{1,2}'}::int[] as list`
      const [row] = rowsOf<Record<string, unknown>>(await client.db.execute(asked))
      expect(row).toMatchObject({ number: times, nothing: null, text: 'a "quoted", {word}', yes: times % 2 === 0 })
      expect(row).toMatchObject({ json: { times }, list: [1, 2] })
      expect(new Date(String(row?.at))).toEqual(at)
    }
  })
})
