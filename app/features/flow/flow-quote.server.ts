import { type BookingStep, enterStep } from '~/domain/booking-steps'
import { choosePlaces, type Draft } from '~/domain/draft'
import { onlyBookable } from '~/domain/location-choice'
import { inScope } from '~/domain/staff-role'
import { type OpenQuote, type Quote, resolveQuote } from '~/features/booking/quote.server'
import { listLocations, roomsOnSale } from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import type { DraftOwner, FlowDraft } from './flow-draft.server'

/** What a draft is about that is there already: the staff whose draft it is, or the hold that its customer has of just this. */
interface About extends DraftOwner {
  held?: StoredBooking
}

/** A quote for the draft of whoever asks. */
export type FlowQuote = Quote & About
/** The same, as far as a screen. */
export type OpenFlowQuote = OpenQuote & About

/** Resolves another state of a draft for the same actor. */
export async function reviseQuote(context: AppContext, flowDraft: FlowDraft, draft: Draft): Promise<FlowQuote> {
  const { dropped, staffActor } = flowDraft
  const quote = await resolveQuote(
    context,
    context.db,
    { draft, dropped },
    { staff: Boolean(staffActor), stored: staffActor?.stored },
  )
  return { ...quote, staffActor }
}

/** The open locations, and the rooms that can be booked there, if any; a location admin books at their own only. */
export async function locationsFor({ db }: AppContext, { staffActor }: DraftOwner) {
  const [open, onSale] = await Promise.all([listLocations(db), roomsOnSale(db)])
  return open
    .filter(({ id }) => !staffActor || inScope(scopeOf(staffActor.staff), id))
    .map((one) => ({ ...one, rooms: onSale.filter(({ locationId }) => locationId === one.id) }))
    .map((one) => ({ ...one, bookable: one.rooms.length > 0 }))
}

/** A quote at its location, or at the only one where a room can be booked; whoever keeps no draft is led round in no circle. */
export async function atOnlyLocation(context: AppContext, quote: FlowQuote): Promise<FlowQuote> {
  const only = quote.draft.locationId ? undefined : onlyBookable(await locationsFor(context, quote))
  if (!only) return quote
  const { draft, dropped } = choosePlaces(quote, [
    { kind: 'city', id: only.cityId },
    { kind: 'location', id: only.id },
  ])
  return { ...(await reviseQuote(context, quote, draft)), dropped }
}

/** Whether a step may be entered: with all that it needs, or with the first incomplete one and what is missing there. */
export function enterQuote(
  quote: FlowQuote,
  step: BookingStep,
): { ok: true; quote: OpenFlowQuote } | { ok: false; step: BookingStep; message?: string } {
  const entered = enterStep(step, quote.draft, quote.steps)
  const { screen, offers, selection, priced } = quote
  if (!entered.ok) return { ok: false, step: entered.step, message: quote.draft.slotId ? entered.fault : undefined }
  if (!screen || !offers || !selection || !priced) return { ok: false, step: 'screens' }
  return { ok: true, quote: { ...quote, screen, offers, selection, priced } }
}
