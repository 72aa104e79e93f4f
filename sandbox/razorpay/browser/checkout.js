/**
 * What merchants load: `new Razorpay(options)`, `.open()`, `.close()`, `.on('payment.failed', …)`. The window is a frame
 * of this script's own origin; the merchant's page needs no inline style or script for it.
 */
;(() => {
  const origin = new URL(document.currentScript.src).origin
  const MANDATORY = ['key', 'order_id', 'amount', 'currency', 'name']
  let opened

  const asText = (value) => (value === undefined || value === null ? '' : String(value))

  /** The window's address: the options the frame needs. */
  function addressOf(options) {
    const { prefill = {}, modal = {}, retry = {}, theme = {}, notes = {} } = options
    const address = new URL('/v1/checkout/window', origin)
    const fields = {
      key_id: options.key,
      order_id: options.order_id,
      amount: options.amount,
      currency: options.currency,
      name: options.name,
      description: options.description,
      timeout: options.timeout,
      origin: location.origin,
      retry: retry.enabled !== false,
      escape: modal.escape !== false,
      backdropclose: modal.backdropclose === true,
      confirm_close: modal.confirm_close === true,
      'theme[color]': theme.color,
    }
    for (const name of ['name', 'email', 'contact', 'method']) fields[`prefill[${name}]`] = prefill[name]
    for (const [name, value] of Object.entries(notes)) fields[`notes[${name}]`] = value
    for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, asText(value))
    return address.href
  }

  /** Leaves the merchant's page by a form, as the provider does with `callback_url`. */
  function postTo(address, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = address
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = value
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  class Razorpay {
    constructor(options) {
      const missing = MANDATORY.filter((name) => !options?.[name])
      if (missing.length) throw new Error(`Razorpay: ${missing.join(', ')} must be given`)
      if (!/^[1-9]\d*$/.test(asText(options.amount))) throw new Error('Razorpay: amount must be an integer')
      this.options = options
      this.listeners = new Map()
    }

    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener])
    }

    off(event) {
      this.listeners.delete(event)
    }

    open() {
      // one window at a time
      if (opened) return
      const { options } = this
      const before = document.activeElement
      const overflow = document.documentElement.style.overflow
      const seen = new Set()
      const frame = document.createElement('iframe')
      frame.title = 'Razorpay checkout'
      frame.className = 'razorpay-checkout-frame'
      frame.allow = 'payment'
      Object.assign(frame.style, {
        position: 'fixed',
        inset: '0',
        width: '100%',
        height: '100%',
        border: '0',
        zIndex: '2147483647',
        background: 'rgba(8, 6, 14, 0.7)',
        colorScheme: 'light',
      })
      frame.src = addressOf(options)

      const close = () => {
        clearTimeout(timer)
        removeEventListener('message', listen)
        removeEventListener('keydown', onEscape)
        frame.remove()
        document.documentElement.style.overflow = overflow
        opened = undefined
        this.shut = undefined
        before?.focus?.()
      }
      const dismiss = (reason) => {
        close()
        options.modal?.ondismiss?.(reason)
      }
      const tell = (event, detail) => {
        for (const listener of this.listeners.get(event) ?? []) listener(detail)
      }
      const paid = ({ response, times }) => {
        close()
        const handled = typeof options.handler === 'function' && options.redirect !== true
        if (!handled && options.callback_url) return postTo(options.callback_url, response)
        for (let nth = 0; nth < times; nth++) options.handler?.(response)
      }
      const failed = ({ error, form }) => {
        tell('payment.failed', { error })
        if (options.redirect === true && options.callback_url) {
          close()
          return postTo(options.callback_url, form)
        }
        if (options.retry?.enabled === false) dismiss()
      }
      const listen = (message) => {
        const { data } = message
        if (message.origin !== origin || message.source !== frame.contentWindow || !data?.razorpayEmulator) return
        if (data.timerPaused) clearTimeout(timer)
        if (data.key && seen.has(data.key)) return
        seen.add(data.key)
        if (data.event === 'paid') paid(data)
        if (data.event === 'failed') failed(data)
        if (data.event === 'closed') dismiss()
      }
      const onEscape = ({ key }) => {
        if (key === 'Escape') frame.contentWindow?.postMessage({ razorpayEmulator: true, ask: 'escape' }, origin)
      }
      const timer = options.timeout ? setTimeout(() => dismiss('timeout'), Number(options.timeout) * 1000) : undefined

      opened = this
      this.shut = dismiss
      addEventListener('message', listen)
      addEventListener('keydown', onEscape)
      document.documentElement.style.overflow = 'hidden'
      document.body.append(frame)
      frame.focus()
    }

    /**
     * Closes the window from the merchant's page. The provider's script posts `close` into its frame, and what the frame answers ends in
     * `ondismiss` (a copy of 2018; not documented, and nothing is said of `confirm_close`): so here it is told, and later, as there.
     */
    close() {
      const { shut } = this
      if (shut) setTimeout(() => this.shut === shut && shut())
    }
  }

  window.Razorpay = Razorpay
})()
