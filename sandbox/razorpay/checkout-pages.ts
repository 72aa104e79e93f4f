import type { CheckoutSession } from './checkout-sessions'
import type { Behaviour } from './settings'
import { BANKS, ERROR_CARDS, GOOD_CARDS, WALLETS } from './test-instruments'

/** A text as HTML may hold it, also between quotation marks. */
export const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const RUPEES = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', minimumFractionDigits: 0 })
const rupees = (paise: number) => RUPEES.format(paise / 100)
const inFours = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

interface Drawing {
  /** For the window: what its script tells the merchant's page. */
  tell?: object
  /** For the hosted page: the form that goes back to the merchant. */
  back?: Record<string, string> | undefined
  behaviour: Behaviour
}

/** One page of the window or of the hosted checkout. No script is needed; scripts add countdown, Escape and messages. */
export function checkoutPage(session: CheckoutSession, { tell, back, behaviour }: Drawing): string {
  const { surface, merchant, amount, endsAt } = session
  const data = tell && JSON.stringify({ ...tell, target: session.parentOrigin }).replaceAll('<', '\\u003c')
  const running = session.state.at !== 'paid' && session.state.at !== 'closed'
  const timer =
    endsAt && running
      ? `<p class="timer" data-ends="${endsAt}"${behaviour.windowTimerPaused ? ' data-paused' : ''}>This page will time out in <b></b></p>`
      : ''
  return `<!doctype html>
<html lang="en" class="${surface}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Checkout emulator</title><link rel="stylesheet" href="/checkout/window.css"></head>
<body data-escape="${session.escape}" data-backdrop="${session.backdropClose}">
<main${merchant.colour ? ` data-colour="${merchant.colour}"` : ''}>
<p class="ribbon">EMULATOR</p>
<header><div><h1>${escaped(merchant.name)}</h1><p>${escaped(merchant.description)}</p></div><b>${rupees(amount)}</b>${running ? leaving(session) : ''}</header>
${timer}
${body(session, back)}
</main>
${data ? `<script type="application/json" id="tell">${data}</script>` : ''}
<script src="/checkout/window.js"></script>
</body></html>`
}

/** The way out: a link on the hosted page (a GET, as the provider does), a form in the window. */
function leaving(session: CheckoutSession): string {
  if (session.surface === 'hosted' && session.cancelUrl)
    return `<a class="close" href="${escaped(session.cancelUrl)}" aria-label="Cancel payment">×</a>`
  return form(
    session,
    'close',
    `<button class="close" aria-label="${session.surface === 'hosted' ? 'Cancel payment' : 'Close checkout'}">×</button>`,
  )
}

const form = ({ id }: CheckoutSession, deed: string, inside: string) =>
  `<form method="post" action="/checkout/${id}/${deed}">${inside}</form>`

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')

function body(session: CheckoutSession, back: Record<string, string> | undefined): string {
  const { state } = session
  switch (state.at) {
    case 'choosing':
      return `${state.problem ? alertOf(state.problem) : ''}${methods(session)}`
    case 'failed':
      if (session.surface === 'hosted')
        return `<section><h2>Payment failed</h2><p>${escaped(state.why.description)}</p>${goingBack(session, back)}</section>`
      return `${alertOf(`Payment failed. ${state.why.description}`)}${session.mayRetry ? methods(session) : '<section><p>Closing…</p></section>'}`
    case 'asking-to-close':
      return `<section><h2>Do you want to cancel this payment?</h2>${form(session, 'again', '<button class="go">No, continue</button>')}${form(session, 'close', '<button name="sure" value="yes">Yes, cancel</button>')}</section>`
    case 'refused':
      return `<section>${alertOf(state.why)}${session.cancelUrl ? `<a class="button" href="${escaped(session.cancelUrl)}">Go back to merchant</a>` : form(session, 'close', '<button>Close</button>')}</section>`
    case 'upi-app':
      return `<section><h2>Approve the request in your UPI app</h2><p>Waiting for the bank. Closing this page does not stop the request.</p>${answers(session, 'Approve in the UPI app', 'Decline in the UPI app')}${form(session, 'bank', '<button name="answer" value="look">Check the status</button>')}</section>`
    case 'one-time-password':
      return oneTimePassword(session)
    case 'bank':
      return `<section><h2>Welcome to the bank’s test page</h2><p>The bank asks: shall ${rupees(session.amount)} be paid?</p>${answers(session, 'Success', 'Failure')}</section>`
    case 'paid':
      return `<section><h2>Payment successful</h2><p>${escaped(state.payment.id)}</p>${session.surface === 'hosted' ? goingBack(session, back) : ''}</section>`
    case 'closed':
      return `<section><h2>Payment cancelled</h2>${session.surface === 'hosted' ? goingBack(session, back) : ''}</section>`
  }
}

const alertOf = (text: string) => `<p role="alert">${escaped(text)}</p>`

function goingBack({ callbackUrl }: CheckoutSession, back: Record<string, string> | undefined): string {
  if (!callbackUrl || !back) return '<p>You may close this page.</p>'
  return `<form method="post" action="${escaped(callbackUrl)}" data-auto>${hidden(back)}<button class="go">Continue to merchant</button></form>`
}

const answers = (session: CheckoutSession, yes: string, no: string) =>
  form(
    session,
    'bank',
    `<button class="go" name="answer" value="success">${yes}</button><button name="answer" value="failure">${no}</button>`,
  )

function oneTimePassword(session: CheckoutSession): string {
  return `<section><h2>Enter the one-time password</h2><p>Any 4 to 10 digits are right, fewer are wrong.</p>${form(
    session,
    'otp',
    `<label>OTP<input name="otp" inputmode="numeric" autocomplete="one-time-code"></label><button class="go" name="answer" value="otp">Continue</button><button name="answer" value="failure">Failure</button>`,
  )}</section>`
}

function methods(session: CheckoutSession): string {
  const section = (name: string, title: string, inside: string) =>
    `<details name="method"${session.method === name ? ' open' : ''}><summary>${title}</summary><div>${inside}</div></details>`
  const vpa = (address: string, look: string) =>
    form(
      session,
      'upi',
      `<input type="hidden" name="vpa" value="${address}"><button class="${look}">Pay with ${address}</button>`,
    )
  const options = (names: Readonly<Record<string, string>>) =>
    Object.entries(names)
      .map(([value, name]) => `<option value="${value}">${name}</option>`)
      .join('')
  const cards = [...GOOD_CARDS.map(({ number }) => number), ...Object.keys(ERROR_CARDS)]
    .map((number) => `<option value="${inFours(number)}">${ERROR_CARDS[number]?.reason ?? 'succeeds'}</option>`)
    .join('')
  const upi = `${vpa('success@razorpay', 'go')}${vpa('failure@razorpay', '')}${form(session, 'upi', '<input type="hidden" name="vpa" value="success@razorpay"><button name="leave" value="pending">Leave the UPI request pending</button>')}${form(session, 'upi', '<label>UPI ID<input name="vpa" inputmode="email" autocomplete="off" required></label><button>Send request</button>')}`
  const card = form(
    session,
    'card',
    `<label>Card number<input name="number" list="cards" inputmode="numeric" autocomplete="off" value="4100 2800 0000 1007" required></label><datalist id="cards">${cards}</datalist>
<div class="pair"><label>Expiry<input name="expiry" value="12/30" placeholder="MM/YY" autocomplete="off" required></label><label>CVV<input name="cvv" value="123" inputmode="numeric" autocomplete="off" required></label></div>
<label>Name on card<input name="holder" value="${escaped(session.customer.name)}" autocomplete="off"></label><button class="go">Pay ${rupees(session.amount)}</button>`,
  )
  const netbanking = form(
    session,
    'netbanking',
    `<label>Bank<select name="bank">${options(BANKS)}</select></label><button class="go">Go to the bank</button>`,
  )
  const wallet = form(
    session,
    'wallet',
    `<label>Wallet<select name="wallet">${options(WALLETS)}</select></label><button class="go">Go to the wallet</button>`,
  )
  return `<nav aria-label="Payment methods">${section('upi', 'UPI', upi)}${section('card', 'Card', card)}${section('netbanking', 'Netbanking', netbanking)}${section('wallet', 'Wallet', wallet)}</nav><footer>${escaped(session.customer.contact)} ${escaped(session.customer.email)}</footer>`
}
