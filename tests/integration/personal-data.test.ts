import { eq, sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { beforeEach, describe, expect, test } from 'vitest'
import { isPersonal, personalTables } from '~/db/personal-fields'
import { rowsOf } from '~/db/rows-of'
import {
  auditLog,
  bookings,
  catalogueItems,
  contactMessages,
  customers,
  moneyCases,
  outbox,
  reviews,
  staffDrafts,
} from '~/db/schema'
import { BOOKING_TEXT_NAMES, bookingText, eachText } from '~/domain/booking-texts'
import { formatRupees, paise, rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { announceLinks } from '~/features/booking-pages/find-booking.server'
import { customerData, forgetCustomer } from '~/features/customer/customer-data.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { beginStaffDraft, newStaffDraft } from '~/features/flow/staff-draft.server'
import { askBank } from '~/features/money/ask-bank.server'
import { followDispute } from '~/features/money/dispute.server'
import { logPaymentFailure } from '~/features/money/leave-payment.server'
import { answerMoney } from '~/features/money/money-answer.server'
import { sendBack, settleCase } from '~/features/money/settle-money.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { issueDocuments } from '~/features/money/tax-documents.server'
import { storeMessage } from '~/features/site/contact.server'
import { addNote } from '~/features/stored-booking/internal-notes.server'
import { jobHandlers } from '~/jobs.server'
import { createMailer } from '~/platform/mailer.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { comeBack, openOrder, purchase, sendWebhook, storedBooking } from '../support/purchase'
import { from } from '../support/request-from'
import { basicDraft, date, fullDraft, OWNER } from '../support/theatre'

const ADDRESS = '203.0.113.77'
const ZUBEIDA = { name: 'Zubeida Quartermain', email: 'zubeida.q@gmail.com', number: '9812345670' }
/** What names her, wherever it stands. */
const WORDS = BOOKING_TEXT_NAMES.filter((name) => !bookingText(name).digits)
const MARKS = ['zubeida', 'quartermain', '9812345670', ADDRESS, ...WORDS.map((name) => `q${name.toLowerCase()}`)]

onEachDatabase('what is kept about a person', (kind) => {
  const app = useApp(kind)
  const marked = (text: string) => MARKS.filter((mark) => text.toLowerCase().includes(mark))

  /** Every row of every table, those of the job queue too, as text. */
  async function dump(): Promise<Map<string, string>> {
    const { db } = app.context
    const tables = rowsOf<{ name: string }>(
      await db.execute(
        sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
      ),
    )
    const texts = new Map<string, string>()
    for (const { name } of tables) {
      const [row] = rowsOf<{ rows: string }>(
        await db.execute(sql.raw(`select coalesce(string_agg(t::text, E'\\n'), '') as rows from ${name} t`)),
      )
      texts.set(name, row?.rows ?? '')
    }
    return texts
  }
  const found = async () =>
    Object.fromEntries(
      [...(await dump())].flatMap(([table, text]) => (marked(text).length ? [[table, marked(text)]] : [])),
    )

  /** Does what waits; its mails go to a server that knows no such reader, and says so by name. */
  async function mailIsRefused() {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onRcptTo: ({ address }, _, done) => done(new Error(`No such user: ${address}`)),
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
    const { port } = server.server.address() as { port: number }
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'bookings@lumiere.example' })
    await app.context.jobs.runDue(jobHandlers({ ...app.context, mailer }))
    mailer.close()
    await new Promise<void>((closed) => server.close(() => closed()))
  }

  /** She books, pays, fails, writes, is edited, cancelled and refunded, and begins again. */
  async function everythingHappens() {
    const { context, theatre } = app
    const { db } = context
    await db.insert(catalogueItems).values({
      id: 'led-number',
      kind: 'addon',
      name: 'LED Number',
      price: rupees(99),
      description: '',
      position: 2,
      image: null,
      special: false,
      specialPrice: null,
    } as const)
    const said = {
      ...eachText((name) => (bookingText(name).digits ? '93' : `Q${name}`)),
      customer: ZUBEIDA,
    }
    const addons = [
      { id: theatre.items.ledName, count: 1 },
      { id: 'led-number', count: 1 },
    ]
    const draft = fullDraft(theatre, { ...said, addons })
    const contact = { email: ZUBEIDA.email, contact: `+91${ZUBEIDA.number}` }
    const { bookingId, orderId } = await from(ADDRESS, async () => {
      const order = await openOrder(app, draft)
      await logPaymentFailure(context, { orderId: order.orderId }, 'Card of Zubeida Quartermain declined')
      const payment = app.emulator.pay(order.orderId, 'upi', 'success', contact)
      await comeBack(app, payment)
      await sendWebhook(app, 'payment.captured', payment)
      return order
    })
    const begun = basicDraft(theatre, { customer: ZUBEIDA, slotId: theatre.aurora.slots['10:00'] })
    const unpaid = await from(ADDRESS, () => openOrder(app, begun))
    await storeMessage(context, {
      name: ZUBEIDA.name,
      phone: ZUBEIDA.number,
      email: ZUBEIDA.email.toUpperCase(),
      message: 'I am Zubeida, do you have popcorn?',
    })
    await db.insert(reviews).values({ bookingId, stars: 5, text: 'Zubeida loved it', name: 'Zubeida Q.' })
    await issueDocuments(context, bookingId)
    const editable = await findEditable(context, OWNER, bookingId)
    if (!editable) throw new Error('The booking is gone.')
    const desk = { ...editable.money, mode: 'cash' as const, note: 'Zubeida cannot eat walnuts' }
    const edited = { ...editable.draft, celebrantName: 'QcelebrantName the second' }
    const saved = await updateBooking(context, OWNER, bookingId, editable.version, edited, desk)
    if (!saved.ok) throw new Error(saved.message)
    const note = { about: 'booking', text: 'Zubeida Quartermain sings', asksApproval: false } as const
    await addNote(context, OWNER, bookingId, note)
    await addNote(context, OWNER, bookingId, { ...note, asksApproval: true })
    const { total, received } = await storedBooking(app, bookingId)
    const shown = paise(total - received)
    const due = { amount: rupees(100), shown, mode: 'cash', reference: '' } as const
    expect(await takePayment(context, OWNER, bookingId, due)).toMatchObject({ ok: true })
    const cancelled = await cancelByStaff(context, OWNER, bookingId, { reason: 'Zubeida is ill', refund: 'full' })
    if (!cancelled.ok) throw new Error(cancelled.message)
    const cash = (await storedBooking(app, bookingId)).refunds.find(({ mode }) => mode === 'cash')
    await answered({
      intent: 'hand-over',
      id: cash?.id ?? '',
      booking: bookingId,
      reference: 'To a Quartermain',
      mode: 'cash',
      shown: String(cash?.amount),
    })
    await openOwnersAccount(context)
    await beginStaffDraft(context, OWNER, { ...newStaffDraft(), draft: begun })
    app.clock.advanceMinutes(20)
    await mailIsRefused()
    await app.emulator.advance(60_000)
    await context.jobs.enqueue(db, 'reconcile', {})
    await mailIsRefused()
    return { bookingId, orderId, unpaid: unpaid.bookingId, ...(await herself()) }
  }

  /** Presses on the money page. */
  async function answered(fields: Record<string, string>) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    expect(await answerMoney(app.context, OWNER, form)).toMatchObject({ ok: true })
  }

  async function herself() {
    const row = await app.context.db.query.customers.findFirst({ where: eq(customers.number, ZUBEIDA.number) })
    return { customerId: row?.id ?? '' }
  }

  /** What only an outside service, or a rare hand, writes: payments.note, refunds.settled_note and the errors. */
  async function rareThingsHappen() {
    const { db } = app.context
    const words = 'said of Zubeida'
    const hers = sql`booking_id in (select id from bookings where customer_number = ${ZUBEIDA.number})`
    await db.execute(sql`update payments set note = ${words} where ${hers}`)
    await db.execute(sql`update payment_attempts set last_error = ${words} where ${hers}`)
    await db.execute(sql`update refunds set last_error = ${words}, settled_note = ${words} where ${hers}`)
    await db.execute(sql`update webhook_inbox set last_error = ${words}`)
    await db.execute(sql`insert into money_cases
      (id, kind, reference, provider_payment_id, booking_id, amount, currency, opened_at)
      select 'case-' || id, 'unfitting-payment', 'pay_' || id, 'pay_' || id, id, 100, 'INR', now()
      from bookings where customer_number = ${ZUBEIDA.number}`)
    for (const { id } of await db.select({ id: moneyCases.id }).from(moneyCases))
      await answered({ intent: 'settle', id, note: words })
    await db.execute(sql`insert into prep_ticks (id, booking_id, item, made, ticked_by, ticked_by_name, at)
      select 'tick-' || id, id, 'cake:Truffle', ${words}, 'cook', 'The cook', now()
      from bookings where customer_number = ${ZUBEIDA.number}`)
    await db.execute(sql`insert into refund_tries (idempotency_key, refund_id, amount, error, ended_at)
      select 'key-' || id, id, amount, ${words}, now() from refunds where ${hers}`)
  }

  test('is erased everywhere on request: no table holds anything of it, and the books stay', async () => {
    const other = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-20') }))
    const { bookingId, customerId } = await everythingHappens()
    await rareThingsHappen()
    const before = Object.fromEntries(await dump())
    const links = await app.context.db.select({ token: bookings.linkToken }).from(bookings)
    const open = () => Promise.all(links.map(({ token }) => findCustomerBooking(app.context, token)))
    expect((await open()).filter(Boolean)).toHaveLength(3)
    for (const { table, columns } of personalTables()) {
      const name = `public.${table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
      for (const [column, treatment] of Object.entries(columns)) {
        if (!isPersonal(treatment) || column === 'customerId') continue
        const stored = column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
        const [row] = rowsOf<{ rows: string }>(
          await app.context.db.execute(
            sql.raw(`select coalesce(string_agg(${stored}::text, ' '), '') as rows from ${name}`),
          ),
        )
        const full = column === 'ledNumber' ? row?.rows.includes('93') : marked(row?.rows ?? '').length > 0
        // of a letter only the booking's id is kept: nothing to find in it
        if (`${table}.${column}` !== 'outbox.payload') expect([table, column, full]).toEqual([table, column, true])
      }
    }
    expect(marked(before['pgboss.job'] + (before['pgboss.archive'] ?? ''))).not.toEqual([])

    expect(await forgetCustomer(app.context, OWNER, customerId, 'asked')).toEqual({ ok: true, bookings: 2 })
    expect(await found()).toEqual({})
    // the link in her letters opens nothing any more; another family's does
    expect((await open()).flatMap((one) => one?.booking.id ?? [])).toEqual([other.bookingId])
    const kept = await app.context.db.query.bookings.findFirst({ where: eq(bookings.id, bookingId) })
    expect(kept).toMatchObject({ status: 'cancelled', customerName: 'Removed', ledNumber: '', people: 4 })
    expect(kept?.total).toBeGreaterThan(0)
    expect(await app.context.db.query.bookings.findFirst({ where: eq(bookings.id, other.bookingId) })).toMatchObject({
      customerName: 'Meera Krishnan',
    })
    const noted = await app.context.db.select().from(auditLog).where(eq(auditLog.entity, 'Customer'))
    expect(noted).toMatchObject([
      {
        action: 'erased',
        entityName: 'A customer',
        changes: { Reason: ['', 'The person asked for it'], Bookings: ['', '2'] },
      },
    ])
    expect(await forgetCustomer(app.context, OWNER, customerId, 'asked')).toMatchObject({ reason: 'missing' })
  })

  test.each([
    '+91 98123 45670',
    '098123-45670',
    '0091 (98123) 45670',
    '91 9812345670',
  ])('has messages that name the number as %s, from another address too', async (phone) => {
    const { customerId } = await everythingHappens()
    const [email, message] = ['z.office@lumiere.example', 'Is there parking?']
    await storeMessage(app.context, { name: 'Z', phone, email, message })
    await storeMessage(app.context, { name: 'A stranger', phone: '+44 98123 45670', email: 's@x.example', message })
    const handed = await customerData(app.context, OWNER, customerId)
    expect(handed?.data.contactMessages).toHaveLength(2)
    expect(handed?.data.contactMessages).toContainEqual(expect.objectContaining({ phone }))
    expect(await forgetCustomer(app.context, OWNER, customerId, 'asked')).toMatchObject({ ok: true })
    const kept = await app.context.db.select().from(contactMessages)
    expect(kept.filter((row) => row.phone || row.email)).toMatchObject([{ name: 'A stranger' }])
  })

  test('is found by every address of their own, and by none that somebody else is known by too', async () => {
    const { context, theatre } = app
    const [second, shared] = ['zubeida.office@gmail.com', 'quartermains@gmail.com']
    const booked = [
      [ZUBEIDA, '2027-03-10'],
      [{ ...ZUBEIDA, email: second }, '2027-03-11'],
      [{ ...ZUBEIDA, email: shared }, '2027-03-12'],
      [{ name: 'Omar', email: shared, number: '9812345671' }, '2027-03-13'],
    ] as const
    for (const [customer, day] of booked) await purchase(app, basicDraft(theatre, { customer, date: date(day) }))
    const { customerId } = await herself()
    await openOwnersAccount(context)
    const message = 'Is there parking?'
    const [hers, his, nobodys] = ['9812345670', '9812345671', '9812345679']
    const written = {
      'her number, the second address': [hers, second],
      'another number, the second address': [nobodys, second.toUpperCase()],
      'her number, the shared address': [hers, shared],
      'his number, the shared address': [his, shared],
      'his number, her second address': [his, second],
      'another number, the shared address': [nobodys, shared],
      'an address that only ends as hers': [nobodys, `not.${second}`],
    }
    for (const [name, [phone = '', email = '']] of Object.entries(written)) {
      await storeMessage(context, { name, phone, email, message })
      await announceLinks(context, `${phone} ${email}`, { number: phone, email: email.toLowerCase() })
      const draft = basicDraft(theatre, { customer: { name, number: phone, email } })
      await context.db.insert(staffDrafts).values({
        ...{ id: name, staffId: OWNER.id, trail: [], savedAt: context.clock.now() },
        content: { ...newStaffDraft(), draft },
      })
    }
    const found = Object.keys(written).slice(0, 3).sort()
    const handed = (await customerData(context, OWNER, customerId))?.data
    expect(handed?.contactMessages?.map(({ name }) => name).sort()).toEqual(found)
    app.clock.advanceMinutes(60 * 24 * 30)
    expect(await forgetCustomer(context, OWNER, customerId, 'asked')).toEqual({ ok: true, bookings: 3 })
    const left = Object.keys(written).slice(3).sort()
    const messages = await context.db.select().from(contactMessages)
    expect(messages.map(({ name }) => name).sort()).toEqual(left)
    const drafts = await context.db.select().from(staffDrafts)
    expect(drafts.map(({ id }) => id).sort()).toEqual(left)
    const letters = await context.db.select().from(outbox).where(eq(outbox.kind, 'booking-links'))
    expect(letters.filter(({ payload }) => payload.email)).toHaveLength(left.length)
    const omars = await context.db.select().from(bookings).where(eq(bookings.customerNumber, his))
    expect(omars).toMatchObject([{ customerName: 'Omar', customerEmail: shared }])
  })

  test('is handed over whole on request, without a word about staff, and that is noted', async () => {
    const { customerId } = await everythingHappens()
    const handed = await customerData(app.context, OWNER, customerId)
    const text = JSON.stringify(handed)
    expect(marked(text).sort()).toEqual([...MARKS].sort())
    for (const word of [OWN_PASSWORD, 'Asha', 'linkToken', 'tokenHash', 'passwordHash'])
      expect(text).not.toContain(word)
    expect(handed?.data.bookings).toHaveLength(2)
    expect(handed?.data.payments).toMatchObject([{ mode: 'online', amount: expect.any(Number) }, { mode: 'cash' }])
    // by its own words a reader knows what its numbers are
    const [example = '', words = ''] = handed?.units.amounts.match(/(?<=: )\d+|₹[\d,]+/g) ?? []
    expect(formatRupees(paise(Number(example)))).toBe(words)
    expect(handed?.data.bookings?.map(({ total }) => total)).toContain(rupees(1_499))
    expect(
      JSON.stringify(await app.context.db.select().from(auditLog).where(eq(auditLog.action, 'exported'))),
    ).toContain('What is kept about them')
  })

  describe('while something is under way', () => {
    /** The case of a payment of hers that does not fit its order, after its hold has run out. */
    async function unfitting() {
      const { orderId } = await openOrder(app, basicDraft(app.theatre, { customer: ZUBEIDA }))
      app.emulator.ledger.misfit(orderId, { amount: 50_000 })
      await applyGatewayTruth(app.context, orderId)
      app.clock.advanceMinutes(60)
      await tidyHolds(app.context)
      const [{ id } = { id: '' }] = await app.context.db.select().from(moneyCases)
      return id
    }

    test.each([
      [
        'the bank has yet to say whether a payment comes',
        async () => {
          const { bookingId, orderId } = await openOrder(app, basicDraft(app.theatre, { customer: ZUBEIDA }))
          const payment = app.emulator.pay(orderId, 'upi', 'pending')
          await askBank(app.context, bookingId)
          app.clock.advanceMinutes(60)
          await tidyHolds(app.context)
          return async () => {
            app.emulator.ledger.finish(payment, 'failure')
            await askBank(app.context, bookingId)
          }
        },
      ],
      [
        'money that does not fit its order waits for staff',
        async () => {
          const id = await unfitting()
          return () => settleCase(app.context, OWNER, id, 'Went back by hand')
        },
      ],
      [
        'money that did not fit its order is sent back, and has not arrived',
        async () => {
          const id = await unfitting()
          expect(await sendBack(app.context, OWNER, id)).toMatchObject({ ok: true })
          return () => app.work()
        },
      ],
      [
        'a bank disputes a payment, whatever staff have noted of it',
        async () => {
          const { payment } = await purchase(app, basicDraft(app.theatre, { customer: ZUBEIDA }))
          app.clock.set('2027-03-20T06:30:00Z')
          const { id } = app.emulator.ledger.openDispute(payment.id)
          await followDispute(app.context, id)
          const [{ id: about } = { id: '' }] = await app.context.db.select().from(moneyCases)
          await settleCase(app.context, OWNER, about, 'Proof sent')
          return async () => {
            app.emulator.ledger.moveDispute(id, 'won')
            await followDispute(app.context, id)
          }
        },
      ],
    ])('is not erased while %s', async (_, begin) => {
      const end = await begin()
      const { customerId } = await herself()
      const erase = () => forgetCustomer(app.context, OWNER, customerId, 'asked')
      expect(await erase()).toMatchObject({
        reason: 'money-under-way',
        message: expect.stringMatching(/not settled yet/),
      })
      await end()
      expect(await erase()).toMatchObject({ ok: true })
    })

    test('is not erased before the visit, nor before the money has arrived', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre, { customer: ZUBEIDA }))
      const { customerId } = await herself()
      const erase = () => forgetCustomer(app.context, OWNER, customerId, 'asked')
      expect(await erase()).toMatchObject({ ok: false, reason: 'visit-to-come' })
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Ill', refund: 'full' })
      expect(await erase()).toMatchObject({ ok: false, reason: 'money-under-way' })
      expect((await found())['public.bookings']).toContain('zubeida')
    })
  })

  describe('and was never paid for', () => {
    beforeEach(async () => {
      await openOwnersAccount(app.context)
    })

    test('goes at night from every place, thirty days after the booking ended, not after it was made', async () => {
      const draft = basicDraft(app.theatre, {
        customer: ZUBEIDA,
        date: date('2027-05-20'),
        celebrantName: 'QcelebrantName',
      })
      const { bookingId } = await from(ADDRESS, () => openOrder(app, draft))
      await app.context.db
        .update(bookings)
        .set({ status: 'booked', source: 'staff', holdEndsAt: null })
        .where(eq(bookings.id, bookingId))
      app.clock.advanceMinutes(40 * 24 * 60)
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Zubeida asked by phone', refund: 'none' })
      await mailIsRefused()
      const night = () => forgetOldData(app.context)
      await night()
      expect((await found())['public.bookings']).toContain('zubeida')
      expect((await found())['public.audit_log']).toContain('zubeida')
      app.clock.advanceMinutes(31 * 24 * 60)
      await night()
      expect(await found()).toEqual({})
    })
  })
})
