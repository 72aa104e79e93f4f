import { z } from 'zod'
import type { locations } from '~/db/schema'
import type { Described } from '~/domain/changes'
import { normalizePhone } from '~/domain/customer-details'
import { emailFault, normalizeEmail } from '~/domain/email-address'
import { passwordFormFault } from '~/domain/password'
import { phoneFault, staffNameFault } from '~/domain/staff-account'
import { mayChangeAccount } from '~/domain/staff-role'
import { LONGEST, LONGEST_READ, MOST } from '~/domain/text-limits'
import { newPassword, ownPassword, staffEmail, staffName, staffPhone } from '~/features/staff/staff-forms.server'
import {
  atMost,
  imagesField,
  judged,
  onOff,
  optionalLines,
  requiredLines,
  requiredText,
  versionField,
  versionOf,
  webLink,
} from '~/platform/form-fields.server'
import type { listLocationRows } from './venue-queries.server'

/** A location with its city (or none) and its first admin (or none). */
export type LocationRecord = Awaited<ReturnType<typeof listLocationRows>>[number]
/** What of a location's row its form decides. A new column is one of these, and so a type error until all below know it. */
type LocationColumns = Omit<typeof locations.$inferSelect, 'id' | 'archivedAt' | 'version' | 'createdAt' | 'updatedAt'>

const ids = (what: string) =>
  z.array(z.string().max(LONGEST_READ.id)).max(MOST.chosen, atMost(MOST.chosen, what)).default([])

/** Of the account, named by `adminId`, that the form was filled from, 0 where there was none; not compared when it is not said. */
const adminVersionField = z
  .string()
  .catch('')
  .transform((text) => versionOf(text) ?? -1)
  .optional()

const location = z.object({
  // its admin's name stands on the same page
  name: requiredText('Location name', LONGEST.title),
  address: requiredLines('Address', LONGEST.address),
  addressLink: webLink('Address map link'),
  parking: optionalLines('Parking', LONGEST.parking),
  cityId: requiredText('City', LONGEST_READ.id),
  status: onOff('Status'),
  images: imagesField(0, 1),
  adminName: staffName,
  adminEmail: staffEmail,
  adminNumber: staffPhone,
  adminId: z.string().max(LONGEST_READ.id).optional(),
  adminVersion: adminVersionField,
  addonIds: ids('addons'),
  giftIds: ids('gifts'),
  ownPassword,
  version: versionField,
})

const unlessBlank = (fault: (text: string) => string | undefined, tidy?: (text: string) => string) =>
  judged((text) => (text ? fault(text) : undefined), tidy)

const keptPassword = judged(
  (text) => (text ? passwordFormFault(text) : undefined),
  (text) => text,
).transform((text) => text || undefined)

/** What is said of an admin, and what is missing when it is not. */
const ADMIN = [
  ['adminName', 'Name'],
  ['adminEmail', 'Email'],
  ['adminNumber', 'Number'],
] as const

/**
 * A new location needs its admin's password; on an edit a blank one keeps the old (rule K15). A location that has no admin is
 * saved without one, or gets one of whom everything is said.
 */
export const locationForm = {
  add: location.extend({ adminPassword: newPassword }),
  edit: location.extend({ adminPassword: keptPassword }),
  adminless: location
    .extend({
      adminName: unlessBlank(staffNameFault),
      adminEmail: unlessBlank(emailFault, normalizeEmail),
      adminNumber: unlessBlank(phoneFault, normalizePhone),
      adminPassword: keptPassword,
    })
    .superRefine((values, check) => {
      if (!values.adminPassword && ADMIN.every(([name]) => !values[name])) return
      for (const [name, label] of ADMIN) {
        if (!values[name]) check.addIssue({ code: 'custom', path: [name], message: `${label} is required` })
      }
    }),
}
/** The form by which `actor` changes a location. What is not sent of an account that is not theirs to change stays as it is. */
export function editForm(actor: Parameters<typeof mayChangeAccount>[0], record: LocationRecord | undefined) {
  if (!record?.admin) return locationForm.adminless
  const { id, name, email, number } = record.admin
  if (mayChangeAccount(actor, id)) return locationForm.edit
  return location.extend({
    adminName: z.string().default(name),
    adminEmail: z.string().default(email).transform(normalizeEmail),
    adminNumber: z.string().default(number).transform(normalizePhone),
    adminPassword: z
      .string()
      .default('')
      .transform((text) => text || undefined),
  })
}

/** At which field of the form a refused save stands. */
export const LOCATION_FAULTS = {
  'email-taken': 'adminEmail',
  'no-addon': 'addonIds',
  'no-city': 'cityId',
  'no-gift': 'giftIds',
  'no-password': 'adminPassword',
  'weak-password': 'adminPassword',
  'same-password': 'adminPassword',
  'own-password': 'ownPassword',
  'own-password-tries': 'ownPassword',
}

export const deleteLocationForm = z.object({ ownPassword })
export type LocationValues = z.output<typeof locationForm.edit>

/** The same as the browser's form sends it; what is not known yet is missing. */
export type LocationFormValues = {
  [Name in Exclude<
    keyof LocationValues,
    'version' | 'adminId' | 'adminVersion'
  >]?: LocationValues[Name] extends string[] ? string[] : string
}

/** A location’s columns as its form decides them. */
export const columnsOf = (values: LocationValues): Omit<LocationColumns, 'cityId'> & { cityId: string } => ({
  name: values.name,
  address: values.address,
  addressLink: values.addressLink,
  parking: values.parking,
  cityId: values.cityId,
  image: values.images[0] ?? null,
  active: values.status,
  addonIds: values.addonIds,
  giftIds: values.giftIds,
})

/** The account of a location’s admin as its form decides it. */
export const accountOf = ({ adminName, adminEmail, adminNumber }: LocationValues) => ({
  name: adminName,
  email: adminEmail,
  number: adminNumber,
})

/** A location as its form shows it; of the passwords nothing. */
export const formValuesOf = ({
  location,
  admin,
}: LocationRecord): Record<keyof Omit<LocationFormValues, 'adminPassword' | 'ownPassword'>, unknown> &
  LocationFormValues => ({
  name: location.name,
  address: location.address,
  addressLink: location.addressLink,
  parking: location.parking,
  cityId: location.cityId ?? '',
  status: String(location.active),
  images: location.image ? [location.image] : [],
  adminName: admin?.name,
  adminEmail: admin?.email,
  adminNumber: admin?.number,
  addonIds: location.addonIds,
  giftIds: location.giftIds,
})

/** What a record would be once these values are saved. */
export const asRecord = (
  before: LocationRecord,
  values: LocationValues,
  city: { id: string; name: string } | undefined,
): LocationRecord => ({
  location: { ...before.location, ...columnsOf(values) },
  city: city ?? null,
  admin: values.adminEmail ? { id: '', version: 0, ...accountOf(values) } : null,
})

/** A location in words, for the audit log and for two saves that meet; `names` has those of the catalogue, by their ids. */
export function describe({ location, city, admin }: LocationRecord, names: ReadonlyMap<string, string>): Described {
  const offered = (ids: readonly string[]) =>
    ids.length
      ? ids
          .map((id) => names.get(id) ?? 'something that is gone')
          .sort()
          .join(', ')
      : 'all'
  const columns: Record<keyof LocationColumns, Described> = {
    name: { Name: location.name },
    address: { Address: location.address },
    addressLink: { 'Address map link': location.addressLink },
    parking: { Parking: location.parking },
    cityId: { City: city?.name ?? 'Unallocated' },
    active: { Status: location.active ? 'Active' : 'In Active' },
    image: { Image: location.image ?? '' },
    addonIds: { 'Addons offered': offered(location.addonIds) },
    giftIds: { 'Gifts offered': offered(location.giftIds) },
  }
  return Object.assign({}, ...Object.values(columns), {
    'Admin name': admin?.name ?? '',
    'Admin email': admin?.email ?? '',
    'Admin number': admin?.number ?? '',
  })
}
