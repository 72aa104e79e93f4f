export interface ChangeListProps {
  changes: { label: string; before: string; after: string; yours?: string }[]
  /** Whose the two versions are. */
  before: string
  after: string
  /** A third beside them: what the reader means it to be. */
  yours?: string
}

/** What differs between versions, field by field; on a phone one below the other. */
export function ChangeList({ changes, before, after, yours }: ChangeListProps) {
  if (!changes.length) return null
  return (
    <dl className="mt-4 grid gap-3 rounded-xl bg-well px-4 py-3">
      {changes.map(({ label, ...values }) => (
        <div
          key={label}
          className="grid gap-x-4 gap-y-1 border-hairline not-first:border-t not-first:pt-3 sm:grid-cols-4"
        >
          <dt className="font-medium sm:col-span-1">{label}</dt>
          <dd className="grid gap-x-4 gap-y-1 sm:col-span-3 sm:auto-cols-fr sm:grid-flow-col">
            <Version whose={before} text={values.before} />
            <Version whose={after} text={values.after} strong={!yours} />
            {yours && <Version whose={yours} text={values.yours ?? ''} strong />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Version({ whose, text, strong = false }: { whose: string; text: string; strong?: boolean }) {
  return (
    <span className="min-w-0">
      <span className="block text-xs text-muted">{whose}</span>
      <span className={strong ? 'text-champagne' : ''}>{text || '—'}</span>
    </span>
  )
}
