import { data, redirect, replace } from '@remix-run/node'
import type { Draft } from '~/domain/draft'
import type { RefusedQuote } from '~/features/booking/quote-refusal.server'
import { stepLink } from '~/features/flow/flow-draft.server'
import type { FlowQuote } from '~/features/flow/flow-quote.server'
import type { StepAnswer, StepOutcome } from '~/features/flow/step-answer.server'
import type { AppContext } from '~/platform/context.server'
import { SAVED } from '~/ui/revalidate'
import { saveDraft } from './draft.server'
import { redirectWithNotice } from './notice.server'
import { standingAt } from './standing.server'

/**
 * Keeps what an answer to a step came to, and leads where it leads; the same step again stands where it was pressed, by another
 * `link` when something is to be shown above it.
 */
export async function stepResponse(
  context: AppContext,
  quote: FlowQuote,
  outcome: StepOutcome,
  pressed: { request?: Request; part?: string; link?: string } = {},
) {
  if (!outcome.ok) {
    const { faults, typed, code, keep, status = 422 } = outcome
    const headers = keep ? await saveDraft(context, quote, keep, quote.dropped) : new Headers()
    return data<StepAnswer>({ faults, typed, code }, { status, headers })
  }
  if (!outcome.to) {
    const headers = await saveDraft(context, quote, outcome.keep.draft, outcome.keep.dropped)
    return data<StepAnswer>({ faults: {}, saved: true }, { status: SAVED, headers })
  }
  const { to, keep, again, notice } = outcome
  const headers = keep ? await saveDraft(context, quote, keep.draft, keep.dropped) : new Headers()
  const link =
    again && pressed.request
      ? standingAt(pressed.request, pressed.link ?? stepLink(to, quote), pressed.part)
      : stepLink(to, quote)
  if (notice) {
    if (again) headers.set('X-Remix-Replace', 'yes')
    return redirectWithNotice(link, notice, 'success', headers)
  }
  return again ? replace(link, { status: 303, headers }) : redirect(link, { status: 303, headers })
}

/** Stays on the page with faults at their fields ('' for the whole step), keeping what could be kept. */
export const refuseStep = (
  context: AppContext,
  quote: FlowQuote,
  faults: Record<string, string>,
  { keep, status }: Pick<Extract<StepOutcome, { ok: false }>, 'keep' | 'status'> = {},
) => stepResponse(context, quote, { ok: false, faults, keep, status })

/** Leads to the step that a refusal names and says why; a slot that is to be chosen again is chosen no longer. */
export async function leadBack(
  context: AppContext,
  quote: FlowQuote,
  draft: Draft,
  { step, message }: RefusedQuote<string>,
): Promise<Response> {
  const again = step === 'slots' ? { ...draft, slotId: undefined } : draft
  const headers = await saveDraft(context, quote, again, quote.dropped)
  return redirectWithNotice(stepLink(step, quote), message, 'error', headers)
}
