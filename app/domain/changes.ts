/** A record in words: what stands beside each label. */
export type Described = Readonly<Record<string, string>>

export interface Change {
  label: string
  before: string
  after: string
}

/** A list in words; what could be taken for two of its things stands in quotes, so that no two lists read alike. */
export const listInWords = (list: readonly string[], joint = ', '): string =>
  list
    .map((one) => (one.includes(joint.trim()) || /[“”]/.test(one) ? `“${one.replaceAll('”', '””')}”` : one))
    .join(joint)

/** What differs between two descriptions of a record, in the order of the labels. */
export function differences(before: Described, after: Described): Change[] {
  const labels = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return labels
    .map((label) => ({ label, before: before[label] ?? '', after: after[label] ?? '' }))
    .filter((change) => change.before !== change.after)
}

/** How long what stood or stands beside a label may be to be told in a line. */
const IN_A_LINE = 40

/** What a save changed, in one line for whoever saved it; what is long is named and not quoted. */
export function changesInWords(changes: readonly Change[]): string {
  if (!changes.length) return 'Saved. Nothing was changed.'
  const words = changes.map(({ label, before, after }) => {
    if (before.length > IN_A_LINE || after.length > IN_A_LINE) return label
    return `${label}: ${after || 'none'}${before && ` (was ${before})`}`
  })
  return `Saved. ${words.join('; ')}.`
}

/** Three descriptions of a record that two people changed: as both had opened it, as it is now, and as one of them means it. */
export interface Divergence extends Change {
  yours: string
}

/** Where three descriptions differ, in the order of the labels. */
export function divergences(opened: Described, now: Described, yours: Described): Divergence[] {
  const [theirs, own] = [differences(opened, now), differences(now, yours)]
  const labels = new Set([...theirs, ...own].map(({ label }) => label))
  return [...new Set([...Object.keys(opened), ...Object.keys(now), ...Object.keys(yours)])]
    .filter((label) => labels.has(label))
    .map((label) => ({
      label,
      before: opened[label] ?? '',
      after: now[label] ?? '',
      yours: yours[label] ?? '',
    }))
}

/** Something that is saved beside a record, which another thing may have taken the place of: '' and 0 where there is none. */
export interface SavedBeside {
  id: string
  version: number
}

/** Two people saved one record: the version that stands now, and where the second one's differs from it. */
export interface Conflict {
  version: number
  /** What is saved beside the record, as an account with it, and the version of that. */
  beside?: SavedBeside
  changes: Change[]
}

export const CONFLICT_MESSAGE = 'Somebody else saved this while you were editing. Nothing of yours is saved yet.'
