import { useState } from 'react'
import type { Draft } from '~/domain/draft'
import { LED_INCLUDED, LED_NUMBER_MAX_DIGITS, ledLength } from '~/domain/led-lettering'
import type { LetteringField } from '~/domain/step-answers'
import { controlClass } from '~/ui/field'

interface ItemTextsProps {
  draft: Draft
  asks: Record<LetteringField, boolean>
  faults: Record<string, string>
}

/** What a selected add-on or cake asks for: Led Name, Led Number, Name On Cake. */
export function ItemTexts({ draft, asks, faults }: ItemTextsProps) {
  if (!asks.ledName && !asks.ledNumber && !asks.nameOnCake) return null
  return (
    <div className="mb-8 grid max-w-xl gap-5 rounded-card bg-plum p-5">
      {asks.ledName && <LedName value={draft.ledName} fault={faults.ledName} />}
      {asks.ledNumber && (
        <TextInput
          name="ledNumber"
          label="Led Number"
          value={draft.ledNumber}
          fault={faults.ledNumber}
          inputMode="numeric"
          maxLength={LED_NUMBER_MAX_DIGITS}
        />
      )}
      {asks.nameOnCake && (
        <TextInput
          name="nameOnCake"
          label="Name On Cake"
          value={draft.nameOnCake}
          fault={faults.nameOnCake}
          maxLength={40}
        />
      )}
    </div>
  )
}

function LedName({ value = '', fault }: { value: string | undefined; fault: string | undefined }) {
  const [typed, setTyped] = useState(value)
  const note =
    ledLength(typed) > LED_INCLUDED
      ? 'Each letter after the first 8 costs 30 RS extra.'
      : 'Up to 8 letters are included.'
  return (
    <TextInput
      name="ledName"
      label="Led Name"
      value={value}
      fault={fault}
      hint={note}
      maxLength={60}
      onType={setTyped}
    />
  )
}

function TextInput(props: {
  name: LetteringField
  label: string
  value: string | undefined
  fault: string | undefined
  hint?: string
  maxLength: number
  inputMode?: 'numeric'
  onType?: (text: string) => void
}) {
  const { name, label, value, fault, hint, onType, ...input } = props
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={name} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        id={name}
        name={name}
        defaultValue={value}
        autoComplete="off"
        aria-invalid={fault ? true : undefined}
        aria-describedby={described || undefined}
        onChange={onType && ((event) => onType(event.currentTarget.value))}
        className={controlClass}
        {...input}
      />
      {hint && (
        <p id={`${name}-hint`} className="mt-1.5 text-sm text-muted" aria-live="polite">
          {hint}
        </p>
      )}
      {fault && (
        <p id={`${name}-fault`} className="mt-1.5 text-sm text-wrong">
          {fault}
        </p>
      )}
    </div>
  )
}
