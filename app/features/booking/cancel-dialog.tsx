import { useForm } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { formatRupees, type Paise } from '~/domain/money'
import type { FormAnswer } from '~/platform/form.server'
import { Button, buttonClass } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { FieldError, TextAreaField } from '~/ui/field'
import { ActionForm } from '~/ui/form'

interface CancelDialogProps {
  /** What the policy would give back and why, and all that was received. */
  offers: { policy: { refund: Paise; explanation: string }; full: Paise }
  closeTo: string
  answer: FormAnswer | undefined
}

/** Asks before a booking is deleted: why, and what goes back. */
export function CancelDialog({ offers, closeTo, answer }: CancelDialogProps) {
  const [form, fields] = useForm<{ reason: string; refund: string }>({ id: 'cancel', lastResult: answer?.lastResult })
  const { policy, full } = offers
  const choices = [
    { value: 'policy', label: `By the policy: ${formatRupees(policy.refund)}`, hint: policy.explanation },
    { value: 'full', label: `Everything: ${formatRupees(full)}`, hint: 'Counter payments are given back by hand.' },
    { value: 'none', label: 'Nothing', hint: undefined },
  ]
  const chosen = String(fields.refund.initialValue ?? 'policy')
  return (
    <Dialog title="Are You sure?" closeTo={closeTo}>
      <p className="mb-5 text-muted">
        If you Delete this booking its slot is free again and the customer is told. The booking stays in the list as
        cancelled.
      </p>
      <ActionForm form={form} className="grid gap-5">
        <input type="hidden" name="intent" value="delete" />
        <TextAreaField field={fields.reason} label="Reason" required rows={2} maxLength={300} />
        {full > 0 ? (
          <fieldset className="grid gap-2">
            <legend className="mb-1 text-sm font-medium">What goes back</legend>
            {choices.map(({ value, label, hint }) => (
              <label key={value} className="flex min-h-11 items-start gap-3 rounded-xl bg-night/40 px-4 py-2.5 text-sm">
                <input
                  type="radio"
                  name="refund"
                  value={value}
                  defaultChecked={value === chosen}
                  className="mt-0.5 size-5 shrink-0 accent-gold"
                />
                <span>
                  {label}
                  {hint && <span className="block text-xs text-muted">{hint}</span>}
                </span>
              </label>
            ))}
            <FieldError field={fields.refund} />
          </fieldset>
        ) : (
          <input type="hidden" name="refund" value="none" />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className={buttonClass('quiet')}>
            Cancel
          </Link>
          <Button look="danger">Delete</Button>
        </div>
      </ActionForm>
    </Dialog>
  )
}
