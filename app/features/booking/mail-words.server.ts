import { eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import { formatDay, formatSlot } from '~/domain/calendar'
import { notNeeded } from '~/features/notification/letter.server'
import { WITH_ROWS } from '~/features/stored-booking/stored-booking.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'

/** A booking with all that its letters say of it. */
export const findBooking = ({ db }: AppContext, bookingId: string) =>
  db.query.bookings.findFirst({
    where: eq(bookings.id, bookingId),
    with: { ...WITH_ROWS, location: true, request: true },
  })

export type MailedBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** Why a letter about a booking is pointless that does not stand, or stands already. */
export const stands = ({ status }: Pick<MailedBooking, 'status'>) =>
  notNeeded(
    {
      pending: 'the slot was only held',
      booked: 'the booking stands',
      expired: 'the hold had run out',
      cancelled: 'the booking was cancelled',
    }[status],
  )
/** Why a letter is not sent that was needed all the same. */
export const NO_ADDRESS = notNeeded('no e-mail address was known')
export const BEGUN = notNeeded('the visit had begun')
export const PAID = notNeeded('everything was paid')

/** Its day and slot in words. */
export const whenOf = ({ visitDate, slotFrom: from, slotTo: to }: MailedBooking) =>
  `${formatDay(visitDate)}, ${formatSlot({ from, to })}`
/** Its room and location in words. */
export const whereOf = ({ screenName, locationName }: MailedBooking) => `${screenName}, ${locationName}`
/** The whole address of the customer’s own page. */
export const linkOf = ({ business }: AppContext, { linkToken }: MailedBooking) =>
  `${business.appUrl}${links.customerBooking(linkToken)}`

/** How to come there, and where to leave the car. */
export const wayThere = ({ address, addressLink, parking }: NonNullable<MailedBooking['location']>) =>
  [`The way there: ${address}`, addressLink, ...(parking ? [`Parking: ${parking}`] : [])].join('\n')

/** Where to ask. */
export const questions = ({ business }: AppContext) =>
  `Questions? Call ${business.phones.join(' or ')} or write to ${business.email}. A booking or a payment that you cannot find: ${business.appUrl}${links.find()}`
