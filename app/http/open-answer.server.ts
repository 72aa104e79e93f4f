import { data, redirect } from '@remix-run/node'
import type { BookingStep } from '~/domain/booking-steps'
import { judgeAnswer } from '~/features/flow/open-answer.server'
import { isBeforeRestore } from '~/features/flow/step-answer.server'
import type { AppContext } from '~/platform/context.server'
import { openQuote } from './draft.server'

/** A precondition failed: the page stays as it was drawn until somebody decides (`ui/revalidate`). */
const OVERTAKEN_STATUS = 412

/** Opens the draft that a form answers to; `overtaken` is the answer to one that another page was faster than. */
export async function openAnswer(context: AppContext, request: Request, step?: BookingStep) {
  const quote = await openQuote(context, request)
  const form = await request.formData()
  // the page is to be seen first as it is now
  if (isBeforeRestore(form, quote)) {
    const { pathname, search } = new URL(request.url)
    return { quote, form, overtaken: redirect(`${pathname}${search}`, 303) }
  }
  const judged = await judgeAnswer(context, quote, form, step)
  if (judged.ok) return { quote: judged.quote, form, overtaken: undefined }
  const { overtaken } = judged
  return { quote, form, overtaken: data({ faults: {}, overtaken }, { status: OVERTAKEN_STATUS }) }
}
