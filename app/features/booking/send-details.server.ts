import type { Refused } from '~/domain/result'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceDetails } from '~/features/stored-booking/announce-booking.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockWithinReach } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

/** Why nothing is sent to a customer of whom no address is known. */
export const NO_ADDRESS_KNOWN = {
  ok: false,
  reason: 'no-address',
  message: 'No e-mail address is known of this customer.',
} as const

/** Sends a booking's details to its customer once more; answers the address. */
export async function sendDetails(
  context: AppContext,
  staff: ActingStaff,
  id: string,
): Promise<{ ok: true; email: string } | Refused<'not-found' | 'not-booked' | 'no-address' | 'busy'>> {
  return inChange(context.db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, id)
    if (!booking) return INVALID_BOOKING
    if (booking.status !== 'booked') {
      return { ok: false, reason: 'not-booked', message: 'Only a booking that stands is sent.' } as const
    }
    const email = booking.customerEmail
    if (!email) return NO_ADDRESS_KNOWN
    const at = context.clock.now()
    await announceDetails(context, tx, booking, at)
    await recordEvent(tx, id, { at, kind: 'mail-again', actor: staff.name })
    return { ok: true, email }
  })
}
