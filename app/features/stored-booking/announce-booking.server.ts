import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { type bookings, outbox } from '~/db/schema'
import { formatDay, formatSlot } from '~/domain/calendar'
import type { ReturnReason } from '~/domain/late-money'
import type { BookingLetter } from '~/domain/letters'
import { type Paise, ZERO } from '~/domain/money'
import type { MovedFor } from '~/domain/moved-for'
import type { ReturnedSums } from '~/domain/refund-parts'
import type { TimedLetter } from '~/domain/visit-letters'
import { letterSwitchesOf } from '~/features/notification/letter-switch.server'
import { announce, isAnnounced } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'

/** What goes back and by which refunds, and what goes back no more, as a mail's payload carries it: in paise. */
const namedSums = ({ online, desk, needed = ZERO, refunds = [] }: ReturnedSums): Record<string, string> => ({
  online: String(online),
  desk: String(desk),
  ...(needed > 0 && { needed: String(needed) }),
  ...namedRefunds(refunds),
})

const namedRefunds = (refunds: readonly string[]): Record<string, string> =>
  refunds.length > 0 ? { refunds: refunds.join(' ') } : {}

/** By how much less was received, as a mail's payload carries it; the letter of an edit says so beside what else it did. */
const namedStrike = (less: Paise): Record<string, string> => (less > 0 ? { less: String(less) } : {})

/** The confirmation of a booking: one for each version of it, however often its payment is reported; `returned` is what goes back with it. */
export const announceConfirmation = (
  context: AppContext,
  tx: Transaction,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
  returned?: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'confirmation',
    dedupeKey: `confirmation:${bookingId}:${calendarSequence}`,
    payload: { bookingId, ...(returned && namedSums(returned)) },
  })

const changeKey = (kind: string, id: string, count: number) => `${kind}:${id}:${count}`

/** What names the letter of a booking's last move. */
export const moveKey = ({ id, calendarSequence }: { id: string; calendarSequence: number }) =>
  changeKey('rescheduled', id, calendarSequence)

/** Makes the announcement of a change after which money may go back: one letter for each number that `once` counts. */
const changeAnnouncer =
  <Counted extends 'calendarSequence' | 'version'>(
    kind: 'rescheduled' | 'edited' | 'technical-failure',
    once: Counted,
  ) =>
  (
    context: AppContext,
    tx: Transaction,
    booking: { id: string } & Record<Counted, number>,
    returned: ReturnedSums,
    said: Record<string, string> = {},
  ) =>
    announce(context, tx, {
      kind,
      dedupeKey: changeKey(kind, booking.id, booking[once]),
      payload: { bookingId: booking.id, ...namedSums(returned), ...said },
    })

const announceMove = changeAnnouncer('rescheduled', 'calendarSequence')

/** Where and when a booking was before it moved. */
type Place = Pick<typeof bookings.$inferSelect, 'screenName' | 'locationName' | 'visitDate' | 'slotFrom' | 'slotTo'>

const placeWords = ({ screenName, locationName, visitDate, slotFrom: from, slotTo: to }: Place) =>
  `${screenName}, ${locationName}, on ${formatDay(visitDate)}, ${formatSlot({ from, to })}`

/** A booking has moved to another date, time or screen: from where, for whom, where staff said it, and what it has no more, in sentences. */
export const announceReschedule = (
  context: AppContext,
  tx: Transaction,
  booking: { id: string; calendarSequence: number },
  returned: ReturnedSums,
  {
    from,
    movedFor,
    lost = [],
    less = ZERO,
  }: { from?: Place; movedFor?: MovedFor; lost?: readonly string[]; less?: Paise } = {},
) =>
  announceMove(context, tx, booking, returned, {
    ...(from && { from: placeWords(from) }),
    ...(movedFor && { movedFor }),
    ...(lost.length > 0 && { lost: lost.join('\n') }),
    ...namedStrike(less),
  })

const announceChange = changeAnnouncer('edited', 'version')

/**
 * A booking has changed so that money goes back, or goes back no more, or less was received than was said: staff edited it, or its
 * customer its texts. `addressed` where the letter also brings its link to somebody who has none.
 */
export const announceEdit = (
  context: AppContext,
  tx: Transaction,
  booking: { id: string; version: number },
  returned: ReturnedSums,
  { less = ZERO, addressed = false }: { less?: Paise; addressed?: boolean } = {},
) =>
  announceChange(context, tx, booking, returned, {
    ...namedStrike(less),
    ...(addressed && { addressed: 'yes' }),
  })

/** A payment was struck out by itself: nothing else has changed, so that its letter tells of the money alone. */
export const announceStrike = (
  context: AppContext,
  tx: Transaction,
  booking: { id: string; version: number },
  returned: ReturnedSums,
  less: Paise,
) => announceChange(context, tx, booking, returned, { of: 'payment', ...namedStrike(less) })
/** A booking was cancelled, or a hold that staff gave; `returned` is what goes back. */
export const announceCancellation = (
  context: AppContext,
  tx: Transaction,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
  returned: ReturnedSums,
  of: 'booking' | 'hold' = 'booking',
) =>
  announce(context, tx, {
    kind: 'cancelled',
    dedupeKey: `cancelled:${bookingId}:${calendarSequence}`,
    payload: { bookingId, ...namedSums(returned), of },
  })
/** A booking costs less after a technical failure; `returned` is what goes back for it. */
export const announceTechnicalFailure = changeAnnouncer('technical-failure', 'version')

/** What it costs after one was corrected: a letter of the same kind, once for each correction. */
export const announceCorrection = (
  context: AppContext,
  tx: Transaction,
  booking: { id: string; version: number },
  returned: ReturnedSums,
) => announceTechnicalFailure(context, tx, booking, returned, { corrected: 'yes' })

/** Money goes back, `amount` in all and `desk` of that at the theatre, by these refunds; once for what it is of, as a payment. */
export const announceReturn = (
  context: AppContext,
  tx: Transaction,
  bookingId: string,
  {
    of,
    why,
    amount,
    desk = ZERO,
    refunds = [],
  }: { of: string; why: ReturnReason; amount: Paise; desk?: Paise; refunds?: readonly string[] },
) =>
  announce(context, tx, {
    kind: 'payment-returned',
    dedupeKey: returnKey(of),
    payload: {
      ...{ bookingId, of, why, amount: String(amount), online: String(amount - desk), desk: String(desk) },
      ...namedRefunds(refunds),
    },
  })

const returnKey = (of: string) => `payment-returned:${of}`

/** Whether somebody was told that this goes back. */
export const isReturnAnnounced = (tx: Transaction, of: string): Promise<boolean> => isAnnounced(tx, returnKey(of))

/**
 * A refund could not be sent and is the staff's now: told once to who was told that it goes back, by a letter that names it. Who was told
 * nothing of it is told nothing of this. A letter that turned out not to be needed, since a bank had yet to decide or it was sent again,
 * has told nobody: the next time there is another one. The caller has locked the refund's payment, or the case of its dispute.
 */
export async function announceNotSent(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  { id: refundId, bookingId }: { id: string; bookingId: string },
): Promise<void> {
  const ofBooking = eq(sql`${outbox.payload} ->> 'bookingId'`, bookingId)
  const names = sql`${refundId} = any(string_to_array(${outbox.payload} ->> 'refunds', ' '))`
  if (!(await tx.$count(outbox, and(ofBooking, names, isNull(outbox.notNeeded))))) return
  const before = await tx
    .select({ notNeeded: outbox.notNeeded })
    .from(outbox)
    .where(and(ofBooking, eq(outbox.kind, 'refund-not-sent'), eq(sql`${outbox.payload} ->> 'refundId'`, refundId)))
  if (before.some(({ notNeeded }) => notNeeded === null)) return
  await announce(context, tx, {
    kind: 'refund-not-sent',
    dedupeKey: changeKey('refund-not-sent', refundId, before.length),
    payload: { bookingId, refundId },
  })
}

/** A payment came when somebody else had the slot: which others can be had for it; once for each payment. */
export const announceSlotLost = (context: AppContext, tx: Transaction, bookingId: string, paymentId: string) =>
  announce(context, tx, { kind: 'slot-lost', dedupeKey: `slot-lost:${paymentId}`, payload: { bookingId } })

/** The details of a booking once more, as it is now, because staff say so: once a minute at most, however often they press. */
export const announceDetails = (
  context: AppContext,
  tx: Transaction,
  { id: bookingId, version }: { id: string; version: number },
  at: Date,
) =>
  announce(context, tx, {
    kind: 'details',
    dedupeKey: `details:${bookingId}:${version}:${at.toISOString().slice(0, 16)}`,
    payload: { bookingId },
  })

/**
 * The customer is asked to pay, or reminded of it: once a minute at most, however often it is pressed, unless another sum is asked
 * for, or another time; not while these letters are switched off.
 */
export async function announceRequest(
  context: AppContext,
  tx: Transaction,
  { id: bookingId, until, upTo }: { id: string; until: Date; upTo: Paise },
  kind: 'money-asked' | 'money-reminder',
  at: Date,
): Promise<void> {
  const switches = await letterSwitchesOf(tx)
  if (!switches['money-asked']) return
  await announce(context, tx, {
    kind,
    dedupeKey: `${kind}:${bookingId}:${at.toISOString().slice(0, 16)}:${upTo}:${until.toISOString()}`,
    payload: { bookingId },
  })
}

/** How a customer hears of a request, in words for whoever asks: only what is really sent is said. */
export async function requestWords({ db }: Pick<AppContext, 'db'>, email: string): Promise<string> {
  const switches = await letterSwitchesOf(db)
  const mail = !switches['money-asked']
    ? 'No mail goes: letters that ask are switched off'
    : email
      ? 'The customer is asked by mail'
      : 'No e-mail address is known'
  return `${mail}; WhatsApp has the message ready.`
}

/** What names a letter that a clock sends: one for each booking, and one more when it has moved. */
export const timedKey = (kind: TimedLetter, { id, calendarSequence }: { id: string; calendarSequence: number }) =>
  `${kind}:${id}:${calendarSequence}`

/** A letter that is due by the clock, about the visit as it is planned now. */
export const announceTimed = (
  context: AppContext,
  tx: Transaction,
  kind: TimedLetter,
  booking: { id: string; calendarSequence: number },
) =>
  announce(context, tx, {
    kind,
    dedupeKey: timedKey(kind, booking),
    payload: { bookingId: booking.id, sequence: String(booking.calendarSequence) },
  })

/**
 * Payments were taken at the desk, or one came online for a booking that stands: once for each, unless these letters are switched off.
 * `inPlace` where an edit has entered them in the place of others: only what is more than their customer was told of is news.
 */
export async function announceMoneyReceived(
  context: AppContext,
  tx: Transaction,
  { bookingId, paymentIds, inPlace = false }: { bookingId: string; paymentIds: readonly string[]; inPlace?: boolean },
): Promise<void> {
  const switches = await letterSwitchesOf(tx)
  if (!switches['money-received']) return
  const received = paymentIds.join(' ')
  const payload = { bookingId, received, ...(inPlace && { replaced: 'yes' }) }
  await announce(context, tx, { kind: 'money-received', dedupeKey: `money-received:${paymentIds.at(-1)}`, payload })
}

/** A letter of a booking once more, because staff say so, with when it was first written: once a minute at most. */
export const announceAgain = (
  context: AppContext,
  tx: Transaction,
  {
    id,
    kind,
    payload,
    createdAt,
  }: { id: string; kind: BookingLetter; payload: Record<string, string>; createdAt: Date },
  at: Date,
) =>
  announce(context, tx, {
    kind,
    dedupeKey: `again:${id}:${at.toISOString().slice(0, 16)}`,
    payload: { written: createdAt.toISOString(), ...payload },
  })
