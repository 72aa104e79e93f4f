import { assertNever } from './result'

export const BOOKING_STATUSES = ['pending', 'booked', 'expired', 'cancelled'] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]

/** The statuses whose time range nobody else can have; the exclusion constraint names the same two. */
export const BLOCKING_STATUSES = ['pending', 'booked'] as const satisfies readonly BookingStatus[]
export type BlockingStatus = (typeof BLOCKING_STATUSES)[number]
/** Whether a booking of this status keeps others from its slot, as far as the status says. */
export const isBlocking = (status: BookingStatus): status is BlockingStatus =>
  BLOCKING_STATUSES.some((one) => one === status)

/**
 * As what a booking counts in lists and figures: a hold that was deleted before it ever stood counts as one that ran out, since
 * nobody had booked (rule E26).
 */
export const countsAs = ({ status, wasBooked }: { status: BookingStatus; wasBooked: boolean }): BookingStatus =>
  status === 'cancelled' && !wasBooked ? 'expired' : status

/** Who made a booking: a customer, or staff for one. */
export const BOOKING_SOURCES = ['online', 'staff'] as const
export type BookingSource = (typeof BOOKING_SOURCES)[number]

/** Whether the guests came, as staff say. */
export const ATTENDANCES = ['expected', 'arrived', 'no-show'] as const
export type Attendance = (typeof ATTENDANCES)[number]

const ATTENDANCE_WORDS = {
  expected: 'Expected',
  arrived: 'Arrived',
  'no-show': 'Did not come',
} as const satisfies Record<Attendance, string>

/** How an attendance is called on a button. */
export const attendanceWords = (attendance: Attendance): string => ATTENDANCE_WORDS[attendance]

/** Whether a visit that was booked is over and nobody came to it. */
export const isMissed = (
  { status, attendance, during }: { status: BookingStatus; attendance: Attendance; during: { to: Date } },
  now: Date,
): boolean => status === 'booked' && attendance === 'no-show' && during.to <= now

/** Why a booking moves. */
export type MoveCause =
  | 'paid'
  | 'nothing-to-pay'
  | 'staff'
  | 'hold-ended'
  | 'released'
  | 'order-refused'
  | 'cancelled'
  | 'late-payment'

/**
 * Whether a booking may move; anything that rules S4, S5 do not name is refused. What was cancelled stays cancelled.
 */
export function canMove(from: BookingStatus, to: BookingStatus, cause: MoveCause): boolean {
  switch (from) {
    case 'pending':
      return to === 'booked' || to === 'expired' || to === 'cancelled'
    case 'expired':
      return to === 'booked' && cause === 'late-payment'
    case 'booked':
      return to === 'cancelled'
    case 'cancelled':
      return false
    default:
      return assertNever(from)
  }
}
