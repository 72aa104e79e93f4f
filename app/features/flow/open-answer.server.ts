import { type Change, differences } from '~/domain/changes'
import { overtaken, readMark, writeMark } from '~/domain/draft-trail'
import type { AppContext } from '~/platform/context.server'
import { describeDraft } from './draft-words.server'
import type { FlowVisit } from './flow-visit.server'
import { reviseVisit } from './flow-visit.server'
import type { StaffHand } from './kept-draft.server'

/** By this field a form of staff's says which draft it is about and what it was drawn from. */
export const DRAFT_FIELD = 'draft'

/** What a page is told that answered to a draft which another page has changed since. */
export interface Overtaken {
  changes: Change[]
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
  visit: FlowVisit,
  form: FormData,
): Promise<{ ok: true; visit: FlowVisit } | { ok: false; overtaken: Overtaken }> {
  const { hand } = visit
  if (!hand) return { ok: true, visit }
  const mark = readMark(hand.kept.id, form.get(DRAFT_FIELD))
  const late = overtaken(hand.kept, mark)
  if (late || !mark) return { ok: false, overtaken: await tell(context, visit, hand, late?.since, form) }
  return { ok: true, visit: { ...visit, hand: { ...hand, mark } } }
}

async function tell(
  context: AppContext,
  visit: FlowVisit,
  hand: StaffHand,
  since: FlowVisit['draft'] | undefined,
  form: FormData,
): Promise<Overtaken> {
  const before = since && (await describeDraft(context, await reviseVisit(context, visit, since)))
  const changes = before ? differences(before, await describeDraft(context, visit)) : []
  const sent = [...form]
    .slice(0, MOST_FIELDS)
    .flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && name !== DRAFT_FIELD ? [[name, value.slice(0, LONGEST_TEXT)]] : [],
    )
  const fields: [string, string][] = [...sent, [DRAFT_FIELD, writeMark(hand.kept.id, hand.mark)]]
  return { changes, fields }
}
