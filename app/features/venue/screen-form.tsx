import { useForm } from '@conform-to/react'
import { LONGEST, MOST } from '~/domain/text-limits'
import { PICTURE_LIMITS } from '~/features/media/picture-limits'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { AddRowButton } from '~/ui/add-row-button'
import { AmountField, FieldError, OnOffField, RecordField, TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'
import { ImageField } from '~/ui/image-field'
import { NothingByEnter } from '~/ui/nothing-by-enter'
import { RowButton } from '~/ui/row-button'
import { PackageFields, type PackageFormValues } from './package-fields'

export type ScreenFormValues = {
  name?: string
  capacity?: string
  minPeople?: string
  extraPersonPrice?: string
  description?: string
  specifications?: string[]
  images?: string[]
  locationId?: string
  status?: string
  slots?: { from?: string; to?: string }[]
  packages?: PackageFormValues[]
}

interface ScreenFormProps {
  adding: boolean
  locations: { id: string; name: string }[]
  version: number
  /** The id of what is added. */
  entry?: string
  values: ScreenFormValues
  answer: FormAnswer | undefined
}

/** The form of a screen: facts, specifications, pictures, daily slots and packages. Rows come and go without scripts too. */
export function ScreenForm({ adding, locations, version, entry, values, answer }: ScreenFormProps) {
  const [form, fields] = useForm<ScreenFormValues>({
    id: 'screen',
    lastResult: answer?.lastResult,
    defaultValue: values,
  })
  const specifications = fields.specifications.getFieldList()
  const slots = fields.slots.getFieldList()
  const packages = fields.packages.getFieldList()
  return (
    <ActionForm
      form={form}
      version={version}
      values={values}
      entry={entry}
      answer={answer}
      encType="multipart/form-data"
      className="max-w-5xl"
    >
      {/* only the submit button submits: there are lists with buttons of their own */}
      <NothingByEnter {...form.validate.getButtonProps()} />
      <FormPanel title="The room">
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField field={fields.name} label="Name" required maxLength={LONGEST.place} />
          <RecordField
            field={fields.locationId}
            label="Location"
            records={locations}
            blank="Choose a location"
            adding={adding}
          />
          <OnOffField field={fields.status} label="Status" />
          <TextField field={fields.capacity} label="Capacity" type="number" required min={1} inputMode="numeric" />
          <TextField field={fields.minPeople} label="Min People" type="number" required min={0} inputMode="numeric" />
          <AmountField field={fields.extraPersonPrice} label="Extra Person Price (₹)" />
          <TextAreaField
            field={fields.description}
            label="Description"
            required
            rows={3}
            maxLength={LONGEST.room}
            frameClassName="sm:col-span-3"
          />
        </div>
      </FormPanel>
      <FormPanel title="Specifications">
        <ul id={fields.specifications.id} className="grid grid-cols-1 gap-x-5 gap-y-2 sm:grid-cols-2">
          {specifications.map((field, index) => (
            <li key={field.key} className="flex items-start gap-1">
              <TextField
                field={field}
                label={<span className="sr-only">Specification {index + 1}</span>}
                required
                maxLength={LONGEST.title}
                frameClassName="min-w-0 grow"
              />
              <RowButton
                {...form.remove.getButtonProps({ name: fields.specifications.name, index })}
                label={`Remove specification ${index + 1}`}
                className="mt-2.5"
              />
            </li>
          ))}
        </ul>
        <FieldError field={fields.specifications} />
        <AddRowButton
          {...form.insert.getButtonProps({ name: fields.specifications.name, defaultValue: '' })}
          list={fields.specifications.id}
          rows={specifications.length}
          className={ADD}
        >
          Add a specification
        </AddRowButton>
      </FormPanel>
      <FormPanel>
        <ImageField
          form={form}
          field={fields.images}
          label="Images"
          max={MOST.roomPictures}
          uploadTo={links.adminUploads()}
          limits={PICTURE_LIMITS}
        />
      </FormPanel>
      <FormPanel title="Time slots">
        <p className="mb-3 text-sm text-muted">A slot that ends at or before its start ends on the next day.</p>
        <ul id={fields.slots.id} className="grid grid-cols-1 gap-x-5 gap-y-2 sm:grid-cols-2">
          {slots.map((field, index) => {
            const slot = field.getFieldset()
            return (
              <li key={field.key}>
                <div className="flex items-start gap-1 *:min-w-0 sm:gap-2">
                  <TextField field={slot.from} label="From" type="time" required {...TIME} />
                  <TextField field={slot.to} label="To" type="time" required {...TIME} />
                  <RowButton
                    {...form.remove.getButtonProps({ name: fields.slots.name, index })}
                    label={`Remove slot ${index + 1}`}
                    className="mt-7.5"
                  />
                </div>
                <FieldError field={slot.from} />
                <FieldError field={slot.to} />
              </li>
            )
          })}
        </ul>
        <FieldError field={fields.slots} />
        <AddRowButton
          {...form.insert.getButtonProps({ name: fields.slots.name, defaultValue: { from: '18:00', to: '21:00' } })}
          list={fields.slots.id}
          rows={slots.length}
          className={ADD}
        >
          Add a slot
        </AddRowButton>
      </FormPanel>
      <FormPanel title="Packages">
        <div id={fields.packages.id} className="grid gap-4">
          {packages.map((field, index) => (
            <PackageFields key={field.key} form={form} field={field} list={fields.packages.name} index={index} />
          ))}
        </div>
        <FieldError field={fields.packages} />
        <AddRowButton
          {...form.insert.getButtonProps({ name: fields.packages.name, defaultValue: { name: '' } })}
          list={fields.packages.id}
          rows={packages.length}
          className={ADD}
        >
          Add a package
        </AddRowButton>
      </FormPanel>
      <FormEnd save={adding ? 'Add Screen' : 'Update Screen'} cancelTo={links.adminScreens()} />
    </ActionForm>
  )
}

/** Two of them and a button stand side by side on a phone. */
const TIME = { frameClassName: 'min-w-0 flex-1', className: 'max-sm:px-2.5', faultBelowRow: true }

const ADD =
  'mt-4 inline-flex min-h-11 items-center gap-2 rounded-full border border-white/20 px-4 text-sm hover:border-white/45'
