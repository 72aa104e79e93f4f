import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { bookings } from '~/db/schema'
import { databaseTrouble } from '~/db/trouble.server'
import { type BookingStep, firstIncompleteStep } from '~/domain/booking-steps'
import { todayIn } from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { COUNTED_MS, freeLimitFault, holdLimitFault } from '~/domain/hold'
import { BASIC_ONLY_MESSAGE, packageAllowed } from '~/domain/last-hour'
import { BOOKED_MAX, formatRupees, type Paise } from '~/domain/money'
import { SMALLEST_PAYMENT } from '~/domain/payment-choice'
import type { Refused } from '~/domain/result'
import { onlineSlots, TOO_LATE_MESSAGE } from '~/domain/slots'
import { slotsForDate } from '~/features/availability/availability.server'
import type { AppContext } from '~/platform/context.server'
import { networkOf } from '~/platform/network.server'
import { currentRequest } from '~/platform/request-watch.server'
import type { Quote } from './quote.server'

export type QuoteRefusal = 'incomplete' | 'slot-taken' | 'slot-started' | 'date-closed' | 'basic-only' | 'busy'
/** A refusal, and the step at which it is to be mended: the one place that says where it leads. */
export type RefusedQuote<Reason extends string> = Refused<Reason> & { step: BookingStep }

export const TAKEN: RefusedQuote<'slot-taken'> = {
  ok: false,
  reason: 'slot-taken',
  message: 'Someone has just taken this slot. Everything you entered is kept; please choose another slot.',
  step: 'slots',
}

/** The refusal when a screen is stuck, so that the form keeps what was entered; undefined for any other error. */
export const busyRefusal = (error: unknown): RefusedQuote<'busy'> | undefined =>
  databaseTrouble(error) === 'busy' ? { ok: false, reason: 'busy', message: BUSY, step: 'payment' } : undefined

const BUSY = 'Somebody else is being served for this screen. Nothing was charged; please try again in a moment.'

/** What is missing from a draft before it can be booked, or is beyond what can be, with the step at which it is mended. */
export function incompleteRefusal({
  draft,
  steps,
  screen,
  slot,
  selection,
  priced,
  placeGone,
}: Quote): RefusedQuote<'incomplete'> | undefined {
  const { step, fault } = firstIncompleteStep(draft, steps)
  if (!fault && screen && draft.date && slot && selection && priced) return sumRefusal(priced.subtotal)
  const again = step === 'slots' ? 'Please choose a slot again.' : (fault ?? 'Please complete your booking')
  const message = placeGone && (step === 'screens' || step === 'slots') ? placeGone : again
  return { ok: false, reason: 'incomplete', message, step }
}

function sumRefusal(subtotal: Paise): RefusedQuote<'incomplete'> | undefined {
  if (subtotal <= BOOKED_MAX) return undefined
  const message = `${formatRupees(subtotal)} is more than can be booked here. Please call us.`
  return { ok: false, reason: 'incomplete', message, step: 'payment' }
}

/**
 * Why a complete quote cannot have its slot now; undefined when it can. For staff the closed dates, the horizon and the
 * Basic rule do not hold, the slot's being free does.
 */
export async function quoteRefusal(
  context: AppContext,
  tx: Transaction,
  quote: Quote,
  { by, exceptBookingId }: { by: 'customer' | 'staff'; exceptBookingId?: string },
): Promise<RefusedQuote<QuoteRefusal> | undefined> {
  const { draft, screen, slot, slotStart, selection, priced } = quote
  const missing = incompleteRefusal(quote)
  if (missing || !screen || !draft.date || !slot || !slotStart || !selection || !priced) return missing
  const now = context.clock.now()
  const zone = context.business.timeZone
  const today = todayIn(zone, now)
  const message = dateFault(draft.date, today, screen.closedDates, context.business.bookingMonths)
  if (message && (by === 'customer' || draft.date < today)) {
    return { ok: false, reason: 'date-closed', message, step: 'slots' }
  }
  const request = {
    screenId: screen.id,
    date: draft.date,
    schedule: screen.slots,
    now,
    zone,
    except: { bookingId: exceptBookingId },
  }
  const slots = await slotsForDate(tx, request)
  const sellable = by === 'customer' ? onlineSlots(slots, screen, now) : slots
  const state = sellable.find((one) => one.slot.id === slot.id)?.state
  if (state === 'started') {
    const message = 'This slot has started. Please choose a later one.'
    return { ok: false, reason: 'slot-started', message, step: 'slots' }
  }
  if (state === 'too-late') {
    return { ok: false, reason: 'slot-started', message: TOO_LATE_MESSAGE, step: 'slots' }
  }
  if (state !== 'available') return TAKEN
  if (by === 'customer' && !packageAllowed(selection.package.name, slotStart, now)) {
    return { ok: false, reason: 'basic-only', message: BASIC_ONLY_MESSAGE, step: 'packages' }
  }
  return undefined
}

/** The network that the request under way came from; undefined where there is none. */
export function ownNetwork(): string | undefined {
  const address = currentRequest()?.address
  return address && networkOf(address)
}

/** One caller at a time from the network that asks, so that its holds can be counted. */
export async function lockOwnNetwork(tx: Transaction): Promise<void> {
  const network = ownNetwork()
  if (network) await takeLock(tx, 'network', network)
}

/**
 * The holds that the network which asks was given lately and did not pay for. What a visitor types, a phone number above all,
 * counts for nothing: a stranger could type it too.
 */
export async function heldByOwnNetwork({ clock }: AppContext, tx: Transaction) {
  const network = ownNetwork()
  if (!network) return []
  const { createdAt, holdEndsAt, screenId, visitDate, slotFrom } = bookings
  return tx
    .select({ createdAt, holdEndsAt, screenId, visitDate, slotFrom })
    .from(bookings)
    .where(
      and(
        eq(bookings.heldFrom, network),
        gt(bookings.createdAt, new Date(clock.now().getTime() - COUNTED_MS)),
        inArray(bookings.status, ['pending', 'expired']),
      ),
    )
}

/** Why a network that was given these holds may have no further one; counted under its lock. */
export function holdLimitRefusal(
  { clock, settings }: AppContext,
  held: Awaited<ReturnType<typeof heldByOwnNetwork>>,
  { screenId, visitDate, slotFrom }: Pick<typeof bookings.$inferSelect, 'screenId' | 'visitDate' | 'slotFrom'>,
): RefusedQuote<'too-many-holds'> | undefined {
  const unpaid = held.map((one) => ({
    from: one.createdAt,
    until: one.holdEndsAt ?? one.createdAt,
    sameSlot: one.screenId === screenId && one.visitDate === visitDate && one.slotFrom === slotFrom,
  }))
  const message = holdLimitFault(unpaid, clock.now(), settings.RATE_LIMIT_FACTOR)
  return message === undefined ? undefined : { ok: false, reason: 'too-many-holds', message, step: 'payment' }
}

/** Why the network that asks may have no further booking with nothing to pay; counted under its lock, for as long as it is kept. */
export async function freeLimitRefusal(
  { clock, settings }: AppContext,
  tx: Transaction,
): Promise<RefusedQuote<'too-many-holds'> | undefined> {
  const network = ownNetwork()
  if (!network) return undefined
  const coming = await tx.$count(
    bookings,
    and(
      eq(bookings.heldFrom, network),
      eq(bookings.status, 'booked'),
      lt(bookings.total, SMALLEST_PAYMENT),
      gt(sql`upper(${bookings.during})`, clock.now().toISOString()),
    ),
  )
  const message = freeLimitFault(coming, settings.RATE_LIMIT_FACTOR)
  return message === undefined ? undefined : { ok: false, reason: 'too-many-holds', message, step: 'payment' }
}
