import type { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { beginChosenBooking, ELSEWHERE } from '~/features/flow/begin-staff-draft.server'
import { ASIDE, begunWords, isDraftOf } from '~/features/flow/begun-draft.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { stepLink } from '~/features/flow/flow-draft.server'
import { draftAgain } from '~/features/flow/same-again.server'
import { reviewForm, writeReview } from '~/features/review/reviews.server'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { saveDraft } from './draft.server'
import { redirectWithNotice } from './notice.server'

type Found = NonNullable<Awaited<ReturnType<typeof findCustomerBooking>>>['booking']

/** Keeps a review, or says at its fields what is wrong with it. */
export async function takeReview(context: AppContext, booking: Found, sent: FormData) {
  const form = parseForm(sent, reviewForm)
  if (!form.ok) return form.reply()
  const written = await writeReview(context, booking, form.value)
  if (!written.ok) return form.refuse({ '': written.message }, 409, { conflict: written.conflict })
  return redirectWithNotice(`${links.customerBooking(booking.linkToken)}#review`, 'Thank you for your review!')
}

/** The booking on this device, in a line, whose place the same evening again would take; none is the draft that it was made of. */
export async function begunBeside(context: AppContext, request: Request, booking: Found): Promise<string | undefined> {
  const begun = await readDraftCookie(request)
  return (await isDraftOf(context, begun.draft, booking)) ? undefined : begunWords(context, begun)
}

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
  const headers = await saveDraft(context, {}, draft, undefined)
  return redirectWithNotice(stepLink(step, {}), words, 'info', headers)
}
