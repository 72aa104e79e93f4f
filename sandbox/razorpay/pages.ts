import type { Order, Payment } from './ledger'

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const hidden = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`)
    .join('')

const STYLE = `body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#eef1f7;color:#1c2434;display:grid;place-items:center;min-height:100vh}
main{background:#fff;border-radius:14px;width:min(420px,92vw);overflow:hidden;box-shadow:0 20px 60px rgba(0,0,0,.25)}
.ribbon{background:#7a1f3d;color:#fff;text-align:center;font-weight:600;letter-spacing:.12em;padding:6px;font-size:13px}
header{padding:18px 22px;background:#1a2b4b;color:#fff}header b{display:block;font-size:24px}
section{padding:16px 22px;border-top:1px solid #e3e7ef}h2{font-size:16px;margin:0 0 10px}
button,a.cancel{min-height:44px;width:100%;border-radius:9px;border:1px solid #b9c3d6;background:#fff;font:inherit;margin:4px 0;cursor:pointer;display:grid;place-items:center;color:inherit;text-decoration:none}
button.go{background:#1553d6;border-color:#1553d6;color:#fff}`

const page = (title: string, body: string, script = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head><body><main><div class="ribbon">EMULATOR</div>${body}</main>${script && `<script>${script}</script>`}</body></html>`

/** The page with the ways to pay: in the window's frame, or as the hosted page. Plain forms, no script needed. */
export function paymentPage(order: Order, fields: Record<string, string>, cancelUrl: string | undefined): string {
  const button = (label: string, method: string, outcome: string, look = '') =>
    `<form method="post" action="/checkout/pay">${hidden({ ...fields, order_id: order.id, method, outcome })}<button class="${look}">${label}</button></form>`
  const leave = cancelUrl
    ? `<a class="cancel" href="${escaped(cancelUrl)}">Cancel and go back</a>`
    : '<form method="post" action="/checkout/close"><button>Close without paying</button></form>'
  return page(
    'Checkout emulator',
    `<header>${escaped(fields.name ?? 'Merchant')}<b>₹${(order.amount / 100).toLocaleString('en-IN')}</b>${escaped(fields.description ?? '')}</header>
<section><h2>UPI</h2>${button('Pay with success@razorpay', 'upi', 'success', 'go')}${button('Pay with failure@razorpay', 'upi', 'failure')}${button('Leave the request pending', 'upi', 'pending')}</section>
<section><h2>Card</h2>${button('Pay with 4100 2800 0000 1007', 'card', 'success')}</section>
<section><h2>Netbanking</h2>${button('Success', 'netbanking', 'success')}${button('Failure', 'netbanking', 'failure')}</section>
<section>${leave}</section>`,
  )
}

/** After a try in the window's frame: tells the window's script what came of it. */
export function framePage(message: Record<string, unknown>, back: string): string {
  const failed = message.event === 'failed'
  return page(
    'Checkout emulator',
    `<section><h2>${failed ? 'The payment failed' : 'Thank you'}</h2>${failed ? `<a class="cancel" href="${escaped(back)}">Try again</a>` : ''}</section>`,
    `parent.postMessage(${JSON.stringify({ emulator: true, ...message }).replaceAll('<', '\\u003c')}, '*')`,
  )
}

/** After a try on the hosted page: a form that goes back to the merchant, by itself when scripts run. */
export function returnPage(callbackUrl: string, fields: Record<string, string>, paid: boolean): string {
  return page(
    'Checkout emulator',
    `<section><h2>${paid ? 'Payment successful' : 'The payment failed'}</h2><form id="back" method="post" action="${escaped(callbackUrl)}">${hidden(fields)}<button class="go">Continue to merchant</button></form></section>`,
    "document.getElementById('back').submit()",
  )
}

export const failureFields = (payment: Payment): Record<string, string> => ({
  'error[code]': payment.error_code ?? '',
  'error[description]': payment.error_description ?? '',
  'error[source]': 'customer',
  'error[step]': 'payment_authentication',
  'error[reason]': payment.error_reason ?? '',
  'error[metadata]': JSON.stringify({ payment_id: payment.id, order_id: payment.order_id }),
})

/** checkout.js: `new Razorpay(options)`, `.open()`, `.on('payment.failed')`; the window is a frame of our origin. */
export const checkoutScript = (origin: string) => `(() => {
  const ORIGIN = ${JSON.stringify(origin)}
  window.Razorpay = class {
    constructor(options) {
      if (!options || !options.key || !options.order_id) throw new Error('key and order_id are mandatory')
      this.options = options
      this.failed = []
    }
    on(event, handle) { if (event === 'payment.failed') this.failed.push(handle) }
    open() {
      if (document.getElementById('razorpay-emulator')) return
      const o = this.options
      const query = new URLSearchParams({ key_id: o.key, order_id: o.order_id, amount: o.amount, name: o.name || '', description: o.description || '', email: (o.prefill || {}).email || '', contact: (o.prefill || {}).contact || '' })
      const frame = document.createElement('iframe')
      frame.id = 'razorpay-emulator'
      frame.title = 'Razorpay checkout'
      frame.src = ORIGIN + '/checkout?' + query
      Object.assign(frame.style, { position: 'fixed', inset: '0', width: '100%', height: '100%', border: '0', zIndex: '2147483000' })
      document.body.append(frame)
      const overflow = document.body.style.overflow
      document.body.style.overflow = 'hidden'
      let timer
      const close = () => { clearTimeout(timer); window.removeEventListener('message', listen); frame.remove(); document.body.style.overflow = overflow }
      const dismiss = (reason) => { close(); if (o.modal && o.modal.ondismiss) o.modal.ondismiss(reason) }
      const listen = ({ origin, data }) => {
        if (origin !== ORIGIN || !data || !data.emulator) return
        if (data.event === 'paid') { close(); o.handler(data.response) }
        if (data.event === 'failed') { this.failed.forEach((handle) => handle({ error: data.error })); if (o.retry && o.retry.enabled === false) dismiss() }
        if (data.event === 'closed') dismiss()
      }
      window.addEventListener('message', listen)
      if (o.timeout) timer = setTimeout(() => dismiss('timeout'), o.timeout * 1000)
    }
  }
})()
`
