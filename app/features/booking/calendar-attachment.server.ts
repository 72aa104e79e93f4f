import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { calendarFile } from './calendar-file.server'
import { linkOf, type MailedBooking } from './mail-words.server'
import { promiseOf } from './promise.server'

/** A letter with the booking as an entry for its customer’s calendar, which a mail program enters, or takes away once it is cancelled. */
export function withCalendar(context: AppContext, booking: MailedBooking, mail: Mail): Mail {
  const method = booking.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const content = calendarFile(booking, context.business, {
    link: linkOf(context, booking),
    address: booking.location?.address ?? null,
    parking: booking.location?.parking ?? '',
    promise: promiseOf(context, booking, 'later') ?? '',
  })
  return {
    ...mail,
    attachments: [{ filename: 'booking.ics', content, contentType: `text/calendar; charset=utf-8; method=${method}` }],
  }
}
