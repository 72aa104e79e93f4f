import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { BEFORE_YOU_COME } from '~/content/before-you-come'
import { auditLog, bookingEvents, bookings, outbox, reviews } from '~/db/schema'
import { rupees, ZERO } from '~/domain/money'
import { setAttendance } from '~/features/booking/attendance.server'
import {
  lettersOfBooking,
  ownLetters,
  sendLetterAgain,
  setLetterSwitch,
} from '~/features/booking/booking-letters.server'
import { composeMail } from '~/features/booking/booking-mail.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { rescheduleByCustomer } from '~/features/booking/customer-changes.server'
import { announceDueLetters } from '~/features/booking/due-letters.server'
import { sendDetails } from '~/features/booking/send-details.server'
import { settleTechnicalFailure } from '~/features/booking/technical-failure.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { checkBooks } from '~/features/money/books-check.server'
import { takePayment } from '~/features/money/take-payment.server'
import { deliverMail } from '~/features/notification/outbox.server'
import { letters } from '~/letters.server'
import { createMailer } from '~/platform/mailer.server'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { purchase, storedBooking } from '../support/purchase'
import { startRefusingMailServer } from '../support/refusing-mail-server'
import { basicDraft, date, fullDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('letters that go out by themselves', (kind) => {
  const app = useApp(kind)
  /** A booking of VISIT, Friday 7 PM, whose confirmation has gone. */
  async function booked(draft = fullDraft(app.theatre)) {
    const bought = await purchase(app, draft)
    // the database's clock is today's, the test's is not
    await app.context.db.update(bookings).set({ createdAt: new Date('2027-03-01T06:30:00Z') })
    await app.work()
    app.mailbox.mails.length = 0
    return bought
  }
  /** What goes out when the minute's job runs twice at an instant. */
  async function at(instant: string) {
    app.clock.set(instant)
    app.mailbox.mails.length = 0
    for (let run = 0; run < 2; run += 1) {
      await announceDueLetters(app.context)
      await app.work()
    }
    return app.mailbox.mails.map(({ subject }) => subject)
  }

  test('remind, tell what is due and thank, once each, in plain and in HTML', async () => {
    const { linkToken } = await booked()
    expect(await at('2027-03-11T04:29:00Z')).toEqual([])
    expect(await at('2027-03-11T04:30:00Z')).toEqual([
      'Tomorrow: Aurora, Koramangala, Friday, 12/03/2027, 7:00 PM – 10:00 PM',
    ])
    const [reminder] = app.mailbox.mails
    for (const part of [
      '₹3,437 is still to be paid at the theatre, in cash, by UPI or by card.',
      'The way there: 80 Feet Road\nOpen the map: https://maps.example/koramangala',
      'your time ends at 10:00 PM, also when it begins later',
      `Before you come: ${BEFORE_YOU_COME.join(' ')} All our terms: http://localhost:3000/termsandconditions`,
      `http://localhost:3000/b/${linkToken}`,
      app.context.business.name,
    ]) {
      expect(reminder?.text).toContain(part)
    }
    expect(reminder?.html).toContain('₹3,437 is still to be paid')
    expect(await at('2027-03-12T10:30:00Z')).toEqual([expect.stringMatching(/^To pay at the theatre: ₹3,437 \(/)])
    expect(await at('2027-03-13T04:30:00Z')).toEqual([expect.stringMatching(/^Thank you for coming \(/)])
    expect(app.mailbox.mails[0]?.text).toContain(`http://localhost:3000/b/${linkToken}#review`)
  })

  test('do not remind of what became a booking after its reminder, however long it was held before', async () => {
    const { bookingId } = await booked()
    const paidLate = { at: new Date('2027-03-11T04:40:00Z') }
    await app.context.db.update(bookingEvents).set(paidLate).where(eq(bookingEvents.toStatus, 'booked'))
    expect(await at('2027-03-11T05:00:00Z')).toEqual([])
    expect((await storedBooking(app, bookingId)).createdAt).toEqual(new Date('2027-03-01T06:30:00Z'))
  })

  test('keep a surprise: none says whom it is for, or what is written or decorated', async () => {
    const { bookingId } = await booked(fullDraft(app.theatre, { celebrantName: 'Aarav' }))
    const said: string[] = []
    for (const instant of ['2027-03-11T04:30:00Z', '2027-03-12T10:30:00Z', '2027-03-13T04:30:00Z']) {
      await at(instant)
      said.push(...app.mailbox.mails.flatMap(({ subject, text }) => [subject, text]))
    }
    expect(said).toHaveLength(6)
    const { lines } = await storedBooking(app, bookingId)
    const names = lines.flatMap(({ kind: of, name }) => (of === 'package' || of === 'extra-persons' ? [] : [name]))
    for (const secret of ['Aarav', 'AARAV', ...names]) expect(said.join('\n')).not.toContain(secret)
  })

  test('ask for the lights that nobody has told, without a word on what they are, until it is too late for that', async () => {
    const { bookingId, linkToken } = await booked(fullDraft(app.theatre, { ledName: undefined }))
    await at('2027-03-11T04:30:00Z')
    const [reminder] = app.mailbox.mails
    expect(reminder?.text.replaceAll('\u00a0', ' ')).toContain(
      `We still need some words from you for your booking by Fri 12 Mar, 7:00 AM. Tell us here: http://localhost:3000/b/${linkToken}/texts`,
    )
    expect(reminder?.text).not.toMatch(/led|light/i)
    const business = { ...app.context.business, prepHours: 48 }
    const late = await composeMail({ ...app.context, business }, 'reminder', { bookingId })
    const text = late && 'text' in late ? late.text : ''
    expect(text).toMatch(/We still need some words from you for your booking: please call \+91 \d{5} \d{5} now\./)
    expect(text).not.toContain('/texts')
  })

  test('remind again of a booking that has moved, and not of one that was cancelled', async () => {
    const { bookingId } = await booked()
    expect(await at('2027-03-11T04:30:00Z')).toHaveLength(1)
    await app.context.db.update(bookings).set({ calendarSequence: 1 }).where(eq(bookings.id, bookingId))
    expect(await at('2027-03-11T05:30:00Z')).toHaveLength(1)
    await app.context.db.update(bookings).set({ status: 'cancelled', calendarSequence: 2 })
    expect(await at('2027-03-11T06:30:00Z')).toEqual([])
  })

  test('do not remind of what has moved since, when the letter of the move has just said it', async () => {
    const { linkToken } = await booked(fullDraft(app.theatre, { date: date('2027-03-11') }))
    app.clock.set('2027-03-08T05:30:00Z')
    const move = { date: date('2027-03-09'), slotId: app.theatre.aurora.slots['19:00'] ?? '' }
    const shown = { total: rupees(4_436), returned: ZERO }
    expect(await rescheduleByCustomer(app.context, linkToken, move, shown)).toMatchObject({ ok: true })
    expect(await at('2027-03-08T05:31:00Z')).toEqual([expect.stringMatching(/^Booking moved /)])
    expect(await at('2027-03-09T04:30:00Z')).toEqual([])
    // what is due at the door is a matter of its own
    expect(await at('2027-03-09T10:30:00Z')).toEqual([expect.stringMatching(/^To pay at the theatre/)])
  })

  test('that were written down before the visit moved are not sent of its new time', async () => {
    const { bookingId } = await booked(fullDraft(app.theatre, { date: date('2027-03-18') }))
    app.clock.set('2027-03-17T04:30:00Z')
    await announceDueLetters(app.context)
    app.clock.set('2027-03-18T10:30:00Z')
    await announceDueLetters(app.context)
    const to = () => ({ date: date('2027-03-25') })
    expect(await editBooking(app, bookingId, to, { movedFor: 'business' })).toMatchObject({ ok: true })
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject.split(' Aurora')[0])).toEqual(['Booking moved'])
    const stood = (await lettersOfBooking(app.context, bookingId)).map(({ state }) => state)
    expect(stood.filter((state) => state.endsWith(': the visit has moved'))).toHaveLength(2)
    // staff who send one once more mean the time by now
    const [again] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'reminder'))
    await app.context.db
      .update(outbox)
      .set({ notNeeded: null })
      .where(eq(outbox.id, again?.id ?? ''))
    expect(await sendLetterAgain(app.context, OWNER, bookingId, again?.id ?? '')).toMatchObject({ ok: true })
    app.mailbox.mails.length = 0
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Soon: Aurora.*25\/03\/2027/),
    ])
    // of its new time both come
    expect(await at('2027-03-24T04:30:00Z')).toEqual([expect.stringMatching(/^Tomorrow: Aurora/)])
  })

  test('thank nobody whose evening a failure cut short, and ask for no second review', async () => {
    const { bookingId } = await booked(fullDraft(app.theatre))
    const other = fullDraft(app.theatre, { slotId: app.theatre.aurora.slots['13:00'] })
    const { bookingId: failed } = await booked(other)
    app.clock.set('2027-03-12T09:00:00Z')
    const failure = { minutesUsed: 40, charge: rupees(500), reason: 'Lamp' }
    expect(await settleTechnicalFailure(app.context, OWNER, failed, failure)).toMatchObject({ ok: true })
    await app.context.db.insert(reviews).values({ bookingId, stars: 5, text: 'Lovely', name: 'M' })
    await at('2027-03-13T04:30:00Z')
    const thanks = app.mailbox.mails.filter(({ subject }) => subject.startsWith('Thank you'))
    expect(thanks).toHaveLength(1)
    expect(thanks[0]?.text).toContain('thank you for your visit to Aurora')
    expect(thanks[0]?.text).not.toContain('#review')
  })

  test.each([
    ['2027-03-15T04:29:00Z', 'Sent'],
    ['2027-03-15T04:30:00Z', 'Not needed'],
  ])('thank nobody long afterwards: mail that is taken again at %s', async (instant, state) => {
    const { bookingId } = await booked()
    app.clock.set('2027-03-13T04:30:00Z')
    await announceDueLetters(app.context)
    app.clock.set(instant)
    await app.work()
    const thanks = (await lettersOfBooking(app.context, bookingId)).find(({ what }) => what === 'thanks after a visit')
    expect(thanks?.state).toMatch(state)
    expect(app.mailbox.mails).toHaveLength(state === 'Sent' ? 1 : 0)
  })

  test('say nothing of the door to who has paid, nor thanks to who did not come', async () => {
    const { bookingId } = await booked(basicDraft(app.theatre, { payChoice: 'full' }))
    expect(await at('2027-03-12T10:30:00Z')).toEqual([])
    app.clock.set('2027-03-12T14:00:00Z')
    await setAttendance(app.context, OWNER, bookingId, 'no-show')
    expect(await at('2027-03-13T04:30:00Z')).toEqual([])
  })

  test('tell that money was received at the desk, each time once', async () => {
    const { bookingId } = await booked()
    const take = (amount: number, shown: number) =>
      takePayment(app.context, OWNER, bookingId, {
        amount: rupees(amount),
        mode: 'upi',
        reference: '',
        shown: rupees(shown),
      })
    expect(await take(1_000, 3_437)).toMatchObject({ ok: true })
    expect(await take(2_437, 2_437)).toMatchObject({ ok: true })
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^We have received ₹1,000 \(/),
      expect.stringMatching(/^We have received ₹2,437 \(/),
    ])
    expect(app.mailbox.mails[1]?.text).toContain('Everything is paid.')
  })

  test('are switched off one by one, and that is noted', async () => {
    await booked()
    expect((await ownLetters(app.context)).every(({ active }) => active)).toBe(true)
    expect(await setLetterSwitch(app.context, OWNER, 'reminder', false)).toBe(true)
    expect(await setLetterSwitch(app.context, OWNER, 'confirmation', false)).toBe(false)
    expect(await at('2027-03-11T04:30:00Z')).toEqual([])
    expect(await at('2027-03-12T10:30:00Z')).toHaveLength(1)
    expect(await setLetterSwitch(app.context, OWNER, 'reminder', true)).toBe(true)
    const noted = await app.context.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'Letter'))
      .orderBy(auditLog.at, auditLog.id)
    expect(noted.map(({ entityName, changes }) => [entityName, changes])).toEqual([
      ['Reminder', { Sent: ['yes', 'no'] }],
      ['Reminder', { Sent: ['no', 'yes'] }],
    ])
  })

  test('that turn out to be pointless are said to be so, with the reason, and are not sent again', async () => {
    const { bookingId } = await booked()
    app.clock.set('2027-03-11T04:30:00Z')
    await announceDueLetters(app.context)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked to', refund: 'none' })
    await app.work()
    const found = await lettersOfBooking(app.context, bookingId)
    expect(found.find(({ what }) => what === 'reminder of a visit')).toMatchObject({
      state: expect.stringMatching(/^Not needed on .*10:00 AM: the booking was cancelled$/),
      sent: false,
    })
    expect(found.find(({ what }) => what === 'news of a booking that was cancelled')?.state).toMatch(/^Sent /)
  })

  test('that nobody could be sent, since no address was known, are said to be not sent', async () => {
    const { bookingId } = await booked()
    app.clock.set('2027-03-11T04:30:00Z')
    await announceDueLetters(app.context)
    await app.context.db.update(bookings).set({ customerEmail: '' }).where(eq(bookings.id, bookingId))
    await app.work()
    const found = await lettersOfBooking(app.context, bookingId)
    expect(found.find(({ what }) => what === 'reminder of a visit')).toMatchObject({
      state: expect.stringMatching(/^Not sent on .*10:00 AM: no e-mail address was known$/),
      ...{ sent: false, again: false },
    })
  })

  test('stand on the booking with how far they have come, and are sent again from there', async () => {
    const { bookingId } = await booked()
    app.clock.set('2027-03-11T04:30:00Z')
    await announceDueLetters(app.context)
    const last = async () => (await lettersOfBooking(app.context, bookingId)).at(-1)
    const waits = {
      what: 'reminder of a visit',
      sent: false,
      failed: false,
      state: expect.stringMatching(/^Waits since /),
    }
    expect(await last()).toMatchObject(waits)
    // what a page that is older than its letter may still ask for
    const [waiting] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'reminder'))
    expect(await sendLetterAgain(app.context, OWNER, bookingId, waiting?.id ?? '')).toMatchObject({ reason: 'waits' })
    const written = and(eq(outbox.kind, 'reminder'))
    const [row] = await app.context.db.select().from(outbox).where(written)
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'x@lumiere.example' })
    await expect(deliverMail({ ...app.context, mailer }, letters, row?.id ?? '')).rejects.toThrow()
    const refused = expect.stringMatching(/^Not taken by the mail server after 1 tries/)
    expect(await last()).toMatchObject({ sent: false, failed: true, state: refused })
    await app.work()
    expect(await last()).toMatchObject({ sent: true, failed: false, state: expect.stringMatching(/^Sent .*10:00 AM/) })
    const again = (staff = OWNER) => sendLetterAgain(app.context, staff, bookingId, row?.id ?? '')
    expect(await again(locationAdmin(app.theatre.otherLocationId))).toMatchObject({ reason: 'not-found' })
    app.mailbox.mails.length = 0
    for (let press = 0; press < 2; press += 1) expect(await again()).toMatchObject({ ok: true })
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Tomorrow: Aurora/)])
    expect(app.mailbox.mails[0]?.text).toContain('\n\nWe send you this letter of 11/03/2027 once more.\n\n')
    expect(app.mailbox.mails[0]?.html).toContain('We send you this letter of 11/03/2027 once more.</p>')
    expect((await storedBooking(app, bookingId)).events.filter((what) => what === 'mail-again')).toHaveLength(2)
    expect(await sendLetterAgain(app.context, OWNER, bookingId, 'nothing')).toMatchObject({ reason: 'not-found' })
  })

  test('that the mail server refuses for good are given up after five days, with what it said last', async () => {
    const { bookingId } = await booked()
    app.clock.set('2027-03-11T04:30:00Z')
    await sendDetails(app.context, OWNER, bookingId)
    const row = async () => (await app.context.db.select().from(outbox).where(eq(outbox.kind, 'details')))[0]
    const { id = '' } = (await row()) ?? {}
    const last = async () => (await lettersOfBooking(app.context, bookingId)).find(({ id: of }) => of === id)
    const attempt = (smtpUrl: string) => {
      const mailer = createMailer({ smtpUrl, from: 'x@lumiere.example' })
      return deliverMail({ ...app.context, mailer }, letters, id).then(
        () => 'done',
        () => 'thrown',
      )
    }
    const refuses = await startRefusingMailServer()
    const misled = await Promise.all([startRefusingMailServer('login'), startRefusingMailServer('sender')])
    try {
      for (let nth = 0; nth < 11; nth += 1) expect(await attempt(refuses.smtpUrl)).toBe('thrown')
      app.clock.set('2027-03-16T04:30:00Z')
      const unsent = async () => {
        const found = (await checkBooks(app.context)).filter(
          ({ bookingId: of, detail }) => of && /^details/.test(detail),
        )
        return [(await last())?.state, ...found.map(({ detail }) => detail)]
      }
      const [tried, details] = [
        'Not taken by the mail server after 11 tries; it is tried again',
        'details of a booking, sent again by staff was not sent',
      ]
      expect(await unsent()).toEqual([
        `${tried}. Is the address right?`,
        `${details} in 11 tries, though a mail server is there`,
      ])
      // nobody who could have refused it was reached: it stays to be tried
      expect(await attempt('smtp://127.0.0.1:9')).toBe('thrown')
      expect([(await row())?.sentAt, (await last())?.failed]).toEqual([null, true])
      expect(await unsent()).toEqual([tried.replace('11', '12'), `${details}: no mail server takes it`])
      // nor did one look at this letter that takes none from us, as after its password was changed
      for (const { smtpUrl } of misled) expect(await attempt(smtpUrl)).toBe('thrown')
      expect((await row())?.sentAt).toBeNull()
      expect(await attempt(refuses.smtpUrl)).toBe('done')
      const given = /^Given up on .* after 15 tries; the mail server said: .*550/
      expect(await last()).toMatchObject({
        ...{ sent: false, failed: true, again: true },
        state: expect.stringMatching(given),
      })
      expect(await attempt(refuses.smtpUrl)).toBe('done')
      expect(await row()).toMatchObject({ attempts: 15, sentAt: app.clock.now() })
      expect(await sendLetterAgain(app.context, OWNER, bookingId, id)).toMatchObject({ ok: true })
    } finally {
      await Promise.all([refuses, ...misled].map(({ stop }) => stop()))
    }
  })

  test('stand on the booking for as long as it does, and are sent again while a copy is kept', async () => {
    const { bookingId } = await booked()
    app.clock.set('2027-03-11T04:30:00Z')
    await announceDueLetters(app.context)
    await app.work()
    const all = async () =>
      (await lettersOfBooking(app.context, bookingId)).map(({ what, again, gone }) => [what, again, gone])
    const [confirmation, reminder] = ['confirmation of a booking', 'reminder of a visit']
    expect(await all()).toEqual([
      [confirmation, true, false],
      [reminder, true, false],
    ])
    app.clock.set('2027-04-05T04:30:00Z')
    await forgetOldData(app.context)
    expect(await all()).toEqual([
      [confirmation, false, true],
      [reminder, true, false],
    ])
    app.clock.set('2027-05-05T04:30:00Z')
    await forgetOldData(app.context)
    const rows = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'reminder'))
    expect(rows.map(({ payload }) => payload)).toEqual([{ bookingId }])
    const [, last] = await lettersOfBooking(app.context, bookingId)
    expect(last).toMatchObject({
      what: reminder,
      sent: true,
      again: false,
      gone: true,
      state: expect.stringMatching(/^Sent /),
    })
    expect(await sendLetterAgain(app.context, OWNER, bookingId, last?.id ?? '')).toMatchObject({ reason: 'not-kept' })
  })
})
