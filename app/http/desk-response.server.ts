import { redirect } from '@remix-run/node'
import { answerDesk, deskForm } from '~/features/flow/desk-step.server'
import type { StaffActor } from '~/features/flow/flow-draft.server'
import type { OpenFlowQuote } from '~/features/flow/flow-quote.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { redirectWithNotice } from './notice.server'
import { refusalStatus } from './refusal-status.server'
import { leadBack } from './step-response.server'

/** The refusals that are said at a field. */
const AT_FIELD: Readonly<Record<string, string>> = {
  'advance-above-total': 'advance',
  'advance-below-received': 'advance',
  'approval-asked': 'approved',
  'moved-for-nobody': 'movedFor',
}

/** Answers the last step as staff send it: on to the confirmation or to the booking that was edited, back to the step that a refusal names, or the form again. */
export async function deskResponse(context: AppContext, quote: OpenFlowQuote, staffActor: StaffActor, form: FormData) {
  const read = parseForm(form, deskForm)
  if (!read.ok) return read.reply(422)
  const done = await answerDesk(context, quote, staffActor, read.value)
  if (done.ok) {
    if (done.notice === undefined) return redirect(links.bookingConfirmation({ booking: done.bookingId }), 303)
    return redirectWithNotice(links.adminBooking(done.bookingId), done.notice)
  }
  const { reason, message, step, conflict, desk } = done
  // a redirect where the page is to show what it comes to now
  if (step !== 'payment' || reason === 'changed-meanwhile')
    return leadBack(context, { ...quote, staffActor: { ...staffActor, desk } }, quote.draft, done)
  const field = AT_FIELD[reason] ?? ''
  const init = refusalStatus({ reason }, reason === 'stale' ? 409 : 422)
  return read.refuse({ [field]: message }, init, { conflict })
}
