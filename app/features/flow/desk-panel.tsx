import { useForm } from '@conform-to/react'
import { useNavigation } from '@remix-run/react'
import { type FormEvent, useState } from 'react'
import { planDeskMoney } from '~/domain/desk-money'
import { formatRupees, type Paise, paise, parseRupees, typedRupees, ZERO } from '~/domain/money'
import { ADVANCE } from '~/domain/payment-choice'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { partsOwed, returnWordsForStaff, sumsOf } from '~/domain/refund-parts'
import { LONGEST } from '~/domain/text-limits'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { Cover } from '~/ui/cover'
import { CheckboxField, ChoiceField, SelectField, TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { applyFirst } from './apply-first'
import type { deskStep } from './desk-step.server'
import { DraftMark } from './draft-mark'

type DeskStep = ReturnType<typeof deskStep>

interface Fields extends Record<string, unknown> {
  advance: string
  mode: string
  note: string
  fullPayment: boolean
  movedFor: string
  tellCustomer: boolean
  approved: boolean
}

/** What was received so far, and which parts of it do not stand in the field of the advance alone. */
function receivedWords({ received, online, completed }: NonNullable<DeskStep['money']>): string {
  const parts = [
    ...(online > 0 ? [`${formatRupees(online)} of it online`] : []),
    ...(completed > 0 ? [`${formatRupees(completed)} of it as “Payment completed” below`] : []),
  ]
  return [`Received so far: ${formatRupees(received)}`, ...parts].join(', ')
}

/** What the form adds is the newest money of all. */
const NEWEST = new Date(8.64e15)

interface DeskPanelProps {
  step: DeskStep
  /** Whether a note says to ask somebody before this customer is booked (rule E24). */
  asksApproval: boolean
  answer: FormAnswer | undefined
}

/** The last step for staff: what was received and how, a note, what remains; books or saves without online payment. */
export function DeskPanel({ step, asksApproval, answer }: DeskPanelProps) {
  const { version, total, money, moved, moves, mail } = step
  const editing = money !== null
  const { state, formData } = useNavigation()
  // the coupon beside it is sent as well
  const busy = state === 'submitting' && formData?.has('advance') === true
  const [form, fields] = useForm<Fields>({
    id: 'desk',
    lastResult: answer?.lastResult,
    defaultValue: {
      advance: step.advance === undefined ? '' : typedRupees(step.advance),
      mode: step.mode,
      note: step.note,
      fullPayment: step.fullPayment ? 'on' : undefined,
      movedFor: step.movedFor,
      tellCustomer: 'on',
    },
  })
  // after a refusal the form stands as it was typed, and the sums with it
  const typedBefore = answer?.lastResult.initialValue
  const [shown, setShown] = useState({
    advance: (typedBefore ? parseRupees(String(typedBefore.advance ?? '')) : step.advance) ?? ZERO,
    fullPayment: typedBefore ? typedBefore.fullPayment === 'on' : step.fullPayment,
  })
  // the coupon beside it decides whether it is paid in full: the tick follows, and what else was typed stays
  const [paidInFull, setPaidInFull] = useState(step.fullPayment)
  if (paidInFull !== step.fullPayment) {
    setPaidInFull(step.fullPayment)
    setShown({ ...shown, fullPayment: step.fullPayment })
  }
  const follow = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget)
    setShown({
      advance: parseRupees(String(data.get('advance') ?? '')) ?? ZERO,
      fullPayment: data.has('fullPayment'),
    })
  }
  const ticked = shown.fullPayment || (step.fullPayment ? false : undefined)
  const plan = planDeskMoney(total, step.rows, { advance: shown.advance, fullPayment: ticked }, NEWEST)
  const returned = sumsOf(plan.ok ? partsOwed(plan.held, total) : [])
  return (
    <ActionForm
      form={form}
      version={editing ? version : undefined}
      answer={answer}
      replace
      onInput={follow}
      onSubmitCapture={applyFirst}
      className="grid max-w-xl gap-5"
    >
      <DraftMark />
      {asksApproval && (
        <CheckboxField field={fields.approved} label="I have asked, and they may be booked" required className="mt-4" />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          field={fields.advance}
          label="Advance (₹)"
          required
          inputMode="decimal"
          autoComplete="off"
          className="figures"
          hint={money ? receivedWords(money) : `${formatRupees(ADVANCE)} is usual; 0 when nothing was received.`}
        />
        <SelectField
          field={fields.mode}
          label="Paid by"
          hint={editing ? 'For money that is new, and for what a smaller advance leaves.' : undefined}
        >
          {DESK_MODES.map((mode) => (
            <option key={mode} value={mode}>
              {modeName(mode)}
            </option>
          ))}
        </SelectField>
      </div>
      <TextAreaField field={fields.note} label="Note" rows={3} maxLength={LONGEST.note} hint="For staff only." />
      {editing && step.fullPayment && <input type="hidden" name="wasFullPayment" value="on" />}
      {editing && (
        <CheckboxField
          key={String(step.fullPayment)}
          field={fields.fullPayment}
          label="Payment completed"
          defaultChecked={shown.fullPayment}
        />
      )}
      {moved && <ChoiceField field={fields.movedFor} label="For whom is it moved?" choices={moves} required />}
      {editing && mail && (
        <CheckboxField
          field={fields.tellCustomer}
          label={`Tell the customer ${moved ? 'the new date, time or place, and ' : ''}when money comes, goes back or is struck out, or their address or number is new (${mail})`}
        />
      )}
      {step.becomes && <p className="figures text-champagne">{step.becomes}</p>}
      <dl className="grid gap-2 rounded-card bg-aubergine p-5" aria-live="polite">
        <Sum label="Total" amount={total} />
        <Sum label="Remaining" amount={plan.ok ? plan.remaining : paise(Math.max(0, total - shown.advance))} strong />
        {returned.all > 0 && <Sum label="Goes back" amount={returned.all} />}
      </dl>
      {step.takenBack > 0 && (
        <p className="-mt-2 text-sm text-muted">
          {formatRupees(step.takenBack)} that waits to be handed over pays for the booking now.
        </p>
      )}
      {returned.all > 0 && (
        <p className="-mt-2 text-sm text-muted">
          More was received than the booking costs, so the difference goes back: {returnWordsForStaff(returned)}.
        </p>
      )}
      <input type="hidden" name="shown" value={total} />
      <input type="hidden" name="mark" value={step.mark} />
      {editing && <input type="hidden" name="shownReturn" value={returned.all} />}
      <Button look="gold" disabled={busy} className="w-full sm:w-auto sm:justify-self-start">
        {editing ? 'Update Booking' : 'Book Slot'}
      </Button>
      {busy && <Cover>{editing ? 'Saving the booking…' : 'Booking the slot…'}</Cover>}
    </ActionForm>
  )
}

function Sum({ label, amount, strong = false }: { label: string; amount: Paise; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={strong ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className={`figures ${strong ? 'text-xl text-champagne' : ''}`}>{formatRupees(amount)}</dd>
    </div>
  )
}
