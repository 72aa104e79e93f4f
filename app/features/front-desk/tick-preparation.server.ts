import { and, eq } from 'drizzle-orm'
import { prepTicks } from '~/db/schema'
import { readPrepKey } from '~/domain/prep-board'
import type { Refused, Result } from '~/domain/result'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { recordEvent } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockWithinReach } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { wantedOf } from './prep-items.server'

interface Tick {
  bookingId: string
  /** Which of the booking's preparations. */
  item: string
  /** What the page said is wanted. */
  wanted: string
}

type Ticked = Result<object, 'not-found' | 'gone' | 'changed' | 'busy'>

/** Cancelled meanwhile, or taken out of the booking. */
const GONE: Refused<'gone'> = {
  ok: false,
  reason: 'gone',
  message: 'It is not to be made any more: the board shows what is.',
}

/** Notes that something is made as it is wanted; refused when it is wanted otherwise by now, or no more. A second press changes nothing. */
export const tickPreparation = ({ db, clock }: AppContext, staff: ActingStaff, tick: Tick): Promise<Ticked> =>
  inChange(db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, tick.bookingId)
    if (!booking) return INVALID_BOOKING
    if (booking.status !== 'booked') return GONE
    const found = wantedOf(booking).find(({ item }) => item === tick.item)
    if (!found) return GONE
    if (found.wanted !== tick.wanted) {
      return { ok: false, reason: 'changed', message: `It has changed meanwhile: ${found.wanted}` } as const
    }
    const at = clock.now()
    const values = { made: found.wanted, tickedBy: staff.id, tickedByName: staff.name, at }
    const [before] = await tx.select().from(prepTicks).where(tickOf(tick))
    if (before?.made === found.wanted) return { ok: true }
    await tx
      .insert(prepTicks)
      .values({ bookingId: booking.id, item: tick.item, ...values })
      .onConflictDoUpdate({ target: [prepTicks.bookingId, prepTicks.item], set: values })
    const { name: what, count } = found.preparation
    await recordEvent(tx, booking.id, { at, kind: 'prepared', actor: staff.name, detail: { what, count } })
    return { ok: true }
  })

/** Takes a tick away, also of what is wanted no more or of a visit that is cancelled. */
export const untickPreparation = (
  { db, clock }: AppContext,
  staff: ActingStaff,
  tick: Pick<Tick, 'bookingId' | 'item'>,
): Promise<Ticked> =>
  inChange(db, async (tx) => {
    const booking = await lockWithinReach(tx, staff, tick.bookingId)
    if (!booking) return INVALID_BOOKING
    const wanted = booking.status === 'booked' && wantedOf(booking).some(({ item }) => item === tick.item)
    const gone = await tx.delete(prepTicks).where(tickOf(tick)).returning({ item: prepTicks.item })
    if (gone.length === 0 && booking.status !== 'booked') return GONE
    if (gone.length) {
      await recordEvent(tx, booking.id, {
        ...{ at: clock.now(), kind: 'not-prepared', actor: staff.name },
        detail: { what: readPrepKey(tick.item).name, ...(!wanted && { unwanted: true }) },
      })
    }
    return { ok: true }
  })

const tickOf = ({ bookingId, item }: Pick<Tick, 'bookingId' | 'item'>) =>
  and(eq(prepTicks.bookingId, bookingId), eq(prepTicks.item, item))
