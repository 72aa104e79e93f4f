import { redirect } from '@remix-run/node'
import type { BookingStep } from '~/domain/booking-steps'
import { numbersToCall } from '~/domain/calling'
import type { Draft, Dropped } from '~/domain/draft'
import { assertNever } from '~/domain/result'
import { hasDraftCookie } from '~/features/flow/draft-cookie.server'
import { type DraftOwner, type FlowDraft, readDraft, stepLink, storeDraft } from '~/features/flow/flow-draft.server'
import { enterQuote, type FlowQuote, type OpenFlowQuote, reviseQuote } from '~/features/flow/flow-quote.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { confirmedToken } from './after-payment.server'
import { noticeCookie, redirectWithNotice } from './notice.server'
import { toLogin } from './require-staff.server'

const GONE = 'That unfinished booking is not here any more: it was finished, thrown away, or begun by somebody else.'
const WHICH = 'You are signed in as staff. Choose which booking you mean, or begin a new one.'

/**
 * The draft that whoever asks works on.
 *
 * @throws Response for one that became a booking (to its confirmation) or changed one (to it), for an id without anybody signed in (to the login),
 *   for one that is gone or not this member's, and for staff at an address that names none (to their unfinished bookings)
 */
export async function openDraft(context: AppContext, request: Request): Promise<FlowDraft> {
  const found = await readDraft(context, request)
  if (found.ok) return found.flowDraft
  switch (found.reason) {
    case 'none-named':
      throw await redirectWithNotice(links.adminUnfinished(), WHICH, 'info')
    case 'nobody-signed-in':
      throw toLogin(request)
    case 'booked':
      throw redirect(links.bookingConfirmation({ booking: found.bookingId }), 303)
    case 'edited':
      throw redirect(links.adminBooking(found.bookingId), 303)
    case 'gone':
      throw await redirectWithNotice(links.adminUnfinished(), GONE, 'error')
    default:
      return assertNever(found)
  }
}

/** Opens the draft of whoever asks: resolves it against what is on offer and prices it. Throws as `openDraft` does. */
export async function openQuote(context: AppContext, request: Request): Promise<FlowQuote> {
  const flowDraft = await openDraft(context, request)
  return reviseQuote(context, flowDraft, flowDraft.draft)
}

/**
 * Lets a loader or action go on only when its step may be entered; otherwise throws a redirect to the first incomplete one, or to what
 * the draft has become in another tab. `left` is said there when nothing else is.
 */
export async function requireStep(
  request: Request,
  quote: FlowQuote,
  step: BookingStep,
  left?: string,
): Promise<OpenFlowQuote> {
  const entered = enterQuote(quote, step)
  if (entered.ok) return entered.quote
  await leadBooked(request, quote)
  const headers = new Headers()
  const text = entered.message ?? left
  if (text) headers.append('Set-Cookie', await noticeCookie({ kind: 'error', text }))
  throw redirect(entered.step === 'locations' ? await beginning(request, quote) : stepLink(entered.step, quote), {
    headers,
  })
}

/** Where a booking begins; in whose address it says that its browser has sent none. */
export async function beginning(request: Request, owner: DraftOwner): Promise<string> {
  const known = owner.staffActor || (await hasDraftCookie(request))
  return known ? stepLink('locations', owner) : links.bookLocations({ begin: 'anew' })
}

/** Why whoever was at a later step begins anew, as the address says; null where nobody was, or their booking is `known` by now. */
export function begunAnew({ business }: AppContext, request: Request, known: boolean): string | null {
  if (!isBegunAnew(request) || known) return null
  return `This browser has sent us no booking, so that one begins here: what you choose is kept by a cookie, for a day. If you read this again after choosing, please allow cookies for this site, or call ${numbersToCall(business.phones)}.`
}

/** Whether the address of a first step says so. */
export const isBegunAnew = (request: Request): boolean => new URL(request.url).searchParams.has('begin')

/**
 * Leads who has paid, and comes back or has another tab open at a step, to the confirmation: nothing is chosen there any more. Says to
 * whoever has pressed something that it came too late to be in the booking. The locations, where the next one begins, lead nobody.
 *
 * @throws Response where it leads there
 */
export async function leadBooked(request: Request, { staffActor, asked }: FlowQuote): Promise<void> {
  if (staffActor || asked.locationId || !(await confirmedToken(request))) return
  const headers = new Headers()
  if (request.method === 'POST') headers.append('Set-Cookie', await noticeCookie({ kind: 'info', text: BOOKED }))
  throw redirect(links.bookingConfirmation(), { status: 303, headers })
}

const BOOKED = 'Your booking is made already. What you have just pressed is not in it.'

/**
 * Stores a changed draft where it belongs: in the customer's cookie, by these headers, or under its id.
 *
 * @throws Response when another page changed the draft of staff since this one was drawn
 */
export async function saveDraft(
  context: AppContext,
  owner: DraftOwner,
  draft: Draft,
  dropped: Dropped | undefined,
): Promise<Headers> {
  const stored = await storeDraft(context, owner, draft, dropped)
  if (!stored.ok) throw await redirectWithNotice(stepLink(stored.step, owner), stored.message, 'error')
  return new Headers(stored.cookie ? { 'Set-Cookie': stored.cookie } : {})
}
