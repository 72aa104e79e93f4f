import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import type { Database } from '~/db/client.server'
import { findPageOnce } from '~/db/find-page'
import { found } from '~/db/like'
import { rowsOf } from '~/db/rows-of'
import {
  bookingFigureChanges,
  bookingFigures,
  bookings,
  customers,
  customerTextOf,
  payments,
  searchTextOf,
} from '~/db/schema'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { exportBookings, exportPayments } from '~/features/booking-pages/booking-files.server'
import { askedOf } from '~/features/booking-pages/booking-queries.server'
import { listBookings, listWholeBookings } from '~/features/booking-pages/bookings.server'
import { couponsBrought } from '~/features/coupon/coupons.server'
import { exportCustomers, listCustomers } from '~/features/customer/customers.server'
import { foldBookingFigures } from '~/features/insight/booking-sums.server'
import { dashboardFigures, upcomingBookings } from '~/features/insight/dashboard.server'
import { dashboardFilter } from '~/features/insight/dashboard-filter.server'
import { checkBooks, lastBooksCheck, recordBooksCheck } from '~/features/money/books-check.server'
import { issueDueDocuments } from '~/features/money/due-documents.server'
import { CUT, csvAnswer } from '~/http/csv-answer.server'
import { type TheatreApp, useApp } from '../support/app'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase, onPostgres } from '../support/database'
import { bookAtDesk, holdSlot, purchase } from '../support/purchase'
import { queriesOf, statementsOf } from '../support/statements'
import { basicDraft, date, OWNER, VISIT } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const NOBODY_LEAVES = new AbortController().signal

/**
 * So many copies of a cancelled booking; three of each have one time, to the microsecond, and the times lie close. Selected as
 * `(jsonb_populate_record(…)).*`, each would be made anew for each of its columns.
 */
async function copiesOf(app: TheatreApp, count: number, db: Database = app.context.db) {
  const { bookingId } = await purchase(app, basicDraft(app.theatre))
  await db.execute(sql`
    insert into bookings select copy.*
    from bookings b, generate_series(1, ${count}) n, jsonb_populate_record(b, jsonb_build_object(
      'id', 'copy' || n, 'code', 'LUM-C' || lpad(n::text, 5, '0'), 'link_token', 'token' || n, 'attempt_id', 'try' || n,
      'status', 'cancelled', 'cancelled_at', b.created_at,
      'created_at', b.created_at - make_interval(secs => (n / 3) * 0.0000015)
    )) copy where b.id = ${bookingId}`)
  return bookingId
}

onEachDatabase('when there are many bookings', (kind) => {
  const app = useApp(kind)
  const db = () => app.context.db

  const copies = (count: number) => copiesOf(app, count)

  describe('a CSV file', () => {
    test('has each of 2,500 once, the newest first, also where many were made in one moment', async () => {
      const bookingId = await copies(2_500)
      const codes = (await csvLines(exportBookings(app.context, ALL, { status: 'cancelled' })))
        .slice(1)
        .map((line) => line.split(',')[0])
      const order = rowsOf<{ code: string }>(
        await db().execute(sql`select code from bookings where status = 'cancelled' order by created_at desc, id desc`),
      )
      expect(codes).toEqual(order.map(({ code }) => code))
      const paid = await csvLines(exportPayments(app.context, ALL, { status: 'all' }))
      const [{ code } = { code: '' }] = await db().select().from(bookings).where(eq(bookings.id, bookingId))
      expect(paid.slice(1).map((line) => line.split(',')[0])).toEqual([code])
    })

    test('of customers has each of 1,500 once, by name, also those of one name', async () => {
      await db().execute(sql`
        insert into customers (id, name, email, number)
        select 'c' || lpad(n::text, 4, '0'), 'Asha ' || (n / 700), 'a' || n || '@gmail.com', (9000000000 + n)::text
        from generate_series(1, 1500) n`)
      const numbers = (await csvLines(exportCustomers(app.context, ALL, {}))).slice(1).map((line) => line.split(',')[1])
      expect(new Set(numbers).size).toBe(1_500)
      const order = await db()
        .select({ number: customers.number })
        .from(customers)
        .orderBy(customers.name, customers.id)
      expect(numbers).toEqual(order.map(({ number }) => number))
    })

    test('that is cut short says so in its last line; nobody reads on for whoever has gone', async () => {
      let read = 0
      async function* lines(fails: boolean) {
        for (; read < 5_000; read++) yield `${'x'.repeat(100)}\r\n`
        if (fails) throw new Error('The database went away.')
      }
      const text = await (await csvAnswer(app.context, OWNER, { what: 'Bookings' }, lines(true), NOBODY_LEAVES)).text()
      expect(text.trimEnd().split('\r\n').at(-1)).toBe(CUT)
      read = 0
      const whole = await (
        await csvAnswer(app.context, OWNER, { what: 'Bookings' }, lines(false), NOBODY_LEAVES)
      ).text()
      expect(whole).not.toContain(CUT)
      read = 0
      const visitor = new AbortController()
      const answer = await csvAnswer(app.context, OWNER, { what: 'Bookings' }, lines(true), visitor.signal)
      const reader = answer.body?.getReader()
      await reader?.read()
      visitor.abort()
      for (let piece = await reader?.read(); piece && !piece.done; ) piece = await reader?.read()
      expect(read).toBeLessThan(2_500)
    })
  })

  test('lists count to a thousand, or as far as the page that is wanted; the JSON API counts them all', async () => {
    await copies(1_200)
    const list = (page: number, search?: string) =>
      listBookings(app.context, ALL, { status: 'cancelled', page, search })
    expect(await list(1)).toMatchObject({ total: 1_000, more: true, page: 1, pages: 100 })
    const late = await list(115)
    expect(late).toMatchObject({ total: 1_200, more: false, page: 115, pages: 120 })
    const all = await csvLines(exportBookings(app.context, ALL, { status: 'cancelled' }))
    expect(late.bookings.map(({ code }) => code)).toEqual(all.slice(1_141, 1_151).map((line) => line.split(',')[0]))
    expect(await list(500)).toMatchObject({ page: 120, more: false })
    expect(await list(1, 'LUM-C0012')).toMatchObject({ total: 10, more: false })
    expect(await listWholeBookings(app.context, ALL, { status: 'cancelled' })).toMatchObject({ total: 1_200 })
    expect(await listCustomers(app.context, ALL, {})).toMatchObject({ total: 1, more: false })
  })

  test('both searches are answered by their index', async () => {
    const planOf = (table: PgTable, text: SQL) =>
      db().transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`set local enable_indexscan = off`)
        return JSON.stringify(
          rowsOf(await tx.execute(sql`explain select 1 from ${table} where ${found(text, 'asha rao')}`)),
        )
      })
    expect(await planOf(bookings, searchTextOf(bookings))).toContain('bookings_search')
    expect(await planOf(customers, customerTextOf(customers))).toContain('customers_search')
  })

  test('what is searched for may be a coupon, which an index of its own answers, and what coupons brought', async () => {
    await copies(5_000)
    await db().execute(sql`update bookings set coupon_code = 'TENTH' where code like 'LUM-C0000%'`)
    await db().execute(sql`analyze bookings`)
    const explain = (asked: SQL) =>
      db().transaction(async (tx) => {
        // so few are read whole about as quickly, and which it is hangs on the sample
        await tx.execute(sql`set local enable_seqscan = off`)
        await tx.execute(sql`set local enable_indexscan = off`)
        return JSON.stringify(rowsOf(await tx.execute(sql`explain ${asked}`)))
      })
    const search = await explain(sql`select 1 from bookings where ${and(...askedOf(db(), { search: 'tenth' }))}`)
    expect(search).toContain('bookings_coupon')
    expect(search).toContain('bookings_search')
    const brought = await queriesOf(db(), () => couponsBrought(app.context, ALL, ['TENTH']))
    expect(await explain(sql.raw(brought.find((text) => text.includes('coupon_code')) ?? ''))).toContain(
      'bookings_coupon',
    )
  })

  test('a thousand texts are sampled for both searches, lest what thousands hold be taken for rare', async () => {
    const sampled = rowsOf<{ texts: number }>(
      await db().execute(sql`
        select attstattarget as texts from pg_attribute
        where attrelid in ('bookings_search'::regclass, 'customers_search'::regclass)`),
    )
    expect(sampled).toEqual([{ texts: 1_000 }, { texts: 1_000 }])
  })

  test('those whom a search found are fetched one by one, wherever in the list they are', async () => {
    await db().execute(sql`
      insert into customers (id, name, email, number)
      select 'c' || n, case when n % 100 = 0 then 'Zoya' else 'Asha' end, n || '@gmail.com', (9000000000 + n)::text
      from generate_series(1, 20000) n`)
    await db().execute(sql`analyze customers`)
    const search = 'zoya'
    const text = found(customerTextOf(customers), search)
    const order = [asc(customers.name), desc(customers.id)]
    const page = await findPageOnce(db(), customers, text, order, { search, page: 2 })
    expect(page.at).toMatchObject({ total: 200, more: false })
    const rows = db()
      .select()
      .from(customers)
      .where(page.rows)
      .orderBy(...order)
    const plan = JSON.stringify(rowsOf(await db().execute(sql`explain ${rows}`)))
    expect(plan).toContain('customers_pkey')
    expect(plan).not.toContain('customers_list')
    const all = Array.from({ length: 200 }, (_, at) => `c${100 * (at + 1)}`)
    const second = all.sort().reverse().slice(10, 20)
    expect((await rows).map(({ id, name }) => `${name} ${id}`)).toEqual(second.map((id) => `Zoya ${id}`))
  })

  test('a page is the same however many a search found: few, more than are counted, more than are put in order', async () => {
    await db().execute(sql`
      insert into customers (id, name, email, number)
      select 'c' || n, case when n % 100 = 0 then 'Zoya' when n % 16 = 1 then 'Gita' else 'Asha' end, n || '@gmail.com',
        (9000000000 + n)::text
      from generate_series(1, 20000) n`)
    await db().execute(sql`analyze customers`)
    const order = [asc(customers.name), desc(customers.id)]
    const pageOf = async (search: string, page: number) => {
      const text = found(customerTextOf(customers), search)
      let result: Awaited<ReturnType<typeof findPageOnce>> | undefined
      const asked = await statementsOf(db(), async () => {
        result = await findPageOnce(db(), customers, text, order, { search, page })
      })
      if (!result) throw new Error('Nothing came.')
      const rows = db()
        .select({ id: customers.id })
        .from(customers)
        .where(result.rows)
        .orderBy(...order)
      const { page: shown, total, more } = result.at
      return { shown, total, more, asked: asked.length, ids: (await rows).map(({ id }) => id) }
    }
    const idsOf = (every: (n: number) => boolean) =>
      Array.from({ length: 20_000 }, (_, n) => n + 1)
        .filter(every)
        .map((n) => `c${n}`)
        .sort()
        .reverse()
    const zoyas = idsOf((n) => n % 100 === 0)
    const gitas = idsOf((n) => n % 16 === 1)
    const ashas = idsOf((n) => n % 100 !== 0 && n % 16 !== 1)
    const few = { total: 200, more: false }
    const many = { total: 1_000, more: true }
    expect(await pageOf('zoya', 3)).toEqual({ ...few, shown: 3, asked: 1, ids: zoyas.slice(20, 30) })
    expect(await pageOf('gita', 3)).toEqual({ ...many, shown: 3, asked: 1, ids: gitas.slice(20, 30) })
    expect(await pageOf('asha', 3)).toEqual({ ...many, shown: 3, asked: 1, ids: ashas.slice(20, 30) })
    // beyond the end they are counted by themselves
    expect(await pageOf('zoya', 50)).toEqual({ ...few, shown: 20, asked: 2, ids: zoyas.slice(190) })
    expect(await pageOf('nobody', 1)).toEqual({ total: 0, more: false, shown: 1, asked: 1, ids: [] })
    expect(await pageOf('nobody', 2)).toEqual({ total: 0, more: false, shown: 1, asked: 2, ids: [] })
    // so far that more are counted than are put in order
    expect(await pageOf('asha', 400)).toMatchObject({
      total: 4_100,
      more: true,
      shown: 400,
      ids: ashas.slice(3_990, 4_000),
    })
    expect(await pageOf('gita', 125)).toMatchObject({ total: 1_250, more: false, shown: 125, ids: gitas.slice(1_240) })
  })

  test('what a search found is read from its index once, and the page is among it, on every page', async () => {
    await copies(40)
    const asked = await statementsOf(db(), async () => {
      const list = (page: number) => listBookings(app.context, ALL, { search: 'LUM-C000', page, sort: 'booked-first' })
      const pages = [await list(1), await list(4)]
      expect(pages.map(({ total, bookings: rows }) => [total, rows.length])).toEqual([
        [40, 10],
        [40, 10],
      ])
      expect(pages[0]?.bookings[0]?.code).toMatch(/LUM-C000(39|40)/)
      expect((await listCustomers(app.context, ALL, { search: '@gmail' })).total).toBe(1)
    })
    expect(asked.filter((text) => text.includes(' like lower('))).toHaveLength(3)
  })

  test('the dashboard shows the next twenty and where the others are', async () => {
    const coming = () => upcomingBookings(app.context, ALL, {})
    const { slots } = app.theatre.aurora
    await bookAtDesk(app, basicDraft(app.theatre, { date: date('2027-03-02'), slotId: slots['19:00'] }))
    expect(await coming()).toMatchObject({ more: false, from: '2027-03-01', to: '2027-03-03' })
    await db().execute(sql`
      insert into bookings select copy.*
      from bookings b, generate_series(180, 199) n, jsonb_populate_record(b, jsonb_build_object(
        'id', 'copy' || n, 'code', 'C' || n, 'link_token', 'token' || n, 'attempt_id', 'try' || n,
        'during', tstzrange(lower(b.during) + n * interval '1 minute', lower(b.during) + (n + 1) * interval '1 minute')
      )) copy`)
    const shown = await coming()
    expect(shown).toMatchObject({ more: true })
    expect(shown.bookings).toHaveLength(20)
  })

  test('what the months say is what the bookings come to, folded or not, whoever folds', async () => {
    const figures = (query = '') =>
      dashboardFigures(app.context, ALL, dashboardFilter(`http://x/?${query}`, null).filter)
    await purchase(app, basicDraft(app.theatre))
    await holdSlot(app, basicDraft(app.theatre, { date: date('2027-04-02') }))
    const before = await figures('status=all')
    expect(before).toMatchObject({ totalBookings: 2, totalIncome: rupees(2_998), pendingAmount: rupees(1_999) })
    await Promise.all([foldBookingFigures(db()), foldBookingFigures(db())])
    expect(await db().$count(bookingFigureChanges)).toBe(0)
    expect(await db().$count(bookingFigures)).toBeGreaterThan(1)
    expect(await figures('status=all')).toEqual(before)
    await purchase(app, basicDraft(app.theatre, { date: date('2027-03-13') }))
    expect(await figures()).toMatchObject({ totalBookings: 2, totalIncome: rupees(2_998) })
    for (const [dates, bookingsThen] of [
      ['fromDate=2027-03-01&toDate=2027-03-31', 2],
      ['fromDate=2027-03-13&toDate=2027-04-30', 2],
      ['fromDate=2027-03-13&toDate=2027-03-13', 1],
      ['fromDate=2027-04-03', 0],
      ['toDate=2027-04-02', 3],
    ] as const) {
      expect([dates, (await figures(`status=all&${dates}`)).totalBookings]).toEqual([dates, bookingsThen])
    }
    expect(await checkBooks(app.context)).toEqual([])
  })
})

onPostgres('a query', () => {
  const app = useApp('postgres')
  test('nothing is compiled that takes longer to compile than to run', async () => {
    const { db: pages, jobsDb, urgentDb } = app.context.client
    for (const one of [pages, jobsDb, urgentDb])
      expect(rowsOf(await one.execute(sql`show jit`))).toEqual([{ jit: 'off' }])
  })

  test('that reads all books has as long as it takes', async () => {
    const { client } = app.context
    let looking: Promise<void> | undefined
    await client.db.transaction(async (tx) => {
      await tx.execute(sql`lock table bookings in access exclusive mode`)
      looking = recordBooksCheck({ ...app.context, db: client.jobsDb })
      const waiting = () =>
        client.jobsDb.execute(sql`
          select application_name as name from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`)
      await expect.poll(async () => rowsOf(await waiting())).toEqual([{ name: 'lumiere patient' }])
    })
    await looking
    const limit = await client.patiently((db) => db.execute(sql`show statement_timeout`))
    expect(rowsOf(limit)).toEqual([{ statement_timeout: '0' }])
    expect(await lastBooksCheck(client.db)).toMatchObject({ wrong: [] })
  })

  test('finds all by what the desk noted beside their money, however many have the same', async () => {
    const { client } = app.context
    await client.patiently(async (db) => {
      const switched = async (way: SQL) => {
        for (const table of [bookings, payments]) await db.execute(sql`alter table ${table} ${way} trigger user`)
      }
      // nothing is summed up here, which would take most of the time
      await switched(sql`disable`)
      const bookingId = await copiesOf(app, 10_010, db)
      await db.execute(sql`
        insert into payments (id, booking_id, mode, status, purpose, amount, note, received_at, created_at, updated_at)
        select 'paid' || id, id, 'card', 'captured', 'balance', 100, 'Terminal 7781', now(), now(), now()
        from bookings where id <> ${bookingId}`)
      await switched(sql`enable`)
      await db.execute(sql`analyze bookings, payments`)
    })
    const total = async (search: string) => (await listWholeBookings(app.context, ALL, { search })).total
    for (const [search, all] of [
      ['terminal 7781', 10_010],
      ['7781', 10_010],
      ['terminal 77812', 0],
    ] as const)
      expect([search, await total(search)]).toEqual([search, all])
    expect(await csvLines(exportBookings(app.context, ALL, { search: 'Terminal 7781' }))).toHaveLength(10_011)
  })

  test('for missing papers compares no booking of long ago with each recent one', async () => {
    const { db } = app.context
    await copiesOf(app, 3_000)
    // one in five is recent, and nobody kept anything of it; the others are of before the house had papers, and lack theirs
    await db.execute(sql`
      update bookings set received = case when recent then 0 else received end, updated_at = ${VISIT}::date - 200,
        visit_date = ${VISIT}::date - case when recent then 14 else 200 end
      from (select id as copy, right(code, 1) in ('0', '5') as recent from bookings where id like 'copy%') copies
      where id = copy`)
    await issueDueDocuments(app.context)
    await db.execute(sql`analyze`)
    const look = (await queriesOf(db, () => issueDueDocuments(app.context))).find((text) =>
      text.includes('tax_documents'),
    )
    const plan = await db.transaction(async (tx) => {
      // so it plans by itself for a hundred thousand bookings
      await tx.execute(sql`set local enable_sort = off`)
      return JSON.stringify(rowsOf(await tx.execute(sql.raw(`explain (analyze, format json) ${look}`))))
    })
    const compared = [...plan.matchAll(/"Rows Removed by Join Filter":(\d+)/g)].map(([, rows]) => Number(rows))
    expect(plan).toContain('tax_documents')
    expect(Math.max(0, ...compared)).toBeLessThan(10_000)
  })
})
