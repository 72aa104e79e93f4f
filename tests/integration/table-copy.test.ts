import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'
import { plainText, readTable, type TableShape, tablesOf, writeLines } from '~/db/table-copy.server'
import { AWKWARD } from '../support/backups'
import { databaseKinds, openTestDatabase, type TestDatabase } from '../support/database'

describe.each(databaseKinds)('values of every kind (%s)', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(kind)
  })
  afterAll(() => database?.drop())

  test('are the same after they were written and read', async () => {
    const shapeOf = async (tx: Transaction, name: string): Promise<TableShape> => {
      const found = (await tablesOf(tx)).find((table) => table.name === name)
      if (!found) throw new Error(`There is no table ${name}.`)
      return found
    }
    const undo = new Error('only tried')
    const tried = database.client.jobsDb.transaction(async (tx) => {
      await plainText(tx)
      for (const name of ['awkward', 'copied']) {
        await tx.execute(
          sql.raw(`create table ${name} (
            id bigint generated always as identity, words text, doc jsonb, raw json, list text[], grid integer[][],
            during tstzrange, at timestamptz, day date, big numeric, near double precision, bytes bytea,
            span interval, yes boolean, "Odd ""name" text, twice bigint generated always as (id * 2) stored)`),
        )
      }
      await tx.execute(sql`
        insert into awkward (words, doc, raw, list, grid, during, at, day, big, near, bytes, span, yes, "Odd ""name") values
        (${AWKWARD}, 'null', 'null', '{}', '{{1,2},{3,NULL}}', 'empty', 'infinity', '0044-03-15 BC', 'NaN', 'NaN', '\\x00ff', '1 mon -3 days', true, ''),
        (null, null, null, null, null, null, null, null, null, null, null, null, null, null),
        ('null', '{"a":[1.10,null,"\\u2028"]}', '{"b" : 1, "b":2}', array['a,b', null, 'NULL', '{}', ${AWKWARD}],
         '{}', '[2027-03-12 19:00:00.123456+05:30,)', '2027-03-12 19:00:00.123456+05:30', 'infinity',
         '123456789012345678901234567890.123456789', 0.1, '', '-00:00:00.000001', false, '"')`)
      const [from, to] = [await shapeOf(tx, 'awkward'), await shapeOf(tx, 'copied')]
      for await (const lines of readTable(tx, from)) await writeLines(tx, to, lines)
      const differing = rowsOf<{ id: string }>(
        await tx.execute(
          sql`select a.id from awkward a full join copied c on a.id = c.id where a.*::text is distinct from c.*::text
              or (a.doc is null) <> (c.doc is null)`,
        ),
      )
      const [count] = rowsOf<{ rows: number }>(await tx.execute(sql`select count(*)::int as rows from copied`))
      expect({ differing, rows: count?.rows }).toEqual({ differing: [], rows: 3 })
      throw undo
    })
    await expect(tried).rejects.toBe(undo)
  })
})
