import type { CheckoutSession } from './checkout-sessions'
import type { FailureReason, Payment } from './entities'
import type { Ledger } from './ledger'
import type { Behaviour } from './settings'

/** What a finished payment hands to the merchant. */
export const successForm = ({ id, order_id }: Payment, ledger: Ledger): Record<string, string> => ({
  razorpay_payment_id: id,
  razorpay_order_id: order_id,
  razorpay_signature: ledger.signature(order_id, id),
})

const said = (why: FailureReason, { failureDescription }: Behaviour) => failureDescription ?? why.description

/** The fields of a failure on its way to the merchant: unsigned, and in more than one shape. */
export function failureForm(
  payment: Payment | undefined,
  why: FailureReason,
  behaviour: Behaviour,
): Record<string, string> {
  const metadata = payment ? { payment_id: payment.id, order_id: payment.order_id } : {}
  const nested = Object.fromEntries(Object.entries(metadata).map(([name, id]) => [`error[metadata][${name}]`, id]))
  return {
    'error[code]': why.code,
    'error[description]': said(why, behaviour),
    'error[source]': why.source,
    'error[step]': why.step,
    'error[reason]': why.reason,
    ...(behaviour.failureMetadata === 'json-text' && { 'error[metadata]': JSON.stringify(metadata) }),
    ...(behaviour.failureMetadata === 'nested' && nested),
  }
}

/** What the window's frame tells the script in the merchant's page; `key` makes a reload tell nothing twice. */
export function tellsTheWindow(session: CheckoutSession, ledger: Ledger, behaviour: Behaviour): object {
  const { state } = session
  const timer = { timerPaused: behaviour.windowTimerPaused }
  switch (state.at) {
    case 'paid': {
      if (behaviour.returns === 'never') return { event: 'shown', ...timer }
      const times = behaviour.returns === 'twice' ? 2 : 1
      return { event: 'paid', key: 'paid', times, response: successForm(state.payment, ledger) }
    }
    case 'failed': {
      const { code, source, step, reason } = state.why
      const metadata = { order_id: state.payment.order_id, payment_id: state.payment.id }
      const error = { code, description: said(state.why, behaviour), source, step, reason, metadata }
      const form = failureForm(state.payment, state.why, behaviour)
      return { event: 'failed', key: `failed-${state.nth}`, error, form, ...timer }
    }
    case 'closed':
      return { event: 'closed', key: 'closed' }
    default:
      return { event: 'shown', ...timer }
  }
}
