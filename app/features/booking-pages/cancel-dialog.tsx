import { useForm } from '@conform-to/react'
import type { CancellationRefund } from '~/domain/cancellation-policy'
import { formatRupees, type Paise } from '~/domain/money'
import { type ReturnedSums, returnWordsForStaff } from '~/domain/refund-parts'
import { LONGEST } from '~/domain/text-limits'
import type { FormAnswer } from '~/platform/form.server'
import { ASKED_FIRST, YesOrCancel } from '~/ui/confirm'
import { Dialog } from '~/ui/dialog'
import { ChoiceField, TextAreaField } from '~/ui/field'
import { ActionForm } from '~/ui/form'

type Offer = Record<'owed' | 'rest' | 'sums', ReturnedSums>

interface CancelDialogProps {
  /** What each choice would refund, and what the policy says. */
  offers: Record<CancellationRefund, Offer> & { quote: { explanation: string } }
  /** What deleting it does, and which of the choices are asked about. */
  deletion: {
    ofHold: boolean
    words: string
    /** What it writes off. */
    written: Paise
    underPolicy: boolean
    refunds: { asked: readonly CancellationRefund[]; policyIs: CancellationRefund }
  }
  /** Why whoever deletes it may not choose one of them. */
  refused: Partial<Record<CancellationRefund, string>>
  closeTo: string
  answer: FormAnswer | undefined
}

const joined = (...words: string[]) => words.filter(Boolean).join(' ')
const how = (sums: ReturnedSums) => (sums.all > 0 ? `${returnWordsForStaff(sums)}.` : '')

/** Asks before a booking is deleted or a hold given up: why, and what goes back. */
export function CancelDialog({ offers, deletion, refused, closeTo, answer }: CancelDialogProps) {
  const [form, fields] = useForm<{ reason: string; refund: string }>({ id: 'cancel', lastResult: answer?.lastResult })
  const { policy, full, none, quote } = offers
  const owed = none.sums.all
  const sumOf = ({ sums }: Offer) => formatRupees(sums.all)
  const { asked, policyIs } = deletion.refunds
  const labels: Record<CancellationRefund, string> = {
    policy: `By the policy: ${sumOf(policy)}`,
    full: `Everything: ${sumOf(full)}`,
    none: owed > 0 ? `Only what is owed: ${sumOf(none)}` : 'Nothing',
  }
  const choices = asked.map((value) => ({
    value,
    label: labels[value === 'policy' ? policyIs : value],
    hint: joined(how(offers[value].sums), value === 'policy' && deletion.underPolicy ? quote.explanation : ''),
    refused: refused[value],
  }))
  const shut = choices.every((choice) => choice.refused)
  return (
    <Dialog title="Are You sure?" closeTo={closeTo}>
      <p className="mb-5 text-muted">{deletion.words}</p>
      <ActionForm form={form} className="grid gap-5">
        <input type="hidden" name="intent" value="delete" />
        <input type="hidden" name="back" value={closeTo} />
        <input type="hidden" name="shown.policy" value={policy.sums.all} />
        <input type="hidden" name="shown.full" value={full.sums.all} />
        <input type="hidden" name="shown.none" value={owed} />
        <input type="hidden" name="shown.written" value={deletion.written} />
        <TextAreaField
          {...ASKED_FIRST}
          field={fields.reason}
          label="Reason"
          required
          rows={2}
          maxLength={LONGEST.reason}
        />
        {full.sums.all > 0 && !shut && (
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
        <YesOrCancel
          closeTo={closeTo}
          yes={{
            words: deletion.ofHold ? 'Free the slot' : 'Delete',
            look: 'danger',
            // where nothing can be chosen, one reason says it
            refused: shut ? refused.none : undefined,
          }}
        />
      </ActionForm>
    </Dialog>
  )
}
