import { cancellationPromise, type ReadWhen } from '~/domain/cancellation-promise'
import { heldOf } from '~/features/money/return-owed.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

type Promised = Pick<StoredBooking, 'visitDate' | 'during' | 'rescheduleCount' | 'total' | 'payments' | 'refunds'>

/**
 * What cancelling and moving come to for a booking that stands, in rupees and minutes (rule M27); undefined once the visit has
 * begun, when its customer can do neither.
 */
export function promiseOf(
  { business, clock }: Pick<AppContext, 'business' | 'clock'>,
  booking: Promised,
  read: ReadWhen = 'now',
): string | undefined {
  const { visitDate, during, rescheduleCount, total } = booking
  const now = clock.now()
  if (during.from <= now) return undefined
  const policy = { visitDate, start: during.from, rescheduleCount }
  return cancellationPromise(policy, { held: heldOf(booking), total }, now, business.timeZone, read)
}
