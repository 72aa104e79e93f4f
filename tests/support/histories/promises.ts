import { eq, sql } from 'drizzle-orm'
import { taxDocuments } from '~/db/schema'
import { documentsDue } from '~/domain/tax-document'
import { bookingPapers } from '~/features/money/tax-documents.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { openDisputes } from './dispute-steps'
import { Broken, type Model } from './model'
import type { World } from './world'

/** Longer than the books give to what is lying. */
const A_DAY_AND_MORE_MINUTES = 26 * 60 + 5
const MOST_NIGHTS = 4

/** What holds after every step, whatever happens. */
export async function keepsItsPromises(world: World, { stands, cancelled }: Model): Promise<void> {
  const { wrong, statuses } = await world.look()
  if (wrong.length) throw new Broken(wrong.join('; '))
  for (const id of stands) {
    if (statuses.get(id) !== 'booked') throw new Broken(`booking ${id} was told to stand and is ${statuses.get(id)}`)
  }
  for (const id of cancelled) {
    if (statuses.get(id) !== 'cancelled') throw new Broken(`booking ${id} was cancelled and is ${statuses.get(id)}`)
  }
}

/** Lets everything end that is under way: nothing fails any more, nights pass. */
export async function comeToRest(world: World): Promise<void> {
  const { emulator, ledger } = world
  world.countStrikes()
  emulator.clearFaults()
  world.setDown(false)
  Object.assign(emulator.behaviour, {
    webhooksReversed: false,
    webhookDelayMs: 0,
    webhookCopies: 1,
    listLagMs: 0,
    paymentsBetweenPages: 0,
    listsOpenTries: true,
    refundsStart: 'processed',
    refundsProcessMs: null,
    receipts: 'reject',
  })
  ledger.setBalance(null)
  for (const refund of ledger.refunds.values()) {
    if (refund.status === 'pending') ledger.settleRefund(refund.id, 'processed')
  }
  openDisputes(world).forEach(({ id }, nth) => {
    ledger.moveDispute(id, nth % 2 ? 'won' : 'lost')
  })
  // by then the night's comparison answers for everything that was told; a refund that failed takes a few nights more
  for (let nights = 0; nights < MOST_NIGHTS && (nights === 0 || (await isUnderWay(world))); nights++) {
    await world.pass(A_DAY_AND_MORE_MINUTES)
    await world.night()
  }
  // papers follow what they are about within a minute
  await world.minute()
}

/** Whether something will still move by itself. */
async function isUnderWay(world: World): Promise<boolean> {
  const found = await world.rows(sql`
    select 1 from bookings where status = 'pending'
    union all select 1 from refunds where mode = 'online' and status in ('queued', 'pending', 'failed')
    union all select 1 from webhook_inbox where done_at is null
    union all select 1 from outbox where sent_at is null limit 1`)
  return found.length > 0
}

interface Known {
  id: string
  back: number
  status: string
}

/** At rest no rupee may be lost: what the provider took stands in the books, went back, or is on the list of stray money. */
export async function losesNoRupee(world: World): Promise<void> {
  const { ledger } = world
  const booked = await world.rows<Known>(sql`
    select p.provider_payment_id as id, b.status::text as status, coalesce((
      select sum(r.amount) from refunds r where r.payment_id = p.id and r.provider_refund_id is not null
        and r.status in ('pending', 'processed')), 0)::int as back
    from payments p join bookings b on b.id = p.booking_id where p.mode = 'online'`)
  const stray = await world.rows<{ id: string }>(
    sql`select provider_payment_id as id from money_cases where provider_payment_id is not null`,
  )
  const books = new Map(booked.map((row) => [row.id, row]))
  const listed = new Set(stray.map(({ id }) => id))
  for (const { id, amount, amount_refunded, captured, status } of ledger.payments.values()) {
    const row = books.get(id)
    if (!captured) {
      if (row) throw new Broken(`${id} is in the books and was never captured (${status})`)
      continue
    }
    if (!row && !listed.has(id) && amount_refunded < amount) throw new Broken(`${id}: ${amount} paise are lost`)
    if (row && row.back !== amount_refunded) {
      throw new Broken(`${id}: the provider gave back ${amount_refunded}, the books say ${row.back}`)
    }
  }
  for (const id of books.keys()) if (!ledger.payments.has(id)) throw new Broken(`${id} is in the books only`)
  const [left] = await world.rows<{ holds: number; open: number; held: number }>(sql`
    select (select count(*) from bookings where status = 'pending')::int as holds,
           (select count(*) from refunds where mode = 'online' and status in ('queued', 'failed'))::int as open,
           (select count(*) from refunds where held_until is not null)::int as held`)
  if (left?.holds) throw new Broken(`${left.holds} holds are left`)
  if (left?.open) throw new Broken(`${left.open} refunds are left unsent`)
  if (left?.held) throw new Broken(`${left.held} refunds still wait for another slot to be chosen`)
}

/** At rest no booking lacks a paper by the rule: the job asks for bookings by a query of its own, which must miss none (rule M30). */
export async function lacksNoPaper(world: World): Promise<void> {
  for (const { id } of await world.rows<{ id: string }>(sql`select id from bookings order by id`)) {
    const stored = await findStoredBooking(world.db, id)
    if (!stored) continue
    const papers = await world.db.select().from(taxDocuments).where(eq(taxDocuments.bookingId, id))
    const due = documentsDue(bookingPapers(stored, papers, world.now()))
    if (due.length) throw new Broken(`booking ${stored.code} lacks papers: ${JSON.stringify(due)}`)
  }
}
