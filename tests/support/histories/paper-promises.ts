import type { taxDocuments } from '~/db/schema'
import { sum } from '~/domain/money'
import { documentsDue } from '~/domain/tax-document'
import { bookingPapers } from '~/features/money/tax-documents.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import { Broken } from './model'

type Paper = typeof taxDocuments.$inferSelect

/** A booking lacks no paper by the rule: the job asks for bookings by a query of its own, which must miss none (rule M30). */
export function lacksNoPaper(stored: StoredBooking, papers: readonly Paper[], now: Date): void {
  const due = documentsDue(bookingPapers(stored, papers, now))
  if (due.length) throw new Broken(`booking ${stored.code} lacks papers: ${JSON.stringify(due)}`)
}

/** Each paper that counts says what its booking says, whatever the rule of papers makes of it. */
export function saysItOnPaper(stored: StoredBooking, papers: readonly Paper[]): void {
  for (const { number, kind, total, content, cancelledAt, paymentId, refundId } of papers) {
    if (cancelledAt) continue
    const lines = sum(content.lines.map(({ amount }) => amount))
    if (lines !== total) throw new Broken(`${number} comes to ${total} paise, its lines to ${lines}`)
    const payment = stored.payments.find(({ id, voidedAt }) => id === paymentId && !voidedAt)
    const refund = stored.refunds.find(({ id, status }) => id === refundId && status === 'processed')
    const told = { receipt: payment?.amount, refund: refund?.amount, invoice: invoiced(stored) }[kind]
    if (told !== total) throw new Broken(`${number} (${kind}) says ${total} paise, ${stored.code} says ${told}`)
  }
}

const invoiced = ({ status, total, received, refunded }: StoredBooking) =>
  status === 'cancelled' ? received - refunded : status === 'booked' ? total : undefined
