/** The review before paying: how many come, and the texts as they will be made. */
export const Review = ({ facts }: { facts: readonly (readonly [label: string, words: string])[] }) => (
  <section aria-label="As it will be made" className="mb-8 max-w-xl rounded-card bg-aubergine p-6">
    <dl className="grid grid-cols-2 gap-4">
      {facts.map(([label, words]) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures break-words">{words}</dd>
        </div>
      ))}
    </dl>
  </section>
)
