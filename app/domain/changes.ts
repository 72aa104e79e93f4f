/** A record in words: what stands beside each label. */
export type Described = Readonly<Record<string, string>>

export interface Change {
  label: string
  before: string
  after: string
}

/** What differs between two descriptions of a record, in the order of the labels. */
export function differences(before: Described, after: Described): Change[] {
  const labels = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return labels
    .map((label) => ({ label, before: before[label] ?? '', after: after[label] ?? '' }))
    .filter((change) => change.before !== change.after)
}

/** Two people saved one record: the version that stands now, and where the second one's differs from it. */
export interface Conflict {
  version: number
  changes: Change[]
}

export const CONFLICT_MESSAGE = 'Somebody else saved this while you were editing. Nothing of yours is saved yet.'
