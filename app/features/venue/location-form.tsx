import { useForm } from '@conform-to/react'
import { Fragment, type ReactElement } from 'react'
import type { SavedBeside } from '~/domain/changes'
import { NAME_MAX } from '~/domain/customer-details'
import { EMAIL_MAX } from '~/domain/email-address'
import { LONGEST } from '~/domain/text-limits'
import { PICTURE_LIMITS } from '~/features/media/picture-limits'
import { NewPassword, OwnPassword } from '~/features/staff/password-fields'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { OnOffField, RecordField, TextAreaField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'
import { ImageField } from '~/ui/image-field'
import { TickList } from '~/ui/tick-list'
import { useVersionOf } from '~/ui/use-version-of'
import type { LocationFormValues } from './location-values.server'

interface Option {
  id: string
  name: string
}

interface LocationFormProps {
  adding: boolean
  /** Cities to choose from; a location admin has only the one their location is in. */
  cities: Option[]
  addons: Option[]
  gifts: Option[]
  version: number
  /** The id of what is added. */
  entry?: string
  /** Whose the admin's account is now, and its version; '' and 0 where there is none. */
  admin: SavedBeside
  /** Whose the admin's account is, where the reader may not change it. */
  othersAccount?: string
  values: LocationFormValues
  answer: FormAnswer | undefined
}

/** The form of a location with its admin's account. */
export function LocationForm({
  adding,
  cities,
  addons,
  gifts,
  version,
  entry,
  admin,
  othersAccount,
  values,
  answer,
}: LocationFormProps) {
  const [form, fields] = useForm<LocationFormValues>({
    id: 'location',
    lastResult: answer?.lastResult,
    defaultValue: values,
  })
  // as with the record's own version: a form that comes back stays of the one it was filled from, until both were shown
  const ownAdmin = useVersionOf(values, admin)
  const sent = answer?.lastResult?.initialValue
  const cameBack = sent?.adminVersion === undefined ? undefined : { id: sent.adminId ?? '', version: sent.adminVersion }
  const shown = (answer?.conflict ? answer.conflict.beside : cameBack) ?? ownAdmin
  const adminless = !adding && !values.adminEmail
  // a browser would fill in the name and address of whoever sits there
  const ofAdmin = { required: !adminless, autoComplete: 'off' }
  // one for each value: a new one is a type error until it has its control, and is shown with the place
  const controls: Record<keyof LocationFormValues, ReactElement> = {
    name: <TextField field={fields.name} label="Name" required maxLength={LONGEST.title} />,
    cityId: <RecordField field={fields.cityId} label="City" records={cities} blank="Choose a city" adding={adding} />,
    address: <TextAreaField field={fields.address} label="Address" required rows={2} maxLength={LONGEST.address} />,
    addressLink: (
      <TextField
        field={fields.addressLink}
        label="Address map link"
        type="url"
        required
        placeholder="https://maps.google.com/…"
      />
    ),
    parking: (
      <TextAreaField
        field={fields.parking}
        label="Parking"
        rows={2}
        maxLength={LONGEST.parking}
        hint="Where to leave a car or a scooter. Customers read it with the address."
      />
    ),
    status: <OnOffField field={fields.status} label="Status" />,
    adminName: <TextField field={fields.adminName} label="Admin name" maxLength={NAME_MAX} {...ofAdmin} />,
    adminEmail: (
      <TextField field={fields.adminEmail} label="Admin email" type="email" maxLength={EMAIL_MAX} {...ofAdmin} />
    ),
    adminNumber: (
      <TextField
        field={fields.adminNumber}
        label="Admin number"
        type="tel"
        inputMode="numeric"
        hint="10 digits"
        {...ofAdmin}
      />
    ),
    adminPassword: (
      <NewPassword
        field={fields.adminPassword}
        label="Admin password"
        required={adding}
        {...(!adding && { hint: 'Leave it blank to keep the old one. A new one signs the admin out.' })}
      />
    ),
    ownPassword: (
      <OwnPassword
        field={fields.ownPassword}
        required={adding}
        hint={
          adding
            ? 'Asked again because an account is made. The admin and the owners are told by mail.'
            : 'Needed when the admin’s email or password changes. They and the owners are told by mail.'
        }
      />
    ),
    images: (
      <ImageField
        form={form}
        field={fields.images}
        label="Image"
        max={1}
        uploadTo={links.adminUploads()}
        limits={PICTURE_LIMITS}
      />
    ),
    addonIds: <TickList legend="Addons" field={fields.addonIds} options={addons} />,
    giftIds: <TickList legend="Gifts" field={fields.giftIds} options={gifts} />,
  }
  const { adminName, adminEmail, adminNumber, adminPassword, ownPassword, images, addonIds, giftIds, ...place } =
    controls
  return (
    <ActionForm
      form={form}
      version={version}
      values={values}
      entry={entry}
      answer={answer}
      encType="multipart/form-data"
      className="max-w-4xl"
    >
      {!adding && othersAccount === undefined && (
        <>
          <input type="hidden" name="adminId" value={String(shown.id)} />
          <input type="hidden" name="adminVersion" value={String(shown.version)} />
        </>
      )}
      <FormPanel title="The place">
        <div className="grid gap-5 sm:grid-cols-2">
          {Object.entries(place).map(([name, control]) => (
            <Fragment key={name}>{control}</Fragment>
          ))}
        </div>
      </FormPanel>
      <FormPanel title="Its admin">
        {adminless && (
          <p className="mb-4 text-sm text-muted">
            This location has no admin of its own, and needs none. Leave these blank to keep it so.
          </p>
        )}
        {othersAccount === undefined ? (
          <div className="grid gap-5 sm:grid-cols-2">
            {adminName}
            {adminEmail}
            {adminNumber}
            {adminPassword}
            {ownPassword}
          </div>
        ) : (
          <div className="grid gap-1 text-sm">
            <p>{[values.adminName, values.adminEmail, values.adminNumber].filter(Boolean).join(' · ')}</p>
            <p className="text-muted">Only {othersAccount} or a super admin may change this account.</p>
          </div>
        )}
      </FormPanel>
      <FormPanel>{images}</FormPanel>
      <FormPanel title="What is offered here">
        <p className="mb-4 text-sm text-muted">Nothing ticked means everything.</p>
        <div className="grid gap-6 sm:grid-cols-2">
          {addonIds}
          {giftIds}
        </div>
      </FormPanel>
      <FormEnd save={adding ? 'Add Location' : 'Update Location'} cancelTo={links.adminLocations()} />
    </ActionForm>
  )
}
