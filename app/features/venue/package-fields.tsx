import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { INCLUSIONS } from '~/domain/inclusions'
import { LONGEST } from '~/domain/text-limits'
import { AddRowButton } from '~/ui/add-row-button'
import { AmountField, FieldError, TextField } from '~/ui/field'
import { RowButton } from '~/ui/row-button'
import { TickList } from '~/ui/tick-list'

export type PackageFormValues = {
  id?: string
  name?: string
  price?: string
  inclusions?: string[]
  customPrices?: { date?: string; price?: string }[]
}

interface PackageFieldsProps {
  form: Pick<FormMetadata<Record<string, unknown>, string[]>, 'insert' | 'remove'>
  field: FieldMetadata<PackageFormValues>
  /** Name of the list this package is in. */
  list: string
  index: number
}

const OPTIONS = INCLUSIONS.map((name) => ({ id: name, name }))

/** One package: its name and price, what it includes, and its prices on special dates. */
export function PackageFields({ form, field, list, index }: PackageFieldsProps) {
  const fields = field.getFieldset()
  const prices = fields.customPrices
  const dates = prices.getFieldList()
  return (
    <fieldset className="min-w-0 rounded-xl border border-hairline p-3 sm:p-4">
      <legend className="px-2 text-sm text-muted">Package {index + 1}</legend>
      {/* the package's own id goes along, so that bookings and drafts go on naming it */}
      <input type="hidden" name={fields.id.name} value={String(fields.id.initialValue ?? '')} />
      <div className="flex items-start gap-1.5 sm:gap-3">
        <TextField
          field={fields.name}
          label="Package name"
          required
          maxLength={LONGEST.place}
          frameClassName="min-w-0 flex-1"
          faultBelowRow
        />
        <AmountField
          field={fields.price}
          label="Price (₹)"
          frameClassName="w-24 shrink-0 sm:w-32"
          className="max-sm:px-2.5"
          faultBelowRow
        />
        <RowButton
          {...form.remove.getButtonProps({ name: list, index })}
          label={`Remove package ${index + 1}`}
          className="mt-7.5"
        />
      </div>
      <FieldError field={fields.name} />
      <FieldError field={fields.price} />
      <div className="mt-4 grid grid-cols-1 gap-6 lg:grid-cols-2">
        <TickList legend="Includes" field={fields.inclusions} options={OPTIONS} />
        <div>
          <p className="mb-1 text-sm font-medium">Custom prices</p>
          <ul id={prices.id} className="grid grid-cols-1 gap-2">
            {dates.map((row, at) => {
              const custom = row.getFieldset()
              return (
                <li key={row.key}>
                  <div className="flex items-start gap-1 sm:gap-2">
                    <TextField
                      field={custom.date}
                      label="Date"
                      type="date"
                      required
                      frameClassName="min-w-0 flex-1"
                      className="max-sm:px-2.5"
                      faultBelowRow
                    />
                    <AmountField
                      field={custom.price}
                      label="Price (₹)"
                      frameClassName="w-24 shrink-0 sm:w-32"
                      className="max-sm:px-2.5"
                      faultBelowRow
                    />
                    <RowButton
                      {...form.remove.getButtonProps({ name: prices.name, index: at })}
                      label={`Remove custom price ${at + 1} of package ${index + 1}`}
                      className="mt-7.5"
                    />
                  </div>
                  <FieldError field={custom.date} />
                  <FieldError field={custom.price} />
                </li>
              )
            })}
          </ul>
          <FieldError field={prices} />
          <AddRowButton
            {...form.insert.getButtonProps({ name: prices.name, defaultValue: { date: '', price: '' } })}
            list={prices.id}
            rows={dates.length}
            className="mt-2 inline-flex min-h-11 items-center gap-2 text-sm text-champagne hover:underline"
          >
            Add a date
          </AddRowButton>
        </div>
      </div>
    </fieldset>
  )
}
