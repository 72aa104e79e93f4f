import { getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react'
import type { ComponentProps, ReactNode } from 'react'
import { controlClass } from './control-class'

interface FieldFrame {
  field: { id: string; errors?: string[]; errorId: string; descriptionId: string }
  label: ReactNode
  hint?: ReactNode
  className?: string
}

/** Label above, hint and error below, tied to the control by id. */
export function FieldFrame({ field, label, hint, className, children }: FieldFrame & { children: ReactNode }) {
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
      <FieldError field={field} />
    </div>
  )
}

export function FieldError({ field }: { field: FieldFrame['field'] }) {
  if (!field.errors?.length) return null
  return (
    <p id={field.errorId} className="mt-1.5 flex gap-1.5 text-sm text-wrong">
      <span aria-hidden>▲</span>
      {field.errors[0]}
    </p>
  )
}

type Metadata = Parameters<typeof getInputProps>[0]

/** A one-line input. `type` decides the keyboard. */
export function TextField(
  props: { field: Metadata; label: ReactNode; hint?: ReactNode; frameClassName?: string } & Omit<
    ComponentProps<'input'>,
    'name' | 'id' | 'form'
  >,
) {
  const { field, label, hint, frameClassName, type = 'text', className, ...rest } = props
  const { key, ...input } = getInputProps(field, {
    type: type as 'text',
    ariaDescribedBy: hint ? field.descriptionId : undefined,
  })
  return (
    <FieldFrame field={field} label={label} hint={hint} className={frameClassName}>
      <input key={key} {...input} {...rest} className={`${controlClass} ${className ?? ''}`} />
    </FieldFrame>
  )
}

/** A native select. */
export function SelectField(
  props: { field: Metadata; label: ReactNode; hint?: ReactNode; frameClassName?: string } & Omit<
    ComponentProps<'select'>,
    'name' | 'id' | 'form'
  >,
) {
  const { field, label, hint, frameClassName, className, children, ...rest } = props
  const { key, ...select } = getSelectProps(field, { ariaDescribedBy: hint ? field.descriptionId : undefined })
  return (
    <FieldFrame field={field} label={label} hint={hint} className={frameClassName}>
      <select key={key} {...select} {...rest} className={`${controlClass} ${className ?? ''}`}>
        {children}
      </select>
    </FieldFrame>
  )
}

/** A text of several lines. */
export function TextAreaField(
  props: { field: Metadata; label: ReactNode; hint?: ReactNode; frameClassName?: string } & Omit<
    ComponentProps<'textarea'>,
    'name' | 'id' | 'form'
  >,
) {
  const { field, label, hint, frameClassName, className, ...rest } = props
  const { key, ...area } = getTextareaProps(field, { ariaDescribedBy: hint ? field.descriptionId : undefined })
  return (
    <FieldFrame field={field} label={label} hint={hint} className={frameClassName}>
      <textarea key={key} {...area} {...rest} className={`${controlClass} ${className ?? ''}`} />
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
  const { key, ...input } = getInputProps(field, { type: 'checkbox' })
  return (
    <div className={className}>
      <label className="flex min-h-11 items-start gap-3 py-2.5 text-sm">
        <input key={key} {...input} {...rest} className="mt-0.5 size-5 shrink-0 accent-gold" />
        <span>{label}</span>
      </label>
      <FieldError field={field} />
    </div>
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
