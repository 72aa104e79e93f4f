import { and, asc, eq, inArray, isNull, min, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { eachInTurn } from '~/db/each-in-turn'
import { takeLock } from '~/db/locks'
import { rowsOf } from '~/db/migrate.server'
import { newId } from '~/db/new-id'
import { bookings, documentSeries, payments, refunds, taxDocuments } from '~/db/schema'
import { formatDate, formatSlot, todayIn } from '~/domain/calendar'
import { DAY_MS } from '~/domain/durations'
import { RECEIVED_STATUSES } from '~/domain/ledger'
import { type Paise, paise, ZERO } from '~/domain/money'
import {
  type DocumentContent,
  type DocumentKind,
  type DueDocument,
  documentNumber,
  documentsDue,
  financialYear,
  type InvoiceWords,
  KEPT_TEXT,
  prefixesOf,
  splitBack,
  splitTax,
  taxedLike,
} from '~/domain/tax-document'
import { lockStoredBooking, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { countedPayments } from './desk-money.server'

/** Every minute papers are made for what happened so lately; once a day for what a longer stop missed. */
const DAYS = 7
/** So many bookings are looked at by one question, when all of them are gone through. */
const PART = 5_000

const RECEIVED = and(isNull(payments.voidedAt), inArray(payments.status, [...RECEIVED_STATUSES]))
/** What the bank took back in a dispute was not sent by us. */
const ARRIVED = sql`${refunds.status} = 'processed' and ${refunds.origin} <> 'dispute'`
const clockTime = (at: SQLWrapper) => sql`to_char(${at}::time, 'FMHH12:MI AM')`
/** What `visitOf` makes of a booking. */
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
      RECEIVED_STATUSES.map((one) => sql`${one}`),
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
 * The same for all that happened since the house has papers: what came while the product, or the job, stood still for long. All
 * bookings are gone through, the oldest first, `size` of them by one question, so that no number of them takes one too long.
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
  const live = sql`select d.total from tax_documents d where d.booking_id = ${bookings.id} and d.kind = 'invoice' and d.cancelled_at is null`
  const recent = sql`
    select ${payments.bookingId} as id from ${payments} where ${payments.receivedAt} > ${since} ${ofPart(payments.bookingId)}
    union select ${payments.bookingId} from ${payments} where ${payments.voidedAt} > ${since} ${ofPart(payments.bookingId)}
    union select ${refunds.bookingId} from ${refunds} where ${refunds.settledAt} > ${since} ${ofPart(refunds.bookingId)}
    union select ${refunds.bookingId} from ${refunds} where ${refunds.status} not in ('processed', 'dropped') ${ofPart(refunds.bookingId)}
    union select ${refunds.bookingId} from ${refunds} where ${refunds.status} = 'dropped' and ${refunds.updatedAt} > ${since} ${ofPart(refunds.bookingId)}
    union select b.id from bookings b where b.updated_at > ${since} ${ofPart(sql`b.id`)}
    union select b.id from bookings b where b.visit_date between ${days[0]} and ${days[1]} ${ofPart(sql`b.id`)}`
  const lacksReceipt = sql`exists (select 1 from ${payments} where ${payments.bookingId} = ${bookings.id} and ${RECEIVED}
      and ${payments.receivedAt} > ${since}
      and not exists (select 1 from tax_documents d where d.payment_id = ${payments.id})
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

/** Issues what one booking's papers lack, numbered in the same transaction: what is rolled back leaves no gap. */
export async function issueDocuments(context: AppContext, bookingId: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const stored = await lockStoredBooking(tx, bookingId)
    if (!stored) return
    const kept = await tx
      .select()
      .from(taxDocuments)
      .where(eq(taxDocuments.bookingId, bookingId))
      .orderBy(...FIRST_ONE_FIRST)
    const now = context.clock.now()
    const due = documentsDue({
      ...{ status: stored.status, total: stored.total, kept: keptOf(stored), started: stored.during.from <= now },
      says: { visit: visitOf(stored), lines: invoiceLines(stored) },
      payments: countedPayments(stored.payments, stored.refunds).map(({ payment: id, ...of }) => ({ id, ...of })),
      refunds: arrivedOf(stored),
      documents: kept.map(({ id, kind, paymentId, refundId, total, content, cancelledAt }) => ({
        ...{ id, kind, of: paymentId ?? refundId, total, cancelled: cancelledAt !== null },
        says: { visit: content.booking.visit, lines: content.lines },
        came: content.came ?? content.paid ?? null,
      })),
    })
    let papers = kept
    for (const one of due) {
      if (one.act === 'issue') {
        papers = [...papers, await issue(context, tx, stored, one, papers)]
        continue
      }
      const [cancelled] = await tx
        .update(taxDocuments)
        .set({ cancelledAt: now, cancelReason: one.reason })
        .where(eq(taxDocuments.id, one.id))
        .returning()
      papers = papers.map((paper) => (paper.id === cancelled?.id ? cancelled : paper))
    }
  })
}

const arrivedOf = ({ refunds: rows }: StoredBooking) =>
  rows.filter(({ status, origin }) => status === 'processed' && origin !== 'dispute')

type Paper = typeof taxDocuments.$inferSelect

/** Issues a paper; `papers` are those that the booking has by now, the first one first. */
async function issue(
  context: AppContext,
  tx: Transaction,
  stored: StoredBooking,
  { kind, of, amount }: Extract<DueDocument, { act: 'issue' }>,
  papers: readonly Paper[],
): Promise<Paper> {
  const issuedAt = context.clock.now()
  const date = todayIn(context.business.timeZone, issuedAt)
  const numbered = await takeNumber(tx, stored, kind, financialYear(date))
  const subject = { paymentId: kind === 'receipt' ? of : null, refundId: kind === 'refund' ? of : null }
  const paymentOf = ({ paymentId, refundId }: Pick<Paper, 'paymentId' | 'refundId'>) =>
    paymentId ?? stored.refunds.find(({ id }) => id === refundId)?.paymentId ?? null
  const payment = paymentOf(subject)
  const ofPayments = papers.map((one) => ({ ...one, payment: paymentOf(one) }))
  const like = taxedLike({ kind, payment, issuedAt }, ofPayments, {
    came: stored.payments.find(({ id }) => id === payment)?.receivedAt,
    visitBegins: stored.during.from,
  })
  const gone = ofPayments.filter((one) => one.kind === 'refund' && one.payment === payment && !one.cancelledAt)
  const before = like && {
    ...like,
    gone:
      kind === 'refund' && like.kind === 'receipt'
        ? gone.map(({ total, content }) => ({ total, half: content.tax?.cgst ?? ZERO }))
        : null,
  }
  const [paper] = await tx
    .insert(taxDocuments)
    .values({
      ...{ id: newId(), kind, date, issuedAt, bookingId: stored.id, total: amount, ...numbered, ...subject },
      content: contentOf(context, stored, kind, amount, before),
    })
    .returning()
  if (!paper) throw new Error('The paper was not stored.')
  return paper
}

/** The next number of a series; the series stays locked until the transaction ends, so that numbers are taken in turn. */
async function takeNumber(
  tx: Transaction,
  { locationId, locationName }: Pick<StoredBooking, 'locationId' | 'locationName'>,
  kind: DocumentKind,
  year: string,
) {
  const place = locationId ?? ''
  const here = and(eq(documentSeries.place, place), eq(documentSeries.kind, kind), eq(documentSeries.year, year))
  const next = async () =>
    (
      await tx
        .update(documentSeries)
        .set({ last: sql`${documentSeries.last} + 1` })
        .where(here)
        .returning()
    )[0]
  let series = await next()
  if (!series) {
    await takeLock(tx, 'seriesLetters')
    const given = await tx
      .selectDistinct({ place: documentSeries.place, prefix: documentSeries.prefix })
      .from(documentSeries)
    const own = given.filter((one) => one.place === place).map(({ prefix }) => prefix)
    // letters are one location's, for papers of every kind and year
    const free = (prefix: string) => !given.some((one) => one.prefix === prefix)
    for (const prefix of [...own, ...prefixesOf(locationId ? locationName : 'General').filter(free)]) {
      await tx.insert(documentSeries).values({ place, kind, year, prefix }).onConflictDoNothing()
      series = await next()
      if (series) break
    }
  }
  if (!series) throw new Error('No letters are left for a series of papers.')
  const { id: seriesId, prefix, last: sequence } = series
  return { seriesId, sequence, number: documentNumber(prefix, kind, year, sequence) }
}

const visitOf = ({ screenName, locationName, visitDate, slotFrom: from, slotTo: to }: StoredBooking): string =>
  `${screenName}, ${locationName}, ${formatDate(visitDate)}, ${formatSlot({ from, to })}`

const keptOf = ({ received, refunded }: StoredBooking) => paise(Math.max(0, received - refunded))

const invoiceLines = (stored: StoredBooking): InvoiceWords['lines'] =>
  stored.status === 'cancelled'
    ? [{ text: KEPT_TEXT, detail: '', amount: keptOf(stored) }]
    : stored.lines.map(({ name, count, explanation, amount }) => ({
        text: count > 1 ? `${name} × ${count}` : name,
        detail: explanation ?? '',
        amount,
      }))

/** What taxes a paper: as the business is taxed by now, or as it was when another one was issued. */
function taxTerms({ business: { tax } }: AppContext, before: DocumentContent | undefined) {
  if (!before) return { ...tax, rate: tax.gstin ? tax.rate : null }
  const { seller, sac, placeOfSupply, tax: split } = before
  return { legalName: seller.name, gstin: seller.gstin, sac, placeOfSupply, rate: split?.rate ?? null }
}

/** @param before the paper that this one is taxed like, and what of its sum had `gone` back where this one says that more does */
function contentOf(
  context: AppContext,
  stored: StoredBooking,
  kind: DocumentKind,
  amount: Paise,
  before: (Pick<Paper, 'content' | 'total'> & { gone: Parameters<typeof splitBack>[1] | null }) | undefined,
): DocumentContent {
  const { business } = context
  const tax = taxTerms(context, before?.content)
  const visit = visitOf(stored)
  const lines =
    kind === 'invoice'
      ? invoiceLines(stored)
      : [{ text: kind === 'receipt' ? 'Advance for the visit' : 'Advance given back', detail: visit, amount }]
  return {
    seller: {
      ...{ name: tax.legalName, address: business.address, gstin: tax.gstin },
      ...{ phone: business.phones[0] ?? '', email: business.email },
    },
    buyer: { name: stored.customerName, number: stored.customerNumber },
    ...{ sac: tax.sac, placeOfSupply: tax.placeOfSupply },
    booking: { code: stored.code, visit },
    lines,
    tax: before?.gone ? splitBack(before.total, before.gone, amount, tax.rate) : splitTax(amount, tax.rate),
    // of what is on its way back the customer has paid nothing in the end
    paid: kind === 'invoice' ? keptOf(stored) : null,
    ...(kind === 'invoice' && { came: paise(stored.received) }),
  }
}

const FIRST_ONE_FIRST = [asc(taxDocuments.issuedAt), asc(taxDocuments.number)] as const

/** The papers of a booking, the first one first. */
export const documentsOf = ({ db }: Pick<AppContext, 'db'>, bookingId: string) =>
  db
    .select({
      id: taxDocuments.id,
      kind: taxDocuments.kind,
      number: taxDocuments.number,
      date: taxDocuments.date,
      total: taxDocuments.total,
      cancelledAt: taxDocuments.cancelledAt,
    })
    .from(taxDocuments)
    .where(eq(taxDocuments.bookingId, bookingId))
    .orderBy(...FIRST_ONE_FIRST)

/** One paper of a booking. */
export const findDocument = ({ db }: Pick<AppContext, 'db'>, id: string) =>
  db.query.taxDocuments.findFirst({ where: eq(taxDocuments.id, id) })
