import type { ProofProps } from '~/features/booking-pages/proof'
import { lazyPart } from '~/ui/lazy-part'
import type { BookingFrame } from './frame.server'
import type { ReviewFact } from './review.server'

// whoever has no text made does not load how it is drawn
const Proof = lazyPart<ProofProps>('proof', async () => (await import('~/features/booking-pages/proof')).Proof)

interface ReviewProps {
  facts: readonly ReviewFact[]
  place: BookingFrame['place']
}

/** The review before paying: how many come, and the texts as they will be made; on a phone, whose summary lies below, where and when too. */
export const Review = ({ facts, place }: ReviewProps) => (
  <section aria-label="As it will be made" className="mb-8 max-w-xl rounded-card bg-aubergine p-6">
    <dl className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      {place && (
        <div className="lg:hidden">
          <dt className="text-sm text-muted">Where and when</dt>
          <dd className="figures">
            {[`${place.screen}, ${place.location}`, place.date, place.slot].map(
              (words) => words && <div key={words}>{words}</div>,
            )}
          </dd>
        </div>
      )}
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
