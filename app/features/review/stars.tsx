import { MOST_STARS } from '~/domain/review'

/** So many of five stars. */
export const Stars = ({ stars }: { stars: number }) => (
  <p className="tracking-[0.2em] text-gold">
    <span aria-hidden>
      {'★'.repeat(stars)}
      <span className="text-muted/50">{'★'.repeat(MOST_STARS - stars)}</span>
    </span>
    <span className="sr-only">
      {stars} of {MOST_STARS} stars
    </span>
  </p>
)
