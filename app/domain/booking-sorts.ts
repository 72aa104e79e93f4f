/** How the list of bookings may be sorted; each by an index. */
export const BOOKING_SORTS = ['booked-last', 'booked-first', 'visit-first', 'visit-last'] as const
export type BookingSort = (typeof BOOKING_SORTS)[number]
