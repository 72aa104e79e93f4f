import { data, redirect, replace } from '@remix-run/node'
import { type BookingStep, nextStep, stepFault } from '~/domain/booking-steps'
import { todayIn } from '~/domain/calendar'
import { judgeCoupon, normalizeCode } from '~/domain/coupon'
import type { Draft } from '~/domain/draft'
import { losesSomething, restore } from '~/domain/draft'
import { findCoupon } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { redirectWithNotice } from '~/platform/session.server'
import type { FlowVisit, OpenFlowVisit } from './flow-visit.server'
import { reviseVisit } from './flow-visit.server'
import { keepDraft, stepLink } from './kept-draft.server'
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

/** Stays on the page with faults at their fields ('' for the whole step), keeping what could be kept. */
export async function refuseStep(
  context: AppContext,
  visit: FlowVisit,
  faults: Record<string, string>,
  { keep, status = 422 }: { keep?: Draft; status?: number } = {},
) {
  const headers = keep ? await keepDraft(context, visit, keep, visit.dropped) : new Headers()
  return data<StepAnswer>({ faults }, { status, headers })
}

/**
 * Saves the draft; goes on when `next` was pressed and nothing is missing, else shows the same step again: in the place of
 * the one before, so that back is one press however many were made.
 */
export async function answerStep(
  context: AppContext,
  visit: OpenFlowVisit,
  step: BookingStep,
  draft: Draft,
  intent: string,
) {
  const saved = await reviseVisit(context, visit, draft)
  const headers = await keepDraft(context, visit, saved.draft, visit.dropped)
  if (intent !== 'next') return replace(stepLink(step, visit), { status: 303, headers })
  const fault = stepFault(step, saved.draft, saved.steps)
  if (fault) return data<StepAnswer>({ faults: { '': fault } }, { status: 422, headers })
  return redirect(stepLink(nextStep(step, saved.steps) ?? 'payment', visit), { status: 303, headers })
}

/** Answers the forms that stand beside every step: coupon and "Bring back my selections"; undefined for any other. */
export async function answerBesides(
  context: AppContext,
  visit: OpenFlowVisit,
  step: BookingStep,
  fields: Map<string, string>,
) {
  switch (fields.get('intent')) {
    case 'coupon':
      return applyCoupon(context, visit, step, fields.get('code') ?? '')
    case 'remove-coupon': {
      const headers = await keepDraft(context, visit, { ...visit.draft, couponCode: undefined }, visit.dropped)
      return redirect(stepLink(step, visit), { status: 303, headers })
    }
    case 'restore':
      return bringBack(context, visit, stepLink(step, visit))
    default:
      return undefined
  }
}

async function applyCoupon(context: AppContext, visit: OpenFlowVisit, step: BookingStep, typed: string) {
  const code = normalizeCode(typed)
  if (!code) return refuseStep(context, visit, { code: 'Please enter a coupon code' })
  const tooMany = await tooManyTries(context, 'coupon', visit.draft.attemptId)
  if (tooMany) return refuseStep(context, visit, { code: tooMany }, { status: 429 })
  const date = visit.draft.date ?? todayIn(context.settings.BUSINESS_TIME_ZONE, context.clock.now())
  const judged = judgeCoupon(await findCoupon(context.db, code), date, visit.selection.package.name)
  if (!judged.ok) return refuseStep(context, visit, { code: judged.message })
  const headers = await keepDraft(context, visit, { ...visit.draft, couponCode: code }, visit.dropped)
  return redirectWithNotice(stepLink(step, visit), `Coupon ${code} applied`, 'success', headers)
}

/** Restores what the last reset dropped and is still valid, re-priced (rule B6). */
export async function bringBack(context: AppContext, visit: FlowVisit, to: string) {
  if (!visit.offers || !visit.dropped) return redirect(to, 303)
  const draft = restore(visit.draft, visit.dropped, visit.offers)
  const text = losesSomething(visit.dropped, visit.offers)
    ? 'What is still available is back. Some of it is not offered here.'
    : 'Your selections are back'
  return redirectWithNotice(to, text, 'success', await keepDraft(context, visit, draft, undefined))
}
