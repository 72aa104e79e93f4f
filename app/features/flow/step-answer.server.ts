import { type BookingStep, nextStep, stepFault } from '~/domain/booking-steps'
import { eachText, textFaults } from '~/domain/booking-texts'
import { todayIn } from '~/domain/calendar'
import { judgeCoupon, normalizeCode } from '~/domain/coupon'
import type { Draft } from '~/domain/draft'
import { losesSomething, restore } from '~/domain/draft'
import type { DraftState } from '~/features/booking/quote.server'
import { findCoupon } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import type { FlowQuote, OpenFlowQuote } from './flow-quote.server'
import { reviseQuote } from './flow-quote.server'
import type { Overtaken } from './open-answer.server'

/** What a step's action answers when it stays on the page. */
export interface StepAnswer {
  faults: Record<string, string>
  /** Set when another page changed the draft first. */
  overtaken?: Overtaken
}

/** A form's text fields; the last one wins when a name is repeated. */
export function fieldsOf(form: FormData): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name, value)
  return fields
}

/** What an answer to a step comes to: the step that it leads to, or the faults at its fields ('' for the whole step). */
export type StepOutcome =
  | {
      ok: true
      to: BookingStep
      /** What is to be kept of it. */
      keep?: DraftState
      /** The same step again, in the place of the one before. */
      again?: boolean
      notice?: string
    }
  | {
      ok: false
      faults: Record<string, string>
      /** What can be kept all the same. */
      keep?: Draft
      status?: 422 | 429 | 502
    }

/**
 * Goes on when `next` was pressed, every text fits and nothing is missing, else to the same step again: in the place of the
 * one before, so that back is one press however many were made.
 */
export async function answerStep(
  context: AppContext,
  quote: OpenFlowQuote,
  step: BookingStep,
  draft: Draft,
  intent: string,
): Promise<StepOutcome> {
  const faults = textFaults(draft)
  if (Object.keys(faults).length) {
    return { ok: false, faults, keep: { ...draft, ...eachText((name) => quote.draft[name]) } }
  }
  const saved = await reviseQuote(context, quote, draft)
  const keep = { draft: saved.draft, dropped: quote.dropped }
  if (intent !== 'next') return { ok: true, to: step, keep, again: true }
  const fault = stepFault(step, saved.draft, saved.steps)
  if (fault) return { ok: false, faults: { '': fault }, keep: saved.draft }
  return { ok: true, to: nextStep(step, saved.steps) ?? 'payment', keep }
}

/** Answers the forms that stand beside every step: coupon and "Bring back my selections"; undefined for any other. */
export async function answerBesides(
  context: AppContext,
  quote: OpenFlowQuote,
  step: BookingStep,
  fields: Map<string, string>,
): Promise<StepOutcome | undefined> {
  switch (fields.get('intent')) {
    case 'coupon':
      return applyCoupon(context, quote, step, fields.get('code') ?? '')
    case 'remove-coupon':
      return { ok: true, to: step, keep: withCoupon(quote, undefined) }
    case 'restore':
      return bringBack(quote, step)
    default:
      return undefined
  }
}

const withCoupon = ({ draft, dropped }: OpenFlowQuote, couponCode: string | undefined): DraftState => ({
  draft: { ...draft, couponCode },
  dropped,
})

async function applyCoupon(
  context: AppContext,
  quote: OpenFlowQuote,
  step: BookingStep,
  typed: string,
): Promise<StepOutcome> {
  const code = normalizeCode(typed)
  if (!code) return { ok: false, faults: { code: 'Please enter a coupon code' } }
  const tooMany = await tooManyTries(context, 'coupon', quote.draft.attemptId)
  if (tooMany) return { ok: false, faults: { code: tooMany }, status: 429 }
  const date = quote.draft.date ?? todayIn(context.business.timeZone, context.clock.now())
  const judged = judgeCoupon(await findCoupon(context.db, code), date, quote.selection.package.name)
  if (!judged.ok) return { ok: false, faults: { code: judged.message } }
  return { ok: true, to: step, keep: withCoupon(quote, code), notice: `Coupon ${code} applied` }
}

/** Restores what the last reset dropped and is still valid, re-priced (rule B6). */
export function bringBack({ offers, draft, dropped }: FlowQuote, step: BookingStep): StepOutcome {
  if (!offers || !dropped) return { ok: true, to: step }
  const notice = losesSomething(dropped, offers)
    ? 'What is still available is back. Some of it is not offered here.'
    : 'Your selections are back'
  return { ok: true, to: step, keep: { draft: restore(draft, dropped, offers), dropped: undefined }, notice }
}
