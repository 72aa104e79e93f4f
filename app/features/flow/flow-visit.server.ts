import { type BookingStep, enterStep } from '~/domain/booking-steps'
import type { Draft } from '~/domain/draft'
import { inScope } from '~/domain/staff-role'
import { type OpenVisit, resolveVisit, type Visit } from '~/features/booking/visit.server'
import { listLocations } from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import type { KeptDraft } from './kept-draft.server'

type WithHand = Pick<KeptDraft, 'hand'>
/** A quote for the draft of whoever asks, and the staff whose draft it is. */
export type FlowVisit = Visit & WithHand
/** The same, as far as a screen. */
export type OpenFlowVisit = OpenVisit & WithHand

/** Resolves another state of a draft for the same hands. */
export async function reviseVisit(context: AppContext, kept: KeptDraft, draft: Draft): Promise<FlowVisit> {
  const { dropped, hand } = kept
  const visit = await resolveVisit(
    context,
    context.db,
    { draft, dropped },
    { staff: Boolean(hand), stored: hand?.stored },
  )
  return { ...visit, hand }
}

/** The locations open for booking, of one city when named; a location admin books at their own only. */
export async function locationsFor({ db }: AppContext, { hand }: Pick<KeptDraft, 'hand'>, cityId?: string) {
  const open = await listLocations(db, cityId)
  return hand ? open.filter(({ id }) => inScope(scopeOf(hand.member), id)) : open
}

/** Whether a step may be entered: with all that it needs, or with the first incomplete one and what is missing there. */
export function enterVisit(
  visit: FlowVisit,
  step: BookingStep,
): { ok: true; visit: OpenFlowVisit } | { ok: false; step: BookingStep; message?: string } {
  const entered = enterStep(step, visit.draft, visit.steps)
  const { screen, offers, selection, priced } = visit
  if (!entered.ok) return { ok: false, step: entered.step, message: visit.draft.slotId ? entered.fault : undefined }
  if (!screen || !offers || !selection || !priced) return { ok: false, step: 'screens' }
  return { ok: true, visit: { ...visit, screen, offers, selection, priced } }
}
