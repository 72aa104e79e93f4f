import { sql } from 'drizzle-orm'
import { Broken } from './model'
import type { World } from './world'

interface Known {
  id: string
  back: number
}

/** At rest no rupee may be lost: what the provider took stands in the books, went back, or is on the list of stray money. */
export async function losesNoRupee(world: World): Promise<void> {
  const { ledger } = world
  const booked = await world.rows<Known>(sql`
    select p.provider_payment_id as id, coalesce((
      select sum(r.amount) from refunds r where r.payment_id = p.id and r.provider_refund_id is not null
        and r.status in ('pending', 'processed')), 0)::int as back
    from payments p where p.mode = 'online'`)
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

/** At rest no rupee is given twice: what the provider sent of a payment, and hands have given of it, is no more than it was. */
export async function givesNothingTwice({ ledger, rows }: World): Promise<void> {
  const byHand = await rows<{ id: string; given: number }>(sql`
    select p.provider_payment_id as id, sum(r.amount)::int as given
    from payments p join refunds r on r.payment_id = p.id
    where p.mode = 'online' and r.mode <> 'online' and r.status = 'processed' group by 1`)
  for (const { id, given } of byHand) {
    const { amount, amount_refunded: sent } = ledger.payment(id)
    if (sent + given > amount) throw new Broken(`${id}: ${sent} paise were sent and ${given} handed over, of ${amount}`)
  }
}
