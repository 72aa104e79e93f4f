import { createHash } from 'node:crypto'
import { and, asc, desc, eq, inArray, ne, not, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { occupying } from '~/db/occupancy'
import { bookings, outbox } from '~/db/schema'
import { type BookingStatus, countsAs } from '~/domain/booking-status'
import { numbersToCall } from '~/domain/calling'
import { hasTenDigits, normalizePhone, PHONE_FAULT } from '~/domain/customer-details'
import { MINUTE_MS } from '~/domain/durations'
import { EMAIL_MAX, isEmail, normalizeEmail } from '~/domain/email-address'
import { type HoldEnd, holdEndState, statusAt } from '~/domain/hold'
import type { LetterKind } from '~/domain/letters'
import { REFERENCE_TYPED, tidyReference } from '~/domain/payment-reference'
import { LONGEST } from '~/domain/text-limits'
import { bookingsPaidAs } from '~/features/money/payment-name.server'
import { letter, link } from '~/features/notification/letter.server'
import { announceAlone } from '~/features/notification/outbox.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { judged } from '~/platform/form-fields.server'
import { withLongest } from '~/platform/form-names.server'
import type { Mail } from '~/platform/mailer.server'
import { visitWords } from './customer-booking.server'
import { holdEnds, isFollowed } from './ended-hold.server'

/** Bookings that one mail names at most: those that stand or hold money first, and the latest visits of each kind. */
const MOST_FOUND = 10
const STATE: Record<Exclude<BookingStatus, 'expired'>, string> = {
  pending: 'waiting for your payment',
  booked: 'confirmed',
  cancelled: 'cancelled',
}
/** Of a hold whose payment came when its slot was gone: who looks for that money is not told that they did not pay. */
const PAID_TOO_LATE = 'not booked; what becomes of your payment stands on its page'

/** Looked for again within so many milliseconds, the same brings no second mail. */
const PACE_MS = 10 * MINUTE_MS
/** Letters that one mailbox gets meanwhile, each of another find. */
const MOST_LETTERS = 3

const field = (fault: (text: string) => string | undefined, max: number) => withLongest(judged(fault), max)

/** Phone and e-mail address together, or what the bank calls a payment (rule L14). */
export const findForm = z
  .object({
    number: field((text) => (text && !hasTenDigits(text) ? PHONE_FAULT : undefined), LONGEST.phone),
    email: field(
      (text) => (text && !isEmail(normalizeEmail(text)) ? 'Email must be an e-mail address' : undefined),
      EMAIL_MAX,
    ),
    reference: field((text) => (text && !tidyReference(text) ? NO_REFERENCE : undefined), REFERENCE_TYPED),
  })
  .superRefine(({ number, email, reference }, check) => {
    if (reference) return
    if (!number && !email) return check.addIssue({ code: 'custom', message: WHAT_IS_NEEDED })
    if (!number) check.addIssue({ code: 'custom', path: ['number'], message: 'Phone is required' })
    if (!email) check.addIssue({ code: 'custom', path: ['email'], message: 'Email is required' })
  })

const WHAT_IS_NEEDED = 'Fill in phone and e-mail, or the payment reference alone'
const NO_REFERENCE = 'A reference has 8 to 40 letters and digits'

/** What a booking is looked for by, as it stands in the letter's row. */
type Wanted = { reference: string } | { number: string; email: string }

/** What a search names: a reference where there is one, else number and address. */
export const wantedOf = ({ number, email, reference }: z.output<typeof findForm>): Wanted => {
  const named = tidyReference(reference)
  return named ? { reference: named } : { number: normalizePhone(number), email: normalizeEmail(email) }
}

/** Whose tries are counted: the person's, or those about one payment. */
export const whoIsWanted = (wanted: Wanted): string =>
  'reference' in wanted ? `reference ${wanted.reference}` : `${wanted.number} ${wanted.email}`

/** Of what is asked for again within ten minutes there is one letter. */
function keyOf({ clock }: AppContext, kind: LetterKind, about: string): string {
  const turn = Math.floor(clock.now().getTime() / PACE_MS)
  return `${kind}:${createHash('sha256')
    .update(JSON.stringify([about, turn]))
    .digest('base64url')}`
}

/**
 * Orders a search. Nothing is looked up here: that is the letter's own work, so that neither the answer nor the time it takes
 * tells a stranger who has booked.
 */
export async function askForLinks(context: AppContext, wanted: Wanted): Promise<void> {
  const [kind, payload] = ['found-bookings', wanted] as const
  await announceAlone(context, { kind, dedupeKey: keyOf(context, kind, whoIsWanted(wanted)), payload })
}

/**
 * Searches, and orders the mail: whatever it was asked for by, a mailbox gets the same find once in ten minutes. Two banks may call two
 * payments the same, so that each address gets a letter of its own. It is no letter itself.
 */
export async function searchBookings(context: AppContext, wanted: Record<string, string>): Promise<undefined> {
  const { found } = await findWanted(context, wanted)
  const mailboxes = new Map<string, string[]>()
  for (const { id, customerEmail } of found) {
    const email = normalizeEmail(customerEmail)
    mailboxes.set(email, [...(mailboxes.get(email) ?? []), id])
  }
  for (const [email, ids] of mailboxes)
    await announceLinks(context, email, { ...wanted, email, found: ids.sort().join(' ') })
}

/**
 * Writes the letter with the links of somebody’s bookings, unless this address has one of the same find in these ten minutes, or as
 * many of others as a stranger may have sent there. Each takes a place of a few, so that two at once are never one too many.
 */
export async function announceLinks(
  context: AppContext,
  mailbox: string,
  payload: Record<string, string>,
): Promise<void> {
  const kind = 'booking-links'
  for (let place = 0; place < MOST_LETTERS; place++) {
    const dedupeKey = keyOf(context, kind, `${mailbox.toLowerCase()} ${place}`)
    await announceAlone(context, { kind, dedupeKey, payload })
    const there = await context.db.query.outbox.findFirst({ where: eq(outbox.dedupeKey, dedupeKey) })
    // ours, or one that says the same
    if (there?.payload.found === payload.found) return
  }
}

/** The links of what was found, to the address of the bookings and to no other; undefined when there is none. */
export async function bookingLinksMail(context: AppContext, wanted: Record<string, string>): Promise<Mail | undefined> {
  const { business, clock } = context
  const { found, more } = await findWanted(context, wanted)
  const [first] = found
  if (!first) return undefined
  const ends = await holdEnds(context, found)
  return letter(business.name, first.customerEmail, 'Your bookings with us', [
    // no name: somebody else may have typed it, and has this mail sent
    'Somebody, most likely you, asked us to find a booking. This is what we have:',
    ...found.map((booking) => {
      const { screen, location, date, slot } = visitWords(booking)
      const page = `${business.appUrl}${links.customerBooking(booking.linkToken)}`
      const words = `${screen}, ${location}\n${date}, ${slot}\n${booking.code}: ${stateOf(booking, ends.get(booking.id), clock.now())}\n`
      return [words, link('See this booking', page)]
    }),
    ...(more ? [`There are more than these ${MOST_FOUND}: please call or write to us about another one.`] : []),
    'Paid, and it is not shown? Press “I paid but see nothing” on the booking’s page: we ask the bank at once.',
    `Questions? Call ${numbersToCall(business.phones)} or write to ${business.email}.`,
  ])
}

function stateOf(booking: typeof bookings.$inferSelect, end: HoldEnd | undefined, now: Date): string {
  if (end) return holdEndState(end)
  const called = countsAs({ ...booking, status: statusAt(booking, now) })
  return called === 'expired' ? PAID_TOO_LATE : STATE[called]
}

/**
 * The bookings of a number or of a payment, and whether there are more of them; of one address, when one is named, which a number alone
 * never is. In front is what a family looks for: many tries that nobody paid push out nothing that stands or holds money. A slot that was
 * held twice and booked is named once.
 */
async function findWanted(
  { db, clock }: AppContext,
  { reference = '', number = '', email = '' }: Record<string, string>,
) {
  const found = await db.query.bookings.findMany({
    where: and(
      ne(bookings.customerEmail, ''),
      reference ? inArray(bookings.id, bookingsPaidAs(db, reference)) : eq(bookings.customerNumber, number),
      reference && !email ? undefined : hasAddress(email),
      // who asks for a payment means the very hold that it was for
      reference ? undefined : not(isFollowed(db, clock.now())),
    ),
    orderBy: [asc(lookedForLast(clock.now())), desc(bookings.visitDate), desc(bookings.createdAt), desc(bookings.id)],
    limit: MOST_FOUND + 1,
  })
  return { found: found.slice(0, MOST_FOUND), more: found.length > MOST_FOUND }
}

/** In which order bookings are named: what stands or holds money, what was cancelled, and last the holds that ran out unpaid. */
const lookedForLast = (now: Date): SQL => sql`case
  when ${occupying(now)} or ${HOLDS_MONEY} then 0
  when ${bookings.status} = 'cancelled' then 1
  else 2 end`

/** More was received of a booking than has gone back; what is only on its way is looked for too. */
const HOLDS_MONEY = sql`${bookings.received} > (select coalesce(sum(r.amount), 0) from refunds r
  where r.booking_id = ${bookings.id} and r.status = 'processed')`

const hasAddress = (email: string): SQL => eq(sql`lower(${bookings.customerEmail})`, email)
