import { useForm } from '@conform-to/react'
import { ChevronDown, QrCode } from 'lucide-react'
import { formatRupees, type Paise, typedRupees } from '~/domain/money'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { LONGEST } from '~/domain/text-limits'
import { answerTo } from '~/features/back-office/answer-to'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { NothingByEnter } from '~/ui/nothing-by-enter'
import { ScanCode } from '~/ui/scan-code'

interface TakePaymentProps {
  booking: string
  due: Paise
  /** What may be under way at the customer's bank. */
  underWay: Paise
  /** The link behind the UPI code for what is due. */
  upi: string | null
  /** The id of what is taken, so that it is taken once. */
  entry: string
  action?: string
  answer: FormAnswer | undefined
}

/** Takes what is due, or a part of it: the amount stands there, and the way it was paid is the button. */
export function TakePayment({ booking, due, underWay, upi, entry, action, answer }: TakePaymentProps) {
  const [form, fields] = useForm<{ amount: string; reference: string }>({
    id: 'take',
    lastResult: answerTo(answer, 'take-payment')?.lastResult,
    defaultValue: { amount: typedRupees(due) },
  })
  return (
    <ActionForm form={form} entry={entry} action={action} preventScrollReset className="grid gap-3">
      {/* Enter presses the first button, and of those below that is cash: by none it is said that the way is still to choose */}
      <NothingByEnter name="mode" value="" sent />
      <input type="hidden" name="intent" value="take-payment" />
      <input type="hidden" name="booking" value={booking} />
      <input type="hidden" name="shown" value={due} />
      {underWay > 0 && (
        <p className="text-sm text-champagne">
          {formatRupees(underWay)} may be under way from the customer’s bank, and shows here when it arrives. Ask before
          you take it as well.
        </p>
      )}
      <div className="grid grid-cols-2 gap-3">
        <TextField field={fields.amount} label="Amount (₹)" required inputMode="decimal" autoComplete="off" />
        <TextField
          field={fields.reference}
          label="Reference"
          maxLength={LONGEST.reference}
          autoComplete="off"
          placeholder="UTR"
        />
      </div>
      <fieldset className="grid grid-cols-3 gap-2">
        <legend className="mb-1.5 text-sm font-medium">Take it by</legend>
        {/* alike: one that is filled would look chosen, as above the guests' "Arrived" is */}
        {DESK_MODES.map((mode) => (
          <Button key={mode} name="mode" value={mode} className="px-2">
            {modeName(mode)}
          </Button>
        ))}
      </fieldset>
      {upi && (
        <details className="group rounded-xl border border-hairline">
          <summary className="flex min-h-11 items-center gap-2 px-4 text-sm">
            <QrCode aria-hidden className="size-4" />
            UPI code for {formatRupees(due)}
            <ChevronDown aria-hidden className="ml-auto size-4 text-muted transition group-open:rotate-180" />
          </summary>
          <div className="px-4 pb-4">
            <ScanCode link={upi} label={`UPI code for ${formatRupees(due)}`} />
            <p className="mt-2 text-center text-xs text-muted">
              Nobody tells this page that it was paid: look at your phone, then press UPI.
            </p>
          </div>
        </details>
      )}
    </ActionForm>
  )
}
