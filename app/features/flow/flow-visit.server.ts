import { redirect } from '@remix-run/node'
import { type BookingStep, enterStep } from '~/domain/booking-steps'
import type { Draft } from '~/domain/draft'
import { inScope } from '~/domain/staff-role'
import { type OpenVisit, resolveVisit, type Visit } from '~/features/booking/visit.server'
import { listLocations } from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { noticeCookie } from '~/platform/session.server'
import { type KeptDraft, readDraft, stepLink } from './kept-draft.server'

type WithHand = Pick<KeptDraft, 'hand'>
/** A quote for the draft of whoever asks, and the staff whose draft it is. */
export type FlowVisit = Visit & WithHand
/** The same, as far as a screen. */
export type OpenFlowVisit = OpenVisit & WithHand

/** Opens the draft of whoever asks: resolves it against what is on offer and prices it. */
export async function openVisit(context: AppContext, request: Request): Promise<FlowVisit> {
  const kept = await readDraft(context, request)
  return reviseVisit(context, kept, kept.draft)
}

/** Resolves another state of a draft for the same hands. */
export async function reviseVisit(context: AppContext, kept: KeptDraft, draft: Draft): Promise<FlowVisit> {
  const { dropped, hand } = kept
  const visit = await resolveVisit(context, context.db, { draft, dropped }, { staff: Boolean(hand), sold: hand?.sold })
  return { ...visit, hand }
}

/** The locations open for booking, of one city when named; a location admin books at their own only. */
export async function locationsFor({ db }: AppContext, { hand }: Pick<KeptDraft, 'hand'>, cityId?: string) {
  const open = await listLocations(db, cityId)
  return hand ? open.filter(({ id }) => inScope(scopeOf(hand.member), id)) : open
}

/** Lets a loader or action go on only when its step may be entered; otherwise a redirect to the first incomplete one. */
export async function requireStep<Step extends BookingStep>(visit: FlowVisit, step: Step): Promise<OpenFlowVisit> {
  const entered = enterStep(step, visit.draft, visit.steps)
  const { screen, offers, selection, priced } = visit
  if (entered.ok && screen && offers && selection && priced) return { ...visit, screen, offers, selection, priced }
  const to = entered.ok ? 'screens' : entered.step
  const headers = new Headers()
  if (!entered.ok && entered.fault && visit.draft.slotId) {
    headers.append('Set-Cookie', await noticeCookie({ kind: 'error', text: entered.fault }))
  }
  throw redirect(stepLink(to, visit), { headers })
}
