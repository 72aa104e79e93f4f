import { useState } from 'react'
import {
  type BookingTextName,
  bookingText,
  type DraftTexts,
  openQuestion,
  TYPED_TEXT_MAX,
  textFault,
} from '~/domain/booking-texts'
import { LED_EXTRA_PRICE, LED_INCLUDED, ledLength, ledSurcharge } from '~/domain/led-lettering'
import { formatRupees, toRupeeNumber } from '~/domain/money'
import { PROOFS } from '~/domain/proof'
import { Proof } from '~/features/booking-pages/proof'
import { Button } from '~/ui/button'
import { openedAt } from './refusal'

interface StepTextsProps {
  names: readonly BookingTextName[]
  draft: DraftTexts
  faults: Record<string, string>
  /** What is said below all of them, where it is about the thing that they belong to. */
  hint?: string
}

/** The fields of the texts that a step asks for. */
export const StepTexts = ({ names, draft, faults, hint }: StepTextsProps) =>
  names.map((name) => <StepText key={name} name={name} value={draft[name]} fault={faults[name]} said={hint} />)

/** What is said below a field, while its text is typed. */
const HINTS: Partial<Record<BookingTextName, (typed: string) => string>> = {
  ledName: (typed) =>
    ledLength(typed) > LED_INCLUDED
      ? `Each letter after the first ${LED_INCLUDED} costs ${toRupeeNumber(LED_EXTRA_PRICE)} RS extra.`
      : `Up to ${LED_INCLUDED} letters are included.`,
}

/** What is counted, and what it comes to, said beside a hint about what costs more. */
const COUNTED: Partial<Record<BookingTextName, (typed: string) => string | false>> = {
  ledName: (typed) => {
    const { amount } = ledSurcharge(typed)
    const length = ledLength(typed)
    return amount > 0 && `Spaces count: ${length} in all, ${length - LED_INCLUDED} extra, ${formatRupees(amount)}.`
  },
}

interface StepTextProps {
  name: BookingTextName
  value: string | undefined
  fault: string | undefined
  said: string | undefined
}

function StepText({ name, value = '', fault: answered, said }: StepTextProps) {
  const [typed, setTyped] = useState(value)
  const { label, digits } = bookingText(name)
  const question = openQuestion(name)
  const asked = answered === question && !typed.trim()
  // what was answered holds until it is mended
  const fault = textFault(name, typed) ?? (asked ? question : undefined)
  const hint = HINTS[name]?.(typed) ?? said
  const counted = COUNTED[name]?.(typed)
  const on = PROOFS[name]
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return (
    <div className="relative z-10">
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        defaultValue={value}
        maxLength={TYPED_TEXT_MAX}
        inputMode={digits && 'numeric'}
        autoComplete="off"
        {...openedAt(answered)}
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        onInput={(event) => setTyped(event.currentTarget.value)}
        className="scroll-mb-72 control"
      />
      {on && typed.trim() && !fault && (
        <div className="mt-3">
          <Proof on={on} text={typed} />
        </div>
      )}
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm text-muted">
          {/* the count is read with the field, and not aloud at every letter */}
          <span aria-live="polite">{hint}</span> {counted && <span className="figures">{counted}</span>}
        </p>
      )}
      {fault && (
        <p id={`${name}-fault`} className="mt-1.5 text-sm text-wrong">
          {fault}
        </p>
      )}
      {asked && (
        <Button name="intent" value="next" className="mt-2 px-4 text-sm">
          Tell us later
        </Button>
      )}
    </div>
  )
}
