import { failureForm, successForm, tellsTheWindow } from './checkout-answers'
import { checkoutPage } from './checkout-pages'
import { type CheckoutSession, type CheckoutState, createCheckoutSessions } from './checkout-sessions'
import {
  type FailureReason,
  type Means,
  noSuchId,
  ORDER_IS_PAID,
  type Outcome,
  type Payment,
  Refusal,
} from './entities'
import { type Call, html, type Reply, seeOther } from './http'
import type { Ids } from './ids'
import type { Ledger } from './ledger'
import type { Behaviour } from './settings'
import {
  BANKS,
  CANCELLED_BY_USER,
  ERROR_CARDS,
  FAILED_AT_BANK,
  GOOD_CARDS,
  INVALID_VPA,
  UPI_DECLINED,
  WALLETS,
  WRONG_OTP,
} from './test-instruments'
import type { Webhooks } from './webhooks'

export interface CheckoutWorld {
  keyId: string
  ledger: Ledger
  ids: Ids
  behaviour: Behaviour
  webhooks: Webhooks
}

/** What the hosted page's form must carry besides key and order; amount and currency are left out by some and not missed. */
const MANDATORY = ['name', 'prefill[email]', 'prefill[contact]', 'callback_url']

/** The customer's side: the window's frame and the hosted page, all plain forms that work without scripts. */
export function createCheckout({ keyId, ledger, ids, behaviour, webhooks }: CheckoutWorld) {
  const sessions = createCheckoutSessions(ids)
  const pageOf = ({ id }: CheckoutSession) => seeOther(`/checkout/${id}`)

  function open(surface: CheckoutSession['surface'], fields: URLSearchParams): Reply {
    const orderId = fields.get('order_id') ?? ''
    const order = ledger.orders.get(orderId)
    const missing = surface === 'hosted' && MANDATORY.find((name) => !fields.get(name))
    const why = missing ? `The ${missing} field is required.` : refusalOf(fields)
    try {
      return pageOf(
        sessions.open(surface, fields, order?.amount ?? 0, why ? { at: 'refused', why } : { at: 'choosing' }),
      )
    } catch {
      throw new Refusal(400, 'The callback url is not valid.', { field: 'callback_url' })
    }
  }

  function refusalOf(fields: URLSearchParams): string | undefined {
    if (fields.get('key_id') !== keyId) return 'The api key provided is invalid'
    const order = ledger.orders.get(fields.get('order_id') ?? '')
    if (!order) return noSuchId().description
    const amount = fields.get('amount')
    if (amount && amount !== String(order.amount)) return 'The amount is different from the amount of the order.'
    const currency = fields.get('currency')
    if (currency && currency !== order.currency) return 'The currency is different from the currency of the order.'
    if (order.status === 'paid') return ORDER_IS_PAID
    return undefined
  }

  /** Sends the payment to the bank. A refusal (paid meanwhile, another one authorised) is shown, not thrown. */
  function begin(session: CheckoutSession, means: Means): CheckoutState {
    try {
      const payment = ledger.begin(session.orderId, means, session.customer)
      Object.assign(payment, { description: session.merchant.description || null, notes: session.notes })
      const at = means.method === 'upi' ? 'upi-app' : means.method === 'card' ? 'one-time-password' : 'bank'
      return { at, payment, means }
    } catch (error) {
      if (error instanceof Refusal) return { at: 'refused', why: error.description }
      throw error
    }
  }

  function endSession(session: CheckoutSession, outcome: Outcome, why: FailureReason = FAILED_AT_BANK): void {
    const { state } = session
    if (!('means' in state)) return
    const { payment } = state
    // the bank may have given up meanwhile, or the control interface was quicker
    if (payment.status === 'created') ledger.finish(payment, outcome, why)
    if (payment.status === 'created') return
    session.state =
      payment.status === 'failed'
        ? { at: 'failed', payment, why: reasonOf(payment), nth: ++session.failures }
        : { at: 'paid', payment }
  }

  const deeds: Record<string, (session: CheckoutSession, fields: URLSearchParams) => void> = {
    upi(session, fields) {
      const vpa = (fields.get('vpa') ?? '').trim().toLowerCase()
      if (!/^[\w.-]{2,}@[a-z]{2,}$/.test(vpa)) {
        session.state = { at: 'choosing', problem: INVALID_VPA.description }
        return
      }
      session.state = begin(session, { method: 'upi', vpa })
      if (fields.get('leave') === 'pending') return
      if (vpa === 'success@razorpay') endSession(session, 'success')
      if (vpa === 'failure@razorpay') endSession(session, 'failure', UPI_DECLINED)
    },
    card(session, fields) {
      const number = (fields.get('number') ?? '').replace(/\D/g, '')
      const known = GOOD_CARDS.some((card) => card.number === number) || ERROR_CARDS[number] !== undefined
      const expiry = /^(0[1-9]|1[0-2])\s*\/\s*\d{2,4}$/.test(fields.get('expiry') ?? '')
      const cvv = /^\d{3,4}$/.test(fields.get('cvv') ?? '')
      if (!known || !expiry || !cvv) {
        const problem = known
          ? 'Give any expiry as MM/YY and any three digits as CVV.'
          : 'This is not one of the test cards.'
        session.state = { at: 'choosing', problem }
        session.method = 'card'
        return
      }
      session.state = begin(session, { method: 'card', number, name: fields.get('holder') || 'Test Customer' })
    },
    otp(session, fields) {
      if (session.state.at !== 'one-time-password' || session.state.means.method !== 'card') return
      const fault = ERROR_CARDS[session.state.means.number]
      if (fields.get('answer') === 'failure') return endSession(session, 'failure', fault ?? CANCELLED_BY_USER)
      const right = /^\d{4,10}$/.test(fields.get('otp') ?? '')
      if (right && !fault) return endSession(session, 'success')
      endSession(session, 'failure', fault ?? WRONG_OTP)
    },
    netbanking(session, fields) {
      const bank = fields.get('bank') ?? ''
      session.state = begin(session, { method: 'netbanking', bank: bank in BANKS ? bank : 'HDFC' })
    },
    wallet(session, fields) {
      const wallet = fields.get('wallet') ?? ''
      session.state = begin(session, { method: 'wallet', wallet: wallet in WALLETS ? wallet : 'payzapp' })
    },
    /** What the customer does at the bank or in the UPI app. */
    bank(session, fields) {
      const answer = fields.get('answer')
      if (answer === 'success') endSession(session, 'success')
      if (answer === 'failure') {
        const upi = session.state.at === 'upi-app'
        endSession(session, 'failure', upi ? UPI_DECLINED : FAILED_AT_BANK)
      }
    },
    again(session) {
      if (session.state.at === 'asking-to-close') session.state = session.state.before
    },
    /** Closing stops no payment that is on its way. */
    close(session, fields) {
      if (session.state.at === 'paid') return
      const sure = !session.confirmClose || fields.get('sure') === 'yes' || session.state.at === 'refused'
      const before = session.state.at === 'asking-to-close' ? session.state.before : session.state
      session.state = sure ? { at: 'closed' } : { at: 'asking-to-close', before }
    },
  }

  async function act(session: CheckoutSession, deed: string, fields: URLSearchParams): Promise<Reply> {
    const perform = Object.hasOwn(deeds, deed) ? deeds[deed] : undefined
    if (!perform) throw noSuchId()
    perform(session, fields)
    if (behaviour.webhooks === 'before-answer') await webhooks.sent()
    return pageOf(session)
  }

  /** The page for where the customer is; one that left the bank's answer open may find it here. */
  async function show(session: CheckoutSession): Promise<Reply> {
    ledger.catchUp()
    endSession(session, 'pending')
    const { state } = session
    if (session.surface === 'window') {
      return html(checkoutPage(session, { tell: tellsTheWindow(session, ledger, behaviour), behaviour }))
    }
    if (state.at === 'closed' && session.cancelUrl) return seeOther(session.cancelUrl)
    const back =
      state.at === 'paid'
        ? successForm(state.payment, ledger)
        : state.at === 'failed'
          ? failureForm(state.payment, state.why, behaviour)
          : state.at === 'closed'
            ? failureForm(undefined, CANCELLED_BY_USER, behaviour)
            : undefined
    const returns = back && session.callbackUrl && behaviour.returns !== 'never'
    if (returns && behaviour.returns === 'twice' && session.callbackUrl) await post(session.callbackUrl, back)
    return html(checkoutPage(session, { back: returns ? back : undefined, behaviour }))
  }

  return {
    reset: sessions.clear,
    async answer({ method, path, query, body }: Call): Promise<Reply> {
      if (method === 'GET' && path === '/v1/checkout/window') return open('window', query)
      if (method === 'POST' && path === '/v1/checkout/embedded') return open('hosted', new URLSearchParams(body))
      const [, , id = '', deed = ''] = path.split('/')
      const session = sessions.find(id)
      if (!session) throw new Refusal(404, 'This checkout is not open any more.')
      if (method === 'POST') return act(session, deed, new URLSearchParams(body))
      return show(session)
    },
  }
}

const reasonOf = (payment: Payment): FailureReason => ({
  code: payment.error_code ?? '',
  description: payment.error_description ?? '',
  source: payment.error_source ?? '',
  step: payment.error_step ?? '',
  reason: payment.error_reason ?? '',
})

/** The browser's form, sent once more from here, as a customer who presses reload would. */
async function post(url: string, fields: Record<string, string>): Promise<void> {
  const signal = AbortSignal.timeout(5_000)
  await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', signal }).catch(() => {})
}
