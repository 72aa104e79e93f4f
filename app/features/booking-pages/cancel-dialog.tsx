import { useForm } from '@conform-to/react'
import type { CancellationRefund } from '~/domain/cancellation-policy'
import { formatRupees } from '~/domain/money'
import { type ReturnedSums, returnWordsForStaff } from '~/domain/refund-parts'
import { LONGEST } from '~/domain/text-limits'
import type { FormAnswer } from '~/platform/form.server'
import { YesOrCancel } from '~/ui/confirm'
import { Dialog } from '~/ui/dialog'
import { ChoiceField, TextAreaField } from '~/ui/field'
import { ActionForm } from '~/ui/form'

type Offer = Record<'owed' | 'rest' | 'sums', ReturnedSums>

interface CancelDialogProps {
  /** What each choice would refund, and what the policy says. */
  offers: Record<CancellationRefund, Offer> & { quote: { explanation: string } }
  /** Why whoever deletes it may not choose one of them. */
  refused: Partial<Record<CancellationRefund, string>>
  closeTo: string
  answer: FormAnswer | undefined
}

const joined = (...words: string[]) => words.filter(Boolean).join(' ')
const how = (sums: ReturnedSums) => (sums.all > 0 ? `${returnWordsForStaff(sums)}.` : '')

/** Asks before a booking is deleted: why, and what goes back. */
export function CancelDialog({ offers, refused, closeTo, answer }: CancelDialogProps) {
  const [form, fields] = useForm<{ reason: string; refund: string }>({ id: 'cancel', lastResult: answer?.lastResult })
  const { policy, full, none, quote } = offers
  const owed = none.sums.all
  const sumOf = ({ sums }: Offer) => formatRupees(sums.all)
  const choices = (
    [
      { value: 'policy', label: `By the policy: ${sumOf(policy)}`, hint: joined(how(policy.sums), quote.explanation) },
      { value: 'full', label: `Everything: ${sumOf(full)}`, hint: how(full.sums) },
      { value: 'none', label: owed > 0 ? `Only what is owed: ${sumOf(none)}` : 'Nothing', hint: how(none.sums) },
    ] as const
  ).map((choice) => ({ ...choice, refused: refused[choice.value] }))
  return (
    <Dialog title="Are You sure?" closeTo={closeTo}>
      <p className="mb-5 text-muted">
        If you Delete this booking its slot is free again and the customer is told. The booking stays in the list as
        cancelled.
      </p>
      <ActionForm form={form} className="grid gap-5">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="back" value={closeTo} />
        <input type="hidden" name="shown.policy" value={policy.sums.all} />
        <input type="hidden" name="shown.full" value={full.sums.all} />
        <input type="hidden" name="shown.none" value={owed} />
        <TextAreaField field={fields.reason} label="Reason" required rows={2} maxLength={LONGEST.reason} />
        {full.sums.all > 0 && (
          <ChoiceField
            field={fields.refund}
            label="What goes back"
            choices={choices}
            chosen={refused.policy ? undefined : 'policy'}
            required
          >
            {owed > 0 && (
              <p className="text-sm text-muted">
                {formatRupees(owed)} of it is owed, because more was received than the booking costs: it goes back whole
                in any case.
              </p>
            )}
          </ChoiceField>
        )}
        <YesOrCancel closeTo={closeTo} yes={{ words: 'Delete', look: 'danger' }} />
      </ActionForm>
    </Dialog>
  )
}
