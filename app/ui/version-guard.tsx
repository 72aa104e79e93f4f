interface VersionGuardProps {
  /** The version the form was filled from. */
  version: number
  conflict?: { version: number; changes: { label: string; before: string; after: string }[] }
}

/** Names the version that is edited; when somebody else saved first, shows both versions and lets the person decide. */
export function VersionGuard({ version, conflict }: VersionGuardProps) {
  return (
    <>
      <input type="hidden" name="version" value={conflict?.version ?? version} />
      {conflict && (
        <table className="mb-6 w-full rounded-card bg-night/40 text-left text-sm">
          <caption className="px-4 pt-3 text-left text-muted">
            What is saved now, and what you are about to save
          </caption>
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="px-4 py-2 font-medium">
                Field
              </th>
              <th scope="col" className="px-4 py-2 font-medium">
                Saved now
              </th>
              <th scope="col" className="px-4 py-2 font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {conflict.changes.map(({ label, before, after }) => (
              <tr key={label} className="border-t border-hairline align-top">
                <th scope="row" className="px-4 py-2 font-normal text-muted">
                  {label}
                </th>
                <td className="px-4 py-2 break-words">{before || '—'}</td>
                <td className="px-4 py-2 break-words text-champagne">{after || '—'}</td>
              </tr>
            ))}
            {!conflict.changes.length && (
              <tr>
                <td colSpan={3} className="px-4 py-2 text-muted">
                  Both are the same.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      )}
    </>
  )
}
