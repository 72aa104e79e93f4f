import { createEvent, type DateArray } from 'ics'
import type { Business } from '~/platform/business.server'

interface CalendarBooking {
  id: string
  code: string
  screenName: string
  locationName: string
  during: { from: Date; to: Date }
  calendarSequence: number
  status: 'pending' | 'booked' | 'expired' | 'cancelled'
}

const utc = (at: Date): DateArray => [
  at.getUTCFullYear(),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
]

/** A booking as an iCalendar file. Times are UTC; a later version has a higher sequence; a cancelled one cancels. */
export function calendarFile(booking: CalendarBooking, business: Business, link: string): string {
  const cancelled = booking.status === 'cancelled'
  const { error, value } = createEvent({
    uid: `${booking.id}@${new URL(business.appUrl).hostname}`,
    sequence: booking.calendarSequence,
    method: cancelled ? 'CANCEL' : 'PUBLISH',
    status: cancelled ? 'CANCELLED' : 'CONFIRMED',
    productId: business.name,
    title: `${business.name}: ${booking.screenName}`,
    description: `Booking ${booking.code}\n${link}`,
    location: `${booking.screenName}, ${booking.locationName}`,
    url: link,
    start: utc(booking.during.from),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: utc(booking.during.to),
    endInputType: 'utc',
    endOutputType: 'utc',
  })
  if (!value) throw error ?? new Error('The calendar file could not be written.')
  return value
}
