/** How the list of bookings may be sorted; each by an index. */
export const BOOKING_SORTS = ['booked-last', 'booked-first', 'visit-first', 'visit-last'] as const
export type BookingSort = (typeof BOOKING_SORTS)[number]

/** Which date of a booking a list is asked for by; `desk-day`: the day of the desk in which the visit begins (rule E4). */
export const BOOKING_DATES = ['visit', 'desk-day', 'booked-on', 'paid-on'] as const
export type BookingDate = (typeof BOOKING_DATES)[number]
