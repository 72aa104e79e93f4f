import type { Draft } from '~/domain/draft'
import { paise } from '~/domain/money'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import type { TestApp } from './app'
import { OWNER } from './theatre'

/** Books at the front desk, with so many paise in cash as an advance; answers the booking's id. */
export async function bookByStaff({ context }: TestApp, draft: Draft, advance = 0, staff = OWNER): Promise<string> {
  const placed = await placeStaffBooking(context, staff, draft, { advance: paise(advance), mode: 'cash', note: '' })
  if (!placed.ok) throw new Error(`${placed.reason}: ${placed.message}`)
  return placed.bookingId
}
