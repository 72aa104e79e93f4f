import { formatRupees } from '~/domain/money'
import type { PaidAlready } from '~/features/booking/paid-already.server'
import { links } from '~/links'
import { Link } from '~/ui/link'

/**
 * Names what was paid already or may still be, before any more is paid, and leads to what it bought, or to where it buys another slot
 * (rules P25, S7).
 */
export const PaidNote = ({ paid }: { paid: readonly PaidAlready[] }) =>
  paid.map((one) => (
    <p key={one.token} role="status" className="mb-6 max-w-xl rounded-2xl bg-plum px-5 py-2">
      {'comes' in one ? (
        <>
          {one.held ? 'A' : 'Your hold has ended, but a'} payment of{' '}
          <span className="figures text-champagne">{formatRupees(one.comes)}</span> for{' '}
          <span className="figures">{one.visit}</span>{' '}
          {one.held
            ? `is under way, and the slot is held for it until ${one.held}. `
            : 'may still come: your bank has not spoken yet. Pay again only if you know that it failed. '}
        </>
      ) : 'visit' in one ? (
        <>
          Your earlier payment came through: <span className="figures text-champagne">{one.visit}</span> is booked.{' '}
        </>
      ) : (
        <>
          <span className="figures text-champagne">{formatRupees(one.amount)}</span> of yours waits for you until{' '}
          <span className="figures">{one.until}</span>: it reached us when somebody else had your slot.{' '}
        </>
      )}
      <Link
        to={'comes' in one ? links.bookPayment() : links.customerBooking(one.token)}
        className="inline-flex min-h-11 items-center text-champagne underline underline-offset-4"
      >
        {'comes' in one
          ? 'Look again'
          : 'visit' in one
            ? 'Look at your booking'
            : 'Take another slot without paying again'}
      </Link>
    </p>
  ))
