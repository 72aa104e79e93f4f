import type { payments } from '~/db/schema'
import { formatDate, todayIn } from '~/domain/calendar'
import type { Paise } from '~/domain/money'

type PaymentRow = typeof payments.$inferSelect

const HOW: Record<PaymentRow['mode'], string> = {
  online: 'online',
  cash: 'in cash at the theatre',
  upi: 'by UPI at the theatre',
  card: 'by card at the theatre',
}

/** A payment as its customer reads it, with the reference by which the bank and we find it. */
export interface PaymentWords {
  words: string
  reference: string | null
  amount: Paise
}

/** Each payment that counts, in the order in which they came. */
export function paymentsInWords(rows: readonly PaymentRow[], zone: string): PaymentWords[] {
  return rows
    .filter(({ voidedAt }) => !voidedAt)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
    .map(({ mode, receivedAt, providerPaymentId, amount }) => ({
      words: `Paid ${HOW[mode]} on ${formatDate(todayIn(zone, receivedAt))}`,
      reference: providerPaymentId,
      amount,
    }))
}
