import { formatRupees, type Paise } from '~/domain/money'
import { Question } from '~/ui/confirm'

/** Asks before what was received beyond the total goes back. */
export function RefundDialog({ due, closeTo }: { due: Paise; closeTo: string }) {
  return (
    <Question
      title={`Give back ${formatRupees(due)}?`}
      closeTo={closeTo}
      yes={{ words: 'Give back', intent: 'refund-owed', look: 'gold' }}
    >
      <p className="text-muted">
        More was received than the booking costs. What came online goes back by the payment provider; what was taken at
        the front desk is handed over by you.
      </p>
    </Question>
  )
}
