import type { Contact, FailureReason, Means, Notes, Payment } from './entities'
import type { Ids } from './ids'

/** Where a customer is in the window or on the hosted page. */
export type CheckoutState =
  | { at: 'choosing'; problem?: string }
  | { at: 'asking-to-close'; before: CheckoutState }
  | { at: 'refused'; why: string }
  | { at: 'upi-app' | 'one-time-password' | 'bank'; payment: Payment; means: Means }
  | { at: 'failed'; payment: Payment; why: FailureReason; nth: number }
  | { at: 'paid'; payment: Payment }
  | { at: 'closed' }

/** One open window (a frame in the merchant's page) or hosted page. */
export interface CheckoutSession {
  id: string
  surface: 'window' | 'hosted'
  orderId: string
  amount: number
  merchant: { name: string; description: string; colour: string | undefined }
  customer: Contact & { name: string }
  notes: Notes
  /** The method that is unfolded first. */
  method: string
  callbackUrl: string | undefined
  cancelUrl: string | undefined
  /** The merchant page's origin: only it is told what happens. */
  parentOrigin: string | undefined
  /** Milliseconds of the real clock, as the browser's timer has it. */
  endsAt: number | undefined
  mayRetry: boolean
  escape: boolean
  backdropClose: boolean
  confirmClose: boolean
  failures: number
  state: CheckoutState
}

const MOST_SESSIONS = 5_000

/** @throws TypeError when it is not a web address: nothing else is ever opened or posted to */
function webAddress(text: string | undefined): string | undefined {
  if (!text) return undefined
  const { protocol, href } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') throw new TypeError('Not a web address.')
  return href
}

/** The open windows and hosted pages. */
export function createCheckoutSessions(ids: Ids) {
  const sessions = new Map<string, CheckoutSession>()
  return {
    find: (id: string) => sessions.get(id),
    clear: () => sessions.clear(),
    /** Opens one from the fields of the window's address or of the hosted form. @throws TypeError on a bad address */
    open(
      surface: CheckoutSession['surface'],
      fields: URLSearchParams,
      amount: number,
      state: CheckoutState,
    ): CheckoutSession {
      const field = (name: string) => fields.get(name) ?? ''
      const timeout = Number(field('timeout'))
      const session: CheckoutSession = {
        id: ids.next('chk'),
        surface,
        orderId: field('order_id'),
        amount,
        merchant: {
          name: field('name') || 'Merchant',
          description: field('description'),
          colour: /^#[0-9a-f]{3,8}$/i.test(field('theme[color]')) ? field('theme[color]') : undefined,
        },
        customer: {
          name: field('prefill[name]'),
          email: field('prefill[email]'),
          contact: field('prefill[contact]'),
        },
        notes: notesIn(fields),
        method: field('method') || field('prefill[method]') || 'upi',
        callbackUrl: webAddress(field('callback_url')),
        cancelUrl: webAddress(field('cancel_url')),
        parentOrigin: webAddress(field('origin'))?.replace(/\/$/, ''),
        endsAt: timeout > 0 ? Date.now() + timeout * 1000 : undefined,
        mayRetry: field('retry') !== 'false',
        escape: field('escape') !== 'false',
        backdropClose: field('backdropclose') === 'true',
        confirmClose: field('confirm_close') === 'true',
        failures: 0,
        state,
      }
      sessions.set(session.id, session)
      const [oldest] = sessions.keys()
      if (sessions.size > MOST_SESSIONS && oldest) sessions.delete(oldest)
      return session
    },
  }
}

function notesIn(fields: URLSearchParams): Notes {
  const notes = [...fields].flatMap(([name, value]) => {
    const key = /^notes\[(.+)\]$/.exec(name)?.[1]
    return key ? [[key, value] as const] : []
  })
  return notes.length ? Object.fromEntries(notes) : []
}
