import { textWords } from '~/domain/booking-texts'
import { peopleWords } from '~/domain/customer-details'
import { formatRupees } from '~/domain/money'
import { movedForIn } from '~/domain/moved-for'
import { explainedLine } from '~/domain/pricing'
import { returnedByNow } from '~/domain/refund-life'
import { returnWords } from '~/domain/refund-parts'
import { papersPromised } from '~/domain/tax-document'
import { notNeeded, type Paragraph } from '~/features/notification/letter.server'
import type { Composed } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { withCalendar } from './calendar-attachment.server'
import { untoldAsked } from './customer-texts.server'
import {
  allAbout,
  beforeYouCome,
  letterTo,
  type MailedBooking,
  moneyOf,
  neededWords,
  stands,
  type Told,
  wayThere,
  whenOf,
  whereOf,
} from './mail-words.server'
import { struckOutMail } from './payment-mail.server'
import { paymentsInWords } from './payment-words.server'
import { promiseOf } from './promise.server'
import { isOfUntoldStrike, strikeWords, UNTOLD } from './strike-words.server'

/*
 * The letters that tell a booking that stands as a whole: what is new of it, and then all of it (rule L3).
 */

/** It is booked; of a visit that has begun by now nobody is told that the room is theirs. */
export const confirmationMail = (context: AppContext, told: Told): Promise<Composed> =>
  wholeMail(context, told, 'Booking Confirmed!', hasBegun(context, told.booking) ? DETAILS : 'your room is yours')

/** Its details once more, and no news. */
export const detailsMail = (context: AppContext, told: Told): Promise<Composed> =>
  wholeMail(context, told, 'Your booking', DETAILS)

/** It has moved. A move that the business had to make is none of the family’s: what it may still do follows in the promise. */
export const movedMail = (context: AppContext, told: Told): Promise<Composed> =>
  wholeMail(
    context,
    told,
    'Booking moved',
    movedForIn(told.payload) === 'business'
      ? 'we are sorry that we had to move your booking'
      : 'your booking has moved',
  )

/** It has changed, so that money goes back, or goes back no more, or less was received than was said. */
export async function editedMail(context: AppContext, told: Told): Promise<Composed> {
  if (told.payload.of === 'payment') return struckOutMail(context, told)
  const nothing = isTakenBack(told) ? NEEDED_AGAIN : isOfUntoldStrike(told) ? UNTOLD : undefined
  if (!nothing) return wholeMail(context, told, 'Booking changed', 'your booking has changed')
  // whoever is reached elsewhere has no other letter with the key to the booking
  const { bookingId = '', addressed } = told.payload
  return addressed ? detailsMail(context, { ...told, payload: { bookingId } }) : nothing
}

const NEEDED_AGAIN = notNeeded('what was to go back was needed again')

/** Whether nothing is left of the news that money goes back: the change that took it back has a letter of its own. */
const isTakenBack = ({ payload: { online = '0', desk = '0', less }, returned }: Told): boolean =>
  Number(online) + Number(desk) > 0 && returned.all === 0 && !returned.needed && !returned.waits && !less

function papersAhead(context: AppContext, booking: MailedBooking): string[] {
  const { received, remaining } = moneyOf(booking)
  const started = hasBegun(context, booking)
  const words = papersPromised({ total: booking.total, received, remaining, started })
  return words ? [words] : []
}

const DETAILS = 'here are the details of your booking'

const hasBegun = ({ clock }: AppContext, { during }: MailedBooking) => during.from <= clock.now()

async function wholeMail(context: AppContext, told: Told, title: string, news: string): Promise<Composed> {
  const { booking, payload, returned } = told
  if (booking.status !== 'booked') return stands(booking)
  const [when, where] = [whenOf(booking), whereOf(booking)]
  const promise = promiseOf(context, booking, 'later')
  // a move that an older release wrote down does not say from where; by now it may be back there
  const from = payload.from === `${where}, on ${when}` ? undefined : payload.from
  const mail = letterTo(context, booking, `${title} ${where}, ${when}`, [
    `${news}${from ? ` from ${from} to` : ':'} ${where}, on ${when}, for ${peopleWords(booking.people)}. Your booking code is ${booking.code}.`,
    allAbout(context, booking),
    priceLines(booking),
    // why another sum stands there than before the move
    ...(payload.lost ? [payload.lost] : []),
    ...textLines(booking),
    ...untoldAsked(context, booking),
    ...moneyLines(context, booking),
    ...strikeWords(told),
    ...neededWords(returned),
    ...(returned.all > 0 ? [`It costs less than you have paid. ${returnWords(returned, 'now')}`] : []),
    ...(promise ? [promise] : []),
    ...papersAhead(context, booking),
    ...(booking.location ? [wayThere(booking.location)] : []),
    ...(hasBegun(context, booking) ? [] : [beforeYouCome(context)]),
  ])
  // a visit that has begun is no appointment any more: there is nothing to promise of it, and nothing to be reminded of
  return promise ? withCalendar(context, booking, mail) : mail
}

/** Everything that was bought, by its name. */
const priceLines = ({ lines }: MailedBooking): Paragraph => ({
  sums: lines.map((line) => {
    const { kind, name: label, amount, explanation: note } = explainedLine(line)
    return { label, amount, item: { kind, note } }
  }),
})

/** What was typed for cake, lights and the person celebrated, so that a slip is seen in time. */
function textLines(booking: MailedBooking): string[] {
  const given = Object.entries(textWords(booking)).filter(([, text]) => text)
  return given.length ? [given.map(([label, text]) => `${label}: ${text}`).join('\n')] : []
}

function moneyLines({ business }: AppContext, booking: MailedBooking): Paragraph[] {
  const { received, remaining } = moneyOf(booking)
  const { gone, coming, taken } = returnedByNow(booking.refunds)
  const sums = [
    { label: 'Total', amount: booking.total, strong: true },
    { label: 'Paid', amount: received },
    ...(gone > 0 ? [{ label: 'Given back', amount: gone }] : []),
    ...(coming > 0 ? [{ label: 'Coming back', amount: coming }] : []),
    ...(taken > 0 ? [{ label: 'Taken back by your bank', amount: taken }] : []),
    ...(remaining > 0 ? [{ label: 'To pay at the theatre', amount: remaining, strong: true }] : []),
  ]
  const paid = paymentsInWords(booking.payments, business.timeZone).map(
    ({ words, reference, amount }) => `${words}: ${formatRupees(amount)}${reference ? `, reference ${reference}` : ''}`,
  )
  return [
    { sums: sums.map((sum) => ({ ...sum, amount: formatRupees(sum.amount) })) },
    ...(remaining > 0 ? [] : ['Everything is paid.']),
    ...(paid.length ? [paid.join('\n')] : []),
  ]
}
