import type { ComponentProps } from 'react'
import { FieldError } from './field'

interface TickListProps {
  legend: string
  field: ComponentProps<typeof FieldError>['field'] & { id: string; name: string; initialValue?: unknown }
  options: readonly { id: string; name: string }[]
}

/** Several checkboxes of one name. */
export function TickList({ legend, field, options }: TickListProps) {
  const ticked = [field.initialValue].flat()
  return (
    <fieldset id={field.id} aria-describedby={field.errors ? field.errorId : undefined}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map(({ id, name }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 text-sm">
            <input type="checkbox" name={field.name} value={id} defaultChecked={ticked.includes(id)} />
            {name}
          </label>
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  )
}
