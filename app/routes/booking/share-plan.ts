import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { sharePlan } from '~/features/flow/shared-plan.server'
import { openQuote } from '~/http/draft.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'

/** Nothing to see here: whoever comes by hand goes on booking. */
export const loader = () => redirect(links.bookLocations())

/** Makes a link of the visitor's draft that can be shown around (rule B32). */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const quote = await openQuote(context, request)
  if (quote.staffActor) return redirect(links.bookLocations(), 303)
  const tooMany = await tooManyTries(context, 'plan', quote.draft.attemptId)
  if (tooMany) return redirectWithNotice(links.bookPayment(), tooMany, 'error')
  const shared = await sharePlan(context, quote)
  if (!shared) return redirectWithNotice(links.bookLocations(), 'Please choose a room first.', 'error')
  return redirect(links.plan(shared.token, { key: shared.ownerKey }), 303)
}
