interface CouponTickerProps {
  coupons: readonly { code: string; scrollingText: string }[]
}

/**
 * The public coupons as a line that runs by: 40 s a round, still under the pointer and in focus (rule V2), and
 * a plain list for whoever asked for less motion. The line is drawn twice, so that its end meets its start.
 */
export function CouponTicker({ coupons }: CouponTickerProps) {
  if (!coupons.length) return null
  // few coupons would leave gaps: the line is made at least as long as a wide screen
  const repeats = Math.max(1, Math.ceil(6 / coupons.length))
  const line = Array.from({ length: repeats }, (_, round) =>
    coupons.map(({ code, scrollingText }) => ({
      key: `${code}-${round}`,
      text: scrollingText || code,
      again: round > 0,
    })),
  ).flat()
  return (
    <section
      aria-label="Offers"
      // a stop for the keyboard, where the line stands still
      tabIndex={0}
      className="group overflow-hidden border-y border-gold/20 bg-gold/10 text-champagne"
    >
      <div className="ticker flex w-max whitespace-nowrap motion-reduce:w-auto motion-reduce:whitespace-normal group-hover:[animation-play-state:paused] group-focus:[animation-play-state:paused]">
        {[false, true].map((copy) => (
          <ul
            key={String(copy)}
            aria-hidden={copy || undefined}
            className={`flex motion-reduce:flex-wrap [&>li]:flex [&>li]:items-center [&>li]:gap-8 [&>li]:py-3 [&>li]:pl-8 ${copy ? 'motion-reduce:hidden' : ''}`}
          >
            {line.map(({ key, text, again }) => (
              <li key={key} aria-hidden={again || undefined} className={again ? 'motion-reduce:hidden!' : undefined}>
                {text}
                <span aria-hidden className="text-gold/70 motion-reduce:hidden">
                  ✦
                </span>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </section>
  )
}
