import { useForm } from '@conform-to/react'
import { useEffect, useState } from 'react'
import { NAME_MAX } from '~/domain/customer-details'
import { EMAIL_MAX } from '~/domain/email-address'
import { INVITATION_DAYS } from '~/domain/staff-account'
import { isSuperAdmin, type StaffRole } from '~/domain/staff-role'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { SelectField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'
import { OwnPassword } from './password-fields'

interface Option {
  id: string
  name: string
}

type PersonFields = Record<'name' | 'email' | 'number' | 'role' | 'locationId' | 'ownPassword', string>

interface PersonFormProps {
  inviting: boolean
  /** Where it is sent. */
  action: string
  /** One's own account: its role is somebody else's to change. */
  own: boolean
  roles: Option[]
  locations: Option[]
  version: number
  /** The id of what is added. */
  entry?: string
  values: Partial<PersonFields>
  answer: FormAnswer | undefined
}

/**
 * With scripts the location follows the role: a super admin has none, which is no choice then, and whoever becomes something else has
 * again the one that was there.
 */
function usePlaceless(role: StaffRole, fieldId: string): boolean {
  const [placeless, setPlaceless] = useState(false)
  useEffect(() => setPlaceless(isSuperAdmin(role)), [role])
  useEffect(() => {
    const field = document.getElementById(fieldId)
    if (!placeless || !(field instanceof HTMLSelectElement)) return
    const former = field.value
    field.value = ''
    return () => {
      field.value = former
    }
  }, [placeless, fieldId])
  return placeless
}

const ANOTHER_PERSON = 'With another first name as well it is another person’s account: they are invited anew.'

/** The form of somebody's account. */
export function PersonForm({
  inviting,
  action,
  own,
  roles,
  locations,
  version,
  entry,
  values,
  answer,
}: PersonFormProps) {
  const [form, fields] = useForm<PersonFields>({
    id: 'person',
    lastResult: answer?.lastResult,
    defaultValue: values,
  })
  const [role, setRole] = useState(fields.role.initialValue)
  const placeless = usePlaceless(role as StaffRole, fields.locationId.id)
  return (
    <ActionForm
      form={form}
      version={version}
      values={values}
      entry={entry}
      answer={answer}
      action={action}
      className="max-w-4xl"
    >
      <FormPanel title="Who they are">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField field={fields.name} label="Name" required maxLength={NAME_MAX} autoComplete="off" />
          <TextField
            field={fields.email}
            label="Email"
            type="email"
            hint={inviting || own ? undefined : ANOTHER_PERSON}
            required
            maxLength={EMAIL_MAX}
            autoComplete="off"
          />
          <TextField
            field={fields.number}
            label="Phone number"
            type="tel"
            inputMode="numeric"
            autoComplete="off"
            hint="10 digits, or none."
          />
        </div>
      </FormPanel>
      <FormPanel title="What they do, and where">
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            field={fields.role}
            label="Role"
            required
            onChange={({ target }) => setRole(target.value)}
            hint={own ? 'Nobody changes their own role.' : undefined}
          >
            {roles
              .filter(({ id }) => !own || id === values.role)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
          <SelectField
            field={fields.locationId}
            label="Location"
            hint="A super admin belongs to none."
            disabled={placeless}
          >
            <option value="">None</option>
            {!own &&
              locations.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </SelectField>
        </div>
        <ul className="mt-5 grid gap-1.5 text-sm text-muted">
          <li>Super admin: everything, everywhere.</li>
          <li>Location admin: their location with its bookings, screens, figures, coupons and banners.</li>
          <li>Front desk: the day, bookings, customers and payments of their location.</li>
          <li>Kitchen: the prep board of their location.</li>
        </ul>
      </FormPanel>
      <FormPanel>
        <div className="max-w-sm">
          <OwnPassword
            field={fields.ownPassword}
            required={inviting}
            hint={
              inviting
                ? `Asked again because an account is made. They choose theirs by a mailed link, which works for ${INVITATION_DAYS} days; the owners are told.`
                : 'Needed when email, role or location change. They and the owners are told by mail.'
            }
          />
        </div>
      </FormPanel>
      <FormEnd save={inviting ? 'Send the invitation' : 'Save'} cancelTo={links.adminStaff()} />
    </ActionForm>
  )
}
