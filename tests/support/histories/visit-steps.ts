import { ATTENDANCES } from '~/domain/booking-status'
import { paise } from '~/domain/money'
import { DESK_MODES } from '~/domain/payment-mode'
import { rentForTimeUsed } from '~/domain/technical-failure'
import { setAttendance } from '~/features/booking/attendance.server'
import {
  chargedVisit,
  correctTechnicalFailure,
  failedVisit,
  settleTechnicalFailure,
} from '~/features/booking/technical-failure.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { takePayment } from '~/features/money/take-payment.server'
import { findStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import { anyStaff, pick, standingIds } from './choices'
import { Broken } from './model'
import { passTo } from './provider-steps'
import type { Deed } from './steps'
import type { World } from './world'

/** What guests pay first of what is due at the door, in paise; the rest, where they pay that too, afterwards. */
const FIRST_PART = 40_000

/** A booking that stands and whose visit has begun, or begins soon enough to be waited for. */
async function begunVisit(world: World, n: number): Promise<StoredBooking | undefined> {
  const soon = []
  for (const id of await standingIds(world)) {
    const stored = await findStoredBooking(world.db, id)
    if (stored && world.isSoon(stored.during.from)) soon.push(stored)
  }
  const found = pick(soon, n)
  if (!found) return undefined
  await passTo(world, found.during.from)
  return findStoredBooking(world.db, found.id)
}

async function pay(world: World, { id }: StoredBooking, n: number, most: number): Promise<void> {
  const stored = await findStoredBooking(world.db, id)
  if (stored?.status !== 'booked') return
  const { remaining: shown } = ledgerOfRows(stored, stored.payments, stored.refunds)
  const amount = paise(Math.min(most, shown))
  const taking = { amount, shown, mode: pick(DESK_MODES, n) ?? 'cash', reference: '' }
  const taken = await takePayment(world.context, anyStaff(world, n), id, taking)
  if (!taken.ok && amount > 0) throw new Broken(`what was due at the door was not taken: ${taken.reason}`)
}

/** Judges a visit by the minutes that were used; answers it as it is then. */
async function judge(world: World, a: number, b: number): Promise<StoredBooking | undefined> {
  const visit = await begunVisit(world, a)
  const failed = visit && failedVisit(visit, world.now())
  if (!failed) return undefined
  // nothing, or so much that a part of it can go back in the provider's console
  const minutesUsed = b % 7 ? 60 + (b % (failed.slotMinutes - 59)) : 0
  const report = { minutesUsed, charge: rentForTimeUsed(failed, minutesUsed), reason: 'The projector failed' }
  const settled = await settleTechnicalFailure(world.context, anyStaff(world, b), visit.id, report)
  if (settled.ok) world.reach('technical failure')
  return findStoredBooking(world.db, visit.id)
}

/** One of those that were judged. */
async function judgedVisit(world: World, n: number): Promise<StoredBooking | undefined> {
  const judged = []
  for (const id of await standingIds(world)) {
    const stored = await findStoredBooking(world.db, id)
    if (stored && chargedVisit(stored)) judged.push(stored)
  }
  return pick(judged, n)
}

/** What happens at the theatre once a visit has begun. */
export const VISIT_STEPS: Record<string, Deed> = {
  'guests come, or do not': {
    weight: 2,
    run: async (world, _model, a, b) => {
      const visit = await begunVisit(world, a)
      const noted = pick(ATTENDANCES, b)
      if (visit && noted) await setAttendance(world.context, anyStaff(world, b), visit.id, noted)
    },
  },
  'guests pay at the door': {
    weight: 2,
    run: async (world, _model, a, b) => {
      const visit = await begunVisit(world, a)
      if (!visit) return
      if (b % 2) await pay(world, visit, b, FIRST_PART)
      if (b % 3) await pay(world, visit, b + 1, Number.POSITIVE_INFINITY)
      world.reach('paid at the door')
    },
  },
  'a visit goes wrong, and is charged less': {
    weight: 1,
    run: async (world, _model, a, b) => void (await judge(world, a, b)),
  },
  'what a visit was charged is corrected': {
    weight: 3,
    run: async (world, _model, a, b) => {
      const known = (await judgedVisit(world, a)) ?? (await judge(world, a, b))
      const charged = known && chargedVisit(known)
      if (!charged) return
      const { id, version: shown } = known
      const charge = paise(Math.floor(charged.total / (1 + (b % 3))))
      const correction = { minutesUsed: b % 90, charge, reason: 'It was mistyped', shown }
      const corrected = await correctTechnicalFailure(world.context, anyStaff(world, b), id, correction)
      if (corrected.ok) world.reach('technical failure corrected')
    },
  },
}
