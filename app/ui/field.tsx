import type { FieldMetadata } from '@conform-to/react'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import type { PlainField } from './plain-form'
import { UNWHEELED } from './unwheeled'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'
import { useDrawnByServer } from './use-drawn-by-server'

interface FieldFrame {
  field: { id: string; errors?: string[]; errorId: string; descriptionId: string }
  label: ReactNode
  hint?: ReactNode
  className?: string
  /** Its row draws what is wrong with it, below and as wide as itself: a narrow field would break the words to a column. */
  faultBelowRow?: boolean
}

/** Label above, hint and error below, tied to the control by id. */
export function FieldFrame(props: FieldFrame & { children: ReactNode }) {
  const { field, label, hint, className, faultBelowRow, children } = props
  return (
    <div className={className}>
      <label htmlFor={field.id} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
      </label>
      {children}
      {hint && (
        <p id={field.descriptionId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      {!faultBelowRow && <FieldError field={field} />}
    </div>
  )
}

/** What is wrong with a field, where its description is looked for. */
export function FieldError({ field }: { field: Pick<FieldFrame['field'], 'errorId' | 'errors'> }) {
  if (!field.errors?.length) return null
  return (
    <p id={field.errorId} className="mt-1.5 flex gap-1.5 text-sm text-wrong">
      <span aria-hidden>▲</span>
      {field.errors[0]}
    </p>
  )
}

/** Of conform in the back office, of `ui/plain-form.ts` where it would weigh too much. */
type Metadata = PlainField & Partial<Pick<FieldMetadata, (typeof LIMITS)[number]>>

/** What a schema asks of a field, in the browser's own words. */
const LIMITS = ['required', 'minLength', 'maxLength', 'min', 'max', 'step', 'pattern', 'multiple'] as const

/** What ties a control to its form, its words and its faults; `kinds` are the limits that this kind of control knows. */
function controlProps(field: Metadata, hint: ReactNode, kinds: readonly (typeof LIMITS)[number][]) {
  const { id, name, formId, errors } = field
  const words = hint ? field.descriptionId : undefined
  return {
    id,
    name,
    form: formId,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': errors ? [field.errorId, words].filter(Boolean).join(' ') : words,
    ...Object.fromEntries(kinds.flatMap((limit) => (field[limit] ? [[limit, field[limit]]] : []))),
  }
}

/** A one-line input. `type` decides the keyboard. */
export function TextField(
  props: { field: Metadata; frameClassName?: string } & Pick<FieldFrame, 'label' | 'hint' | 'faultBelowRow'> &
    Omit<ComponentProps<'input'>, 'name' | 'id' | 'form'>,
) {
  const { field, label, hint, frameClassName, faultBelowRow, type = 'text', className, ...rest } = props
  return (
    <FieldFrame field={field} label={label} hint={hint} className={frameClassName} faultBelowRow={faultBelowRow}>
      <input
        type={type}
        {...controlProps(field, hint, LIMITS)}
        defaultValue={textOf(field)}
        {...(type === 'number' && UNWHEELED)}
        {...rest}
        className={`control ${className ?? ''}`}
      />
    </FieldFrame>
  )
}

/** An amount that has to be there, read as it was typed (rule M1): of 10,50 a browser's own field of numbers makes 1050, and says nothing. */
export const AmountField = (props: ComponentProps<typeof TextField>) => (
  <TextField required inputMode="decimal" autoComplete="off" {...props} />
)

/** What stood in a field, as text. */
const textOf = ({ initialValue }: Metadata) =>
  initialValue === undefined || initialValue === null ? undefined : String(initialValue)

/** A native select. */
export function SelectField(
  props: { field: Metadata; label: ReactNode; hint?: ReactNode; frameClassName?: string } & Omit<
    ComponentProps<'select'>,
    'name' | 'id' | 'form'
  >,
) {
  const { field, label, hint, frameClassName, className, children, ...rest } = props
  return (
    <FieldFrame field={field} label={label} hint={hint} className={frameClassName}>
      <select
        {...controlProps(field, hint, ['required', 'multiple'])}
        defaultValue={textOf(field)}
        {...rest}
        className={`control ${className ?? ''}`}
      >
        {children}
      </select>
    </FieldFrame>
  )
}

/**
 * A select of records. Nothing is chosen for whoever changes something else: that there is only one to choose from is a choice
 * on a new record alone.
 */
export function RecordField(
  props: Omit<ComponentProps<typeof SelectField>, 'children'> & {
    records: readonly { id: string; name: string }[]
    /** What stands there until one is chosen. */
    blank: string
    adding: boolean
  },
) {
  const { records, blank, adding, ...rest } = props
  const [first, ...more] = records
  const standsChosen = first && !more.length && (textOf(rest.field) || (adding && first.id)) === first.id
  return (
    <SelectField required {...rest}>
      {!standsChosen && <option value="">{blank}</option>}
      {records.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** What stands by now in the text that the server drew. */
function textIn(id: string): string | undefined {
  const drawn = document.getElementById(id)
  return drawn instanceof HTMLTextAreaElement ? drawn.value : undefined
}

/** A text of several lines. */
export function TextAreaField(
  props: { field: Metadata; label: ReactNode; hint?: ReactNode; frameClassName?: string } & Omit<
    ComponentProps<'textarea'>,
    'name' | 'id' | 'form'
  >,
) {
  const { field, label, hint, frameClassName, className, ...rest } = props
  const area = useRef<HTMLTextAreaElement>(null)
  // React puts back what was drawn when it takes a text over that was changed before
  const drawnByServer = useDrawnByServer()
  const [begun] = useState(() => (drawnByServer && !import.meta.env.SSR ? textIn(field.id) : undefined))
  useBrowserLayoutEffect(() => {
    if (begun !== undefined && area.current) area.current.value = begun
  }, [begun])
  return (
    <FieldFrame field={field} label={label} hint={hint} className={frameClassName}>
      <textarea
        ref={area}
        {...controlProps(field, hint, ['required', 'minLength', 'maxLength'])}
        defaultValue={textOf(field)}
        {...rest}
        className={`control ${className ?? ''}`}
      />
    </FieldFrame>
  )
}

/** A checkbox with its label beside it. */
export function CheckboxField(
  props: { field: Metadata; label: ReactNode; className?: string } & Omit<
    ComponentProps<'input'>,
    'name' | 'id' | 'form' | 'type'
  >,
) {
  const { field, label, className, ...rest } = props
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2.5 text-sm">
        <input
          type="checkbox"
          value="on"
          {...controlProps(field, undefined, ['required'])}
          defaultChecked={field.initialValue === 'on'}
          {...rest}
          className="mt-0.5"
        />
        <span>{label}</span>
      </label>
      <FieldError field={field} />
    </div>
  )
}

interface Choice {
  value: string
  label: ReactNode
  /** What it comes to, in small letters below. */
  hint?: ReactNode
  /** Why it cannot be chosen. */
  refused?: string
}

/** Native radios, each with what it comes to; `chosen` until somebody chooses, none where that is missing. */
export function ChoiceField(props: {
  field: Metadata
  label: ReactNode
  choices: readonly Choice[]
  chosen?: string
  required?: boolean
  /** Stands between label and choices. */
  children?: ReactNode
}) {
  const { field, label, choices, required, children } = props
  const chosen = textOf(field) ?? props.chosen
  return (
    <fieldset className="grid gap-2" aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {children}
      {choices.map(({ value, label: words, hint, refused }, index) => (
        <label key={value} className="flex min-h-11 items-start gap-3 rounded-xl bg-well px-4 py-2.5 text-sm">
          <input
            type="radio"
            // the first one is where a fault of the field leads
            id={index === 0 ? field.id : undefined}
            name={field.name}
            form={field.formId}
            value={value}
            defaultChecked={value === chosen}
            required={required}
            disabled={refused !== undefined}
            aria-invalid={field.errors ? true : undefined}
            className="mt-0.5"
          />
          <span>
            <span className={refused ? 'opacity-55' : undefined}>
              {words}
              {hint && <span className="block text-xs text-muted">{hint}</span>}
            </span>
            {refused && <span className="block text-xs text-wrong">{refused}</span>}
          </span>
        </label>
      ))}
      <FieldError field={field} />
    </fieldset>
  )
}

/** A select of two states whose values are `true` and `false`. */
export function OnOffField(props: Omit<ComponentProps<typeof SelectField>, 'children'> & { words?: [string, string] }) {
  const { words: [on, off] = ['Active', 'In Active'], ...rest } = props
  return (
    <SelectField required {...rest}>
      <option value="true">{on}</option>
      <option value="false">{off}</option>
    </SelectField>
  )
}
