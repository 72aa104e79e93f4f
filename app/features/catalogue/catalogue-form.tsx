import { getInputProps, useForm } from '@conform-to/react'
import { useEffect, useState } from 'react'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import { LONGEST } from '~/domain/text-limits'
import { PICTURE_LIMITS } from '~/features/media/picture-limits'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { AmountField, CheckboxField, TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'
import { ImageField } from '~/ui/image-field'

export type CatalogueFormValues = {
  name?: string
  description?: string
  price?: string
  position?: string
  images?: string[]
  special?: string
  specialPrice?: string
}

interface CatalogueFormProps {
  kind: CatalogueKind
  version: number
  /** The id of what is added. */
  entry?: string
  values: CatalogueFormValues
  answer: FormAnswer | undefined
  save: string
}

/** The form of an occasion, add-on, cake or gift. */
export function CatalogueForm({ kind, version, entry, values, answer, save }: CatalogueFormProps) {
  const [form, fields] = useForm<CatalogueFormValues>({
    id: 'item',
    lastResult: answer?.lastResult,
    defaultValue: values,
  })
  const [special, setSpecial] = useState(fields.special.initialValue === 'on')
  const [live, setLive] = useState(false)
  useEffect(() => setLive(true), [])
  return (
    <ActionForm
      form={form}
      version={version}
      values={values}
      entry={entry}
      answer={answer}
      encType="multipart/form-data"
      className="max-w-3xl"
    >
      <FormPanel>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            field={fields.name}
            label="Name"
            required
            maxLength={LONGEST.title}
            frameClassName="sm:col-span-2"
          />
          {kind === 'cake' ? (
            // this form asks for none; what a program said goes along as it is
            <input {...getInputProps(fields.description, { type: 'hidden' })} />
          ) : (
            <TextAreaField
              field={fields.description}
              label="Description"
              rows={3}
              maxLength={LONGEST.description}
              frameClassName="sm:col-span-2"
            />
          )}
          <AmountField field={fields.price} label="Price (₹)" />
          <TextField
            field={fields.position}
            label="Position"
            type="number"
            required
            min={0}
            step={1}
            inputMode="numeric"
            hint="Lower numbers come first."
          />
          {kind === 'cake' && (
            <>
              <CheckboxField
                field={fields.special}
                label="Special Cake"
                onInput={(event) => setSpecial(event.currentTarget.checked)}
              />
              {/* without scripts it is always there, since nothing could show it */}
              <div className={special ? '' : 'scripting-hidden'}>
                <AmountField
                  field={fields.specialPrice}
                  label="Special price (₹)"
                  required={special}
                  // hidden, it could not show what is wrong with it, and the browser would send nothing
                  disabled={live && !special}
                  hint="What one special cake costs when it is the free one."
                />
              </div>
            </>
          )}
        </div>
      </FormPanel>
      <FormPanel>
        <ImageField
          form={form}
          field={fields.images}
          label="Image"
          max={1}
          uploadTo={links.adminUploads()}
          limits={PICTURE_LIMITS}
        />
      </FormPanel>
      <FormEnd save={save} cancelTo={links.adminCatalogue(kind)} />
    </ActionForm>
  )
}
