import { and, asc, inArray, isNull, min, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { eachInTurn } from '~/db/each-in-turn'
import { rowsOf } from '~/db/rows-of'
import { bookings, OPEN_REFUND, payments, refunds, taxDocuments } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { DAY_MS } from '~/domain/durations'
import { PAYMENT_STATUSES } from '~/domain/ledger'
import { KEPT_TEXT } from '~/domain/tax-document'
import type { AppContext } from '~/platform/context.server'
import { issueDocuments } from './tax-documents.server'

/** Every minute papers are made for what happened so lately; once a day for what a longer stop missed. */
const DAYS = 7
/** So many bookings are looked at by one question, when all of them are gone through. */
const PART = 5_000

const RECEIVED = and(isNull(payments.voidedAt), inArray(payments.status, [...PAYMENT_STATUSES]))
/** What the bank took back in a dispute was not sent by us. */
const ARRIVED = sql`${refunds.status} = 'processed' and ${refunds.origin} <> 'dispute'`
const clockTime = (at: SQLWrapper) => sql`to_char(${at}::time, 'FMHH12:MI AM')`
/** What `visitLine` makes of a booking. */
const VISIT_NOW = sql`(${bookings.screenName} || ', ' || ${bookings.locationName} || ', ' || to_char(${bookings.visitDate}, 'DD/MM/YYYY')
  || ', ' || ${clockTime(bookings.slotFrom)} || ' – ' || ${clockTime(bookings.slotTo)}
  || case when ${bookings.slotTo} <= ${bookings.slotFrom} then ' (next day)' else '' end)`
/** What is kept of a booking: as `keptOf`. */
const KEPT_NOW = sql`greatest(0, ${bookings.received} - ${bookings.refunded})`
/** What is held of the payments that came to a booking before one of them: as `beyondInvoice`. */
const HELD_BEFORE = sql`(select coalesce(sum(greatest(0, p.amount - (
    select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status <> 'dropped'))), 0)
  from payments p where p.booking_id = ${payments.bookingId} and p.voided_at is null
    and p.status in (${sql.join(
      PAYMENT_STATUSES.map((one) => sql`${one}`),
      sql`, `,
    )})
    and (p.received_at, p.created_at, p.id) < (${payments.receivedAt}, ${payments.createdAt}, ${payments.id}))`
/** What `invoiceLines` makes of a booking's lines. */
const LINES_NOW = sql`(case when ${bookings.status} = 'cancelled'
  then jsonb_build_array(jsonb_build_object('text', ${KEPT_TEXT}::text, 'detail', '', 'amount', ${KEPT_NOW}))
  else (select coalesce(jsonb_agg(jsonb_build_object(
    'text', case when l.count > 1 then l.name || ' × ' || l.count else l.name end,
    'detail', coalesce(l.explanation, ''), 'amount', l.amount) order by l.position), '[]'::jsonb)
  from booking_lines l where l.booking_id = ${bookings.id}) end)`

/**
 * Issues what the papers of the latest bookings lack. For the tidying job: a paper is there within a minute of the payment, the
 * refund or the beginning of the visit that it is about. A booking is asked for once whatever it lacks, so that two servers
 * that do this at once issue nothing twice.
 *
 * @returns for how many bookings it did
 * @throws AggregateError at the end, of what could not be made: one whose papers cannot be keeps no other from its own
 */
export async function issueDueDocuments(context: AppContext): Promise<number> {
  const found = await lackingSince(context, new Date(context.clock.now().getTime() - DAYS * DAY_MS))
  await eachInTurn(
    found.map((id) => () => issueDocuments(context, id)),
    notMade,
  )
  return found.length
}

/**
 * The same for all that happened since the house has papers, and for the advances of visits ahead, however long ago they came: what came
 * while the product, or the job, stood still for long, or before there were papers. All bookings are gone through, the oldest first, `size`
 * of them by one question, so that no number of them takes one too long.
 */
export async function issueMissedDocuments(context: AppContext, size: number = PART): Promise<void> {
  const [first] = await context.db.select({ at: min(taxDocuments.issuedAt) }).from(taxDocuments)
  if (!first?.at) return
  await eachInTurn(missedSince(context, new Date(first.at.getTime() - DAYS * DAY_MS), size), notMade)
}

/** A task for each booking that lacks a paper since a moment; a part's bookings are asked for when those before have theirs. */
async function* missedSince(context: AppContext, since: Date, size: number) {
  const age = sql`(${bookings.createdAt}, ${bookings.id})`
  for (let after: SQL | undefined; ; ) {
    const [last] = await context.db
      .select({ id: bookings.id, at: sql<string>`${bookings.createdAt}::text` })
      .from(bookings)
      .where(after)
      .orderBy(asc(bookings.createdAt), asc(bookings.id))
      .offset(size - 1)
      .limit(1)
    const end = last && sql`(${last.at}::timestamptz, ${last.id})`
    const found = await lackingSince(context, since, and(after, end && sql`${age} <= ${end}`) ?? sql`true`)
    yield* found.map((id) => () => issueDocuments(context, id))
    if (!end) return
    after = sql`${age} > ${end}`
  }
}

const notMade = (failed: number): string => `The papers of ${failed} bookings could not be made`

/** Bookings that lack a paper of what happened since `start`, the oldest first: of all of them, or of those that `part` is true of. */
async function lackingSince({ db, clock, business }: AppContext, start: Date, part?: SQL): Promise<string[]> {
  const now = clock.now()
  const since = start.toISOString()
  const days = [todayIn(business.timeZone, start), todayIn(business.timeZone, now)] as const
  const ofPart = (id: SQLWrapper) => (part ? sql`and ${id} in (select id from part)` : sql``)
  const ahead = sql`(${bookings.status} = 'booked' and lower(${bookings.during}) > ${now.toISOString()})`
  const live = sql`select d.total from tax_documents d where d.booking_id = ${bookings.id} and d.kind = 'invoice' and d.cancelled_at is null`
  const recent = sql`
    select ${payments.bookingId} as id from ${payments} where ${payments.receivedAt} > ${since} ${ofPart(payments.bookingId)}
    union select ${payments.bookingId} from ${payments} where ${payments.voidedAt} > ${since} ${ofPart(payments.bookingId)}
    union select ${refunds.bookingId} from ${refunds} where ${refunds.settledAt} > ${since} ${ofPart(refunds.bookingId)}
    union select ${refunds.bookingId} from ${refunds} where ${OPEN_REFUND} ${ofPart(refunds.bookingId)}
    union select ${refunds.bookingId} from ${refunds} where ${refunds.status} = 'dropped' and ${refunds.updatedAt} > ${since} ${ofPart(refunds.bookingId)}
    union select b.id from bookings b where b.updated_at > ${since} ${ofPart(sql`b.id`)}
    union select b.id from bookings b where b.visit_date between ${days[0]} and ${days[1]} ${ofPart(sql`b.id`)}
    ${part ? sql`union select ${bookings.id} from ${bookings} where ${ahead} ${ofPart(bookings.id)}` : sql``}`
  const lacksReceipt = sql`exists (select 1 from ${payments} where ${payments.bookingId} = ${bookings.id} and ${RECEIVED}
      and (${payments.receivedAt} > ${since} or ${ahead})
      and not exists (select 1 from tax_documents d where d.payment_id = ${payments.id} and d.cancelled_at is null)
      and (${bookings.status} = 'cancelled' or not exists (${live}) or exists (${live} and d.total <= ${HELD_BEFORE})))`
  const struckOut = sql`exists (select 1 from tax_documents d join payments p on p.id = d.payment_id
    where d.booking_id = ${bookings.id} and d.cancelled_at is null and p.voided_at is not null)`
  const lacksRefund = sql`exists (select 1 from ${refunds} where ${refunds.bookingId} = ${bookings.id} and ${ARRIVED}
      and ${refunds.settledAt} > ${since}
      and not exists (select 1 from tax_documents d where d.refund_id = ${refunds.id} and d.cancelled_at is null))`
  const cameBack = sql`exists (select 1 from tax_documents d join refunds r on r.id = d.refund_id
    where d.booking_id = ${bookings.id} and d.cancelled_at is null and (r.status <> 'processed' or r.amount <> d.total))`
  const total = sql`(case ${bookings.status} when 'booked' then ${bookings.total} when 'cancelled' then ${KEPT_NOW} else 0 end)`
  const lacksInvoice = sql`${total} > 0 and not exists (${live})
    and (${bookings.status} = 'cancelled' or lower(${bookings.during}) <= ${now.toISOString()}
      or (${bookings.received} > 0 and ${bookings.received} - ${bookings.refunded} >= ${bookings.total}))`
  const stale = sql`exists (${live} and (d.total <> ${total}
    or d.content -> 'lines' is distinct from ${LINES_NOW}
    or d.content -> 'booking' ->> 'visit' <> ${VISIT_NOW}
    or coalesce(d.content ->> 'came', d.content ->> 'paid')::bigint > ${bookings.received}))`
  const lacks = sql`(${lacksReceipt}) or (${lacksRefund}) or (${lacksInvoice}) or (${stale}) or (${struckOut})
    or (${cameBack})`
  // each step is found before the next: Postgres takes half of all bookings for ones that lack something, and may begin with them
  const lacking = rowsOf<{ id: string }>(
    await db.execute(sql`
      with part as materialized (select ${bookings.id} from ${bookings} where ${part ?? sql`false`}),
      recent as materialized (${recent}),
      lacking as materialized (
        select ${bookings.id}, ${bookings.createdAt} from recent join ${bookings} on ${bookings.id} = recent.id where ${lacks}
      )
      select id from lacking order by created_at, id`),
  )
  return lacking.map(({ id }) => id)
}
