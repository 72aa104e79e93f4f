import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { bookings, refunds, taxDocuments } from '~/db/schema'
import { BOOKING_DATES } from '~/domain/booking-sorts'
import type { CalendarDate } from '~/domain/calendar'
import { searchText } from '~/domain/search-text'
import type { Scope } from '~/domain/staff-role'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { exportPapers } from '~/features/booking-pages/booking-files.server'
import { listBookings } from '~/features/booking-pages/bookings.server'
import { issueDueDocuments } from '~/features/money/due-documents.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookByStaff } from '../support/staff-booking'
import { queriesOf } from '../support/statements'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'

const ALL: Scope = { kind: 'all' }
const NAME = 'Meera Krishnan'
type Filter = Parameters<typeof exportPapers>[2]

onEachDatabase('the file of papers', (kind) => {
  const app = useApp(kind)
  const own = (): Scope => ({ kind: 'location', locationId: app.theatre.locationId })
  const book = (advance: number, changes: Parameters<typeof basicDraft>[1] = {}) =>
    bookByStaff(app, basicDraft(app.theatre, changes), advance)

  /** Some columns of the file, line by line. */
  async function columns(names: string[], filter: Filter = {}, scope: Scope = ALL) {
    const [head = [], ...rows] = (await csvLines(exportPapers(app.context, scope, filter))).map((row) => row.split(','))
    const at = names.map((name) => head.indexOf(name))
    expect(at, names.join()).not.toContain(-1)
    return rows.map((row) => at.map((column) => row[column]))
  }
  const numbers = async (filter: Filter = {}, scope: Scope = ALL) => (await columns(['Number'], filter, scope)).flat()
  const on = (day: string): { from: CalendarDate; to: CalendarDate } => ({ from: date(day), to: date(day) })

  /** Papers follow what happened, as every minute. */
  async function issue(at?: string) {
    if (at) app.clock.set(at)
    await issueDueDocuments(app.context)
  }

  /** Paid whole on 1 March, cancelled on the 2nd, and handed over on the 3rd. */
  async function givenBack() {
    const id = await book(149_900)
    await issue()
    app.clock.set('2027-03-02T06:30:00Z')
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    await issue()
    app.clock.set('2027-03-03T06:30:00Z')
    const [refund] = await app.context.db.select().from(refunds)
    expect(await handOverRefund(app.context, OWNER, id, refund?.id ?? '')).toMatchObject({ ok: true })
    await issue()
    return id
  }

  test('has each by the day on which it was issued, what it corrects, and one that was cancelled on that day again', async () => {
    const id = await givenBack()
    const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, id))
    expect(
      await columns(['Number', 'Kind', 'Issued', 'Booking', 'Name', 'Location', 'Total', 'Corrects', 'Cancelled']),
    ).toEqual([
      ...[
        ['KOR/I/2627/00001', 'Invoice', '2027-03-01', row?.code, NAME, 'Koramangala', '1499', '', ''],
        ['KOR/I/2627/00001', 'Invoice', '2027-03-01', row?.code, NAME, 'Koramangala', '-1499', '', '2027-03-02'],
        ['KOR/R/2627/00001', 'Receipt voucher', '2027-03-02', row?.code, NAME, 'Koramangala', '1499', '', ''],
      ],
      [
        ...['KOR/B/2627/00001', 'Refund voucher', '2027-03-03', row?.code, NAME, 'Koramangala', '1499'],
        ...['KOR/R/2627/00001', ''],
      ],
    ])
    // a day that is over says ever after what it said
    const total = ['Number', 'Total', 'Reason']
    expect(await columns(total, on('2027-03-01'))).toEqual([['KOR/I/2627/00001', '1499', '']])
    expect(await columns(total, on('2027-03-02'))).toEqual([
      ['KOR/I/2627/00001', '-1499', 'The booking was cancelled'],
      ['KOR/R/2627/00001', '1499', ''],
    ])
    expect(await numbers({ from: date('2027-03-03') })).toEqual(['KOR/B/2627/00001'])
    expect(await numbers({ to: date('2027-02-28') })).toEqual([])
  })

  test('of a month that is over names what a refund voucher corrected then, whatever paper its payment has later', async () => {
    const id = await book(189_900, { people: 4, date: date('2027-04-20') })
    await issue()
    app.clock.set('2027-03-02T06:30:00Z')
    expect(await editBooking(app, id, () => ({ people: 2 }))).toMatchObject({ ok: true })
    const [refund] = await app.context.db.select().from(refunds)
    expect(await handOverRefund(app.context, OWNER, id, refund?.id ?? '')).toMatchObject({ ok: true })
    await issue()
    app.clock.set('2027-03-03T06:30:00Z')
    await issue()
    const march = () => columns(['Number', 'Total', 'Corrects'], { from: date('2027-03-01'), to: date('2027-03-31') })
    const said = await march()
    expect(said.filter(([number]) => number?.includes('/B/'))).toEqual([
      ['KOR/B/2627/00001', '400', 'KOR/I/2627/00001'],
    ])
    app.clock.set('2027-04-01T06:30:00Z')
    await cancelByStaff(app.context, OWNER, id, { reason: 'Ill', refund: 'full' })
    await issue()
    expect(await numbers({ from: date('2027-04-01') })).toContain('KOR/R/2728/00001')
    expect(await march()).toEqual(said)
  })

  test('goes by its own days and place, whatever dates the list is asked for by and wherever the booking has gone', async () => {
    const here = await book(149_900)
    await book(149_900, atCeleste(app.theatre))
    await issue()
    for (const dateOf of [undefined, ...BOOKING_DATES])
      expect(await numbers({ ...on('2027-03-01'), dateOf })).toEqual(['IND/I/2627/00001', 'KOR/I/2627/00001'])
    const { locationId, otherLocationId } = app.theatre
    expect(await numbers({ locationId })).toEqual(['KOR/I/2627/00001'])
    expect(await numbers({ status: 'cancelled' })).toEqual([])
    expect(await numbers({}, own())).toEqual(['KOR/I/2627/00001'])
    await app.context.db.update(bookings).set({ locationId: otherLocationId }).where(eq(bookings.id, here))
    expect(await columns(['Number', 'Name', 'Location'], {}, own())).toEqual([['KOR/I/2627/00001', '', 'Koramangala']])
    expect(await numbers({ search: 'meera' }, own())).toEqual([])
    expect(await numbers({ search: 'meera', locationId })).toEqual(['KOR/I/2627/00001'])
  })

  test('splits the tax where the paper does, and leaves it open where none is known', async () => {
    await book(149_900)
    const tax = { ...app.context.business.tax, gstin: '29ABCDE1234F1Z5', rate: 1_800 }
    await issueDueDocuments({ ...app.context, business: { ...app.context.business, tax } })
    await book(149_900, { date: date('2027-03-13') })
    await issue('2027-03-02T06:30:00Z')
    expect(await columns(['Taxable', 'Rate', 'CGST', 'SGST', 'Total'])).toEqual([
      ['1270.34', '18', '114.33', '114.33', '1499'],
      ['', '', '', '', '1499'],
    ])
    await app.context.db
      .update(taxDocuments)
      .set({ cancelledAt: app.clock.now(), cancelReason: 'The booking was changed' })
      .where(eq(taxDocuments.number, 'KOR/I/2627/00001'))
    const again = (await columns(['Taxable', 'CGST', 'SGST', 'Total'], on('2027-03-02')))[0]
    expect(again).toEqual(['-1270.34', '-114.33', '-114.33', '-1499'])
  })

  test('says for whom a paper was, as it says itself: nobody once they are forgotten', async () => {
    await book(149_900)
    await issue()
    const [paper] = await app.context.db.select().from(taxDocuments)
    if (!paper) throw new Error('There is no paper.')
    await app.context.db.update(bookings).set({ customerName: 'Bela' })
    expect(await columns(['Name'])).toEqual([[NAME]])
    const { buyer: _, ...content } = paper.content
    await app.context.db.update(taxDocuments).set({ content })
    expect(await columns(['Name'])).toEqual([['']])
  })

  test('has each of 1,200 once, by day and number, and reads those of some days by their indexes', async () => {
    await book(149_900)
    await issue()
    await app.context.db.execute(sql`
      insert into tax_documents select copy.*
      from tax_documents d, generate_series(1, 1200) n, jsonb_populate_record(d, jsonb_build_object(
        'id', 'copy' || n, 'number', 'KOR/I/2627/' || lpad((n + 1)::text, 5, '0'), 'sequence', n + 1,
        'date', '2027-02-01'::date + n / 100, 'cancelled_at', '2027-02-20T06:30:00Z', 'cancel_reason', 'Changed'
      )) copy`)
    const days = { from: date('2027-02-01'), to: date('2027-02-28') }
    const issued = (await columns(['Number', 'Cancelled'], days)).filter(([, cancelled]) => !cancelled)
    expect(issued.map(([number]) => number)).toEqual(
      Array.from({ length: 1_200 }, (_, n) => `KOR/I/2627/${String(n + 2).padStart(5, '0')}`),
    )
    const asked = await queriesOf(app.context.db, () => numbers(on('2027-02-03')))
    const look = asked.find((text) => text.includes('document_series'))
    const plan = await app.context.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      await tx.execute(sql`set local enable_indexscan = off`)
      return JSON.stringify(rowsOf(await tx.execute(sql.raw(`explain ${look}`))))
    })
    expect(plan).toContain('tax_documents_date')
    expect(plan).toContain('tax_documents_cancelled')
  })

  test('lies beside the other files of the list, as it is filtered', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const query = '?fromDate=2027-03-01&toDate=2027-03-31'
    const page = await drawnPage({ at: '/admin/bookings', query, cookie })
    const files = [...page.querySelectorAll('a[href*=".csv"]')].map((link) => link.getAttribute('href'))
    const wanted = ['export', 'payments', 'papers'].map((one) => `/admin/bookings/${one}.csv${query}`)
    // beside the heading, and on a phone below the list
    expect(files).toEqual([...wanted, ...wanted])
  })

  test('has numbers by which a booking is found, however they are typed, where one may see it', async () => {
    const id = await givenBack()
    const elsewhere: Scope = { kind: 'location', locationId: app.theatre.otherLocationId }
    const found = async (search: string, scope: Scope) =>
      (await listBookings(app.context, scope, { search: searchText(search) })).bookings.map((one) => one.id)
    const all = await numbers()
    expect(all.length).toBeGreaterThan(2)
    for (const number of all.map(String)) {
      for (const typed of [number, ` ${number.toLowerCase()} `, number.replaceAll('/', ' / ')])
        expect(await found(typed, ALL), typed).toEqual([id])
      expect(await found(number, elsewhere)).toEqual([])
      expect(await found(number.slice(0, -1), ALL)).toEqual([])
    }
  })
})
