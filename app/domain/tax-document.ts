import type { BookingStatus } from './booking-status'
import type { CalendarDate } from './calendar'
import { type Paise, paise, sum, ZERO } from './money'

/** Papers about money, in the order in which they are numbered. */
export const DOCUMENT_KINDS = ['receipt', 'refund', 'invoice'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const DOCUMENT_TITLES: Record<DocumentKind, string> = {
  receipt: 'Receipt voucher',
  refund: 'Refund voucher',
  invoice: 'Invoice',
}

const LETTERS: Record<DocumentKind, string> = { receipt: 'R', refund: 'B', invoice: 'I' }
/** The longest number that CGST rule 46 allows. */
export const NUMBER_MAX = 16
/** So many papers of a kind a location can have in a year within that. */
export const SEQUENCE_MAX = 99_999

/** The Indian financial year of a date, April to March, as it stands in numbers: `2627`. */
export function financialYear(date: CalendarDate): string {
  const year = Number(date.slice(0, 4)) - (date.slice(5, 7) < '04' ? 1 : 0)
  return [year, year + 1].map((one) => String(one % 100).padStart(2, '0')).join('')
}

/** A paper's number: `KOR/I/2627/00001`. */
export const documentNumber = (prefix: string, kind: DocumentKind, year: string, sequence: number): string =>
  `${prefix}/${LETTERS[kind]}/${year}/${String(sequence).padStart(5, '0')}`

/** Letters before a number's first slash, which tell the locations' series apart. */
const PREFIX_LETTERS = 3
/**
 * Stands for each letter that a location's name lacks: CGST rule 46 takes Latin letters, digits, `-` and `/` only, and a name in
 * another script has none of them.
 */
const FILLER = 'X'

/** What a location's numbers may begin with, the best first: three letters of its name, then with a digit. */
export function prefixesOf(location: string): string[] {
  const latin = location.toUpperCase().replace(/[^A-Z]/g, '')
  const letters = latin.slice(0, PREFIX_LETTERS).padEnd(PREFIX_LETTERS, FILLER)
  const tails = '23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const two = [...tails].map((tail) => letters.slice(0, 2) + tail)
  const one = [...tails].flatMap((a) => [...tails].map((b) => letters.slice(0, 1) + a + b))
  return [...new Set([letters, ...two, ...one])]
}

export interface TaxSplit {
  /** In hundredths of a percent: 18 % is 1,800. */
  rate: number
  taxable: Paise
  cgst: Paise
  sgst: Paise
}

/** The tax inside a sum that includes it, in two equal halves; null where the business has set no rate. */
export const splitTax = (amount: Paise, rate: number | null): TaxSplit | null => splitBack(amount, [], amount, rate)

/** A part of a sum that went back, and half of the tax in it. */
interface GonePart {
  total: Paise
  half: Paise
}

/**
 * The tax of what goes back of a `whole`, after other parts of it have: so much that all of them have together the tax of the whole but
 * that of what is left, which each part's own rounding would miss by a paisa.
 */
export function splitBack(
  whole: Paise,
  gone: readonly GonePart[],
  amount: Paise,
  rate: number | null,
): TaxSplit | null {
  if (rate === null) return null
  const halfIn = (sum: number) => Math.round((sum * rate) / (2 * (10_000 + rate)))
  const left = whole - sum(gone.map(({ total }) => total)) - amount
  const half = left < 0 ? halfIn(amount) : halfIn(whole) - sum(gone.map((one) => one.half)) - halfIn(left)
  return { rate, taxable: paise(amount - 2 * half), cgst: paise(half), sgst: paise(half) }
}

/** What a paper said when it was issued, and says ever after. */
export interface DocumentContent {
  seller: { name: string; address: string; gstin: string | null; phone: string; email: string }
  /** Gone when the customer is forgotten: a paper below ₹50,000 for somebody without GSTIN needs no name. */
  buyer?: { name: string; number: string }
  sac: string
  placeOfSupply: string
  booking: { code: string; visit: string }
  lines: { text: string; detail: string; amount: Paise }[]
  tax: TaxSplit | null
  /** What had been paid, and neither gone back nor was on its way back, when an invoice was issued. */
  paid: Paise | null
  /** What had come by then, whatever went back of it; papers of older days say only what was paid. */
  came?: Paise
}

/** What an invoice says of the visit: when one of it changes, the invoice is made anew. */
export interface InvoiceWords {
  visit: string
  lines: DocumentContent['lines']
}

/** What the invoice of a cancelled booking is for, of which money is kept (rule M31). */
export const KEPT_TEXT = 'Cancellation charge'

export interface BookingPapers {
  status: BookingStatus
  total: Paise
  /** What was received and neither went back nor is on its way back; never less than nothing. */
  kept: Paise
  /** What an invoice would say now. */
  says: InvoiceWords
  /** The visit has begun. */
  started: boolean
  /** Those that count, the first one first: one that was struck out is not among them. `held`: what of it has not gone back and is not to. */
  payments: { id: string; amount: Paise; held: Paise }[]
  /** Those that have reached the customer. */
  refunds: { id: string; amount: Paise }[]
  documents: {
    id: string
    kind: DocumentKind
    of: string | null
    total: Paise
    says: InvoiceWords
    /** What had come when an invoice was issued, as far as it says so. */
    came: Paise | null
    cancelled: boolean
  }[]
}

export type DueDocument =
  | { act: 'cancel'; id: string; reason: string }
  | { act: 'issue'; kind: DocumentKind; of: string | null; amount: Paise }

const sameWords = (one: InvoiceWords, other: InvoiceWords): boolean =>
  one.visit === other.visit &&
  one.lines.length === other.lines.length &&
  one.lines.every(({ text, detail, amount }, index) => {
    const line = other.lines[index]
    return line?.text === text && line.detail === detail && line.amount === amount
  })

/** What an invoice of the booking would be about now: the visit, or what is kept of one that was cancelled. */
const invoiced = ({ status, total, kept }: BookingPapers): Paise =>
  status === 'booked' ? total : status === 'cancelled' ? kept : ZERO

/** Why an invoice cannot stay as it is; undefined while it can (rules M30, M31). */
function staleWhy(
  { total, says, came: saidToHaveCome }: BookingPapers['documents'][number],
  booking: BookingPapers,
): string | undefined {
  if (total !== invoiced(booking) || !sameWords(says, booking.says))
    return booking.status === 'booked' ? 'The booking was changed' : 'The booking was cancelled'
  // what went back has a voucher of its own; what never came has none
  const came = sum(booking.payments.map(({ amount }) => amount))
  return (saidToHaveCome ?? 0) > came ? 'A payment on it was struck out' : undefined
}

/** Those payments that came when what is left of the earlier ones covered an invoice already: it is not about them. */
function beyondInvoice<Payment extends { held: Paise }>(payments: readonly Payment[], invoice: Paise): Payment[] {
  return payments.filter((_, nth) => sum(payments.slice(0, nth).map(({ held }) => held)) >= invoice)
}

/**
 * What a booking's papers lack (rules M30, M31): a receipt voucher for each payment that stands on no invoice, a refund voucher for
 * what went back, the invoice at full payment or at the visit, anew when the visit, the lines, the total or what was paid is no
 * longer so; of a cancelled booking the invoice of what is kept. The receipt voucher of a payment that was struck out is cancelled, and the refund
 * voucher of money that came back: when it goes again, it has another one.
 */
export function documentsDue(booking: BookingPapers): DueDocument[] {
  const { status, started, payments, refunds, documents } = booking
  const due: DueDocument[] = []
  const live = documents.find(({ kind, cancelled }) => kind === 'invoice' && !cancelled)
  const reason = live && staleWhy(live, booking)
  if (live && reason) due.push({ act: 'cancel', id: live.id, reason })
  const untrue = documents.filter(({ kind, of, total, cancelled }) => {
    if (cancelled || kind === 'invoice') return false
    return kind === 'receipt'
      ? !payments.some(({ id }) => id === of)
      : !refunds.some(({ id, amount }) => id === of && amount === total)
  })
  for (const { id, kind } of untrue)
    due.push({ act: 'cancel', id, reason: kind === 'receipt' ? 'Entered by mistake' : 'It did not arrive' })
  const amount = invoiced(booking)
  const none = !live || reason !== undefined
  const invoice = amount > 0 && (started || booking.kept >= amount) && none
  const has = (id: string) => documents.some((one) => one.of === id && !one.cancelled && !untrue.includes(one))
  const received = status === 'cancelled' || (!invoice && none) ? payments : beyondInvoice(payments, amount)
  for (const { id, amount } of received) {
    if (!has(id)) due.push({ act: 'issue', kind: 'receipt', of: id, amount })
  }
  for (const { id, amount } of refunds) {
    if (!has(id)) due.push({ act: 'issue', kind: 'refund', of: id, amount })
  }
  if (invoice) due.push({ act: 'issue', kind: 'invoice', of: null, amount })
  return due
}

/** A booking that stands, as far as it says which papers come. */
interface PapersAhead {
  total: Paise
  received: Paise
  remaining: Paise
  /** The visit has begun. */
  started: boolean
}

/** Which papers a customer finds on the booking's page, and when, as they are issued by `documentsDue`; nothing where none come. */
export function papersPromised({ total, received, remaining, started }: PapersAhead): string | undefined {
  if (total <= 0) return undefined
  if (remaining <= 0 || started) return 'Your invoice stands on your booking’s page within minutes, to be printed.'
  const then = 'once everything is paid or your visit has begun'
  return received > 0
    ? `The receipt for what you have paid stands on your booking’s page within minutes, to be printed; your invoice ${then}.`
    : `Your invoice stands on your booking’s page ${then}, to be printed.`
}

/** A tax split line by line; the rate in percent, of which each half is half. */
export const splitWords = ({ rate, taxable, cgst, sgst }: TaxSplit): { label: string; amount: Paise }[] => [
  { label: 'Taxable value', amount: taxable },
  { label: `CGST ${rate / 200} %`, amount: cgst },
  { label: `SGST ${rate / 200} %`, amount: sgst },
]

/** A paper among those of its booking; `payment`: of a receipt voucher the one that came, of a refund voucher the one that goes back. */
interface PaperOfPayment {
  kind: DocumentKind
  payment: string | null
  issuedAt: Date
}

/**
 * What one of a booking's papers corrects (rule M33) of all of them, the first one first, and of those `before` it: a refund voucher
 * its payment's receipt voucher, or where none was issued by then the last invoice before it; an invoice the one that it was made anew
 * for. Nothing where it stands for itself, as a receipt voucher always does.
 */
export function correctedPaper<Paper extends PaperOfPayment>(
  paper: PaperOfPayment,
  papers: readonly Paper[],
  before: readonly Paper[] = papers,
): Paper | undefined {
  if (paper.kind === 'receipt') return undefined
  // one that was issued later changes nothing of what was said
  const receipt = papers.find(
    ({ kind, payment, issuedAt }) => kind === 'receipt' && payment === paper.payment && issuedAt <= paper.issuedAt,
  )
  return receipt ?? [...before].reverse().find(({ kind }) => kind === 'invoice')
}

/** The number of what one of a booking's papers, which stand the first one first, corrects; null where it stands for itself. */
export function correctedBy(
  id: string,
  papers: readonly (PaperOfPayment & { id: string; number: string })[],
): string | null {
  const at = papers.findIndex((one) => one.id === id)
  const paper = papers[at]
  return (paper && correctedPaper(paper, papers, papers.slice(0, at))?.number) ?? null
}

/**
 * The paper of a booking that a new one is taxed like, whatever GSTIN and rate the business has by now; none where it is taxed as of
 * today. Money goes back as it came (CGST rule 51), a receipt voucher that takes the place of an invoice says what that said, and so does
 * an invoice that is made anew once the visit has begun: that of a visit that is ahead is taxed anew (rule M30).
 *
 * @param papers what the booking has by now, the first one first
 * @param came when the payment of a receipt voucher did
 */
export function taxedLike<Paper extends PaperOfPayment>(
  paper: PaperOfPayment,
  papers: readonly Paper[],
  { came, visitBegins }: { came: Date | undefined; visitBegins: Date },
): Paper | undefined {
  const lastInvoice = (issued: (at: Date) => boolean) =>
    [...papers].reverse().find(({ kind, issuedAt }) => kind === 'invoice' && issued(issuedAt))
  if (paper.kind === 'receipt') return came && lastInvoice((at) => at >= came)
  return paper.kind === 'refund' || paper.issuedAt >= visitBegins ? correctedPaper(paper, papers) : undefined
}
