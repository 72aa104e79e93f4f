import { and, eq, ne, sql } from 'drizzle-orm'
import { payments, refunds } from '~/db/schema'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { Payment } from '~sandbox/razorpay/ledger'
import { date, frontDesk, locationAdmin, OWNER, type Theatre } from '../theatre'
import type { Family } from './model'
import type { World } from './world'

const TIMES = ['10:00', '13:00']
/** Tomorrow, within the notice of a cancellation; and a Monday and a Friday beyond it. */
const DATES = ['2027-03-02', '2027-03-08', '2027-03-12'].map(date)

/** Slots are few, so that families meet. */
export const choice = ({ theatre }: World, n: number) => ({
  date: DATES[n % DATES.length],
  slotId: theatre.aurora.slots[TIMES[Math.floor(n / DATES.length) % TIMES.length] ?? ''],
})

/** One of a list, by any number. */
export const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Tries of a family at its order, oldest first. */
export const triesOf = ({ ledger }: World, { orderId }: Family): Payment[] =>
  orderId ? ledger.paymentsOf(orderId) : []

/** The payment of a family that took money or will. */
export const paid = (world: World, family: Family) =>
  triesOf(world, family).find(({ captured, status }) => captured || status === 'authorized')

/**
 * What can still go back of a payment, in paise, at the provider. Of what somebody handed over nobody sends it a second time: that the books
 * would rightly call too much.
 */
export async function leftOf({ db }: World, { id, amount, amount_refunded }: Payment): Promise<number> {
  const [handed] = await db
    .select({ over: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(payments.providerPaymentId, id), ne(refunds.mode, 'online'), eq(refunds.status, 'processed')))
  return amount - amount_refunded - (handed?.over ?? 0)
}

/** Whoever acts at the theatre: the owner, the admin of the location, and its front desk. */
export const staffOf = ({ locationId }: Pick<Theatre, 'locationId'>): ActingStaff[] => [
  OWNER,
  locationAdmin(locationId),
  frontDesk(locationId),
]

/** One of them. */
export const anyStaff = ({ theatre }: World, n: number): ActingStaff => pick(staffOf(theatre), n) ?? OWNER

/** The ids of the bookings that stand, as staff see them in their list. */
export const standingIds = async (world: World): Promise<string[]> =>
  [...(await world.look()).statuses].flatMap(([id, status]) => (status === 'booked' ? id : [])).sort()

/** One of the bookings that stand, as it is stored. */
export async function standing(world: World, n: number) {
  const id = pick(await standingIds(world), n)
  return id ? findStoredBooking(world.db, id) : undefined
}
