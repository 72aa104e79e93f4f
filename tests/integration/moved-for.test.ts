import { describe, expect, test } from 'vitest'
import { auditLog, packagePrices } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { rupees, ZERO } from '~/domain/money'
import { ASKS_MOVED_FOR, type MovedFor } from '~/domain/moved-for'
import { customerOptions, rescheduleByCustomer } from '~/features/booking/customer-changes.server'
import { bookingPage } from '~/features/booking-pages/booking-page.server'
import { findStaffDraft } from '~/features/flow/staff-draft.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { saidBy } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { holdSlot, purchase, storedBooking } from '../support/purchase'
import { StaffTab } from '../support/staff-tab'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'
import { DETAILS, PAYMENT, useTwoStaff } from '../support/two-staff'

const THURSDAY = date('2027-03-11')
const MONDAY = date('2027-03-15')
/** ₹999 less the provider's charge of 2 % and 18 % tax on it. */
const ADVANCE_BACK = rupees(975.42)

onEachDatabase('a booking that staff move', (kind) => {
  const app = useApp(kind)
  const { cookies, person } = useTwoStaff(app)

  const bought = async () => (await purchase(app, basicDraft(app.theatre, { date: THURSDAY }))).bookingId
  const to = (from: string) => (): Partial<Draft> => ({ date: MONDAY, slotId: app.theatre.aurora.slots[from] })
  const left = async (bookingId: string) => {
    const stored = await findStoredBooking(app.context.db, bookingId)
    const options = stored && customerOptions(stored, app.clock.now())
    return [options?.reschedule.allowed, options?.cancellation.sums.all]
  }
  const page = async (bookingId: string) => {
    const shown = await bookingPage(app.context, { kind: 'all' }, bookingId)
    return {
      moved: shown?.facts.find(({ label }) => label === 'Moved')?.text,
      history: shown?.history.map(({ what }) => what),
    }
  }
  const letters = async () => {
    await app.work()
    return app.mailbox.mails.filter(({ subject }) => subject.startsWith('Booking moved')).map(({ text }) => text)
  }

  test('for reasons of ours keeps its move and its refund, and its letter says so', async () => {
    const bookingId = await bought()
    const ours = { movedFor: 'business', tellCustomer: true } as const
    for (const from of ['13:00', '10:00'])
      expect(await editBooking(app, bookingId, to(from), ours)).toMatchObject({ ok: true })
    expect(await storedBooking(app, bookingId)).toMatchObject({ rescheduleCount: 0, calendarSequence: 2 })
    expect(await left(bookingId)).toEqual([true, ADVANCE_BACK])
    const { moved, history } = await page(bookingId)
    expect([moved, history?.at(-1)]).toEqual(['2 times by us', 'Moved to another date or slot, because we had to'])
    const [log] = await app.context.db.select().from(auditLog).orderBy(auditLog.id)
    expect(log?.changes).toMatchObject({ Moved: ['', 'We had to move it'], Date: ['11/03/2027', '15/03/2027'] })
    const [mail] = await letters()
    expect(mail).toContain('we are sorry that we had to move your booking from Aurora')
    expect(mail).toMatch(/₹975\.42 comes back .* You may move it once until then\./)
  })

  test('because its family asked has used its one move, and its refund', async () => {
    const bookingId = await bought()
    await editBooking(app, bookingId, to('13:00'), { movedFor: 'business', tellCustomer: false })
    await editBooking(app, bookingId, to('10:00'), { movedFor: 'family', tellCustomer: true })
    expect(await storedBooking(app, bookingId)).toMatchObject({ rescheduleCount: 1, calendarSequence: 2 })
    expect(await left(bookingId)).toEqual([false, 0])
    const { moved, history } = await page(bookingId)
    expect([moved, history?.at(-1)]).toEqual([
      'once for the family, once by us',
      'Moved to another date or slot, as the family asked',
    ])
    const [mail] = await letters()
    expect(mail).toMatch(
      /your booking has moved from Aurora, Koramangala, on [^.]+, 1:00 PM – [^.]+ to Aurora, Koramangala, on [^.]+, 10:00 AM – /,
    )
    expect(mail).toContain('This booking has used its one move: it cannot be moved again')
    // what we have to move after that gives nothing back that was used
    await editBooking(app, bookingId, to('13:00'), { movedFor: 'business' })
    expect(await left(bookingId)).toEqual([false, 0])
  })

  test('away from a date with a price of its own is told in its letter why another sum stands there', async () => {
    const { basic } = app.theatre.aurora
    await app.context.db.insert(packagePrices).values({ packageId: basic, date: THURSDAY, price: rupees(1_999) })
    const bookingId = await bought()
    await editBooking(app, bookingId, to('13:00'))
    const gone = 'Basic: before, it had the price for 11 Mar.'
    expect(await letters()).toEqual([expect.stringContaining(`\n\n${gone}\n\nTotal ₹1,499`)])
    // to another room, where another package of that name is
    const other = await bought()
    await editBooking(app, other, () => ({ ...atCeleste(app.theatre), date: MONDAY }))
    expect((await letters()).at(-1)).toContain(gone)
    // the customer's own move says the same; the next one loses nothing
    const { bookingId: own, linkToken } = await purchase(app, basicDraft(app.theatre, { date: THURSDAY }))
    const move = { date: MONDAY, slotId: app.theatre.aurora.slots['10:00'] ?? '' }
    const shown = { total: rupees(1_499), returned: ZERO }
    expect(await rescheduleByCustomer(app.context, linkToken, move, shown)).toMatchObject({ ok: true })
    expect((await letters()).at(-1)).toContain(gone)
    await editBooking(app, own, to('19:00'), { movedFor: 'business' })
    expect((await letters()).at(-1)).not.toContain('before, it had')
  })

  test('is not moved until it is said for whom; what does not move asks nothing', async () => {
    const bookingId = await bought()
    const before = await storedBooking(app, bookingId)
    expect(await editBooking(app, bookingId, to('13:00'), { movedFor: undefined })).toMatchObject({
      ...{ ok: false, reason: 'moved-for-nobody' },
      ...{ message: ASKS_MOVED_FOR, step: 'payment' },
    })
    expect(await storedBooking(app, bookingId)).toEqual(before)
    const asBefore = { movedFor: undefined, note: 'Called at noon' }
    expect(await editBooking(app, bookingId, () => ({}), asBefore)).toMatchObject({ ok: true })
    // said of what stays where it is, it is nobody's move
    expect(await editBooking(app, bookingId, () => ({ people: 3 }), { movedFor: 'family' })).toMatchObject({ ok: true })
    expect(await storedBooking(app, bookingId)).toMatchObject({ rescheduleCount: 0, calendarSequence: 0 })
    expect(await page(bookingId)).toMatchObject({ moved: 'never' })
  })

  test('by two at once shows the second what the first said of the move; said the same, it is done once', async () => {
    const bookingId = await bought()
    const { version } = await storedBooking(app, bookingId)
    const save = (movedFor: MovedFor) => editBooking(app, bookingId, to('13:00'), { movedFor, version })
    expect(await save('family')).toMatchObject({ ok: true })
    expect(await save('family')).toMatchObject({ reason: 'stale', conflict: { changes: [] } })
    expect(await save('business')).toMatchObject({
      reason: 'stale',
      conflict: {
        changes: [
          { label: 'The move, which stays as saved', before: 'The family asked for it', after: 'We had to move it' },
        ],
      },
    })
    expect(await storedBooking(app, bookingId)).toMatchObject({ rescheduleCount: 1 })
  })

  describe('in the form of the last step', () => {
    const typed = { advance: '999', mode: 'cash', note: 'Projector broken' }
    async function moving() {
      const bookingId = await bought()
      const tab = new StaffTab(cookies.owner)
      await tab.begin(`/booking/edit/${bookingId}`)
      const slotId = app.theatre.aurora.slots['13:00'] ?? ''
      await tab.step('/booking/slots', { date: MONDAY })
      expect((await tab.step('/booking/slots', { slot: slotId, shown: MONDAY })).short).toMatch(/^303/)
      const version = String((await storedBooking(app, bookingId)).version)
      const fields = { ...typed, version, shownReturn: '0' }
      return { bookingId, tab, slotId, fields }
    }

    test('nothing and nonsense are refused at the field, and what was typed stays', async () => {
      const { bookingId, tab, fields } = await moving()
      const shown = await tab.open(PAYMENT)
      expect(shown.body).toMatchObject({
        desk: {
          moved: true,
          moves: [
            { value: 'family', hint: 'Counts as its one move. There is no refund for rescheduled bookings.' },
            { value: 'business', hint: 'Does not count: the family keeps its move and its refund.' },
          ],
        },
      })
      expect(shown.body).not.toHaveProperty('desk.movedFor')
      for (const more of [{}, { movedFor: '' }, { movedFor: 'nobody' }] as Record<string, string>[]) {
        const refused = await tab.answer(PAYMENT, { ...fields, ...more })
        expect([more, refused.short]).toEqual([more, '422'])
        expect(refused.body).toMatchObject({
          lastResult: { error: { movedFor: [ASKS_MOVED_FOR] }, initialValue: { note: typed.note } },
        })
      }
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: THURSDAY, note: '' })
    })

    test('what the move makes of total, date, slot and place is read before it is saved, without scripts too', async () => {
      const prices = { packageId: app.theatre.aurora.basic, date: MONDAY, price: rupees(1_999) }
      await app.context.db.insert(packagePrices).values(prices)
      const { tab } = await moving()
      const read = async () => {
        const page = await drawnPage({ at: PAYMENT, query: `?draft=${tab.draft}`, cookie: cookies.owner })
        const button = [...page.querySelectorAll('button')].find((one) => one.textContent === 'Update Booking')
        return [...(button?.form?.querySelectorAll('p') ?? [])].map((one) =>
          one.textContent?.replaceAll('\u2060', '').replaceAll('\u00a0', ' '),
        )
      }
      const where = 'It was on Thursday, 11/03/2027, 7:00 PM – 10:00 PM, in Aurora, Koramangala.'
      expect(await read()).toContain(`The total becomes ₹1,999; it was ₹1,499. ${where}`)
      await app.context.db.delete(packagePrices)
      expect(await read()).toContain(`The total stays ₹1,499. ${where}`)
      await tab.step('/booking/slots', { date: THURSDAY })
      await tab.step('/booking/slots', { slot: app.theatre.aurora.slots['19:00'] ?? '', shown: THURSDAY })
      expect((await read()).join()).not.toMatch(/The total|It was/)
      await tab.step(DETAILS, { ...person('A', 1), people: '3' })
      expect(await read()).toContain('The total becomes ₹1,699; it was ₹1,499.')
    })

    test('the days of the month say what the package costs then, before one of them is chosen', async () => {
      const prices = { packageId: app.theatre.aurora.basic, date: MONDAY, price: rupees(1_999) }
      await app.context.db.insert(packagePrices).values(prices)
      const tab = new StaffTab(cookies.owner)
      await tab.begin(`/booking/edit/${await bought()}`)
      const { body } = await tab.open('/booking/slots')
      expect(body).toMatchObject({
        priceOf: 'Basic',
        // its own slot can be had again
        fullness: { [THURSDAY]: { free: 4, of: 4, from: '₹1,499' }, [MONDAY]: { free: 4, of: 4, from: '₹1,999' } },
      })
    })

    test('a choice is saved once, however often it is pressed', async () => {
      const { bookingId, tab, fields } = await moving()
      const press = () => tab.answer(PAYMENT, { ...fields, movedFor: 'business' })
      await tab.open(PAYMENT)
      const pressed = (await Promise.all([press(), press()])).map(({ short }) => short)
      expect([...pressed, (await press()).short]).toEqual(Array(3).fill(`303 /admin/bookings/view/${bookingId}`))
      expect(await storedBooking(app, bookingId)).toMatchObject({ visitDate: MONDAY, rescheduleCount: 0 })
      expect((await page(bookingId)).moved).toBe('once by us')
    })

    test('leads back to the booking in the back office, which says what was changed', async () => {
      const { bookingId, tab, fields } = await moving()
      const saved = await tab.step(PAYMENT, { ...fields, advance: '1099', movedFor: 'business' })
      expect(saved.headers.get('Location')).toBe(`/admin/bookings/view/${bookingId}`)
      expect(await saidBy(saved)).toBe(
        'Saved. Date: 15/03/2027 (was 11/03/2027); Slot: 1:00 PM – 4:00 PM (was 7:00 PM – 10:00 PM); Received: ₹1,099 (was ₹999); Note: Projector broken; Moved: We had to move it.',
      )
      // from a page that was open still it leads there too
      expect((await tab.open(PAYMENT)).headers.get('Location')).toBe(`/admin/bookings/view/${bookingId}`)
      await tab.begin(`/booking/edit/${bookingId}`)
      const { version } = await storedBooking(app, bookingId)
      const same = await tab.step(PAYMENT, { ...fields, advance: '1099', version: String(version) })
      expect(await saidBy(same)).toBe('Saved. Nothing was changed.')
    })

    test('it waits with the rest when the slot was taken meanwhile', async () => {
      const { tab, slotId, fields } = await moving()
      await tab.open(PAYMENT)
      await holdSlot(app, basicDraft(app.theatre, { date: MONDAY, slotId }))
      const refused = await tab.answer(PAYMENT, { ...fields, movedFor: 'business' })
      expect(refused.short).toBe('303 /booking/slots')
      const waiting = await findStaffDraft(app.context, OWNER, tab.draft)
      expect(waiting?.desk).toMatchObject({ note: typed.note, movedFor: 'business' })
    })
  })
})
