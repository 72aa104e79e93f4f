import { redirect } from '@remix-run/node'
import { type PickedEvening, pickEvening } from '~/features/flow/begin-evening.server'
import { stepLink } from '~/features/flow/flow-draft.server'
import { type FlowQuote, reviseQuote } from '~/features/flow/flow-quote.server'
import { slotLeadsTo } from '~/features/flow/slot-step.server'
import type { AppContext } from '~/platform/context.server'
import { saveDraft } from './draft.server'
import { redirectWithNotice } from './notice.server'

/** Takes a customer to the step after the slot that they picked from a list; to `back` when somebody else has it by now. */
export async function takeEvening(
  context: AppContext,
  quote: FlowQuote,
  picked: PickedEvening,
  back: string,
): Promise<Response> {
  const taken = await pickEvening(context, quote, picked)
  if (!taken) return redirectWithNotice(back, GONE, 'error')
  const next = await reviseQuote(context, quote, taken.draft)
  const headers = await saveDraft(context, quote, taken.draft, taken.dropped)
  return redirect(stepLink(slotLeadsTo(next), quote), { status: 303, headers })
}

const GONE = 'Someone has just taken that slot. Here is what is free now.'
