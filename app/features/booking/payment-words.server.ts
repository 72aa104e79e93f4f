import type { payments } from '~/db/schema'
import { formatDate, todayIn } from '~/domain/calendar'
import type { Paise } from '~/domain/money'
import { modeWords } from '~/domain/payment-mode'
import { receivedOf } from '~/features/money/desk-money.server'

type PaymentRow = typeof payments.$inferSelect

/** A payment as its customer reads it, with the reference by which the bank and we find it. */
export interface PaymentWords {
  words: string
  reference: string | null
  amount: Paise
}

/** Each payment that counts, in the order in which they came. */
export function paymentsInWords(rows: readonly PaymentRow[], zone: string): PaymentWords[] {
  return receivedOf(rows)
    .sort((a, b) => a.receivedAt.getTime() - b.receivedAt.getTime())
    .map(({ mode, receivedAt, providerPaymentId, amount }) => ({
      words: `Paid ${modeWords(mode)}${mode === 'online' ? '' : ' at the theatre'} on ${formatDate(todayIn(zone, receivedAt))}`,
      reference: providerPaymentId,
      amount,
    }))
}
