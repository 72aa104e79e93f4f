import { Proof } from '~/features/booking-pages/proof'
import type { ReviewFact } from './review.server'

/** The review before paying: how many come, and the texts as they will be made. */
export const Review = ({ facts }: { facts: readonly ReviewFact[] }) => (
  <section aria-label="As it will be made" className="mb-8 max-w-xl rounded-card bg-aubergine p-6">
    <dl className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {facts.map(({ label, words, on }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="figures break-words">
            {words}
            {on && (
              <div className="mt-2">
                <Proof on={on} text={words} />
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
