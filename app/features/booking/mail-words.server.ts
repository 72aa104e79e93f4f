import { eq } from 'drizzle-orm'
import { BEFORE_YOU_COME } from '~/content/before-you-come'
import { bookings } from '~/db/schema'
import { formatDay, formatSlot } from '~/domain/calendar'
import { numbersToCall } from '~/domain/calling'
import type { LedgerState } from '~/domain/ledger'
import { formatRupees, ZERO } from '~/domain/money'
import type { ReturnedSums } from '~/domain/refund-parts'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import {
  button,
  greeting,
  type Link,
  letter,
  link,
  notNeeded,
  type Paragraph,
} from '~/features/notification/letter.server'
import { WITH_ROWS } from '~/features/stored-booking/stored-booking.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'

/** A booking with all that its letters say of it. */
export const findBooking = ({ db }: AppContext, bookingId: string) =>
  db.query.bookings.findFirst({
    where: eq(bookings.id, bookingId),
    with: { ...WITH_ROWS, location: true, request: true },
  })

export type MailedBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** What a letter is written from: the booking as it is now, and what was written down with the letter. */
export interface Told {
  booking: MailedBooking
  payload: Record<string, string>
  /** What goes back by what the letter tells of; what a bank has yet to decide about waits (rule P23). */
  returned: ReturnedSums
}

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
export const linkOf = ({ business }: AppContext, { linkToken }: Pick<MailedBooking, 'linkToken'>) =>
  `${business.appUrl}${links.customerBooking(linkToken)}`

/** Where all of it stands. */
export const allAbout = (context: AppContext, booking: Pick<MailedBooking, 'linkToken'>): Link =>
  button('See your booking', linkOf(context, booking))
/** Where another slot is found for one that is none any more. */
export const otherSlots = ({ business }: AppContext): Paragraph => [
  'You can ',
  link('choose another slot here', `${business.appUrl}${links.bookLocations()}`),
]

/** How its money stands. */
export const moneyOf = (booking: MailedBooking): LedgerState => ledgerOfRows(booking, booking.payments, booking.refunds)

const WAYS = 'in cash, by UPI or by card'

/** What is due of it by now, or that nothing is. */
export function dueWords(booking: MailedBooking): string {
  const { remaining } = moneyOf(booking)
  return remaining > 0
    ? `${formatRupees(remaining)} is still to be paid at the theatre, ${WAYS}.`
    : 'Everything is paid.'
}

/** That money which waited to be handed over pays for the booking again; nothing where none does. */
export const neededWords = ({ needed = ZERO }: ReturnedSums): string[] =>
  needed > 0 ? [`${formatRupees(needed)} that waited for you at the theatre pays for your booking again.`] : []

/** How to come there, and where to leave the car. */
export const wayThere = ({ address, addressLink, parking }: NonNullable<MailedBooking['location']>): Paragraph => [
  `The way there: ${address}`,
  ...(addressLink ? ['\n', link('Open the map', addressLink)] : []),
  ...(parking ? [`\nParking: ${parking}`] : []),
]

/** What guests have to know before they come, and where the rest of the terms stands. */
export const beforeYouCome = ({ business }: AppContext): Paragraph => [
  `Before you come: ${BEFORE_YOU_COME.join(' ')} `,
  link('All our terms', `${business.appUrl}${links.terms()}`),
]

/** A letter to a booking’s customer: who is greeted, what it says, and where to ask. */
export const letterTo = (
  context: AppContext,
  { customerEmail, customerName }: MailedBooking,
  subject: string,
  paragraphs: readonly Paragraph[],
): Mail =>
  letter(context.business.name, customerEmail, subject, [greeting(customerName), ...paragraphs, questions(context)])

const questions = ({ business }: AppContext): Paragraph => [
  `Questions? Call ${numbersToCall(business.phones)} or write to ${business.email}. `,
  link('Find a booking or a payment', `${business.appUrl}${links.find()}`),
]
