import { and, asc, eq, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { newId } from '~/db/new-id'
import { documentSeries, taxDocuments } from '~/db/schema'
import { formatDate, formatSlot, todayIn } from '~/domain/calendar'
import { shownPhone } from '~/domain/calling'
import { type Paise, paise, ZERO } from '~/domain/money'
import {
  type BookingPapers,
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
    const due = documentsDue(bookingPapers(stored, kept, now))
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

/** What `documentsDue` looks at: a booking as it is stored, and all papers that it has. */
export const bookingPapers = (stored: StoredBooking, kept: readonly Paper[], now: Date): BookingPapers => ({
  ...{ status: stored.status, total: stored.total, kept: keptOf(stored), started: stored.during.from <= now },
  says: { visit: visitLine(stored), lines: invoiceLines(stored) },
  payments: countedPayments(stored.payments, stored.refunds).map(({ payment: id, ...of }) => ({ id, ...of })),
  refunds: arrivedOf(stored),
  documents: kept.map(({ id, kind, paymentId, refundId, total, content, cancelledAt }) => ({
    ...{ id, kind, of: paymentId ?? refundId, total, cancelled: cancelledAt !== null },
    says: { visit: content.booking.visit, lines: content.lines },
    came: content.came ?? content.paid ?? null,
  })),
})

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

const visitLine = ({ screenName, locationName, visitDate, slotFrom: from, slotTo: to }: StoredBooking): string =>
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
  const visit = visitLine(stored)
  const lines =
    kind === 'invoice'
      ? invoiceLines(stored)
      : [{ text: kind === 'receipt' ? 'Advance for the visit' : 'Advance given back', detail: visit, amount }]
  return {
    seller: {
      ...{ name: tax.legalName, address: business.address, gstin: tax.gstin },
      ...{ phone: shownPhone(business.phones[0] ?? ''), email: business.email },
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
