import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { isSlotTaken } from '~/db/constraint-errors.server'
import { bookings } from '~/db/schema'
import { type CalendarDate, formatDay, formatSlot, todayIn } from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { isLiveHold } from '~/domain/hold'
import { packageAllowed } from '~/domain/last-hour'
import { formatRupees, type Paise } from '~/domain/money'
import { type ReturnedSums, sumsOf } from '~/domain/refund-parts'
import { type EqualKind, nearestEquals, rescueDates } from '~/domain/rescue'
import type { Result } from '~/domain/result'
import { onlineSlots } from '~/domain/slots'
import { slotsOfRooms } from '~/features/availability/availability.server'
import { nextVersion } from '~/features/back-office/save.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { heldRefundOf, sendHeldRefund, spendHeldRefund } from '~/features/money/held-refund.server'
import { owedOf, returnOwed } from '~/features/money/return-owed.server'
import { findScreen, isOnSale, listScreens } from '~/features/offer/on-offer.server'
import { announceConfirmation } from '~/features/stored-booking/announce-booking.server'
import { lockSiblings, winAttempt } from '~/features/stored-booking/attempt-name.server'
import { inChange, inScreenChange } from '~/features/stored-booking/busy-change.server'
import { moveStatus } from '~/features/stored-booking/move-status.server'
import {
  findBookingOfLink,
  findStoredBooking,
  INVALID_BOOKING,
  lockOfLink,
  type StoredBooking,
} from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { contentOf, writeContent } from './booking-content.server'
import { moveReasons } from './customer-changes.server'
import { expireRunOutHolds } from './place-booking.server'
import { type Quote, resolveQuote } from './quote.server'
import { incompleteRefusal } from './quote-refusal.server'
import { draftOfBooking } from './stored-terms.server'

/** A slot in the place of the one that went. */
export interface RescueChoice {
  screenId: string
  date: CalendarDate
  slotId: string
}

/** What a slot that is offered would come to, nothing being paid again. */
interface RescueOffer extends RescueChoice {
  kind: EqualKind
  quote: Quote
  total: Paise
  /** What drops out of the booking there, and where it costs something else why, in sentences (rules M9, M12). */
  because: string[]
  /** What goes back, since it costs less than was paid. */
  returned: ReturnedSums
  /** What is left to be paid at the theatre. */
  due: Paise
}

export interface Rescue {
  /** Then the money goes back by itself. */
  until: Date
  amount: Paise
  /** What of it waits until a bank has decided about its payment (rule P23): it buys no slot, so that none is offered. */
  waits: ReturnedSums | undefined
  offers: RescueOffer[]
}

type Room = Awaited<ReturnType<typeof listScreens>>[number]

/**
 * What can be had for money that came when its slot was gone: the nearest equals that are free now, priced anew as a move
 * is (rule P25). Undefined when no money waits for that.
 */
export async function findRescue(
  context: AppContext,
  stored: StoredBooking,
  db: Database | Transaction = context.db,
): Promise<Rescue | undefined> {
  const held = heldRefundOf(stored)
  const now = context.clock.now()
  if (stored.status !== 'expired' || !held || held.heldUntil <= now || !stored.customerNumber) return undefined
  const back = sumsOf([{ online: true, amount: held.amount }])
  const kept = await asKeptByDispute(db, stored.id, { ...back, refunds: [held.id] })
  if (kept.waits) return { until: held.heldUntil, amount: held.amount, waits: kept, offers: [] }
  const freed = { ...stored, refunds: stored.refunds.filter(({ id }) => id !== held.id) }
  const found = await freeEquals(context, stored, db)
  const offers: RescueOffer[] = []
  for (const { kind, slot } of found) {
    const quote = await quoteAt(context, stored, slot, db)
    if (!quote?.priced) continue
    const { total } = quote.priced
    const choice = { screenId: slot.screenId, date: slot.date, slotId: slot.slotId }
    const returned = sumsOf(owedOf({ ...freed, total }))
    const due = ledgerOfRows({ total, status: 'booked' }, freed.payments, freed.refunds).remaining
    const because = total === stored.total ? (quote.selection?.notices ?? []) : moveReasons(stored, quote)
    offers.push({ ...choice, kind, quote, total, because, returned, due })
  }
  return { until: held.heldUntil, amount: held.amount, waits: undefined, offers }
}

/** An offer in words: where, on which day, in which slot, and what it comes to and why. */
export function offerWords({
  date,
  quote,
  total,
  because,
  returned,
  due,
}: RescueOffer): [string, string, string, string] {
  const money = [
    `${formatRupees(total)} in all`,
    ...(due > 0 ? [`${formatRupees(due)} at the theatre`] : []),
    ...(returned.all > 0 ? [`${formatRupees(returned.all)} comes back to you`] : []),
  ]
  const words = because.length ? `${money.join(', ')}. ${because.join(' ')}` : money.join(', ')
  return [quote.screen?.name ?? '', formatDay(date), quote.slot ? formatSlot(quote.slot) : '', words]
}

async function freeEquals(context: AppContext, stored: StoredBooking, db: Database | Transaction) {
  const { clock, business } = context
  const now = clock.now()
  const zone = business.timeZone
  const own = await findScreen(db, stored.screenId)
  if (!own?.locationId || own.locationId !== stored.locationId) return []
  const all = (await listScreens(db, own.locationId)).filter(isOnSale)
  const rooms = all.filter((room) => packageFor(room, stored) && stored.people <= room.capacity)
  const today = todayIn(zone, now)
  // the rooms are of one location, whose closed days they share
  const dates = rescueDates(stored.visitDate).filter(
    (date) => !dateFault(date, today, own.closedDates, business.bookingMonths),
  )
  const shown = await slotsOfRooms(db, { rooms, dates, now, zone })
  const free = shown.flatMap(({ room, date, slots }) =>
    onlineSlots(slots, room, now).flatMap(({ slot, range, state }) =>
      state === 'available' ? [{ screenId: room.id, date, slotId: slot.id, from: slot.from, range }] : [],
    ),
  )
  const { screenId, visitDate: date, slotFrom: from, during: range } = stored
  return nearestEquals({ screenId, date, from, range }, free)
}

/** The package of a room that is as good: the one that was bought, elsewhere one of its name that includes as much. */
const packageFor = (room: Pick<Room, 'id' | 'packages'>, stored: StoredBooking): string | undefined =>
  room.id === stored.screenId
    ? stored.packageId
    : room.packages.find(
        ({ name, inclusions }) =>
          name === stored.packageName && stored.packageInclusions.every((one) => inclusions.includes(one)),
      )?.id

/** The booking as it would be in another slot; undefined when it could not be sold there as it is. */
async function quoteAt(
  context: AppContext,
  stored: StoredBooking,
  { screenId, date, slotId }: RescueChoice,
  db: Database | Transaction,
): Promise<Quote | undefined> {
  const screen = await findScreen(db, screenId)
  const packageId = screen && packageFor(screen, stored)
  if (!screen || !packageId) return undefined
  const draft = { ...draftOfBooking(stored, screen.location?.city?.id, screen), screenId, date, slotId, packageId }
  // the number of people was judged when they booked; only place and time are judged again
  const quote = await resolveQuote(context, db, { draft, dropped: undefined }, { staff: true, stored })
  const chosen = quote.selection?.package
  if (incompleteRefusal(quote) || chosen?.id !== packageId || !quote.slotStart) return undefined
  return packageAllowed(chosen.name, quote.slotStart, context.clock.now()) ? quote : undefined
}

type Refusal = 'not-found' | 'over' | 'slot-taken' | 'price-changed' | 'busy'
type Taken = Result<{ returned: ReturnedSums }, Refusal>

const OVER = {
  ok: false,
  reason: 'over',
  message: 'The time to choose another slot is over: your money is on its way back to you.',
} as const
const GONE = {
  ok: false,
  reason: 'slot-taken',
  message: 'Someone has just taken this slot too. Your money is safe: here is what is free now.',
} as const
const PRICE = {
  ok: false,
  reason: 'price-changed',
  message: 'The price of that slot has changed. Please look again.',
} as const

const ELSEWHERE = {
  ok: false,
  reason: 'over',
  message: 'You have chosen another slot already: this page shows the one that is yours.',
} as const
const DISPUTED = {
  ok: false,
  reason: 'over',
  message: 'Your bank is looking at this payment, so it cannot pay for another slot now. Please call us.',
} as const

/** A press that came twice finds what the first one booked; one for another slot is told that there is one already. */
async function bookedAlready(
  db: Database | Transaction,
  stored: StoredBooking,
  { screenId, date, slotId }: RescueChoice,
): Promise<Taken> {
  const slot = (await findScreen(db, screenId))?.slots.find(({ id }) => id === slotId)
  // no two slots of a room begin at one time
  const same = stored.screenId === screenId && stored.visitDate === date && stored.slotFrom === slot?.from
  return same ? { ok: true, returned: sumsOf([]) } : ELSEWHERE
}

/**
 * The customer takes another slot with the money that came too late for theirs (rule P25): the booking moves there and
 * stands, its refund is never sent, and what it costs less goes back. Of two who press at once the database lets one have
 * it. Refused when the total is another than the page said.
 */
export async function takeOffer(
  context: AppContext,
  token: string,
  choice: RescueChoice,
  shownTotal: Paise,
): Promise<Taken> {
  const found = await findBookingOfLink(context.db, token)
  if (!found) return INVALID_BOOKING
  if (found.status === 'booked') return bookedAlready(context.db, found, choice)
  const offered = await findRescue(context, found)
  if (!offered) return OVER
  if (offered.waits) return DISPUTED
  if (!offerOf(offered, choice)) return GONE
  const { db } = context
  try {
    return await inScreenChange(db, [found.screenId, choice.screenId], (tx) =>
      move(context, tx, found, choice, shownTotal),
    )
  } catch (error) {
    if (isSlotTaken(error)) return GONE
    throw error
  }
}

const offerOf = ({ offers }: Rescue, { screenId, date, slotId }: RescueChoice) =>
  offers.find((one) => one.screenId === screenId && one.date === date && one.slotId === slotId)

async function move(
  context: AppContext,
  tx: Transaction,
  seen: StoredBooking,
  choice: RescueChoice,
  shownTotal: Paise,
): Promise<Taken> {
  const { id } = seen
  const at = context.clock.now()
  const stored = await lockOfLink(tx, seen)
  if (!stored) return INVALID_BOOKING
  if (stored.status === 'booked') return bookedAlready(tx, stored, choice)
  await expireRunOutHolds(tx, choice.screenId, at)
  const rescue = await findRescue(context, stored, tx)
  if (!rescue) return OVER
  if (rescue.waits) return DISPUTED
  const offer = offerOf(rescue, choice)
  if (!offer) return GONE
  if (offer.total !== shownTotal) return PRICE
  if (!(await spendHeldRefund(context, tx, stored))) return OVER
  await writeContent(tx, stored, contentOf(context, offer.quote, stored))
  await tx.update(bookings).set(nextVersion(bookings)).where(eq(bookings.id, id))
  // what the family holds in the flow meanwhile it may want as well: it was told of this money there
  const siblings = await lockSiblings(tx, stored)
  if (!siblings.some((one) => isLiveHold(one, at))) await winAttempt(tx, stored, siblings, { at, actor: 'customer' })
  // a later version of the booking, as after any move (rule L3)
  const calendarSequence = stored.calendarSequence + 1
  const columns = { holdEndsAt: null, calendarSequence }
  await moveStatus(tx, stored, { to: 'booked', cause: 'late-payment', at, actor: 'customer', columns })
  const after = await findStoredBooking(tx, id)
  const told = { actor: 'customer', reason: 'The other slot costs less' }
  const returned = after ? await returnOwed(context, tx, after, told) : sumsOf([])
  await announceConfirmation(context, tx, { id, calendarSequence }, returned)
  return { ok: true, returned }
}

/** The customer wants no other slot: the money goes back at once, or once the bank that looks at its payment has decided (rule P23). */
export async function returnAtOnce(context: AppContext, token: string): Promise<Taken> {
  const found = await findBookingOfLink(context.db, token)
  if (!found) return INVALID_BOOKING
  return inChange(context.db, async (tx) => {
    const stored = await lockOfLink(tx, found)
    if (stored?.status === 'booked') return ELSEWHERE
    const held = stored && heldRefundOf(stored)
    if (!held || !(await sendHeldRefund(context, tx, stored))) return OVER
    const back = { ...sumsOf([{ online: true, amount: held.amount }]), refunds: [held.id] }
    return { ok: true, returned: await asKeptByDispute(tx, stored.id, back) }
  })
}
