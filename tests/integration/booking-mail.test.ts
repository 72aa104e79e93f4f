import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { BEFORE_YOU_COME } from '~/content/before-you-come'
import type { Transaction } from '~/db/client.server'
import { bookings, locations, outbox } from '~/db/schema'
import type { Draft } from '~/domain/draft'
import type { BookingLetter } from '~/domain/letters'
import { type Paise, rupees } from '~/domain/money'
import { composeMail } from '~/features/booking/booking-mail.server'
import { cancelByCustomer } from '~/features/booking/customer-changes.server'
import { promiseOf } from '~/features/booking/promise.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { takePayment } from '~/features/money/take-payment.server'
import { deliverMail, resendOpenMail } from '~/features/notification/outbox.server'
import {
  announceCancellation,
  announceDetails,
  announceEdit,
  announceReschedule,
} from '~/features/stored-booking/announce-booking.server'
import { letters } from '~/letters.server'
import { createMailer } from '~/platform/mailer.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { pressPay, purchase, storedBooking } from '../support/purchase'
import { basicDraft, date, fullDraft, OWNER } from '../support/theatre'

onEachDatabase('mail about a booking', (kind) => {
  const app = useApp(kind)
  const inTransaction = (work: (tx: Transaction) => Promise<unknown>) => app.context.db.transaction(work)
  const outboxRow = async () => {
    const [row] = await app.context.db.select().from(outbox)
    if (!row) throw new Error('There is no mail.')
    return row
  }
  /** What the calendar entry's content type tells a mail program to do with it; the mailbox keeps no more than the type. */
  const methodOf = async (letter: BookingLetter, bookingId: string) => {
    const mail = await composeMail(app.context, letter, { bookingId })
    const attached = mail && 'attachments' in mail ? mail.attachments?.[0] : undefined
    return attached?.contentType.split('method=')[1]
  }

  /** So much of a booking goes back, of ₹999 online and of what the desk has taken. */
  const goesBack = async (bookingId: string, { online, desk }: { online: Paise; desk?: Paise }) => {
    const rest = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    if (desk) expect(await takePayment(app.context, OWNER, bookingId, rest)).toMatchObject({ ok: true })
    const { payments } = await storedBooking(app, bookingId)
    await app.context.db.transaction(async (tx) => {
      for (const payment of payments) {
        const amount = payment.mode === 'online' ? online : desk
        if (amount) await queueRefund(app.context, tx, payment, { reason: 'As told', amount })
      }
    })
  }

  const booking = { name: 'Meera', number: '9845000011' }
  test.each([
    'Meera.K+party@gmail.com',
    'mailto:meera@gmail.com',
    'a!#$%&*+/=?^_`{|}~-z@gmail.com',
    'meera(k)@gmail.com',
    '(x)meera@gmail.com',
    'friends:meera@gmail.com',
    'meera[k]@gmail.com',
    'meera\\k@gmail.com',
  ])('goes to the address that stands on the booking, or there is no booking: %s', async (email) => {
    const placed = await pressPay(app, fullDraft(app.theatre, { couponCode: 'HOUSE', customer: { ...booking, email } }))
    await app.work()
    if (!placed.ok) return expect([placed.reason, app.mailbox.mails]).toEqual(['incomplete', []])
    const { customerEmail } = await storedBooking(app, placed.bookingId)
    expect(app.mailbox.mails.map(({ recipients }) => recipients)).toEqual([[customerEmail]])
    expect(email).toContain(customerEmail)
  })

  test.each([
    'meera(k)@gmail.com',
    'mailto:meera@gmail.com',
    'friends:meera@gmail.com',
    '(x)meera@gmail.com',
    'a@b@gmail.com',
    'meera@gmail.com, k@gmail.com',
    'x <meera@gmail.com>',
  ])('goes to nobody else where an older booking has an odd address, and is given up: %s', async (customerEmail) => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.context.db.update(bookings).set({ customerEmail }).where(eq(bookings.id, bookingId))
    const { id } = await outboxRow()
    await expect(deliverMail(app.context, letters, id)).rejects.toThrow(
      'Its address is none that a letter can be sent to',
    )
    expect(await outboxRow()).toMatchObject({ sentAt: null, lastError: expect.stringContaining('address') })
    await app.context.db.update(outbox).set({ attempts: 20 })
    app.clock.advanceMinutes(6 * 24 * 60)
    await deliverMail(app.context, letters, id)
    expect(app.mailbox.mails).toEqual([])
    expect(await outboxRow()).toMatchObject({ notNeeded: 'the mail server did not take it' })
  })

  test('says a stranger’s name in one line, and links only what we put there', async () => {
    const { locationId } = app.theatre
    const addressLink = 'https://maps.example/?q=us&z=1'
    await app.context.db.update(locations).set({ addressLink }).where(eq(locations.id, locationId))
    const evil = 'http://evil.example/pay'
    const near = 'http://localhost:3000.evil.example/'
    const name = `winner\r\n\r\nPay here:\n${evil}\u2028${near}`
    const texts = { celebrantName: `A\n${evil}`, ledName: 'B\nC', nameOnCake: `D\n${evil}` }
    const customer = { ...booking, email: 'victim@gmail.com', name }
    const placed = await pressPay(app, fullDraft(app.theatre, { couponCode: 'HOUSE', customer, ...texts }))
    if (!placed.ok) throw new Error(placed.message)
    const line = `winner Pay here: ${evil} ${near}`
    const { customerName, celebrantName, ledName, nameOnCake } = await storedBooking(app, placed.bookingId)
    expect([customerName, celebrantName, ledName, nameOnCake]).toEqual([line, `A ${evil}`, 'B C', `D ${evil}`])
    // one of before, too
    await app.context.db.update(bookings).set({ customerName: name }).where(eq(bookings.id, placed.bookingId))
    await app.work()
    const [mail] = app.mailbox.mails
    expect(mail?.text).toContain(`Dear ${line},`)
    const led = [...(mail?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, to]) => to)
    expect(led).toContain(`http://localhost:3000/b/${placed.linkToken}`)
    expect(led).toContain('https://maps.example/?q=us&amp;z=1')
    expect(led.filter((to) => to?.includes('evil'))).toEqual([])
  })

  test('asks for the lights that nobody has told, with the way to tell them, and not of what is over', async () => {
    const { bookingId, linkToken } = await purchase(
      app,
      fullDraft(app.theatre, { ledName: undefined, nameOnCake: 'Aarav' }),
    )
    await app.work()
    const asked = `We still need the words for your Led Name by Fri 12 Mar, 7:00 AM. Tell us here: http://localhost:3000/b/${linkToken}/texts`
    expect(app.mailbox.mails[0]?.text.replaceAll('\u00a0', ' ')).toContain(asked)
    const details = async () => {
      const mail = await composeMail(app.context, 'details', { bookingId })
      return mail && 'text' in mail ? mail.text : ''
    }
    app.clock.set('2027-03-12T03:00:00Z')
    expect(await details()).toMatch(/We still need the words for your Led Name: please call \+91 \d{5} \d{5} now\./)
    app.clock.set('2027-03-12T13:45:00Z')
    expect(await details()).not.toContain('We still need')
    app.clock.set('2027-03-01T06:30:00Z')
    await app.context.db.update(bookings).set({ ledName: 'AARAV' })
    expect(await details()).not.toContain('We still need')
  })

  test('asks for the name on a cake that nobody has told, until it is confirmed without one or too late', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre, { nameOnCake: undefined }))
    const told = async (letter: BookingLetter) => {
      const mail = await composeMail(app.context, letter, { bookingId })
      return mail && 'text' in mail ? mail.text.replaceAll('\u00a0', ' ') : ''
    }
    const asked =
      'You have not told us a name for your cake: tell us by Fri 12 Mar, 7:00 AM, or it comes without one. ' +
      `Tell us here: http://localhost:3000/b/${linkToken}/texts\n`
    expect(await told('confirmation')).toContain(`\n\n${asked}`)
    await app.context.db.update(bookings).set({ ledName: '' })
    expect(await told('confirmation')).toContain(`for your Led Name by Fri 12 Mar, 7:00 AM. ${asked}`)
    await app.context.db.update(bookings).set({ ledName: 'AARAV' })
    // it may be read by whom it surprises
    expect(await told('reminder')).not.toContain('cake:')
    await app.context.db.update(bookings).set({ textsConfirmedAt: app.clock.now() })
    expect(await told('confirmation')).not.toContain('for your cake')
    await app.context.db.update(bookings).set({ textsConfirmedAt: null })
    app.clock.set('2027-03-12T03:00:00Z')
    expect(await told('confirmation')).not.toContain('for your cake')
  })

  test('says what guests have to know before they come, in the words of the terms', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.work()
    const before = `Before you come: ${BEFORE_YOU_COME.join(' ')} All our terms: http://localhost:3000/termsandconditions`
    expect(app.mailbox.mails[0]?.text).toContain(before)
    expect(before).toMatch(/Aadhar card is mandatory for couples.*Outside food/)
    app.clock.set('2027-03-12T13:45:00Z')
    const begun = await composeMail(app.context, 'details', { bookingId })
    expect(begun && 'text' in begun && begun.text).not.toContain('Before you come')
  })

  test('confirms with every line and its words, the way there, the customer’s own page and a calendar entry', async () => {
    const { bookingId, linkToken } = await purchase(app, fullDraft(app.theatre))
    await app.work()
    const { code, customerEmail } = await storedBooking(app, bookingId)
    const [mail] = app.mailbox.mails
    expect(mail).toMatchObject({
      to: customerEmail,
      subject: 'Booking Confirmed! Aurora, Koramangala, Friday, 12/03/2027, 7:00 PM – 10:00 PM',
    })
    for (const part of [
      `Your booking code is ${code}`,
      // each by its name
      'Package: Celebration, ₹2,499\nOccasion: Birthday, ',
      'Addon: LED Name, ₹299\n',
      'Addon: LED lettering, ₹90\n  (LED: 11 characters, 3 extra × ₹30)\nExtra persons, ₹',
      'Cake: Red Velvet, ₹150\n  (first cake free, special +₹150)\nCake: Chocolate Truffle, ₹599',
      // only what was typed: no number for the lights, no name on the cake
      'Celebrant’s Name: Aarav\nLed Name: AARAV MEHTA\n\nYou have not told us a name for your cake: ',
      'Total ₹4,436\nPaid ₹999\nTo pay at the theatre ₹3,437',
      `See your booking: http://localhost:3000/b/${linkToken}\n`,
      'your invoice once everything is paid or your visit has begun.',
      'https://maps.example/koramangala',
    ]) {
      expect(mail?.text).toContain(part)
    }
    const calendar = mail?.attachments[0]
    expect(calendar?.filename).toBe('booking.ics')
    expect(calendar?.content).toContain('DTSTART:20270312T133000Z')
    expect(calendar?.content).toContain('DTEND:20270312T163000Z')
    expect(calendar?.content).toContain(`UID:${bookingId}@localhost`)
    expect(calendar?.content).toContain('SEQUENCE:0')
    expect(calendar?.content).toContain('METHOD:PUBLISH')
    expect(await methodOf('confirmation', bookingId)).toBe('PUBLISH')
    expect(calendar?.content).toMatch(/LOCATION:Aurora\\, Koramangala\\, \w/)
  })

  test('the confirmation promises what cancelling comes to, names each payment, and its calendar keeps a surprise', async () => {
    // a Thursday: the day before VISIT
    const draft = fullDraft(app.theatre, { date: date('2027-03-11') })
    const { payment, linkToken } = await purchase(app, draft)
    await app.work()
    const [mail] = app.mailbox.mails
    const promise =
      'Cancel by Mon 8 Mar, 7:00 PM and ₹975.42 comes back (₹999 less ₹23.58 the bank keeps). After that nothing. You may move it once until then.'
    for (const part of [
      promise,
      `Paid online on 01/03/2027: ₹999, reference ${payment.id}`,
      '80 Feet Road\nOpen the map: https://maps.example/koramangala',
    ])
      expect(mail?.text).toContain(part)
    const file = mail?.attachments[0]?.content ?? ''
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const calendar = file.replace(/\r\n[ \t]/g, '')
    expect(calendar).toContain('₹975.42 comes back (₹999 less ₹23.58 the bank keeps)')
    expect(calendar).toContain('LOCATION:Aurora\\, Koramangala\\, 80 Feet Road')
    expect(calendar).toContain('TRIGGER:-PT3H')
    expect(calendar).toContain('Cancel by Mon 8 Mar')
    for (const secret of ['Aarav', 'AARAV', 'Birthday', 'Red Velvet']) expect(calendar).not.toContain(secret)
    // the same words as on the booking's own page, by what carries it out
    const found = await findCustomerBooking(app.context, linkToken)
    expect(found && promiseOf(app.context, found.booking)).toBe(promise)
    expect(found?.paid).toMatchObject([{ reference: payment.id, amount: rupees(999) }])
    expect(found?.view.address).toBe('80 Feet Road')
  })

  test('shows what was typed as text, never as markup', async () => {
    const customer = { name: '<img src=x onerror=alert(1)>', email: 'markup@gmail.com', number: '9845000009' }
    await purchase(app, basicDraft(app.theatre, { customer }))
    await app.work()
    expect(app.mailbox.mails[0]?.html).toContain('Dear &lt;img src=x onerror=alert(1)&gt;,')
    expect(app.mailbox.mails[0]?.html).not.toContain('<img')
  })

  test('ends a slot past midnight on the next day', async () => {
    await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['22:30'] }))
    await app.work()
    expect(app.mailbox.mails[0]?.subject).toContain('10:30 PM – 12:30 AM (next day)')
    expect(app.mailbox.mails[0]?.attachments[0]?.content).toContain('DTEND:20270312T190000Z')
  })

  test('of a visit that has begun promises nothing any more, and brings no calendar entry with an alarm', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    await goesBack(bookingId, { online: rupees(500) })
    await app.work()
    const tell = async (version: number) => {
      app.mailbox.mails.length = 0
      const returned = { online: rupees(500), desk: rupees(0), all: rupees(500) }
      await inTransaction((tx) => announceEdit(app.context, tx, { id: bookingId, version }, returned))
      await inTransaction((tx) => announceDetails(app.context, tx, { id: bookingId, version }, app.clock.now()))
      await app.work()
      return app.mailbox.mails.map(({ subject, text, attachments }) => ({
        ...{ about: subject.split(' Aurora')[0], enclosed: attachments.map(({ filename }) => filename) },
        promised: text.includes('if you cancel it'),
      }))
    }
    const told = (more: { promised: boolean; enclosed: string[] }) =>
      expect.arrayContaining(['Booking changed', 'Your booking'].map((about) => ({ about, ...more })))
    app.clock.set('2027-03-12T18:59:00+05:30')
    expect(await tell(2)).toEqual(told({ promised: true, enclosed: ['booking.ics'] }))
    const confirmed = async () => {
      const mail = await composeMail(app.context, 'confirmation', { bookingId })
      return mail && 'text' in mail ? mail.text : ''
    }
    expect(await confirmed()).toContain('\n\nyour room is yours: Aurora')
    app.clock.set('2027-03-12T19:00:00+05:30')
    expect(await tell(3)).toEqual(told({ promised: false, enclosed: [] }))
    expect(await confirmed()).toContain('\n\nhere are the details of your booking: Aurora')
    expect(app.mailbox.mails.map(({ text }) => text).join()).toContain('₹500 is on its way back to you')
    // nor does the file behind the link on the customer's page
    const found = await findCustomerBooking(app.context, linkToken)
    expect(found && promiseOf(app.context, found.booking)).toBeUndefined()
  })

  test('of a cancellation names what goes back and takes the calendar entry away', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await goesBack(bookingId, { online: rupees(975.42), desk: rupees(500) })
    await app.work()
    const change = { status: 'cancelled' as const, calendarSequence: 1 }
    await app.context.db.update(bookings).set(change).where(eq(bookings.id, bookingId))
    const cancelled = { id: bookingId, calendarSequence: 1 }
    const returned = { online: rupees(975.42), desk: rupees(500), all: rupees(1_475.42) }
    await inTransaction((tx) => announceCancellation(app.context, tx, cancelled, returned))
    await inTransaction((tx) => announceCancellation(app.context, tx, cancelled, returned))
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject.startsWith('Booking cancelled'))).toHaveLength(1)
    expect(app.mailbox.mails.at(-1)?.text).toContain('₹975.42 is on its way back to you')
    expect(app.mailbox.mails.at(-1)?.text).toContain('₹500 waits for you at the theatre.')
    expect(app.mailbox.mails.at(-1)?.attachments[0]?.content).toContain('METHOD:CANCEL')
    expect(app.mailbox.mails.at(-1)?.attachments[0]?.content).toContain('SEQUENCE:1')
    expect(await methodOf('cancelled', bookingId)).toBe('CANCEL')
  })

  test('of a cancellation says what was paid, what comes back and what is kept, why, and where its page is', async () => {
    const letterOf = async (draft: Partial<Draft>, refund: number) => {
      const { linkToken } = await purchase(app, basicDraft(app.theatre, draft))
      await app.work()
      app.mailbox.mails.length = 0
      expect(await cancelByCustomer(app.context, linkToken, rupees(refund))).toMatchObject({ ok: true })
      const [row] = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'cancelled'))
      const mail = row && (await composeMail(app.context, 'cancelled', row.payload))
      await app.work()
      await app.context.db.delete(outbox)
      return { text: mail && 'text' in mail ? mail.text : '', page: `http://localhost:3000/b/${linkToken}` }
    }
    const midweek = await letterOf({ date: date('2027-03-10') }, 975.42)
    expect(midweek.text).toContain(
      [
        'Paid ₹999\nComing back ₹975.42\nKept for bank charges ₹23.58',
        '₹975.42 is on its way back to you and arrives within 5–7 working days. Refunded except payment-gateway charges.',
      ].join('\n\n'),
    )
    expect(midweek.text).toContain(`See your booking: ${midweek.page}`)
    const friday = await letterOf({}, 0)
    expect(friday.text).toContain(
      'Paid ₹999\nKept ₹999\n\nThere is no refund for Friday, Saturday or Sunday bookings.\n',
    )
    expect(friday.text).toContain(`See your booking: ${friday.page}`)
  })

  test('comes also when its location is no longer on record, by the name it was sold with', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await app.context.db.update(bookings).set({ locationId: null }).where(eq(bookings.id, bookingId))
    await app.work()
    const [mail] = app.mailbox.mails
    expect(mail?.text).toContain('your room is yours: Aurora, Koramangala')
    expect(mail?.text).not.toContain('maps.example')
    expect(mail?.attachments[0]?.content).toMatch(/LOCATION:Aurora\\, Koramangala\r/)
  })

  test('that an older release wrote down says the same of what goes back', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    await goesBack(bookingId, { online: rupees(975.42), desk: rupees(500) })
    await app.context.db.update(bookings).set({ status: 'cancelled' }).where(eq(bookings.id, bookingId))
    const none = { online: rupees(0), desk: rupees(0), all: rupees(0) }
    await inTransaction((tx) => announceCancellation(app.context, tx, { id: bookingId, calendarSequence: 1 }, none))
    const older = { bookingId, online: '97542', counter: '50000' }
    await app.context.db.update(outbox).set({ payload: older }).where(eq(outbox.kind, 'cancelled'))
    await app.work()
    const text = app.mailbox.mails.at(-1)?.text
    expect(text).toContain('₹975.42 is on its way back to you')
    expect(text).toContain('₹500 waits for you at the theatre.')
  })

  describe('the outbox', () => {
    test('sends nothing that is not true any more: no news of a booking that was cancelled, or of a cancellation that was none', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const { db } = app.context
      const none = { online: rupees(0), desk: rupees(0), all: rupees(0) }
      await inTransaction((tx) => announceCancellation(app.context, tx, { id: bookingId, calendarSequence: 1 }, none))
      await app.work()
      expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Booking Confirmed!/)])
      await inTransaction((tx) => announceReschedule(app.context, tx, { id: bookingId, calendarSequence: 2 }, none))
      await inTransaction((tx) => announceDetails(app.context, tx, { id: bookingId, version: 2 }, app.clock.now()))
      await inTransaction((tx) => announceEdit(app.context, tx, { id: bookingId, version: 9 }, none))
      await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
      await db.update(bookings).set({ status: 'cancelled' })
      await app.work()
      expect(app.mailbox.mails).toHaveLength(1)
    })

    test('keeps a mail that the server does not take, and sends it once later', async () => {
      await purchase(app, basicDraft(app.theatre))
      const { id } = await outboxRow()
      const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:9', from: 'x@lumiere.example' })
      await expect(deliverMail({ ...app.context, mailer }, letters, id)).rejects.toThrow()
      expect(await outboxRow()).toMatchObject({ sentAt: null, attempts: 1, lastError: expect.stringMatching(/\w/) })
      await resendOpenMail(app.context, new Date(app.clock.now().getTime() + 1))
      await app.work()
      await deliverMail(app.context, letters, id)
      expect(app.mailbox.mails).toHaveLength(1)
      expect(await outboxRow()).toMatchObject({ sentAt: app.clock.now(), lastError: null })
    })
  })
})
