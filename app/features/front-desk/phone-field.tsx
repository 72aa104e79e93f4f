import { cloneElement, type ReactElement } from 'react'
import { formatRupees, paise } from '~/domain/money'
import { FieldError } from '~/ui/field'
import type { PhoneFaults } from './phone-faults'
import { type Touched, useFollowed } from './use-followed'

interface Control {
  id?: string
  className?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/** What ties a control of the telephone booking to its fault, by the ids that the list of faults links to. */
export function faultOf(name: string, faults: PhoneFaults | null, hint?: string) {
  const fault = faults?.[name]
  const id = `phone-${name}`
  const [errorId, descriptionId] = [`${id}-error`, `${id}-hint`]
  const describedBy = [hint && descriptionId, fault && errorId].filter(Boolean).join(' ')
  return {
    control: { id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': describedBy || undefined },
    field: { id, errorId, descriptionId, errors: fault ? [fault] : undefined },
  }
}

interface PhoneFieldProps {
  label: string
  name: string
  faults: PhoneFaults | null
  /** A line under the control. */
  hint?: string
  children: ReactElement<Control>
}

/** A label above its control, which gets its id and look from here, and what is said of it below. */
export function PhoneField({ label, name, faults, hint, children }: PhoneFieldProps) {
  const { control, field } = faultOf(name, faults, hint)
  return (
    <div>
      <label htmlFor={control.id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {cloneElement(children, { ...control, className: 'control' })}
      {hint && (
        <p id={field.descriptionId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError field={field} />
    </div>
  )
}

interface ChoiceProps {
  id?: string
  className?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  name: string
  required?: boolean
  /** What the page has chosen, and the page itself. */
  chosen: string
  page: unknown
  touched: Touched
  items: readonly { id: string; name: string; price: number }[]
  /** What stands for nothing. */
  none?: string
}

/** A select of what is on offer, each with its price. */
export function Choice({ chosen, page, touched, items, none, ...rest }: ChoiceProps) {
  const select = useFollowed<HTMLSelectElement>(chosen, page, touched)
  return (
    <select ref={select} {...rest} defaultValue={chosen}>
      {none && <option value="">{none}</option>}
      {items.map(({ id, name, price }) => (
        <option key={id} value={id}>
          {name}, {formatRupees(paise(price))}
        </option>
      ))}
    </select>
  )
}
