/** The public coupons as a line that runs by: 40 s a round, still on hover and focus, and without motion on request. */
export function CouponTicker({ coupons }: { coupons: readonly { code: string; scrollingText: string }[] }) {
  if (!coupons.length) return null
  return (
    <section aria-label="Offers" className="overflow-hidden bg-gold/10 py-3 text-champagne">
      <ul className="ticker flex w-max gap-16 px-6 hover:[animation-play-state:paused] focus-within:[animation-play-state:paused]">
        {coupons.map(({ code, scrollingText }) => (
          <li key={code}>{scrollingText || code}</li>
        ))}
      </ul>
    </section>
  )
}
