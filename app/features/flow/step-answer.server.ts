import {
  type BookingStep,
  cardLeadsTo,
  firstIncompleteStep,
  nextStep,
  stepFault,
  stepsFor,
} from '~/domain/booking-steps'
import {
  type BookingTextName,
  type DraftTexts,
  eachText,
  openQuestion,
  openQuestions,
  textFaults,
} from '~/domain/booking-texts'
import { todayIn } from '~/domain/calendar'
import { freshCode, judgeCode, normalizeCode } from '~/domain/coupon'
import { peopleFitted } from '~/domain/customer-details'
import type { Draft } from '~/domain/draft'
import { inThisRoom, losesSomething, peopleBack, restore } from '~/domain/draft'
import { isBasic } from '~/domain/packages'
import { cakesOutWords, givenWords, SOMETHING_GONE, withoutGone } from '~/domain/selection'
import { answerDraft } from '~/domain/step-answers'
import type { DraftState, Quote } from '~/features/booking/quote.server'
import { hasBooking } from '~/features/booking/quote-payment.server'
import { findCoupon, findPackage } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import type { FlowQuote, OpenFlowQuote } from './flow-quote.server'
import { enterQuote, reviseQuote } from './flow-quote.server'
import type { Overtaken } from './open-answer.server'
import { BEFORE_RESTORE } from './step-form'

/** What a step's action answers when it stays on the page. */
export interface StepAnswer {
  faults: Record<string, string>
  /** The step's texts as they were typed, for a page that is drawn anew. */
  typed?: DraftTexts
  /** The coupon code that was refused, as it was typed. */
  code?: string
  /** Only saved: nothing that is shown has changed. */
  saved?: boolean
  /** Set when another page changed the draft first. */
  overtaken?: Overtaken
}

/** A form's text fields; the last one wins when a name is repeated. */
export function fieldsOf(form: FormData): Map<string, string> {
  const fields = new Map<string, string>()
  for (const [name, value] of form) if (typeof value === 'string') fields.set(name, value)
  return fields
}

/**
 * The fields of a step's form. The coupon's stands twice on a page: the one that was typed into counts. *Next* and *Payment* first
 * apply a code that is typed and was not refused yet, since it would be lost by going on, and Enter in its field is *Next*.
 */
export function pressedOf(form: FormData): Map<string, string> {
  const fields = fieldsOf(form)
  const typed = form.getAll('code').map(String)
  const fresh = freshCode(typed, fields.get('refused') ?? '')
  fields.set('code', fresh ?? (typed.find(Boolean) || ''))
  if (fresh && ['next', 'pay'].includes(fields.get('intent') ?? '')) fields.set('intent', 'coupon')
  return fields
}

/** Whether a step's form was drawn before what was dropped was brought back: what it leaves empty is no answer (rule B6). */
export const isBeforeRestore = (form: { has(name: string): boolean }, { draft, dropped }: DraftState): boolean =>
  form.has(BEFORE_RESTORE) && draft.restored === true && dropped === undefined

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
  | { ok: true; to?: undefined; keep: DraftState }
  | {
      ok: false
      faults: Record<string, string>
      typed?: DraftTexts
      code?: string
      /** What can be kept all the same. */
      keep?: Draft
      status?: 422 | 429 | 502
    }

type Leading = Extract<StepOutcome, { to: BookingStep }>
type Refused = Extract<StepOutcome, { ok: false }>

/** The texts of a draft, those that do not fit as they were before. */
const fitting = (draft: Draft, before: Draft, faults: DraftTexts): Draft => ({
  ...draft,
  ...eachText((name) => (faults[name] ? before[name] : draft[name])),
})

/** The draft as it is when a step is left for somewhere else: what is typed there, unless it does not fit. */
export function keptAnswer(before: Draft, step: BookingStep, fields: Map<string, string>): Draft {
  const answered = answerDraft(before, step, fields)
  return fitting(answered, before, textFaults(answered))
}

/**
 * Goes on when `next` was pressed, or `pay` to the payment, every text fits and nothing is missing; to another step with
 * `go:{step}`, or with `with:{id}` where the short cut of a card leads (rule B30); else to the same step again: in the place of
 * the one before, so that back is one press however many were made. `keep` and `leave` only keep what is typed (rule B26); on
 * leaving it is said when it does not fit.
 */
export async function answerStep(
  context: AppContext,
  quote: OpenFlowQuote,
  step: BookingStep,
  draft: Draft,
  intent: string,
): Promise<StepOutcome> {
  const faults = textFaults(draft)
  const typed = eachText((name) => draft[name])
  const { dropped } = quote
  if (intent === 'keep') return { ok: true, keep: { draft: fitting(draft, quote.draft, faults), dropped } }
  if (Object.keys(faults).length) return { ok: false, faults, typed, keep: fitting(draft, quote.draft, faults) }
  if (intent === 'leave') return { ok: true, keep: { draft, dropped } }
  const saved = await reviseQuote(context, quote, draft)
  const kept = await withoutGoneItems(context, saved)
  const keep = { draft: kept, dropped }
  const other = stepsFor(saved.steps).find((one) => intent === `go:${one}`)
  const gone = kept === saved.draft ? undefined : SOMETHING_GONE
  const notice = [takenOut(quote, saved), gone].filter(Boolean).join(' ') || undefined
  if (other) return { ok: true, to: other, keep, notice }
  const shortCut = intent.startsWith('with:')
  if (intent !== 'next' && intent !== 'pay' && !shortCut) return { ok: true, to: step, keep, again: true, notice }
  const fault = stepFault(step, saved.draft, saved.steps)
  if (fault) return { ok: false, faults: { '': fault }, typed, keep: saved.draft }
  const questions = quote.staffActor ? [] : questionsAt(step, saved, shortCut)
  if (questions.length) {
    const toldLater = [...(saved.draft.toldLater ?? []), ...questions]
    const asked = questions.map((name) => [name, openQuestion(name)])
    return { ok: false, faults: Object.fromEntries(asked), typed, keep: { ...saved.draft, toldLater } }
  }
  // a cake takes straight to the payment, a package and an occasion to what must be chosen next
  if (shortCut && step !== 'cakes') {
    return { ok: true, to: cardLeadsTo(step, saved.draft, saved.steps), keep, notice }
  }
  if (intent !== 'next') return { ok: true, to: firstIncompleteStep(saved.draft, saved.steps).step, keep, notice }
  return { ok: true, to: nextStep(step, saved.steps) ?? 'payment', keep, notice }
}

/**
 * The draft of a customer without what is no longer offered, which is said with it. What is held is theirs as it was chosen, while it is
 * (rule S2), and staff see what was asked for.
 */
async function withoutGoneItems(context: AppContext, { draft, offers, staffActor }: FlowQuote): Promise<Draft> {
  const left = offers && !staffActor ? withoutGone(draft, offers) : draft
  return left !== draft && (await hasBooking(context, { draft })) ? draft : left
}

/** What is to be asked once, and was neither typed nor left for later. */
function questionsAt(step: BookingStep, { draft, selection }: Quote, shortCut: boolean): BookingTextName[] {
  const selected = { addons: selection?.input.addons ?? [], cakes: draft.cakes }
  return openQuestions(draft, { step, selected, toldLater: draft.toldLater, shortCut })
}

/** What another package took out, in words; undefined when nothing. */
const takenOut = ({ draft, offers }: Pick<OpenFlowQuote, 'draft' | 'offers'>, { selection }: Quote) =>
  (selection && [cakesOutWords(draft, offers, selection), givenWords(selection)].filter(Boolean).join(' ')) || undefined

/**
 * Answers what is pressed beside a step (coupon, "Bring back my selections") with what the step's form says besides, so that it
 * loses nothing that is typed or chosen there; undefined for any other press.
 */
export async function answerBesides(
  context: AppContext,
  before: OpenFlowQuote,
  step: BookingStep,
  fields: Map<string, string>,
  answered: Draft = before.draft,
): Promise<StepOutcome | undefined> {
  const intent = fields.get('intent') ?? ''
  if (!['coupon', 'remove-coupon', 'restore'].includes(intent)) return undefined
  const faults = textFaults(answered)
  const entered = enterQuote(await reviseQuote(context, before, fitting(answered, before.draft, faults)), step)
  if (!entered.ok) return { ok: true, to: entered.step }
  const { quote } = entered
  const typed = eachText((name) => answered[name])
  const outcome = await pressedBesides(context, quote, step, intent, fields)
  if (!outcome.ok) return { ...outcome, faults: { ...outcome.faults, ...faults }, typed, keep: quote.draft }
  const { draft, dropped } = outcome.keep ?? quote
  if (Object.keys(faults).length) return { ok: false, faults, typed, keep: draft }
  const notice = [outcome.notice, takenOut(before, quote)].filter(Boolean).join(' ') || undefined
  return { ...outcome, keep: { draft, dropped }, again: true, notice }
}

async function pressedBesides(
  context: AppContext,
  quote: OpenFlowQuote,
  step: BookingStep,
  intent: string,
  fields: Map<string, string>,
): Promise<Leading | Refused> {
  if (intent === 'restore') return bringBack(context, quote, step)
  if (intent === 'remove-coupon') return { ok: true, to: step, keep: withCoupon(quote, undefined) }
  const applied = await applyCoupon(context, quote, step, fields.get('code') ?? '')
  if (applied.ok || !isBasic(quote.selection.package.name)) return applied
  // beside Basic no field for a coupon is drawn
  return { ...applied, faults: { '': applied.faults.code ?? '' } }
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
): Promise<Leading | Refused> {
  const code = normalizeCode(typed)
  if (!code) return { ok: false, faults: { code: 'Please enter a coupon code' } }
  const tooMany = await tooManyTries(context, 'coupon', quote.draft.attemptId)
  if (tooMany) return { ok: false, faults: { code: tooMany }, code: typed, status: 429 }
  const date = quote.draft.date ?? todayIn(context.business.timeZone, context.clock.now())
  const [coupon, stored] = [await findCoupon(context.db, code), quote.storedTerms]
  const judged = judgeCode(code, { date, coupon, stored }, quote.selection.package.name)
  if (!judged.ok) return { ok: false, faults: { code: judged.message }, code: typed }
  return { ok: true, to: step, keep: withCoupon(quote, code), notice: `Coupon ${code} applied` }
}

/** Restores what resets dropped and is still valid, re-priced, and says what cannot come back as it was (rule B6). */
export async function bringBack(context: AppContext, quote: FlowQuote, step: BookingStep): Promise<Leading> {
  const { offers, draft, dropped } = quote
  if (!offers || !dropped) return { ok: true, to: step }
  const before = dropped.packageId ? await findPackage(context.db, dropped.packageId) : undefined
  const back = inThisRoom(dropped, before?.name, offers)
  const restored = restore(draft, back, offers)
  const lost = before && !offers.packages.some(({ id }) => id === back.packageId) ? before.name : 'Some of it'
  const saved = await reviseQuote(context, quote, restored)
  const notice = [
    losesSomething(back, offers)
      ? `What is still available is back. ${lost} is not offered here.`
      : 'Your selections are back.',
    peopleBack(draft, dropped, offers) && peopleFitted(dropped.people, offers),
    takenOut({ draft: restored, offers }, saved),
  ]
  const keep = { draft: saved.draft, dropped: undefined }
  return { ok: true, to: step, keep, notice: notice.filter(Boolean).join(' ') }
}
