import { formatDate, parseCalendarDate } from './calendar'

/** What was noted beside a label: `[before, after]`, or what it became alone. */
type Noted = Readonly<Record<string, unknown>>

/** An entry of the audit log as it is kept. */
export interface KeptEntry {
  action: string
  entity: string
  entityName: string
  changes: Noted | null
}

/** The till is closed once and corrected since; what is kept calls that, as of any record, added and updated. */
const TILL_DEEDS: Readonly<Record<string, string>> = { added: 'closed', updated: 'corrected' }

/** What an entry says that somebody did: `Booking updated`, `Till closed`. */
export const deedWords = ({ action, entity }: Pick<KeptEntry, 'action' | 'entity'>): string =>
  `${entity} ${(entity === 'Till' ? TILL_DEEDS[action] : undefined) ?? action}`

/** What the record is called; a till by its place and its day, and a file by its days, as days are written here. */
export function recordWords({ action, entity, entityName }: Omit<KeptEntry, 'changes'>): string {
  if (action === 'exported') return entityName.replace(/\b\d{4}-\d{2}-\d{2}\b/g, dayWords)
  const [, place, day] = (entity === 'Till' && /^(.*) (\d{4}-\d{2}-\d{2})$/.exec(entityName)) || []
  const date = parseCalendarDate(day ?? '')
  return place && date ? `${place}, ${formatDate(date)}` : entityName
}

const dayWords = (text: string): string => {
  const date = parseCalendarDate(text)
  return date ? formatDate(date) : text
}

/** `[before, after]` apart; anything else is what it became. */
export function beforeAndAfter(value: unknown): { before: string; after: string } {
  if (Array.isArray(value) && value.length === 2) return { before: inText(value[0]), after: inText(value[1]) }
  return { before: '', after: inText(value) }
}

const inText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** What is told first of several things, in this order: money before everything else. */
const FIRST = ['Struck out', 'Received', 'Difference', 'Correction', 'Total', 'Refund']
/** Why something was done says nothing of what. */
const NEVER_FIRST = ['Reason', 'Corrected because']
/** How long what stood or stands may be to be told in a row. */
const IN_A_ROW = 60

/**
 * What an entry changed first, in a row: `Payment ₹800 in cash`, `Total ₹4,436 → ₹766.33`; what is long is named and not quoted. Empty of
 * what was added or deleted, save of a till, where nothing was noted, or a reason alone.
 */
export function firstChange({ action, entity, changes }: Omit<KeptEntry, 'entityName'>): string {
  if (action !== 'updated' && entity !== 'Till') return ''
  const labels = Object.keys(changes ?? {})
  const label = [...FIRST, ...labels.filter((one) => !NEVER_FIRST.includes(one))].find((one) => labels.includes(one))
  if (!label) return ''
  const { before, after } = beforeAndAfter(changes?.[label])
  const payment = label === 'Received' && /, the last (.+)$/.exec(after)?.[1]
  if (payment) return `Payment ${payment}`
  if (before.length > IN_A_ROW || after.length > IN_A_ROW) return label
  return before ? `${label} ${before} → ${after || 'none'}` : `${label} ${after}`
}
