import type { BookingStep } from '~/domain/booking-steps'
import { type Divergence, divergences } from '~/domain/changes'
import { overtaken, readMark, writeMark } from '~/domain/draft-trail'
import { answerDraft } from '~/domain/step-answers'
import type { AppContext } from '~/platform/context.server'
import { describeDraft } from './draft-words.server'
import type { StaffActor } from './flow-draft.server'
import type { FlowQuote } from './flow-quote.server'
import { reviseQuote } from './flow-quote.server'
import { fieldsOf } from './step-answer.server'

/** By this field a form of staff's says which draft it is about and what it was drawn from. */
export const DRAFT_FIELD = 'draft'

/** What a page is told that answered to a draft which another page has changed since. */
export interface Overtaken {
  /** What another page changed, and what this answer would. */
  changes: Divergence[]
  /** The answer as it was sent, with the mark of the draft as it is now: sending it again keeps it. */
  fields: [string, string][]
}

/** No step has more fields or longer texts; what is beyond goes back to nobody. */
const MOST_FIELDS = 100
const LONGEST_TEXT = 1_000

/**
 * Judges whether a form may answer to a draft: one of staff's that was drawn before another page changed the same draft
 * changes nothing, and is told what changed.
 */
export async function judgeAnswer(
  context: AppContext,
  quote: FlowQuote,
  form: FormData,
  step?: BookingStep,
): Promise<{ ok: true; quote: FlowQuote } | { ok: false; overtaken: Overtaken }> {
  const { staffActor } = quote
  if (!staffActor) return { ok: true, quote }
  const mark = readMark(staffActor.storedDraft.id, form.get(DRAFT_FIELD))
  const late = overtaken(staffActor.storedDraft, mark)
  if (late || !mark)
    return { ok: false, overtaken: await tell(context, quote, staffActor, { since: late?.since, form, step }) }
  return { ok: true, quote: { ...quote, staffActor: { ...staffActor, mark } } }
}

async function tell(
  context: AppContext,
  quote: FlowQuote,
  staffActor: StaffActor,
  { since, form, step }: { since: FlowQuote['draft'] | undefined; form: FormData; step: BookingStep | undefined },
): Promise<Overtaken> {
  const words = async (draft: FlowQuote['draft']) => describeDraft(context, await reviseQuote(context, quote, draft))
  const now = await describeDraft(context, quote)
  const opened = since ? await words(since) : now
  const changes = divergences(opened, now, step ? await words(answerDraft(quote.draft, step, fieldsOf(form))) : now)
  const sent = [...form]
    .slice(0, MOST_FIELDS)
    .flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && name !== DRAFT_FIELD ? [[name, value.slice(0, LONGEST_TEXT)]] : [],
    )
  const fields: [string, string][] = [...sent, [DRAFT_FIELD, writeMark(staffActor.storedDraft.id, staffActor.mark)]]
  return { changes, fields }
}
