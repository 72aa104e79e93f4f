import { z } from 'zod'
import type { locations } from '~/db/schema'
import { MOST } from '~/domain/text-limits'
import type { LocationValues } from '~/features/venue/location-values.server'
import { versionShape } from './answer-shapes.server'
import { digitsInput, flagInput, pictureInput, refInput, textInput, versionInput, wantedId } from './inputs.server'
import type { SentNames } from './read-body.server'
import { ONE_PICTURE, picturesOf } from './save-record.server'
import { namedJson, namedShape } from './venue-shapes.server'

const id = z.string()

const placeShape = z.object({
  _id: id,
  name: z.string(),
  address: z.string(),
  addressLink: z.string(),
  parking: z.string().meta({ description: 'Where to leave a car; empty when nothing is said of it.' }),
  image: z.string().nullable(),
  city: namedShape.nullable(),
  cityId: z.string().nullable(),
  status: z.boolean(),
  addons: z.array(id).meta({ description: 'Ids of the add-ons offered here; none means all.' }),
  gifts: z.array(id).meta({ description: 'Ids of the gifts offered here; none means all.' }),
})

export const locationShape = placeShape.meta({ id: 'Location', description: 'A location as visitors see it.' })

export const staffLocationShape = placeShape
  .extend({
    admin: z
      .object({ _id: id, name: z.string(), email: z.string(), number: z.string(), version: versionShape })
      .nullable(),
    version: versionShape,
  })
  .meta({ id: 'StaffLocation', description: 'A location with its admin, for staff.' })

export const ownPasswordInput = textInput
  .optional()
  .meta({ description: 'Your own password again; needed when an account is made, changed or closed.' })
const ids = z.array(wantedId).max(MOST.chosen)
export const locationBody = z.object({
  name: textInput.optional(),
  address: textInput.optional(),
  addressLink: textInput.optional(),
  parking: textInput.optional(),
  status: flagInput.optional(),
  cityId: refInput.optional(),
  city: refInput.optional().meta({ description: 'The same as cityId.' }),
  image: pictureInput.optional(),
  admin: z
    .object({
      name: textInput.optional(),
      email: textInput.optional(),
      number: digitsInput.optional(),
      password: textInput.optional(),
      _id: wantedId
        .optional()
        .meta({ description: 'Whose account `version` is of: refused once another one is the admin.' }),
      version: versionInput,
    })
    .nullish()
    .transform((sent) => sent ?? undefined),
  addons: ids.optional(),
  gifts: ids.optional(),
  ownPassword: ownPasswordInput,
  version: versionInput,
})
type LocationBody = z.output<typeof locationBody>
type SentLocation = z.input<typeof locationBody>

/** What a request calls the fields of a location's form. */
export const LOCATION_NAMES: SentNames = {
  ...ONE_PICTURE,
  adminName: 'admin.name',
  adminEmail: 'admin.email',
  adminNumber: 'admin.number',
  adminPassword: 'admin.password',
  adminId: 'admin._id',
  adminVersion: 'admin.version',
  addonIds: 'addons',
  giftIds: 'gifts',
}

/** The city that is named, in either spelling: one that says another than is stored, since whoever read both may change one; else what is said. */
export const cityMeant = ({ cityId, city }: Pick<LocationBody, 'cityId' | 'city'>, stored?: unknown) =>
  [cityId, city].find((one) => one && one !== stored) ?? (cityId || (city ?? cityId))

/** A location as its form has it; `pictures` apart, since they may still have to be stored. */
export function locationFields({ admin = {}, image, addons, gifts, city, cityId, ...rest }: LocationBody) {
  const fields: Record<Exclude<keyof LocationValues, 'images'>, unknown> = {
    // what is not sent is undefined; that a field cannot be sent at all is a type error
    ...(rest as Required<typeof rest>),
    cityId: cityMeant({ cityId, city }),
    adminName: admin.name,
    adminEmail: admin.email,
    adminNumber: admin.number,
    adminPassword: admin.password,
    adminId: admin._id,
    adminVersion: admin.version,
    addonIds: addons,
    giftIds: gifts,
  }
  return { fields, pictures: picturesOf(image) }
}

type LocationRow = Pick<
  typeof locations.$inferSelect,
  'id' | 'name' | 'address' | 'addressLink' | 'parking' | 'image' | 'addonIds' | 'giftIds'
> & { active?: boolean }

/** A location as calls answer it to everybody. */
export const locationJson = (
  place: LocationRow,
  city: { id: string; name: string } | null,
): z.input<typeof locationShape> => ({
  _id: place.id,
  name: place.name,
  address: place.address,
  addressLink: place.addressLink,
  parking: place.parking,
  image: place.image,
  city: namedJson(city),
  cityId: city?.id ?? null,
  status: place.active ?? true,
  addons: place.addonIds,
  gifts: place.giftIds,
})

/** A location with its admin as calls answer it to staff. */
export const staffLocationJson = ({
  location,
  city,
  admin,
}: {
  location: LocationRow & { version: number }
  city: { id: string; name: string } | null
  admin: { id: string; name: string; email: string; number: string; version: number } | null
}): z.input<typeof staffLocationShape> => ({
  ...locationJson(location, city),
  admin: admin && { _id: admin.id, name: admin.name, email: admin.email, number: admin.number, version: admin.version },
  version: location.version,
})

/** A location, without its admin, as a request would send it: what a change leaves out stays so. A field that is not among these is a type error. */
export function locationAsSent(
  found: Parameters<typeof staffLocationJson>[0],
): Record<keyof Omit<SentLocation, 'admin' | 'city' | 'ownPassword'>, unknown> & SentLocation {
  const { admin: _admin, city: _city, image, cityId, ...rest } = staffLocationJson(found)
  return { ...rest, cityId: cityId ?? undefined, image: image ?? undefined }
}

/** A location's admin as a request would send it, of the version that was found. */
export const adminAsSent = ({ admin }: Parameters<typeof staffLocationJson>[0]): NonNullable<LocationBody['admin']> =>
  admin
    ? {
        ...{ _id: admin.id, name: admin.name, email: admin.email, number: admin.number },
        version: String(admin.version),
      }
    : {}
