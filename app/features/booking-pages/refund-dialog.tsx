import { formatRupees, type Paise } from '~/domain/money'
import { answerTo } from '~/features/back-office/answer-to'
import type { FormAnswer } from '~/platform/form.server'
import { Question } from '~/ui/confirm'
import { FormAlert } from '~/ui/form-alert'

interface RefundDialogProps {
  due: Paise
  /** It stands, or did: of one that never stood all that it holds goes back. */
  stood: boolean
  /** Why whoever asks may not give it back. */
  beyond: string | undefined
  /** The question's own address: it may have to be asked again. */
  action: string
  closeTo: string
  answer: FormAnswer | undefined
}

/** Asks before what was received beyond the total goes back. */
export function RefundDialog({ due, stood, beyond, action, closeTo, answer }: RefundDialogProps) {
  const refused = answerTo(answer, 'refund-owed')
  const words = Object.values(refused?.lastResult.error ?? {})
    .flat()
    .find(Boolean)
  return (
    <Question
      title={`Give back ${formatRupees(due)}?`}
      action={action}
      closeTo={closeTo}
      yes={{ words: 'Give back', intent: 'refund-owed', look: 'gold', refused: beyond }}
    >
      {words && <FormAlert answer={refused}>{words}</FormAlert>}
      <input type="hidden" name="shown" value={due} />
      <p className="text-muted">
        {stood
          ? 'More was received than the booking costs.'
          : 'It was paid, and not booked: all that is here goes back.'}{' '}
        What came online goes back by the payment provider; what was taken at the front desk is handed over by you.
      </p>
    </Question>
  )
}
