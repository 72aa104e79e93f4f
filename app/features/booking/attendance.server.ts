import { eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import { type Attendance, attendanceWords } from '~/domain/booking-status'
import { tooEarlyToNote } from '~/domain/desk-day'
import { momentWords } from '~/domain/money-request'
import type { Result } from '~/domain/result'
import { nextVersion } from '~/features/back-office/save.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { lastEvent, recordBookingChange, recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockWithinReach } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'

/**
 * Notes whether the guests came; answers whose visit it is. Refused when no booking that stands is within reach, while nobody can
 * know it yet, and when somebody has noted something else since the page that says `shown`; pressed twice, the second press finds it
 * noted.
 */
export async function setAttendance(
  { db, clock, business }: AppContext,
  staff: ActingStaff,
  id: string,
  attendance: Attendance,
  shown?: Attendance,
): Promise<Result<{ customer: string }, 'not-found' | 'too-early' | 'noted-otherwise' | 'busy'>> {
  return inChange(db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, id)
    if (booking?.status !== 'booked') return INVALID_BOOKING
    const noted = { ok: true as const, customer: booking.customerName }
    if (booking.attendance === attendance) return noted
    const at = clock.now()
    const early = tooEarlyToNote(attendance, { slotStart: booking.during.from, now: at, zone: business.timeZone })
    if (early) return early
    if (shown && shown !== booking.attendance) {
      const last = await lastEvent(tx, id, booking.attendance)
      const who = last ? `${last.actor}, ${momentWords(last.at, at, business.timeZone)}` : 'since this page was opened'
      const message = `Noted meanwhile: ${attendanceWords(booking.attendance)} (${who}). Nothing was changed; look again.`
      return { ok: false, reason: 'noted-otherwise', message } as const
    }
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
    return noted
  })
}
