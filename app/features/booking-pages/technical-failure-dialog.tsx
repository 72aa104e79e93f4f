import { type FieldMetadata, useForm } from '@conform-to/react'
import { Form, useNavigation } from '@remix-run/react'
import { type MutableRefObject, type ReactNode, useRef, useState } from 'react'
import { reductionFault } from '~/domain/desk-refund'
import { formatRupees, type Paise, paise, parseRupees, sum, typedRupees } from '~/domain/money'
import { partsOwed, returnWordsForStaff, sumsOf } from '~/domain/refund-parts'
import type { StaffRole } from '~/domain/staff-role'
import { type ChargedVisit, correctedOutcome, type FailedVisit, rentForTimeUsed } from '~/domain/technical-failure'
import { LONGEST } from '~/domain/text-limits'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { ASKED_FIRST, YesOrCancel } from '~/ui/confirm'
import { Dialog } from '~/ui/dialog'
import { TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { UNWHEELED } from '~/ui/unwheeled'

interface TechnicalFailureDialogProps {
  visit: FailedVisit
  /** By what it is judged how much whoever asks may send back. */
  sends: { role: StaffRole; most: Paise; before: Paise } | undefined
  /** Minutes that were used, once they were asked for. */
  minutes: number | null
  closeTo: string
  answer: FormAnswer | undefined
}

/** Asks how long the room was used, works out what that costs, and asks before the rest goes back. */
export function TechnicalFailureDialog({ visit, sends, minutes, closeTo, answer }: TechnicalFailureDialogProps) {
  const { slotMinutes, rent } = visit
  const reason = useRef('')
  return (
    <Dialog title="Technical failure" closeTo={closeTo}>
      <p className="mb-5 text-muted">
        The guests pay the rent for the time they used the room; whatever they paid beyond that goes back. The rent of
        the slot is {formatRupees(rent)} for {slotMinutes} minutes.
      </p>
      <MinutesUsed ask="failure" minutes={minutes} slotMinutes={slotMinutes} closeTo={closeTo} />
      <WorkedOut>
        {minutes !== null && (
          <Settlement
            key={minutes}
            visit={visit}
            sends={sends}
            minutes={minutes}
            charge={rentForTimeUsed(visit, minutes)}
            closeTo={closeTo}
            answer={answer}
            reason={reason}
          />
        )}
      </WorkedOut>
    </Dialog>
  )
}

interface MinutesUsedProps {
  /** Which question of the page they belong to. */
  ask: 'failure' | 'correct'
  minutes: number | null
  slotMinutes: number
  closeTo: string
}

function MinutesUsed({ ask, minutes, slotMinutes, closeTo }: MinutesUsedProps) {
  return (
    <Form method="get" action={closeTo} preventScrollReset className="flex flex-wrap items-end gap-3">
      <input type="hidden" name={ask} value="1" />
      <label className="grow text-sm font-medium">
        Minutes used
        <input
          {...ASKED_FIRST}
          {...UNWHEELED}
          type="number"
          name="minutes"
          required
          min={0}
          max={slotMinutes}
          step={1}
          defaultValue={minutes ?? undefined}
          className="control mt-1.5"
        />
      </label>
      <Button>Work out</Button>
    </Form>
  )
}

/** What the minutes come to. While others are worked out it takes no word, which would go with it when they have come. */
function WorkedOut({ children }: { children: ReactNode }) {
  const { state, location } = useNavigation()
  const isPassing = state === 'loading' && new URLSearchParams(location.search).has('minutes')
  return (
    <fieldset disabled={isPassing} aria-busy={isPassing} aria-live="polite" className="min-w-0 disabled:opacity-60">
      {children}
    </fieldset>
  )
}

interface SettlementProps extends Omit<TechnicalFailureDialogProps, 'minutes'> {
  minutes: number
  charge: Paise
  /** As it was typed before other minutes were worked out. */
  reason: MutableRefObject<string>
}

function Settlement(props: SettlementProps) {
  const { visit, sends, minutes, charge, closeTo, answer, reason } = props
  const [form, fields] = useForm<{ minutesUsed: string; charge: string; reason: string }>({
    id: 'failure',
    lastResult: answer?.lastResult,
    defaultValue: { charge: typedRupees(charge), reason: reason.current },
  })
  const [shown, setShown] = useState(charge)
  const kept = sum(visit.held.map(({ held }) => held))
  const returned = sumsOf(partsOwed(visit.held, shown))
  // said as the charge is typed, and not disabled: another one may take less off
  const reduction = { off: paise(Math.max(0, visit.total - shown)), returned: returned.all }
  const beyond = sends && reductionFault(sends.role, reduction, { deskLimit: sends.most, before: sends.before })
  const how = returned.all > 0 ? ` (${returnWordsForStaff(returned)})` : ''
  const hint = `Instead of ${formatRupees(visit.total)}; the rent for ${minutes} of ${visit.slotMinutes} minutes is ${formatRupees(charge)}. Paid were ${formatRupees(kept)}: at ${formatRupees(shown)}, ${formatRupees(returned.all)} goes back${how}.`
  return (
    <ActionForm form={form} preventScrollReset className="mt-6 grid gap-5 border-t border-hairline pt-6">
      <input type="hidden" name="minutesUsed" value={minutes} />
      <input type="hidden" name="kept" value={kept} />
      <CostField field={fields.charge} hint={hint} onCost={(typed) => setShown(typed ?? charge)} />
      {beyond && (
        <p aria-live="polite" className="text-sm text-wrong">
          {beyond}
        </p>
      )}
      <ReasonField field={fields.reason} label="Reason" reason={reason} />
      <YesOrCancel
        closeTo={closeTo}
        yes={{ words: 'Charge less and give back', intent: 'technical-failure', look: 'gold' }}
      />
    </ActionForm>
  )
}

interface CostFieldProps {
  field: FieldMetadata<string>
  hint: string
  /** Told what is typed, as far as it is an amount. */
  onCost: (typed: Paise | undefined) => void
}

/** What the visit costs, which says beside it what that comes to. */
const CostField = ({ field, hint, onCost }: CostFieldProps) => (
  <TextField
    field={field}
    label="The visit costs (₹)"
    required
    inputMode="decimal"
    hint={hint}
    onInput={(event) => onCost(parseRupees(event.currentTarget.value))}
  />
)

/** Why, which stays as it was typed when other minutes are worked out. */
function ReasonField(props: { field: FieldMetadata<string>; label: string; reason: MutableRefObject<string> }) {
  const { reason, ...rest } = props
  return (
    <TextAreaField
      {...rest}
      required
      rows={2}
      maxLength={LONGEST.reason}
      onInput={(event) => {
        reason.current = event.currentTarget.value
      }}
    />
  )
}

interface CorrectionDialogProps {
  visit: ChargedVisit & { entered: number | null; version: number }
  /** Other minutes than were entered, once they were asked for. */
  minutes: number | null
  closeTo: string
  answer: FormAnswer | undefined
}

/** Asks anew what a visit costs that was charged less: first as it was entered, then as other minutes come to. */
export function CorrectionDialog({ visit, minutes: asked, closeTo, answer }: CorrectionDialogProps) {
  const { slotMinutes, rent, charge, total } = visit
  const reason = useRef('')
  const minutes = asked ?? visit.entered
  return (
    <Dialog title="Correct what it costs" closeTo={closeTo}>
      <p className="mb-5 text-muted">
        After the technical failure {formatRupees(charge)} was charged instead of {formatRupees(total)}. The rent of the
        slot is {formatRupees(rent)} for {slotMinutes} minutes; at {formatRupees(total)} nothing is taken off any more.
        The customer is written to.
      </p>
      <MinutesUsed ask="correct" minutes={minutes} slotMinutes={slotMinutes} closeTo={closeTo} />
      <WorkedOut>
        {minutes !== null && (
          <Correction
            key={`${asked} ${minutes}`}
            visit={visit}
            minutes={minutes}
            charge={asked === null ? charge : rentForTimeUsed(visit, minutes)}
            closeTo={closeTo}
            answer={answer}
            reason={reason}
          />
        )}
      </WorkedOut>
    </Dialog>
  )
}

interface CorrectionProps extends Omit<CorrectionDialogProps, 'minutes'> {
  minutes: number
  charge: Paise
  reason: MutableRefObject<string>
}

function Correction({ visit, minutes, charge, closeTo, answer, reason }: CorrectionProps) {
  const [form, fields] = useForm<{ minutesUsed: string; charge: string; reason: string }>({
    id: 'correction',
    lastResult: answer?.lastResult,
    defaultValue: { charge: typedRupees(charge), reason: reason.current },
  })
  const [shown, setShown] = useState(charge)
  const kept = sum([...visit.held.map(({ held }) => held), visit.waits])
  const hint = `For ${minutes} of ${visit.slotMinutes} minutes the rent is ${formatRupees(rentForTimeUsed(visit, minutes))}. At ${formatRupees(shown)}, ${correctedOutcome(visit, shown)}.`
  return (
    <ActionForm form={form} preventScrollReset className="mt-6 grid gap-5 border-t border-hairline pt-6">
      <input type="hidden" name="minutesUsed" value={minutes} />
      <input type="hidden" name="kept" value={kept} />
      <input type="hidden" name="shown" value={visit.version} />
      <CostField field={fields.charge} hint={hint} onCost={(typed) => setShown(typed ?? charge)} />
      <ReasonField field={fields.reason} label="Why it is corrected" reason={reason} />
      <YesOrCancel closeTo={closeTo} yes={{ words: 'Correct it', intent: 'correct-failure', look: 'gold' }} />
    </ActionForm>
  )
}
