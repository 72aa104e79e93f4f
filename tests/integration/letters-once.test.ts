import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Transaction } from '~/db/client.server'
import { outbox } from '~/db/schema'
import { LETTER_KINDS, type LetterKind } from '~/domain/letters'
import { paise, rupees } from '~/domain/money'
import { announceLinks, askForLinks } from '~/features/booking-pages/find-booking.server'
import {
  announceDispute,
  announceOpenMoney,
  announceOrdersRefused,
  announceOverdueRefund,
  announceRefundWithStaff,
  announceUnknownMoney,
} from '~/features/money/money-alerts.server'
import { storeMessage } from '~/features/site/contact.server'
import { tellOfAccount } from '~/features/staff/account-news.server'
import { askForReset } from '~/features/staff/password-reset.server'
import {
  announceCancellation,
  announceConfirmation,
  announceDetails,
  announceEdit,
  announceMoneyReceived,
  announceNotSent,
  announceRequest,
  announceReschedule,
  announceReturn,
  announceSlotLost,
  announceTechnicalFailure,
  announceTimed,
} from '~/features/stored-booking/announce-booking.server'
import type { GatewayPayment } from '~/platform/payment-gateway.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOwnersAccount } from '../support/owner'

const START = new Date('2027-03-01T12:00:00Z')
const NOTHING = { online: rupees(0), desk: rupees(0), all: rupees(0) }

onEachDatabase('a letter goes out once for each thing that happened', (kind) => {
  const app = useApp(kind)
  const inTransaction = (work: (tx: Transaction) => Promise<unknown>) => app.context.db.transaction(work)
  const booking = (nth: number) => ({ id: 'booking', calendarSequence: nth, version: nth })
  const payment = (nth: number): GatewayPayment => ({
    ...{ id: `pay_${nth}`, orderId: null, amount: paise(100), currency: 'INR', status: 'captured', captured: true },
    ...{
      amountRefunded: paise(0),
      fee: null,
      tax: null,
      method: null,
      bankReference: null,
      failure: null,
      createdAt: app.clock.now(),
    },
  })

  const asked = (letter: 'money-asked' | 'money-reminder', nth: number) => {
    const at = new Date(app.clock.now().getTime() + nth * 60_000)
    return inTransaction((tx) =>
      announceRequest(app.context, tx, { id: 'booking', upTo: rupees(1), until: START }, letter, at),
    )
  }

  /** Lets the nth thing of a kind happen; told of again, it is the same thing. `new` ones are never told of twice. */
  const HAPPENS: Record<LetterKind, { each: 'told again' | 'new'; happen: (nth: number) => Promise<unknown> }> = {
    confirmation: {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceConfirmation(app.context, tx, booking(nth))),
    },
    rescheduled: {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceReschedule(app.context, tx, booking(nth), NOTHING)),
    },
    edited: {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceEdit(app.context, tx, booking(nth), NOTHING)),
    },
    cancelled: {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceCancellation(app.context, tx, booking(nth), NOTHING)),
    },
    details: {
      each: 'told again',
      happen: (nth) =>
        inTransaction((tx) =>
          announceDetails(app.context, tx, booking(1), new Date(app.clock.now().getTime() + nth * 60_000)),
        ),
    },
    'money-asked': { each: 'told again', happen: (nth) => asked('money-asked', nth) },
    'money-reminder': { each: 'told again', happen: (nth) => asked('money-reminder', nth) },
    reminder: {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceTimed(app.context, tx, 'reminder', booking(nth))),
    },
    'due-at-door': {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceTimed(app.context, tx, 'due-at-door', booking(nth))),
    },
    'thank-you': {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceTimed(app.context, tx, 'thank-you', booking(nth))),
    },
    'money-received': {
      each: 'told again',
      happen: (nth) =>
        inTransaction((tx) =>
          announceMoneyReceived(app.context, tx, { bookingId: 'booking', paymentIds: [`pay_${nth}`] }),
        ),
    },
    'payment-returned': {
      each: 'told again',
      happen: (nth) => {
        const returned = { of: `pay_${nth}`, why: 'paid-twice', amount: rupees(1) } as const
        return inTransaction((tx) => announceReturn(app.context, tx, 'booking', returned))
      },
    },
    'refund-not-sent': {
      each: 'told again',
      happen: (nth) =>
        inTransaction(async (tx) => {
          const refund = { id: `refund_${nth}`, bookingId: 'booking' }
          const returned = { of: `pay_${nth}`, why: 'paid-twice', amount: rupees(1), refunds: [refund.id] } as const
          await announceReturn(app.context, tx, 'booking', returned)
          await announceNotSent(app.context, tx, refund)
        }),
    },
    'slot-lost': {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceSlotLost(app.context, tx, 'booking', `pay_${nth}`)),
    },
    'technical-failure': {
      each: 'told again',
      happen: (nth) => inTransaction((tx) => announceTechnicalFailure(app.context, tx, booking(nth), NOTHING)),
    },
    'password-reset': {
      each: 'told again',
      happen: async (nth) => {
        if (nth === 0) await openOwnersAccount(app.context).catch(() => {})
        else app.clock.advanceMinutes(2)
        await askForReset(app.context, 'owner@lumiere.example')
        await app.work()
      },
    },
    'reset-asked': {
      each: 'new',
      happen: () => askForReset(app.context, 'nobody@lumiere.example'),
    },
    'account-news': {
      each: 'new',
      happen: () =>
        inTransaction((tx) => {
          const account = { name: 'Vikram Shetty', email: 'vikram@lumiere.example' }
          return tellOfAccount(app.context, tx, { account, deed: 'changed', what: 'password', by: 'Asha Rao' })
        }),
    },
    'contact-message': {
      each: 'told again',
      happen: (nth) =>
        storeMessage(app.context, { name: 'Meera', phone: '9845012345', email: 'm@gmail.com', message: `Hi ${nth}` }),
    },
    'found-bookings': {
      each: 'told again',
      happen: (nth) => askForLinks(app.context, { reference: `pay_${nth}` }),
    },
    'booking-links': {
      each: 'told again',
      happen: (nth) => announceLinks(app.context, `meera${nth}@gmail.com`, { reference: 'pay_1' }),
    },
    'unknown-money': { each: 'told again', happen: (nth) => announceUnknownMoney(app.context, payment(nth)) },
    'refund-overdue': {
      each: 'told again',
      happen: (nth) => announceOverdueRefund(app.context, { id: 'refund', failures: nth }),
    },
    'refund-with-staff': {
      each: 'told again',
      happen: (nth) =>
        inTransaction((tx) => announceRefundWithStaff(app.context, tx, { refundId: 'refund', failures: nth })),
    },
    'orders-refused': {
      each: 'told again',
      happen: (nth) => {
        if (nth) app.clock.advanceMinutes(24 * 60)
        const refused = { ok: false, outcome: 'rejected', status: 401, code: 'BAD_REQUEST_ERROR' } as const
        return announceOrdersRefused(
          app.context,
          { ...refused, description: `Refused ${app.clock.now()}` },
          { freed: true },
        )
      },
    },
    'open-money': {
      each: 'told again',
      happen: (nth) => {
        if (nth) app.clock.advanceMinutes(24 * 60)
        return announceOpenMoney(app.context)
      },
    },
    dispute: {
      each: 'told again',
      happen: (nth) => {
        const news = nth ? 'lost' : 'opened'
        return inTransaction((tx) => announceDispute(app.context, tx, { disputeId: 'disp_1', news }))
      },
    },
  }

  test.each(LETTER_KINDS)('%s', async (letter) => {
    const { each, happen } = HAPPENS[letter]
    const written = async () => (await app.context.db.select().from(outbox)).filter((row) => row.kind === letter).length
    await happen(0)
    expect(await written()).toBe(1)
    if (each === 'told again') {
      await happen(0)
      expect(await written(), 'the same, told again').toBe(1)
    }
    await happen(1)
    expect(await written(), 'the next one').toBe(2)
  })
  test('one that said a refund could not be sent, when that was no kind of its own, is called so, and is not sent twice', async () => {
    const { db } = app.context
    const older = { kind: 'payment-returned', createdAt: app.clock.now() } as const
    const named = { bookingId: 'booking', why: 'paid-twice', refunds: 'refund_1' }
    const notSent = { bookingId: 'booking', notSent: 'refund_1' }
    await db.insert(outbox).values([
      { ...older, dedupeKey: 'payment-returned:pay_1', payload: named },
      { ...older, dedupeKey: 'payment-returned:not-sent:refund_1', payload: notSent },
    ])
    const [, calledSo = ''] = readFileSync('drizzle/0071_refund_not_sent_letter.sql', 'utf8').split(
      '--> statement-breakpoint',
    )
    // what may stand there was said by that file for its own time, and is said by later ones since
    await db.execute(sql.raw(calledSo))
    await inTransaction((tx) => announceNotSent(app.context, tx, { id: 'refund_1', bookingId: 'booking' }))
    expect(await db.select().from(outbox).orderBy(outbox.dedupeKey)).toMatchObject([
      { kind: 'payment-returned', dedupeKey: 'payment-returned:pay_1', payload: named },
      {
        ...{ kind: 'refund-not-sent', dedupeKey: 'refund-not-sent:refund_1:0' },
        payload: { bookingId: 'booking', refundId: 'refund_1' },
      },
    ])
  })

  test('one that comes alone is written down with the job that sends it, or not at all', async () => {
    const { jobs } = app.context
    const enqueue = () => Promise.reject(new Error('the database went away'))
    await expect(announceOpenMoney({ ...app.context, jobs: { ...jobs, enqueue } })).rejects.toThrow('went away')
    expect(await app.context.db.$count(outbox)).toBe(0)
    await announceOpenMoney(app.context)
    expect(await app.context.db.$count(outbox)).toBe(1)
  })
})
