import type { Transaction } from '~/db/client.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { isDisputed } from './dispute.server'
import { giveToJob } from './refund.server'
import { lockPayment, moveRefund } from './refund-move.server'

type Refunds = Pick<StoredBooking, 'refunds'>
export type HeldRefund = StoredBooking['refunds'][number] & { heldUntil: Date }

/** The refund that waits until its customer may have chosen another slot (rule P25); undefined when there is none. */
export const heldRefundOf = ({ refunds }: Refunds): HeldRefund | undefined =>
  refunds.find((one): one is HeldRefund => one.heldUntil !== null && one.status === 'queued')

/** Locks a held refund with its payment; undefined when it is on its way by now. */
async function lockHeld(tx: Transaction, booking: StoredBooking) {
  const held = heldRefundOf(booking)
  const of = booking.payments.find(({ id }) => id === held?.paymentId)
  if (!held || !of) return undefined
  const { payment, refunds } = await lockPayment(tx, of)
  const refund = heldRefundOf({ refunds: refunds.filter(({ id }) => id === held.id) })
  return refund && { refund, payment }
}

/**
 * The held money of a locked booking pays for it after all: its refund is never sent. False when it is on its way by now, or its
 * payment is disputed.
 */
export async function spendHeldRefund(context: AppContext, tx: Transaction, booking: StoredBooking): Promise<boolean> {
  const held = await lockHeld(tx, booking)
  if (!held || (await isDisputed(tx, held.payment.providerPaymentId ?? ''))) return false
  return (await moveRefund(context, tx, held.refund, 'dropped', { actor: 'customer' })) !== undefined
}

/** Sends the held money of a booking back at once, as its customer wishes. False when it is on its way already. */
export async function sendHeldRefund(context: AppContext, tx: Transaction, booking: StoredBooking): Promise<boolean> {
  const held = await lockHeld(tx, booking)
  if (held) await giveToJob(context, tx, held.refund, held.payment)
  return held !== undefined
}
