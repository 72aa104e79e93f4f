import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditLog, outbox } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import {
  correctTechnicalFailure,
  type FailureCorrection,
  type FailureReport,
  failedVisit,
  settleTechnicalFailure,
} from '~/features/booking/technical-failure.server'
import { checkBooks } from '~/features/money/books-check.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { purchase, storedBooking, takeCash } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { atCeleste, basicDraft, date, frontDesk, fullDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('a technical failure', (kind) => {
  const app = useApp(kind)
  const HALF: FailureReport = { minutesUsed: 90, charge: rupees(1_249.5), reason: 'The projector failed' }
  const settle = (bookingId: string, change: Partial<FailureReport> = {}, staff = OWNER) =>
    settleTechnicalFailure(app.context, staff, bookingId, { ...HALF, ...change })
  /** The visit is under way. */
  async function begin(bookingId: string) {
    const { during } = await storedBooking(app, bookingId)
    app.clock.advanceMinutes((during.from.getTime() - app.clock.now().getTime()) / 60_000)
  }
  async function paidInFull(change: Partial<Draft> = {}) {
    const { bookingId } = await purchase(app, fullDraft(app.theatre, { payChoice: 'full', ...change }))
    await begin(bookingId)
    return bookingId
  }

  test('makes the booking cost less and gives back the rest online, once', async () => {
    const bookingId = await paidInFull()
    const found = await findStoredBooking(app.context.db, bookingId)
    expect(found && failedVisit(found, app.clock.now())).toMatchObject({
      total: rupees(4_436),
      rent: rupees(2_499),
      slotMinutes: 180,
    })
    const kept = rupees(4_436)
    expect(await settle(bookingId, { kept })).toEqual({ ok: true, returned: rupees(4_436 - 1_249.5) })
    expect(await settle(bookingId)).toMatchObject({ reason: 'nothing-to-judge' })
    await app.work()
    const stored = await storedBooking(app, bookingId)
    expect(stored).toMatchObject({
      status: 'booked',
      total: rupees(1_249.5),
      version: 3,
      refunds: [{ mode: 'online', status: 'processed', amount: rupees(3_186.5), reason: 'The projector failed' }],
      events: expect.arrayContaining(['technical-failure']),
    })
    expect(stored.lines.at(-1)).toMatchObject({
      kind: 'reduction',
      amount: rupees(-3_186.5),
      explanation: '90 of 180 minutes used',
    })
    expect(ledgerOfRows(stored, stored.payments, stored.refunds)).toMatchObject({ remaining: 0, refundDue: 0 })
    expect(await app.context.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      { entityId: bookingId, changes: { Total: ['₹4,436', '₹1,249.50'], Reason: ['', 'The projector failed'] } },
    ])
    const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('We are sorry: your visit costs less'))
    expect(mail?.text).toContain('₹3,186.50 is on its way back to you')
    expect(mail?.text).not.toContain('still to be paid')
  })

  test('of a booking that was cancelled before its letter went is told no more', async () => {
    const bookingId = await paidInFull()
    await app.work()
    expect(await settle(bookingId)).toMatchObject({ ok: true })
    const cancelled = { reason: 'The whole evening is given back', refund: 'full' as const }
    expect(await cancelByStaff(app.context, OWNER, bookingId, cancelled)).toMatchObject({ ok: true })
    app.mailbox.mails.length = 0
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/cancelled/i)])
    const [letter] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'technical-failure'))
    expect(letter?.notNeeded).toBe('the booking was cancelled')
  })

  test('leaves nothing to pay of what was not used, and what was used is still owed', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await begin(bookingId)
    expect(await settle(bookingId, { charge: rupees(1_200) })).toEqual({ ok: true, returned: 0 })
    const { total, payments, refunds } = await storedBooking(app, bookingId)
    expect(ledgerOfRows({ total, status: 'booked' }, payments, refunds)).toMatchObject({
      remaining: rupees(201),
      refunded: 0,
    })
    await app.work()
    const mail = app.mailbox.mails.find(({ subject }) => subject.startsWith('We are sorry'))
    expect(mail?.text).toContain('Your visit now costs ₹1,200.\n\n₹201 is still to be paid at the theatre')
  })

  test('gives money of the front desk back there', async () => {
    const bookingId = await bookByStaff(app, basicDraft(app.theatre), rupees(1_000))
    await begin(bookingId)
    expect(await settle(bookingId, { charge: rupees(0), minutesUsed: 0 })).toEqual({
      ok: true,
      returned: rupees(1_000),
    })
    expect((await storedBooking(app, bookingId)).refunds).toMatchObject([{ mode: 'cash', status: 'queued' }])
  })

  test('takes off no more than the front desk may send back, paid or not, which its page says before', async () => {
    const admin = locationAdmin(app.theatre.locationId)
    const desk: ActingStaff = { ...admin, id: 'desk', name: 'Sonu', role: 'front-desk' }
    // in cash that was never entered, it may be
    const bookingId = await bookByStaff(app, fullDraft(app.theatre))
    await begin(bookingId)
    const before = await storedBooking(app, bookingId)
    const refused = 'would be taken off. The front desk takes off or sends back ₹500 at most of a booking'
    for (const charge of [rupees(0), rupees(3_935.99)])
      expect(await settle(bookingId, { charge }, desk)).toMatchObject({
        reason: 'beyond-desk',
        message: expect.stringContaining(refused),
      })
    expect(await storedBooking(app, bookingId)).toEqual(before)
    serveHere(app.context)
    const shown = async (staff: ActingStaff) => {
      const visit = { at: '/admin/bookings/view/:id', id: bookingId, query: '?failure=1&minutes=90' }
      return (await drawnPage({ ...visit, cookie: await signedIn(app, staff) })).querySelector('dialog')?.textContent
    }
    expect(await shown(desk)).toContain(`₹3,186.50 ${refused}`)
    expect(await shown(admin)).not.toContain('would be taken off')
    expect(await settle(bookingId, { charge: rupees(4_036) }, desk)).toEqual({ ok: true, returned: 0 })
    // it is one sum with what the desk sends back of it
    expect((await storedBooking(app, bookingId)).deskReturned).toBe(rupees(400))
    await takeCash(app, bookingId, 200, 4_036)
    const [payment] = (await storedBooking(app, bookingId)).payments
    const struck = (by: ActingStaff) => strikeOutPayment(app.context, by, bookingId, payment?.id ?? '')
    expect(await struck(desk)).toMatchObject({ reason: 'beyond-desk' })
    expect(await struck(admin)).toMatchObject({ ok: true })

    const other = await bookByStaff(app, fullDraft(app.theatre, { date: date('2027-03-20') }))
    await begin(other)
    expect(await settle(other, { charge: rupees(0) }, admin)).toEqual({ ok: true, returned: 0 })
    expect((await storedBooking(app, other)).deskReturned).toBe(0)
  })

  test('counts once for the front desk what it takes off and sends back', async () => {
    const desk = frontDesk(app.theatre.locationId)
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await begin(bookingId)
    await takeCash(app, bookingId, 300, 500)
    expect(await settle(bookingId, { charge: rupees(999) }, desk)).toEqual({ ok: true, returned: rupees(300) })
    const { deskReturned, refunds } = await storedBooking(app, bookingId)
    expect(deskReturned).toBe(rupees(500))
    expect(await handOverRefund(app.context, desk, bookingId, refunds[0]?.id ?? '')).toMatchObject({ ok: true })
    expect((await storedBooking(app, bookingId)).deskReturned).toBe(rupees(500))
  })

  test('is refused before the slot begins, to strangers, for more time or money than there was; nothing changes', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre, { payChoice: 'full' }))
    expect(await settle(bookingId)).toMatchObject({ reason: 'nothing-to-judge' })
    await begin(bookingId)
    const before = await storedBooking(app, bookingId)
    const stranger = locationAdmin(app.theatre.otherLocationId)
    expect(await settle(bookingId, {}, stranger)).toMatchObject({ reason: 'not-found' })
    expect(await settle('nobody')).toMatchObject({ reason: 'not-found' })
    expect(await settle(bookingId, { minutesUsed: 181 })).toMatchObject({ ok: false, reason: 'too-long' })
    expect(await settle(bookingId, { charge: rupees(4_436) })).toMatchObject({ reason: 'not-less' })
    // somebody refunded in another tab meanwhile
    expect(await settle(bookingId, { kept: rupees(999) })).toMatchObject({ reason: 'return-changed' })
    expect(await storedBooking(app, bookingId)).toEqual(before)
  })

  describe('stays charged when staff edit the booking afterwards', () => {
    async function editable(change: Partial<Draft> = {}) {
      const bookingId = await paidInFull(change)
      await settle(bookingId)
      const open = await findEditable(app.context, OWNER, bookingId)
      if (!open) throw new Error('The booking cannot be opened.')
      const save = async (change: Partial<Draft>, fullPayment = true) => {
        const { version } = await storedBooking(app, bookingId)
        const desk = { mode: 'cash', note: 'Called to say sorry', movedFor: 'family' } as const
        const money = { ...open.money, fullPayment, ...desk }
        const saved = await updateBooking(app.context, OWNER, bookingId, version, { ...open.draft, ...change }, money)
        return saved.ok ? saved.ledger : saved.reason
      }
      return { bookingId, save }
    }

    test('as it is, with less and with more', async () => {
      const { bookingId, save } = await editable()
      for (const change of [{}, { gifts: [] }, { gifts: [], addons: [], ledName: undefined }, {}]) {
        expect(await save(change)).toMatchObject({ remaining: 0, refundDue: 0 })
        expect(await storedBooking(app, bookingId)).toMatchObject({ total: HALF.charge })
      }
    })

    test.each([
      ['on another date', () => ({ date: date('2027-03-19') })],
      ['at other hours of the day', () => ({ slotId: app.theatre.aurora.slots['19:00'] })],
      [
        'in another room later that day',
        () => ({ ...atCeleste(app.theatre, '13:00'), packageId: app.theatre.celeste.celebration }),
      ],
    ])('but a visit %s is charged anew', async (_, other) => {
      const { bookingId, save } = await editable({ slotId: app.theatre.aurora.slots['10:00'] })
      const remaining = rupees(4_436 - 1_249.5)
      expect(await save(other(), false)).toMatchObject({ remaining })
      const { lines, total } = await storedBooking(app, bookingId)
      expect(total).toBe(rupees(4_436))
      expect(lines.map(({ kind: one }) => one)).not.toContain('reduction')
    })
  })

  describe('of which the charge was mistyped', () => {
    const MISTYPED = { minutesUsed: 90, charge: rupees(75) }
    const admin = () => locationAdmin(app.theatre.locationId)
    const desk = (): ActingStaff => ({ ...admin(), id: 'desk', name: 'Sonu', role: 'front-desk' })
    const correct = async (bookingId: string, change: Partial<FailureCorrection> = {}, staff = OWNER) => {
      const { version: shown } = await storedBooking(app, bookingId)
      const entered = { minutesUsed: 90, charge: rupees(750), reason: 'A nought was forgotten', shown }
      return correctTechnicalFailure(app.context, staff, bookingId, { ...entered, ...change })
    }
    const reductionOf = async (bookingId: string) =>
      (await storedBooking(app, bookingId)).lines.filter((line) => line.kind === 'reduction')
    const letters = () => app.mailbox.mails.filter(({ subject }) => subject.startsWith('What your visit costs was'))

    test('counts against the desk’s sum until the visit is another one, which costs its price', async () => {
      const bookingId = await bookByStaff(app, fullDraft(app.theatre))
      await begin(bookingId)
      await settle(bookingId, { charge: rupees(4_036) }, desk())
      expect((await storedBooking(app, bookingId)).deskReturned).toBe(rupees(400))
      const open = await findEditable(app.context, OWNER, bookingId)
      const { version } = await storedBooking(app, bookingId)
      const moved = { ...open?.draft, slotId: app.theatre.aurora.slots['22:30'] } as Draft
      const money = { ...open?.money, advance: rupees(0), mode: 'cash', note: '', movedFor: 'business' } as const
      expect(await updateBooking(app.context, OWNER, bookingId, version, moved, money)).toMatchObject({ ok: true })
      expect(await storedBooking(app, bookingId)).toMatchObject({ total: rupees(4_436), deskReturned: 0 })
    })

    test('is corrected, after the money went back: what it costs more is due, and everybody is told once', async () => {
      const bookingId = await paidInFull()
      await settle(bookingId, MISTYPED)
      await app.work()
      expect(await correct(bookingId)).toEqual({ ok: true, returned: 0, due: rupees(675) })
      await app.work()
      const stored = await storedBooking(app, bookingId)
      expect(stored).toMatchObject({ total: rupees(750), version: 4, refunds: [{ amount: rupees(4_361) }] })
      expect(await reductionOf(bookingId)).toMatchObject([{ amount: rupees(750 - 4_436), unitPrice: rupees(750) }])
      expect(stored.lines.map(({ position }) => position)).toEqual(stored.lines.map((_, index) => index))
      const audit = await app.context.db.select().from(auditLog).orderBy(auditLog.id)
      expect(audit.map(({ changes }) => changes)).toContainEqual({
        ...{ Total: ['₹75', '₹750'], 'Corrected because': ['', 'A nought was forgotten'] },
      })
      expect(letters().map(({ text }) => text)).toEqual([
        expect.stringMatching(/Your visit now costs ₹750\.\s+₹675 is still to be paid at the theatre/),
      ])
      expect(await correct(bookingId)).toMatchObject({ reason: 'as-before' })
      // once more is another correction, with a letter of its own
      expect(await correct(bookingId, { charge: rupees(700) })).toEqual({ ok: true, returned: 0, due: rupees(625) })
      // other minutes alone are nothing to the customer
      expect(await correct(bookingId, { charge: rupees(700), minutesUsed: 80 })).toMatchObject({ ok: true })
      await app.work()
      expect(letters()).toHaveLength(2)
      expect(await reductionOf(bookingId)).toMatchObject([{ explanation: '80 of 180 minutes used' }])
    })

    test('as nothing is corrected after all went back: what is due then alarms nobody', async () => {
      const bookingId = await paidInFull()
      await settle(bookingId, { minutesUsed: 0, charge: rupees(0) })
      await app.work()
      expect(await correct(bookingId)).toEqual({ ok: true, returned: 0, due: rupees(750) })
      await app.work()
      expect(await checkBooks(app.context)).toEqual([])
    })

    test('is corrected before cash is handed over: what is needed of it waits no more', async () => {
      const bookingId = await bookByStaff(app, basicDraft(app.theatre), rupees(1_000))
      await begin(bookingId)
      await settle(bookingId, MISTYPED)
      const kept = rupees(1_000)
      expect(await correct(bookingId, { kept })).toEqual({ ok: true, returned: rupees(250), due: 0 })
      const { refunds } = await storedBooking(app, bookingId)
      expect(refunds.map(({ status, amount }) => [status, amount])).toEqual([
        ['dropped', rupees(925)],
        ['queued', rupees(250)],
      ])
      await app.work()
      const [letter] = letters()
      expect(letter?.text).toContain('₹675 that waited for you at the theatre pays for your booking again.')
      expect(letter?.text).toContain('₹250')
    })

    test('is corrected while money is on its way online: it goes, as after any edit', async () => {
      const bookingId = await paidInFull()
      await settle(bookingId, MISTYPED)
      expect(await correct(bookingId)).toEqual({ ok: true, returned: 0, due: rupees(675) })
      await app.work()
      const stored = await storedBooking(app, bookingId)
      expect(stored.refunds).toMatchObject([{ status: 'processed', amount: rupees(4_361) }])
      expect(ledgerOfRows(stored, stored.payments, stored.refunds)).toMatchObject({ remaining: rupees(675) })
    })

    test('is corrected to less: more goes back', async () => {
      const bookingId = await paidInFull()
      await settle(bookingId, { charge: rupees(750) })
      expect(await correct(bookingId, { charge: rupees(75) })).toEqual({ ok: true, returned: rupees(675), due: 0 })
      await app.work()
      const { refunds } = await storedBooking(app, bookingId)
      expect(refunds.map(({ status, amount }) => [status, amount])).toEqual([
        ['processed', rupees(3_686)],
        ['processed', rupees(675)],
      ])
      expect(letters()[0]?.text).toContain('₹675 is on its way back to you')
    })

    test('or that was entered on the wrong booking, is corrected to the full price, as if it had not been', async () => {
      const bookingId = await bookByStaff(app, fullDraft(app.theatre))
      await begin(bookingId)
      const before = await storedBooking(app, bookingId)
      await settle(bookingId, { charge: rupees(4_036) }, desk())
      expect(await correct(bookingId, { charge: rupees(4_436) }, admin())).toMatchObject({ due: rupees(4_436) })
      const stored = await storedBooking(app, bookingId)
      expect(stored).toMatchObject({ total: rupees(4_436), lines: before.lines, deskReturned: 0 })
      expect(await correct(bookingId)).toMatchObject({ reason: 'nothing-to-correct' })
      await app.work()
      const sorry = app.mailbox.mails.filter(({ subject }) => subject.startsWith('We are sorry'))
      expect([sorry, letters()].map(({ length }) => length)).toEqual([0, 1])
      // the visit may be judged, as one that nobody judged
      expect(await settle(bookingId, { charge: rupees(4_036) }, desk())).toMatchObject({ ok: true })
      expect((await storedBooking(app, bookingId)).deskReturned).toBe(rupees(400))
    })

    test('counts once against what the front desk may send back, as far as it is still taken off', async () => {
      const unpaid = await bookByStaff(app, fullDraft(app.theatre))
      await begin(unpaid)
      await settle(unpaid, { charge: rupees(4_036) }, desk())
      const counted = async (bookingId: string) => (await storedBooking(app, bookingId)).deskReturned
      for (const [charge, off] of [
        [4_336, 100],
        [3_436, 100],
        [4_386, 50],
      ] as const) {
        await correct(unpaid, { charge: rupees(charge) }, admin())
        expect(await counted(unpaid)).toBe(rupees(off))
      }

      const draft = basicDraft(app.theatre, { date: date('2027-03-20') })
      const { bookingId } = await purchase(app, draft)
      await begin(bookingId)
      await takeCash(app, bookingId, 300, 500)
      // ₹500 off, of which ₹300 waits to be handed over
      await settle(bookingId, { charge: rupees(999) }, desk())
      expect(await counted(bookingId)).toBe(rupees(500))
      const raised = await correct(bookingId, { charge: rupees(1_199) }, admin())
      expect(raised).toEqual({ ok: true, returned: rupees(100), due: 0 })
      const waits = (await storedBooking(app, bookingId)).refunds.find(({ status }) => status === 'queued')
      expect(await handOverRefund(app.context, desk(), bookingId, waits?.id ?? '')).toMatchObject({ ok: true })
      expect(await counted(bookingId)).toBe(rupees(300))
    })

    test('is corrected by whoever may refund any sum; the front desk is told who may', async () => {
      const bookingId = await bookByStaff(app, fullDraft(app.theatre))
      await begin(bookingId)
      await settle(bookingId, { charge: rupees(4_036) }, desk())
      const before = await storedBooking(app, bookingId)
      const who = 'What the visit costs is corrected by an admin of the location.'
      expect(await correct(bookingId, {}, desk())).toMatchObject({ reason: 'beyond-desk', message: who })
      expect(await storedBooking(app, bookingId)).toEqual(before)
      serveHere(app.context)
      const visit = { at: '/admin/bookings/view/:id', id: bookingId, query: '?correct=1' }
      const shown = async (staff: ActingStaff) =>
        (await drawnPage({ ...visit, cookie: await signedIn(app, staff) })).body
      const atDesk = await shown(desk())
      expect(atDesk.textContent).toContain(who)
      expect([atDesk.textContent, atDesk.querySelector('dialog')]).toEqual([
        expect.not.stringContaining('Correct what it costs'),
        null,
      ])
      const asked = (await shown(admin())).querySelector('dialog')?.textContent
      expect(asked).toContain('₹4,036 was charged instead of ₹4,436')
    })

    test('is corrected without scripts, filled with what was entered; a page that somebody overtook is refused', async () => {
      const bookingId = await paidInFull()
      await settle(bookingId, MISTYPED)
      serveHere(app.context)
      const cookie = await signedIn(app, admin())
      const at = { at: '/admin/bookings/view/:id', id: bookingId, cookie }
      const fields = await drawnForm({ ...at, query: '?correct=1' }, 'correction')
      expect(fields).toMatchObject({ minutesUsed: '90', charge: '75' })
      // what the first judgement gives back goes all the same
      const asked = (await drawnPage({ ...at, query: '?correct=1' })).querySelector('dialog')?.textContent
      expect(asked).toContain('At ₹75, nothing changes: ₹4,361 goes back online as before, and nothing is due.')
      // other minutes are worked out
      const worked = await drawnForm({ ...at, query: '?correct=1&minutes=45' }, 'correction')
      expect(worked).toMatchObject({ minutesUsed: '45', charge: '624.75' })

      expect(await correct(bookingId, { charge: rupees(800) })).toMatchObject({ ok: true })
      const sent = { ...fields, intent: 'correct-failure', charge: '750', reason: 'A nought was forgotten' }
      const before = await storedBooking(app, bookingId)
      const refused = await drawnPage({ ...at, query: '?correct=1', fields: sent })
      const dialog = refused.querySelector('dialog')
      expect(dialog?.textContent).toContain('Somebody has corrected or changed this booking meanwhile')
      expect(dialog?.textContent).toContain('the visit costs ₹800 now')
      const typed = dialog?.querySelector<HTMLInputElement>('[name=charge]')?.value
      expect(typed).toBe('750')
      expect(await storedBooking(app, bookingId)).toEqual(before)
      const history = (await drawnPage(at)).body.textContent
      expect(history).toContain('Charged less after a technical failure, corrected from ₹75 to ₹800')
    })

    test('is refused for more than the full price, more minutes, other money than was shown, and to strangers', async () => {
      const bookingId = await paidInFull()
      expect(await correct(bookingId)).toMatchObject({ reason: 'nothing-to-correct' })
      await settle(bookingId, MISTYPED)
      const before = await storedBooking(app, bookingId)
      const stranger = locationAdmin(app.theatre.otherLocationId)
      expect(await correct(bookingId, {}, stranger)).toMatchObject({ reason: 'not-found' })
      expect(await correct(bookingId, { charge: rupees(4_436.01) })).toMatchObject({ reason: 'more-than-full' })
      expect(await correct(bookingId, { minutesUsed: 181 })).toMatchObject({ reason: 'too-long' })
      expect(await correct(bookingId, { kept: rupees(4_436) })).toMatchObject({ reason: 'return-changed' })
      expect(await correct(bookingId, { shown: before.version - 1 })).toMatchObject({ reason: 'stale' })
      expect(await storedBooking(app, bookingId)).toEqual(before)
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'All of it', refund: 'full' })
      expect(await correct(bookingId)).toMatchObject({ reason: 'nothing-to-correct' })
    })

    test('and is corrected twice at once, is corrected once', async () => {
      const bookingId = await paidInFull()
      await settle(bookingId, MISTYPED)
      const { version: shown } = await storedBooking(app, bookingId)
      const both = await Promise.all([750, 800].map((charge) => correct(bookingId, { charge: rupees(charge), shown })))
      expect(both.map((one) => one.ok || one.reason).sort()).toEqual(['stale', true])
      expect(await reductionOf(bookingId)).toHaveLength(1)
    })
  })
})
