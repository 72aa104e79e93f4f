import { and, asc, eq, sql } from 'drizzle-orm'
import { outbox } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import { isBookingLetter, isLetterKept, LETTERS } from '~/domain/letters'
import type { Refused } from '~/domain/result'
import { OWN_LETTER_NAMES, OWN_LETTERS } from '~/domain/visit-letters'
import { recordChange } from '~/features/back-office/audit.server'
import { letterSwitchesOf, switchLetter } from '~/features/notification/letter-switch.server'
import { GIVEN_UP } from '~/features/notification/outbox.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { announceAgain } from '~/features/stored-booking/announce-booking.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockWithinReach } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { NO_ADDRESS } from './mail-words.server'
import { NO_ADDRESS_KNOWN } from './send-details.server'

const ofBooking = (id: string) => eq(sql`${outbox.payload} ->> 'bookingId'`, id)

/** The letters about a booking, and what became of each. */
export async function lettersOfBooking({ db, business, clock }: AppContext, bookingId: string) {
  const rows = await db.select().from(outbox).where(ofBooking(bookingId)).orderBy(asc(outbox.createdAt), asc(outbox.id))
  const now = clock.now()
  return rows
    .filter(({ kind }) => isBookingLetter(kind))
    .map((row) => ({
      id: row.id,
      what: LETTERS[row.kind],
      sent: row.sentAt !== null && row.notNeeded === null,
      /** Whether it can be sent once more, and whether nothing of it is left that could. */
      again: row.sentAt !== null && isSentAgain(row.notNeeded) && isLetterKept(row.sentAt, now),
      gone: !isLetterKept(row.sentAt, now),
      failed: row.notNeeded === GIVEN_UP || (row.sentAt === null && row.lastError !== null),
      state: stateOf(row, (at) => formatInstant(at, business.timeZone)),
    }))
}

/** One that was pointless is not sent again; one that nobody took may be, once what was wrong is mended. */
const isSentAgain = (notNeeded: string | null) => notNeeded === null || notNeeded === GIVEN_UP

/** How far a letter has come, in words. */
function stateOf(
  { createdAt, sentAt, notNeeded, lastError, attempts, unreachedAt }: typeof outbox.$inferSelect,
  when: (at: Date) => string,
): string {
  if (!sentAt && lastError) {
    const tried = `Not taken by the mail server after ${attempts} tries; it is tried again`
    // a server that is there takes other letters
    return unreachedAt ? tried : `${tried}. Is the address right?`
  }
  if (!sentAt) return `Waits since ${when(createdAt)}`
  if (notNeeded === GIVEN_UP)
    return `Given up on ${when(sentAt)} after ${attempts} tries${lastError ? `; the mail server said: ${lastError}` : ''}`
  if (notNeeded === null) return `Sent ${when(sentAt)}`
  return `${notNeeded === NO_ADDRESS.notNeeded ? 'Not sent' : 'Not needed'} on ${when(sentAt)}: ${notNeeded}`
}

export type LetterOfBooking = Awaited<ReturnType<typeof lettersOfBooking>>[number]

const NOT_KEPT = {
  ok: false,
  reason: 'not-kept',
  message: 'A copy of this letter is no longer kept. Send the details of the booking instead.',
} as const

const WAITS = {
  ok: false,
  reason: 'waits',
  message: 'This letter is about to go out, or is tried again by itself.',
} as const
const POINTLESS = {
  ok: false,
  reason: 'pointless',
  message: 'This letter had become pointless, and is not sent.',
} as const

/** Sends one letter of a booking once more, as it reads now; answers the address. */
export const sendLetterAgain = (
  context: AppContext,
  staff: ActingStaff,
  bookingId: string,
  letterId: string,
): Promise<
  { ok: true; email: string } | Refused<'not-found' | 'no-address' | 'not-kept' | 'waits' | 'pointless' | 'busy'>
> =>
  inChange(context.db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, bookingId)
    const [row] = booking
      ? await tx
          .select()
          .from(outbox)
          .where(and(eq(outbox.id, letterId), ofBooking(bookingId)))
      : []
    if (!booking || !row || !isBookingLetter(row.kind)) return INVALID_BOOKING
    const email = booking.customerEmail
    if (!email) return NO_ADDRESS_KNOWN
    const at = context.clock.now()
    // an older page may still offer it
    if (!row.sentAt) return WAITS
    if (!isSentAgain(row.notNeeded)) return POINTLESS
    if (!isLetterKept(row.sentAt, at)) return NOT_KEPT
    await announceAgain(context, tx, { ...row, kind: row.kind }, at)
    await recordEvent(tx, bookingId, { at, kind: 'mail-again', actor: staff.name })
    return { ok: true, email }
  })

/** The letters that go out by themselves, with their switches. */
export async function ownLetters({ db }: AppContext) {
  const switches = await letterSwitchesOf(db)
  return OWN_LETTER_NAMES.map((id) => ({ id, ...OWN_LETTERS[id], active: switches[id] }))
}

/** Turns one of them on or off; false when there is no such letter. */
export async function setLetterSwitch(
  context: AppContext,
  staff: { id: string; name: string },
  id: string,
  active: boolean,
): Promise<boolean> {
  const kind = OWN_LETTER_NAMES.find((one) => one === id)
  if (!kind) return false
  await context.db.transaction(async (tx) => {
    const before = await switchLetter(tx, kind, active)
    await recordChange(context, tx, staff, {
      ...{ action: 'updated', entity: 'Letter', id, name: OWN_LETTERS[kind].title },
      before: { Sent: before ? 'yes' : 'no' },
      after: { Sent: active ? 'yes' : 'no' },
    })
  })
  return true
}
