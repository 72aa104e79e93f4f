import {
  type CalendarDate,
  formatDay,
  formatSlot,
  monthGrid,
  monthOf,
  parseCalendarDate,
  parseYearMonth,
  todayIn,
} from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { formatRupees, paise } from '~/domain/money'
import { differenceWords } from '~/domain/money-request'
import { ownMoveMeaning, totalWords } from '~/domain/moved-for'
import { sumsWhileDisputed } from '~/domain/refund-parts'
import { packagePriceFor } from '~/domain/selection'
import { onlineSlots, rangeOf } from '~/domain/slots'
import { unbroken } from '~/domain/unbroken'
import { slotsForDate, slotsOfRooms } from '~/features/availability/availability.server'
import type { DayFullness } from '~/features/availability/month-calendar'
import { disputedPayments } from '~/features/money/dispute.server'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { owedOf } from '~/features/money/return-owed.server'
import type { AppContext } from '~/platform/context.server'
import { type ChangeableBooking, moveReasons, previewMove, roomFault } from './customer-changes.server'

/** What the address of the page asks for, as it was sent. */
interface Asked {
  month: string | null
  date: string | null
  slot: string | null
}

/**
 * Where a customer may move their booking to (rule M22): a month's dates with how full they are, the slots of the date that is asked for, or of the
 * visit's own, and what a move to the slot that is asked for would cost and refund; in a room that is not offered there any more
 * none, and `roomClosed` says so; `dayClosed` says why the day that is asked for, or the visit's own, has none. Sums in paise.
 */
export async function moveChoices(context: AppContext, found: ChangeableBooking, asked: Asked) {
  const { db, clock, business } = context
  const { stored, screen } = found
  const { sums, owed } = found.options.cancellation
  const now = clock.now()
  const zone = business.timeZone
  const today = todayIn(zone, now)
  const faultOf = (date: Parameters<typeof dateFault>[0]) =>
    dateFault(date, today, screen.closedDates, business.bookingMonths)
  const wanted = parseCalendarDate(asked.date)
  const closed = faultOf(wanted ?? stored.visitDate)
  const date = wanted && !closed ? wanted : stored.visitDate
  const roomClosed = roomFault(found)
  const schedule = roomClosed === null && !faultOf(date) ? screen.slots : []
  // what is sold within the last hour is decided by the package that stays
  const sellable = { ...screen, packages: [{ name: stored.packageName }] }
  // what it has itself keeps it from no other time
  const request = { screenId: screen.id, date, schedule, now, zone, except: { bookingId: stored.id } }
  const isOwn = ({ from, to }: { from: string; to: string }, on = date) =>
    on === stored.visitDate && from === stored.slotFrom && to === stored.slotTo
  const month = parseYearMonth(asked.month) ?? monthOf(date)
  const grid = monthGrid(month, today, screen.closedDates, business.bookingMonths)
  const open =
    roomClosed === null ? grid.weeks.flat().flatMap((one) => (one.state === 'available' ? [one.date] : [])) : []
  const [onDay, days] = await Promise.all([
    slotsForDate(db, request),
    slotsOfRooms(db, { ...request, rooms: [screen], dates: open }),
  ])
  const slots = onlineSlots(onDay, sellable, now)
  // one that is offered no more says what it costs at the slot alone
  const own = screen.packages.find(({ id }) => id === stored.packageId)
  const fullness: Record<CalendarDate, DayFullness> = {}
  for (const one of days) {
    const free = onlineSlots(one.slots, sellable, now).filter(
      ({ slot, state }) => state === 'available' && !isOwn(slot, one.date),
    )
    const from = own ? formatRupees(packagePriceFor(own, one.date, stored)) : ''
    fullness[one.date] = { free: free.length, of: one.slots.length, from }
  }
  const chosen = slots.find(({ slot, state }) => slot.id === asked.slot && state === 'available' && !isOwn(slot))?.slot
  const quote = chosen && (await previewMove(context, found, { date, slotId: chosen.id }))
  const priced = quote?.priced
  return {
    grid,
    /** How full each day of that month is, with what the booking's package costs then; what all of it comes to is said at its slot. */
    fullness,
    priceOf: stored.packageName,
    date,
    day: formatDay(date),
    roomClosed,
    dayClosed: closed ? `${formatDay(wanted ?? stored.visitDate)}: ${closed}` : null,
    slots: slots.map(({ slot, state }) => {
      const { id, from, to } = slot
      return isOwn(slot)
        ? { id, from, to, state: 'booked' as const, words: 'Yours now' }
        : { id, from, to, state, words: undefined }
    }),
    move: chosen &&
      priced && {
        slotId: chosen.id,
        slot: unbroken(formatSlot(chosen)),
        total: priced.total,
        becomes: totalWords(priced.total, stored.total),
        because: moveReasons(stored, quote),
        dearer:
          priced.total > stored.total
            ? differenceWords(payableNow({ ...stored, total: priced.total, request: null }, now))
            : null,
        means: ownMoveMeaning(
          { visitDate: date, start: rangeOf(date, chosen, zone).from, rescheduleCount: stored.rescheduleCount },
          now,
          paise(sums.all - owed.all),
        ),
        returned: sumsWhileDisputed(owedOf({ ...stored, total: priced.total }), await disputedPayments(db, stored.id)),
      },
  }
}
