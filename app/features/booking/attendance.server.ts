import { eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import type { Attendance } from '~/domain/booking-status'
import { nextVersion } from '~/features/back-office/save.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { lockWithinReach } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

/** Notes whether the guests came; answers whether the booking stands and is within reach. */
export async function setAttendance(
  { db, clock }: AppContext,
  staff: ActingStaff,
  id: string,
  attendance: Attendance,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const booking = await lockWithinReach(tx, staff, id)
    if (booking?.status !== 'booked') return false
    if (booking.attendance === attendance) return true
    const at = clock.now()
    await tx
      .update(bookings)
      .set({ attendance, ...nextVersion(bookings) })
      .where(eq(bookings.id, id))
    await recordEvent(tx, id, { at, kind: attendance, actor: staff.name })
    await recordBookingChange({ clock }, tx, staff, booking, {
      action: 'updated',
      before: { Attendance: booking.attendance },
      after: { Attendance: attendance },
    })
    return true
  })
}
