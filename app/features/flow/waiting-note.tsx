import { formatRupees } from '~/domain/money'
import type { WaitingMoney } from '~/features/booking/waiting-money.server'
import { links } from '~/links'
import { Link } from '~/ui/link'

/** Names the money that waits for another slot, before any more is paid, and leads to where it buys one (rule P25). */
export const WaitingNote = ({ waiting }: { waiting: readonly WaitingMoney[] }) =>
  waiting.map(({ token, amount, until }) => (
    <p key={token} role="status" className="mb-6 max-w-xl rounded-2xl bg-plum px-5 py-2">
      <span className="figures text-champagne">{formatRupees(amount)}</span> of yours waits for you until{' '}
      <span className="figures">{until}</span>: it reached us when somebody else had your slot.{' '}
      <Link
        to={links.customerBooking(token)}
        className="inline-flex min-h-11 items-center text-champagne underline underline-offset-4"
      >
        Take another slot without paying again
      </Link>
    </p>
  ))
