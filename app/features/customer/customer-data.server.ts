import { and, desc, eq, inArray, or } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { bookings, customers } from '~/db/schema'
import { countsAs } from '~/domain/booking-status'
import { formatDate, formatSlot } from '~/domain/calendar'
import { callLink } from '~/domain/calling'
import { chatLink, greeting } from '~/domain/desk-messages'
import { isLiveHold } from '~/domain/hold'
import { ledgerOfSums } from '~/domain/ledger'
import { paise, sum, ZERO } from '~/domain/money'
import type { Result } from '~/domain/result'
import { recordChange } from '~/features/back-office/audit.server'
import { MONEY_UNDER_WAY } from '~/features/money/open-money-counts.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { notesOf } from '~/features/stored-booking/internal-notes.server'
import type { AppContext } from '~/platform/context.server'
import { ERASURE_REASONS, type ErasureReason } from './erasure-reasons'
import { erasePersonalData, personalDataOf } from './personal-data.server'

/** A customer with what they have booked, what that brought, and what staff noted of them; undefined when there is none. */
export async function findCustomer(context: AppContext, id: string) {
  const { db } = context
  const person = await findPerson(db, id)
  if (!person) return undefined
  const rows = await db
    .select()
    .from(bookings)
    .where(bookedBy(person))
    .orderBy(desc(bookings.during), desc(bookings.id))
  const now = context.clock.now()
  const shown = rows.map((row) => ({
    id: row.id,
    package: row.packageName,
    total: row.total,
    remaining: ledgerOfSums(row).remaining,
    attendance: row.attendance,
    code: row.code,
    status: countsAs(row),
    date: formatDate(row.visitDate),
    slot: formatSlot({ from: row.slotFrom, to: row.slotTo }),
    place: [row.screenName, row.locationName].filter(Boolean).join(', '),
    coming: isComing(row, now) && row.attendance !== 'no-show',
  }))
  const greets = greeting({ business: context.business.name, customer: person.name })
  return {
    person: { id, name: person.name, number: person.number, email: person.email },
    contact: { call: callLink(person.number), chat: chatLink(person.number, greets) },
    worth: worthOf(rows, now),
    notes: await notesOf(context, { kind: 'all' }, { customerId: id }),
    /** What comes, the nearest first, and what is over or does not stand, the latest first. */
    coming: shown.filter(({ coming }) => coming).reverse(),
    past: shown.filter(({ coming }) => !coming),
  }
}

/** Whether a visit is still to come, or runs, or its slot is held: while there is one, nobody is forgotten (rule D3). */
const isComing = (one: typeof bookings.$inferSelect, now: Date): boolean =>
  one.status === 'booked' ? one.during.to > now : isLiveHold(one, now)

/** How often somebody came, did not come and cancelled, and what is theirs in money (rule E26). */
function worthOf(rows: readonly (typeof bookings.$inferSelect)[], now: Date) {
  const booked = rows.filter(({ status }) => status === 'booked')
  const income = sum(rows.map((row) => (row.status === 'pending' ? ZERO : ledgerOfSums(row).income)))
  const due = sum(booked.map((row) => ledgerOfSums(row).remaining))
  return {
    visits: booked.filter(({ attendance, during }) => attendance !== 'no-show' && during.from <= now).length,
    noShows: booked.filter(({ attendance }) => attendance === 'no-show').length,
    cancelled: rows.filter((row) => countsAs(row) === 'cancelled').length,
    // as the dashboard's Current Amount: what is due has brought nothing yet
    broughtIn: paise(income - due),
    due,
  }
}

const findPerson = (db: Database | Transaction, id: string) =>
  db.query.customers.findFirst({ where: eq(customers.id, id) })

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** A booking is a person's by its row or by the number that stands on it. */
const bookedBy = ({ id, number }: Person) => or(eq(bookings.customerId, id), eq(bookings.customerNumber, number))

async function whoseData(db: Database | Transaction, person: Person) {
  const found = await db.select({ id: bookings.id }).from(bookings).where(bookedBy(person))
  return { bookingIds: found.map(({ id }) => id), person }
}

/** What the numbers of the file mean, which are handed over as they are kept (rule M1). */
const UNITS = {
  amounts: 'In paise, the hundredth of a rupee: 389700 is ₹3,897.',
  percentages: 'In hundredths of a percent: 1250 is 12.5%.',
  times: 'In UTC; dates and slots of visits are those of the place.',
}

/** Everything that is kept about a customer, to be handed to them; the audit log notes who took it, and names nobody. */
export async function customerData(context: AppContext, staff: Pick<Staff, 'id' | 'name'>, id: string) {
  const { db, clock, business } = context
  const person = await findPerson(db, id)
  if (!person) return undefined
  await recordChange(context, db, staff, {
    action: 'exported',
    entity: 'Customer',
    id,
    name: 'What is kept about them',
  })
  const data = await personalDataOf(db, await whoseData(db, person))
  return { business: business.name, exportedAt: clock.now().toISOString(), units: UNITS, data }
}

/**
 * Forgets a customer on request, for good: everything the list of personal fields names, in their bookings, letters, the
 * audit log and the provider's events. What the books need stays without a name. Not while a visit is to come, or money is
 * on its way, or disputed, or not settled (rule D3).
 */
export async function forgetCustomer(
  context: AppContext,
  staff: Pick<Staff, 'id' | 'name'>,
  id: string,
  reason: ErasureReason,
): Promise<Result<{ bookings: number }, 'missing' | 'visit-to-come' | 'money-under-way'>> {
  const now = context.clock.now()
  return context.db.transaction(async (tx) => {
    const [person] = await tx.select().from(customers).where(eq(customers.id, id)).for('update')
    if (!person) return { ok: false, reason: 'missing', message: 'This customer is not known any more.' }
    const own = await tx.select().from(bookings).where(bookedBy(person)).for('update')
    const bookingIds = own.map((booking) => booking.id)
    if (own.some((one) => isComing(one, now))) {
      const message = 'A visit is still to come, or a slot is being held. Cancel it first, or wait until it is over.'
      return { ok: false, reason: 'visit-to-come', message }
    }
    if (await tx.$count(bookings, and(inArray(bookings.id, bookingIds), MONEY_UNDER_WAY))) {
      const message =
        'Money of this person is on its way, or a payment of theirs is not settled yet. Wait until it has arrived, or see to it on the page Money.'
      return { ok: false, reason: 'money-under-way', message }
    }
    await erasePersonalData(tx, { bookingIds, person })
    const after = { Reason: ERASURE_REASONS[reason], Bookings: String(bookingIds.length) }
    await recordChange(context, tx, staff, { action: 'erased', entity: 'Customer', id, name: 'A customer', after })
    return { ok: true, bookings: bookingIds.length }
  })
}
