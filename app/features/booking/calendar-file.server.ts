import { createEvent, type DateArray } from 'ics'
import type { BookingStatus } from '~/domain/booking-status'
import type { Business } from '~/platform/business.server'
import { unixLines } from '~/platform/request-body.server'

interface CalendarBooking {
  id: string
  code: string
  screenName: string
  locationName: string
  during: { from: Date; to: Date }
  calendarSequence: number
  status: BookingStatus
}

/** So long before the visit the calendar reminds of it. */
const REMINDER = { hours: 3, before: true }

const utc = (at: Date): DateArray => [
  at.getUTCFullYear(),
  at.getUTCMonth() + 1,
  at.getUTCDate(),
  at.getUTCHours(),
  at.getUTCMinutes(),
]

/** What a calendar shows besides the visit itself. */
interface CalendarFacts {
  link: string
  /** The street, for the way there. */
  address: string | null
  /** Where to leave a car; empty when nothing is said of it. */
  parking: string
  /** Until when it can be cancelled and moved, in words; empty once the visit has begun. */
  promise: string
}

/**
 * A booking as an iCalendar file, with a reminder three hours before. Times are UTC; a later version has a higher sequence; a
 * cancelled one cancels. It may be a surprise: whoever looks at the calendar reads neither who is celebrated nor what for.
 */
export function calendarFile(
  booking: CalendarBooking,
  business: Pick<Business, 'name' | 'appUrl'>,
  { link, address, parking, promise }: CalendarFacts,
): string {
  const cancelled = booking.status === 'cancelled'
  const title = `${business.name}: ${booking.screenName}`
  const { error, value } = createEvent({
    uid: `${booking.id}@${new URL(business.appUrl).hostname}`,
    sequence: booking.calendarSequence,
    method: cancelled ? 'CANCEL' : 'PUBLISH',
    status: cancelled ? 'CANCELLED' : 'CONFIRMED',
    productId: unread(business.name),
    title: plain(title),
    description: plain(
      [`Booking ${booking.code}`, ...(cancelled ? [] : [promise, parking && `Parking: ${parking}`]), link]
        .filter(Boolean)
        .join('\n'),
    ),
    location: plain([booking.screenName, booking.locationName, address].filter(Boolean).join(', ')),
    alarms: cancelled ? [] : [{ action: 'display', description: unread(plain(title)), trigger: REMINDER }],
    url: link,
    start: utc(booking.during.from),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: utc(booking.during.to),
    endInputType: 'utc',
    endOutputType: 'utc',
  })
  if (!value) throw error ?? new Error('The calendar file could not be written.')
  return folded(value)
}

/** A text whose line breaks are those of texts, and that has no other sign that begins a line of the file. */
const plain = (text: string): string => unixLines(text).replace(/(?![\n\t])\p{Cc}/gu, '')

/** A text of which nothing is read as a sign of the file (RFC 5545, 3.3.11); the library forgets that of the reminder and of who made it. */
const unread = (text: string): string => text.replace(/[\\;,]/g, '\\$&')

/** Octets in a line of the file (RFC 5545, 3.1). */
const LINE_OCTETS = 75

/** The library folds by letters, of which the rupee sign takes three octets: folded anew, by what a line really holds. */
const folded = (file: string): string =>
  file
    .replaceAll('\r\n\t', '')
    .split('\r\n')
    .map((line) => {
      let room = LINE_OCTETS
      return [...line]
        .map((letter) => {
          const octets = Buffer.byteLength(letter)
          const fits = octets <= room
          room = (fits ? room : LINE_OCTETS - 1) - octets
          return fits ? letter : `\r\n ${letter}`
        })
        .join('')
    })
    .join('\r\n')
