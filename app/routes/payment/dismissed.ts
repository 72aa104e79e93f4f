import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { couldBeId } from '~/db/new-id'
import { leaveOwnPage, logPaymentFailure, noteLeft, releaseHold } from '~/features/money/leave-payment.server'
import { afterLeaving, afterTooMany, confirmationHeaders, STAYS_HELD, UNKNOWN_ORDER } from '~/http/after-payment.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'

export const loader = () => redirect(links.bookPayment())

/** The window was closed, or a try in it failed: logged; the slot is released only when nothing is under way. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  const tooOften = await afterTooMany(context, token)
  if (form.get('intent') === 'failed') {
    if (tooOften) return { logged: false }
    await logPaymentFailure(context, { token }, String(form.get('reason') ?? ''))
    return { logged: true }
  }
  if (tooOften) return tooOften
  const left = await leaveOwnPage(context, { token })
  if (left) return afterLeaving(left)
  const released = await releaseHold(context, { token })
  const order = String(form.get('order') ?? '')
  if (released.outcome === 'unknown' && couldBeId(order)) {
    const tooMany = await tooManyTries(context, 'payment', order)
    if (!tooMany) await noteLeft(context, order)
  }
  if (released.outcome === 'booked') {
    const headers = await confirmationHeaders(released.linkToken)
    return redirect(links.bookingConfirmation(), { status: 303, headers })
  }
  return redirectWithNotice(links.bookPayment(), WORDS[released.outcome], 'info')
}

const WORDS = {
  kept: STAYS_HELD,
  released: 'Payment not completed. Your slot was given back; you can try again.',
  unknown: UNKNOWN_ORDER,
}
