import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookings, outbox, payments } from '~/db/schema'
import { addDays, type CalendarDate } from '~/domain/calendar'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { customerData, forgetCustomer } from '~/features/customer/customer-data.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { links } from '~/links'
import { serveHere, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { holdSlot, openOrder, purchase, storedBooking } from '../support/purchase'
import { basicDraft, OWNER, VISIT } from '../support/theatre'

const MEERA = { name: 'Meera Krishnan', email: 'meera.looks@gmail.com', number: '9845098450' }

onEachDatabase('who looks for a booking', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  const send = (fields: Record<string, string>) => visitAt({ at: '/find', fields })
  /** Sends the form and lets the mail go; answers what was said, and the mails. */
  async function look(fields: Record<string, string>) {
    app.mailbox.mails.length = 0
    const { short, headers, body } = await send(fields)
    expect((await app.work()).failed).toBe(0)
    return {
      said: [short, headers.get('Location'), body],
      mails: app.mailbox.mails.map(({ to, text }) => ({ to, text })),
    }
  }
  const bought = async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre, { customer: MEERA }))
    await app.work()
    const booking = await app.context.db.query.bookings.findFirst({
      where: eq(bookings.id, bookingId),
      with: { payments: true },
    })
    if (!booking) throw new Error('There is no booking.')
    return booking
  }

  test('gets the links at the address of the booking, by phone and e-mail as they are typed', async () => {
    const { linkToken, code } = await bought()
    const { mails } = await look({ number: '+91 98450 98450', email: 'Meera.Looks@gmail.com' })
    expect(mails).toHaveLength(1)
    expect(mails[0]?.to).toContain(MEERA.email)
    expect(mails[0]?.text).toContain(`${code}: confirmed`)
    expect(mails[0]?.text).toContain(links.customerBooking(linkToken))
  })

  test('without a mail reads no more than is certain: a booking without an e-mail address is found by a call', async () => {
    const { textContent, innerHTML } = (await drawnPage({ at: '/find', query: '?asked=yes' })).body
    const said = textContent?.replace(/[\s\u2060]+/g, ' ')
    expect(said).toMatch(
      /we may know of nothing by this, or your booking has no e-mail address: then call \+91 \d{5} \d{5}\./,
    )
    expect(innerHTML.match(/href="tel:/g)?.length).toBeGreaterThanOrEqual(2)
    expect(said).toContain('usually comes back there by itself within')
    expect(said).not.toContain('we know of nothing by this')
  })

  test('or by what the bank or the provider calls the payment, the order of an unpaid one too', async () => {
    const { linkToken, payments: paid } = await bought()
    const [payment] = paid
    expect(payment?.bankReference).toMatch(/^\d{12}$/)
    const { linkToken: waiting, orderId } = await openOrder(
      app,
      basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }),
    )
    for (const [reference, token] of [
      [`${payment?.bankReference?.slice(0, 4)} ${payment?.bankReference?.slice(4)}`, linkToken],
      [payment?.providerPaymentId, linkToken],
      [orderId, waiting],
    ]) {
      const { mails } = await look({ reference: reference ?? '' })
      app.clock.advanceMinutes(10)
      expect(mails.map(({ text }) => text).join(), reference ?? '').toContain(links.customerBooking(token ?? ''))
    }
  })

  test('gets the booking that stands in front of many unpaid tries for later dates, and hears of what is left out', async () => {
    const wanted = { number: MEERA.number, email: MEERA.email }
    const days = Array.from({ length: 10 }, (_, at) => addDays(VISIT, at + 1))
    const of = (visit: CalendarDate) => basicDraft(app.theatre, { customer: MEERA, date: visit })
    const { code } = await bought()
    // paid when somebody else had the slot: that money waits, or is on its way
    const [first = VISIT, ...later] = days
    const lost = await openOrder(app, of(first))
    app.clock.advanceMinutes(15)
    await holdSlot(app, basicDraft(app.theatre, { date: first }))
    app.emulator.pay(lost.orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, lost.orderId)
    const tried = [...later, addDays(VISIT, 11)]
    const codeOf = async (id: string) => (await storedBooking(app, id)).code
    for (const day of tried.slice(0, 8)) {
      await holdSlot(app, of(day))
      app.clock.advanceMinutes(15)
      await tidyHolds(app.context)
    }
    const codesIn = (text = '') => [...text.matchAll(/^(\S+): /gm)].map(([, found]) => found)
    await app.work()
    const ten = (await look(wanted)).mails[0]?.text
    expect(codesIn(ten)).toHaveLength(10)
    expect(codesIn(ten).slice(0, 2)).toEqual([await codeOf(lost.bookingId), code])
    expect(ten).not.toContain('There are more')
    for (const day of tried.slice(8)) {
      await holdSlot(app, of(day))
      app.clock.advanceMinutes(15)
      await tidyHolds(app.context)
    }
    await app.work()
    const more = (await look(wanted)).mails[0]?.text
    expect(codesIn(more).slice(0, 2)).toEqual([await codeOf(lost.bookingId), code])
    expect(codesIn(more)).toHaveLength(10)
    expect(more?.replace(/\s+/g, ' ')).toContain('There are more than these 10: please call or write to us')
  })

  test('is not told of a payment that came when its slot was gone that there was none', async () => {
    const draft = basicDraft(app.theatre, { customer: MEERA })
    const { orderId } = await openOrder(app, draft)
    app.clock.advanceMinutes(15)
    await holdSlot(app, basicDraft(app.theatre))
    const wanted = { number: MEERA.number, email: MEERA.email }
    expect((await look(wanted)).mails[0]?.text).toContain(': not paid in time, nothing paid')
    const { id: reference } = app.emulator.pay(orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, orderId)
    app.clock.advanceMinutes(10)
    await app.work()
    const { mails } = await look({ reference })
    expect(mails[0]?.text).toContain(': not booked; what becomes of your payment stands on its page')
  })

  test('of two payments that two banks call the same, each family is told of its own', async () => {
    const mine = await bought()
    const draft = basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })
    const { bookingId, linkToken } = await purchase(app, draft)
    await app.work()
    const bankReference = '512345678901'
    await app.context.db.update(payments).set({ bankReference })
    const { mails } = await look({ reference: bankReference })
    const told = mails.map(({ to, text }) => [String(to), text.match(/\/b\/[\w-]+/g)])
    expect(told.sort()).toEqual(
      [
        [MEERA.email, [links.customerBooking(mine.linkToken)]],
        [draft.customer?.email, [links.customerBooking(linkToken)]],
      ].sort(),
    )
    expect(bookingId).not.toBe(mine.id)
  })

  test('whatever it is asked for by, a mailbox gets the same find once in ten minutes', async () => {
    const { payments: paid } = await bought()
    const all: Record<string, string>[] = [
      { number: MEERA.number, email: MEERA.email },
      { reference: paid[0]?.bankReference ?? '' },
      { reference: paid[0]?.providerPaymentId ?? '' },
    ]
    const got = []
    for (const fields of all) got.push((await look(fields)).mails.length)
    expect(got).toEqual([1, 0, 0])
    app.clock.advanceMinutes(10)
    expect((await look(all[0] ?? {})).mails).toHaveLength(1)
  })

  test('gets what is under another number too, at one mailbox, three letters in ten minutes at most', async () => {
    const { slots } = app.theatre.aurora
    const { linkToken: old } = await bought()
    const tokens = [old]
    for (const [nth, slotId] of [slots['10:00'], slots['13:00'], slots['22:30']].entries()) {
      const customer = { ...MEERA, number: `984500000${nth}` }
      tokens.push((await purchase(app, basicDraft(app.theatre, { customer, slotId }))).linkToken)
    }
    await app.work()
    const numbers = [MEERA.number, '9845000000', '9845000001', '9845000002']
    const told = async (number: string) =>
      (await look({ number, email: MEERA.email })).mails.map(({ text }) => text.match(/\/b\/[\w-]+/g))
    const mailed = tokens.map((token) => [[links.customerBooking(token)]])
    const got = []
    for (const number of [...numbers, ...numbers]) got.push(await told(number))
    expect(got).toEqual([...mailed.slice(0, 3), [], [], [], [], []])
    app.clock.advanceMinutes(10)
    expect(await told(numbers[3] ?? '')).toEqual(mailed[3])
  })

  test('reads of a hold that has run out that it was not paid in time, though nothing has tidied it', async () => {
    await openOrder(app, basicDraft(app.theatre, { customer: MEERA }))
    const state = async () => (await look({ number: MEERA.number, email: MEERA.email })).mails[0]?.text
    expect(await state()).toContain(': waiting for your payment')
    app.clock.advanceMinutes(15)
    expect(await state()).toContain(': not paid in time, nothing paid')
  })

  test('is not told of a hold that a booking of the same slot followed, and of another one how it ended', async () => {
    const draft = basicDraft(app.theatre, { customer: MEERA })
    const wanted = { number: MEERA.number, email: MEERA.email }
    const first = await openOrder(app, draft)
    await releaseHold(app.context, { orderId: first.orderId })
    const codeOf = async ({ bookingId }: { bookingId: string }) => (await storedBooking(app, bookingId)).code
    const pageOf = async (token: string) => {
      const page = await drawnPage({ at: '/b/:token', id: token })
      return {
        said: page.querySelector('main')?.textContent ?? '',
        leads: [...page.querySelectorAll('main a')].map((one) => one.getAttribute('href')),
      }
    }
    expect((await look(wanted)).mails[0]?.text).toContain(`${await codeOf(first)}: given back, nothing paid`)
    expect((await pageOf(first.linkToken)).said).toContain('The slot was given back. Nothing was paid for it.')
    app.clock.advanceMinutes(10)
    // a stranger who types the same number and address holds it meanwhile, and is led to nothing of theirs
    const strange = await openOrder(app, basicDraft(app.theatre, { customer: MEERA }))
    await releaseHold(app.context, { orderId: strange.orderId })
    const second = await purchase(app, draft)
    await app.work()
    const { mails } = await look(wanted)
    expect(mails[0]?.text).toContain(`${await codeOf(second)}: confirmed`)
    expect(mails[0]?.text).not.toContain(await codeOf(first))
    expect(mails[0]?.text).not.toContain('nothing paid')
    const page = links.customerBooking(second.linkToken)
    expect((await pageOf(first.linkToken)).leads).toContain(page)
    const stranger = await pageOf(strange.linkToken)
    expect(stranger.said).toContain('The slot was given back. Nothing was paid for it.')
    expect(stranger.leads).not.toContain(page)
    // what was asked for by its order is found all the same
    app.clock.advanceMinutes(10)
    expect((await look({ reference: first.orderId })).mails[0]?.text).toContain(await codeOf(first))
  })

  test('is told of a hold that may still be paid, whatever followed it, and never that nothing was', async () => {
    const draft = basicDraft(app.theatre, { customer: MEERA })
    const { orderId, bookingId, linkToken } = await openOrder(app, draft)
    app.emulator.pay(orderId, 'upi', 'pending')
    expect(await releaseHold(app.context, { orderId })).toMatchObject({ outcome: 'kept' })
    app.clock.advanceMinutes(16)
    const again = await openOrder(app, draft)
    const { mails } = await look({ number: MEERA.number, email: MEERA.email })
    const { code } = await storedBooking(app, bookingId)
    expect(mails[0]?.text).toContain(`${code}: not booked; your bank has not told us yet whether you paid`)
    expect(mails[0]?.text).toContain((await storedBooking(app, again.bookingId)).code)
    const page = await drawnPage({ at: '/b/:token', id: linkToken })
    const said = page.querySelector('main')?.textContent ?? ''
    expect(said).toContain('Your bank has not told us yet whether you paid.')
    expect(said).not.toContain('Nothing was paid')
  })

  test('is answered the same whatever there is to find, and mail goes to nobody else', async () => {
    await bought()
    const found = await look({ number: MEERA.number, email: MEERA.email })
    const strangers: Record<string, string>[] = [
      { number: MEERA.number, email: 'stranger@gmail.com' },
      { number: '9000000001', email: MEERA.email },
      { reference: 'pay_NobodyKnowsIt1' },
    ]
    for (const nothing of strangers) {
      const { said, mails } = await look(nothing)
      expect(said).toEqual(found.said)
      expect(mails).toEqual([])
    }
    expect(found.said).toEqual(['303 /find', '/find?asked=yes', undefined])
  })

  test('the request itself looks nothing up: what is found is the letter’s own work', async () => {
    await bought()
    const told = async (fields: Record<string, string>) => {
      await send(fields)
      const rows = await app.context.db.select().from(outbox).where(eq(outbox.kind, 'found-bookings'))
      return rows.map(({ payload }) => payload)
    }
    expect(await told({ number: '9000000001', email: 'stranger@gmail.com' })).toHaveLength(1)
    expect(await told({ number: MEERA.number, email: MEERA.email })).toHaveLength(2)
  })

  test('what cannot be meant is said at its field, and what was typed stays', async () => {
    const errors = async (fields: Record<string, string>) => {
      const { short, body } = await send(fields)
      const { lastResult } = body as { lastResult: { error: object; initialValue: object } }
      return { short, error: lastResult.error, typed: lastResult.initialValue }
    }
    expect(await errors({ number: '12345', email: 'meera' })).toEqual({
      short: '400',
      error: { number: ['Phone number must be exactly 10 digits'], email: ['Email must be an e-mail address'] },
      typed: { number: '12345', email: 'meera' },
    })
    // sent empty it is told what is needed at all
    expect((await errors({})).error).toEqual({ '': ['Fill in phone and e-mail, or the payment reference alone'] })
    expect((await errors({ number: '9845098450' })).error).toEqual({ email: ['Email is required'] })
    expect((await errors({ email: MEERA.email })).error).toEqual({ number: ['Phone is required'] })
    expect(await errors({ reference: 'x y' })).toMatchObject({
      error: { reference: ['A reference has 8 to 40 letters and digits'] },
    })
  })

  test('what was looked for is forgotten with the person; the bank’s reference stays in the books', async () => {
    const { id, customerId, payments: paid } = await bought()
    const { db } = app.context
    await look({ number: MEERA.number, email: MEERA.email })
    const asked = async () => JSON.stringify(await db.select().from(outbox).where(eq(outbox.kind, 'found-bookings')))
    expect(await asked()).toContain(MEERA.number)
    expect(JSON.stringify(await customerData(app.context, OWNER, customerId ?? ''))).toContain(paid[0]?.bankReference)
    app.clock.advanceMinutes(30 * 24 * 60)
    expect(await forgetCustomer(app.context, OWNER, customerId ?? '', 'asked')).toMatchObject({ ok: true })
    expect(await asked()).not.toContain(MEERA.number)
    expect(await db.query.payments.findFirst({ where: eq(payments.bookingId, id) })).toMatchObject({
      bankReference: paid[0]?.bankReference,
    })
  })
})
