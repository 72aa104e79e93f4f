import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId, newToken } from '~/db/new-id'
import { bookings, paymentAttempts } from '~/db/schema'
import { PAYMENT_WINDOW_SECONDS, paymentWindowSeconds } from '~/domain/hold'
import { formatRupees, type Paise } from '~/domain/money'
import { invitedTo, type OpenRequest, type Payable, payableOf } from '~/domain/money-request'
import { firstLook, mayStillCome } from '~/domain/order-watch'
import type { Result } from '~/domain/result'
import { inScreenChange } from '~/features/stored-booking/busy-change.server'
import {
  INVALID_BOOKING,
  lockStoredBooking,
  WITH_ATTEMPTS,
  WITH_MONEY,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { type OpenCheckout, startPayment } from './checkout.server'
import { ledgerOfRows } from './desk-money.server'
import { keepWhilePaying } from './money-request.server'

/** What is paid: the sum that staff ask for, or all that is due. */
export type PaidSum = 'asked' | 'due'

const findPayable = ({ db }: Pick<AppContext, 'db'>, linkToken: string) =>
  db.query.bookings.findFirst({
    where: eq(bookings.linkToken, linkToken),
    with: { ...WITH_MONEY, ...WITH_ATTEMPTS, request: true },
  })

type PayableBooking = NonNullable<Awaited<ReturnType<typeof findPayable>>>

/** What may be paid of a booking now on its own page; undefined when nothing may. */
export function payableNow(
  booking: Omit<PayableBooking, 'attempts' | 'request'> & { request: OpenRequest | null },
  now: Date,
): Payable | undefined {
  const ledger = ledgerOfRows(booking, booking.payments, booking.refunds)
  return payableOf(booking, ledger, booking.request ?? undefined, now)
}

/** Whether an order was made with today's keys: the provider's window opens none of an account that the business has left. */
const isOfToday = ({ gateway }: AppContext, { keyId }: { keyId: string }): boolean => keyId === gateway.checkout.keyId

type NotOpened = 'not-found' | 'not-payable' | 'due-changed' | 'no-order' | 'busy'

/**
 * Opens an order for what is asked or due, over the sum that the page has shown. One that is open over the same sum, made with
 * today's keys, is the one: two tabs, or a second press, pay one order. A hold does not end while it is paid (rule E22).
 */
export async function payOnOwnPage(
  context: AppContext,
  linkToken: string,
  { sum, shown }: { sum: PaidSum; shown: Paise | undefined },
): Promise<Result<{ order: string }, NotOpened>> {
  const { db, clock, gateway } = context
  const seen = await findPayable(context, linkToken)
  if (!seen) return INVALID_BOOKING
  const opened = await inScreenChange(db, seen.screenId, async (tx) => {
    await lockStoredBooking(tx, seen.id)
    const booking = await findPayable({ db: tx }, linkToken)
    const now = clock.now()
    const payable = booking && invitedTo(payableNow(booking, now), booking, now)
    if (!booking || !payable) return NOT_PAYABLE
    const amount = sum === 'asked' ? payable.asked : payable.due
    if (amount === 0 || amount !== shown) {
      const message = `Meanwhile ${formatRupees(amount || payable.due)} is to be paid. Please look again.`
      return { ok: false, reason: 'due-changed', message } as const
    }
    await keepWhilePaying(tx, booking, now)
    const open = booking.attempts.find(
      (one) =>
        one.purpose === 'asked' &&
        one.amount === amount &&
        (one.status === 'created' || one.status === 'ordered') &&
        isOfToday(context, one),
    )
    if (open) {
      // it is paid from now on, and asked about as one that is new (rule P11)
      const anew = open.providerOrderId ? { silences: 0, refusals: 0, nextCheckAt: firstLook(now) } : {}
      await tx
        .update(paymentAttempts)
        .set({ ...anew, pressedAt: now })
        .where(eq(paymentAttempts.id, open.id))
      return { ok: true, attempt: open } as const
    }
    const id = newId()
    const [attempt] = await tx
      .insert(paymentAttempts)
      .values({
        ...{ id, token: newToken(), bookingId: booking.id, purpose: 'asked', receipt: `bk_${id}`, amount },
        ...{ keyId: gateway.checkout.keyId, createdAt: now },
      })
      .returning()
    if (!attempt) throw new Error('The order could not be written down.')
    return { ok: true, attempt } as const
  })
  if (!opened.ok) return opened
  const started = await startPayment(context, opened.attempt.id)
  if (!started.ok) return { ok: false, reason: 'no-order', message: started.message }
  return { ok: true, order: opened.attempt.token }
}

/**
 * Gives all orders of a booking other tokens, as its link is another one: whoever opened one by the link of before, or made the booking,
 * comes to the new link by no address that an order had (rule D5).
 */
export async function renewOrderTokens(tx: Transaction, bookingId: string): Promise<void> {
  const attempts = await tx.query.paymentAttempts.findMany({ where: eq(paymentAttempts.bookingId, bookingId) })
  for (const { id } of attempts)
    await tx.update(paymentAttempts).set({ token: newToken() }).where(eq(paymentAttempts.id, id))
}

const NOT_PAYABLE = {
  ok: false,
  reason: 'not-payable',
  message: 'Nothing is to be paid for this booking any more.',
} as const

/** An order of a booking's own page, ready to be paid; undefined when it is paid, or nothing of it is to be paid any more. */
export async function ownPageCheckout(
  context: AppContext,
  linkToken: string,
  order: string,
): Promise<OpenCheckout | undefined> {
  const booking = await findPayable(context, linkToken)
  const now = context.clock.now()
  const payable = booking && payableNow(booking, now)
  const attempt = booking?.attempts.find(({ token, purpose }) => token === order && purpose === 'asked')
  if (!payable || !attempt?.providerOrderId || attempt.status !== 'ordered' || attempt.amount > payable.due) {
    return undefined
  }
  if (!isOfToday(context, attempt)) return undefined
  const windowSeconds = booking.status === 'pending' ? paymentWindowSeconds(payable.until, now) : PAYMENT_WINDOW_SECONDS
  if (windowSeconds === 0) return undefined
  return {
    ...{ token: attempt.token, bookingId: booking.id, orderId: attempt.providerOrderId },
    ...{ amount: attempt.amount, currency: attempt.currency, holdEndsAt: payable.until, windowSeconds },
    // of another sum too: both would be paid
    underWay: booking.attempts.some(mayStillCome),
    customer: { name: booking.customerName, email: booking.customerEmail, number: booking.customerNumber },
  }
}
