import { redirect } from '@remix-run/node'
import { inHouseWords } from '~/features/booking/customer-changes.server'
import type { DraftState } from '~/features/booking/quote.server'
import type { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { beginChosenBooking, ELSEWHERE } from '~/features/flow/begin-staff-draft.server'
import { ASIDE, begunWords, isDraftOf } from '~/features/flow/begun-draft.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { stepLink } from '~/features/flow/flow-draft.server'
import { draftAgain, isSameDraft } from '~/features/flow/same-again.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { reviewForm, writeReview } from '~/features/review/reviews.server'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { findBookingOfLink } from '~/features/stored-booking/stored-booking.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { STAYS_HELD } from './after-payment.server'
import { saveDraft } from './draft.server'
import { redirectWithNotice } from './notice.server'

type Found = NonNullable<Awaited<ReturnType<typeof findCustomerBooking>>>['booking']

/** From a change that its link does not offer (any more) back to a booking's page, which says to guests in the house whom to talk to. */
export async function backToBooking({ db, clock }: AppContext, token: string): Promise<Response> {
  const stored = await findBookingOfLink(db, token)
  const words = stored && inHouseWords(stored, clock.now())
  const page = links.customerBooking(token)
  return words ? redirectWithNotice(page, words, 'info') : redirect(page)
}

/** Releases a hold that its customer wants no more, unless its payment may be under way; says which. */
export async function releaseSlot(context: AppContext, { id, linkToken, status }: Found): Promise<Response> {
  const page = links.customerBooking(linkToken)
  // pressed on a page of before: it says what has become of it
  if (status !== 'pending') return redirect(page)
  const tooMany = await tooManyTries(context, 'payment', linkToken)
  if (tooMany) return redirectWithNotice(page, tooMany, 'error')
  const { outcome } = await releaseHold(context, { holdOf: id })
  return outcome === 'unknown' ? redirect(page) : redirectWithNotice(page, RELEASED[outcome], 'info')
}

const RELEASED = {
  booked: 'Your payment has arrived: the slot is yours.',
  kept: STAYS_HELD,
  released: 'Your slot was given back.',
}

/** Saves a review, or says at its fields what is wrong with it. */
export async function takeReview(context: AppContext, booking: Found, sent: FormData) {
  const form = parseForm(sent, reviewForm)
  if (!form.ok) return form.reply()
  const written = await writeReview(context, booking, form.value)
  if (!written.ok) return form.refuse({ '': written.message }, 409, { conflict: written.conflict })
  return redirectWithNotice(`${links.customerBooking(booking.linkToken)}#review`, 'Thank you for your review!')
}

/**
 * The booking on this device, in a line, whose place the same evening again would take; none is the draft that it was made of, nor what
 * the same press before this one has filled in.
 */
export async function begunBeside(context: AppContext, request: Request, booking: Found): Promise<string | undefined> {
  const begun = await readDraftCookie(request)
  if (await isDraftOf(context, begun.draft, booking)) return undefined
  const words = await begunWords(context, begun)
  return words && (await isFilledIn(context, begun, booking)) ? undefined : words
}

/** Whether what is begun on this device is what the same evening again would begin: then nothing is put aside for it. */
const isFilledIn = async (context: AppContext, begun: DraftState, booking: Found): Promise<boolean> =>
  begun.draft.screenId !== undefined && isSameDraft((await draftAgain(context, booking)).draft, begun.draft)

/**
 * Begins the same evening again; whoever works here books for somebody else, under a draft of their own. A booking that is begun on this
 * device stays, unless somebody has said that it may be replaced.
 */
export async function beginAgain(context: AppContext, request: Request, booking: Found, mayReplace: boolean) {
  const { draft, step, words } = await draftAgain(context, booking)
  const staff = await currentStaffWho(context, request, 'manage-bookings')
  if (staff) {
    const draftId = await beginChosenBooking(context, staff, draft)
    if (draftId) return redirectWithNotice(links.bookSlots({ draft: draftId }), words, 'info')
    return redirectWithNotice(`${links.customerBooking(booking.linkToken)}#again`, ELSEWHERE, 'error')
  }
  if (!mayReplace && (await begunBeside(context, request, booking))) {
    return redirectWithNotice(`${links.customerBooking(booking.linkToken)}#again`, ASIDE, 'info')
  }
  const begun = await readDraftCookie(request)
  // pressed again: what the first press has filled in goes on, under its own attempt
  const goesOn = !mayReplace && begun.draft.screenId !== undefined && isSameDraft(draft, begun.draft)
  if (goesOn) return redirectWithNotice(stepLink(step, {}), words, 'info')
  const headers = await saveDraft(context, {}, draft, undefined)
  return redirectWithNotice(stepLink(step, {}), words, 'info', headers)
}
