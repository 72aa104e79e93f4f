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
export function faultOf(name: string, faults: PhoneFaults | null) {
  const fault = faults?.[name]
  const id = `phone-${name}`
  const errorId = `${id}-error`
  return {
    control: { id, 'aria-invalid': fault ? true : undefined, 'aria-describedby': fault ? errorId : undefined },
    field: { id, errorId, descriptionId: `${id}-hint`, errors: fault ? [fault] : undefined },
  }
}

interface PhoneFieldProps {
  label: string
  name: string
  faults: PhoneFaults | null
  children: ReactElement<Control>
}

/** A label above its control, which gets its id and look from here, and its fault below. */
export function PhoneField({ label, name, faults, children }: PhoneFieldProps) {
  const { control, field } = faultOf(name, faults)
  return (
    <div>
      <label htmlFor={control.id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {cloneElement(children, { ...control, className: 'control' })}
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
