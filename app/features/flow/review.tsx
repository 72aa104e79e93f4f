import type { ProofProps } from '~/features/booking-pages/proof'
import { lazyPart } from '~/ui/lazy-part'
import type { BookingFrame } from './frame.server'
import type { ReviewFact } from './review.server'

// whoever has no text made does not load how it is drawn
const Proof = lazyPart<ProofProps>('proof', async () => (await import('~/features/booking-pages/proof')).Proof)

interface ReviewProps {
  facts: readonly ReviewFact[]
  place: BookingFrame['place']
  /** Name, e-mail and number, in one text. */
  whose: BookingFrame['whose']
}

/** The review before paying: for whom, how many come, and the texts as they will be made; on a phone, whose summary lies below, where and when too. */
export const Review = ({ facts, place, whose }: ReviewProps) => (
  <section aria-label="As it will be made" className="mb-8 max-w-xl rounded-card bg-aubergine p-5 sm:p-6">
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4">
      {place && (
        <div className="col-span-2 lg:hidden">
          <dt className="text-sm text-muted">Where and when</dt>
          <dd className="figures">
            {[`${place.screen}, ${place.location}`, place.date, place.slot].map(
              (words) => words && <div key={words}>{words}</div>,
            )}
          </dd>
        </div>
      )}
      <div className="col-span-2">
        <dt className="text-sm text-muted">For</dt>
        <dd className="figures">{whose}</dd>
      </div>
      {facts.map(({ label, words, on }) => (
        // the cake stands beside its words, so that the card stays low
        <div key={label} className={on && 'col-span-2 grid grid-cols-[1fr_auto] gap-x-4'}>
          <dt className="self-end text-sm text-muted">{label}</dt>
          <dd className="figures">{words}</dd>
          {on && (
            <dd className={on === 'lights' ? 'col-span-2 mt-2' : 'col-start-2 row-span-2 row-start-1 w-32'}>
              <Proof on={on} text={words} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  </section>
)
