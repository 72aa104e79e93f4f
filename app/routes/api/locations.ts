import { isSuperAdmin } from '~/domain/staff-role'
import { deleted } from '~/features/api/answer-shapes.server'
import { notFound, Refusal } from '~/features/api/call.server'
import {
  adminAsSent,
  cityMeant,
  LOCATION_NAMES,
  locationAsSent,
  locationBody,
  locationFields,
  locationJson,
  staffLocationJson,
} from '~/features/api/location-record.server'
import { addOnceByKey, judgeWithPictures, overlay, refusedSave } from '~/features/api/save-record.server'
import { locationCalls } from '~/features/api/venue-calls.server'
import { listLocations as listOpenLocations } from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { editForm, LOCATION_FAULTS, locationForm } from '~/features/venue/location-values.server'
import {
  addLocation,
  deleteLocation,
  findLocation,
  listLocations,
  setLocationStatus,
  updateLocation,
} from '~/features/venue/locations.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'

async function staffLocation(context: AppContext, staff: Staff, id: string) {
  const found = await findLocation(context, scopeOf(staff), id)
  return found ? { location: staffLocationJson(found) } : notFound()
}

const openLocations = async ({ db }: AppContext, cityId?: string) =>
  (await listOpenLocations(db, cityId)).map((place) => locationJson(place, { id: place.cityId, name: place.cityName }))

const FIELDS = { faults: LOCATION_FAULTS, names: LOCATION_NAMES }

const api = apiRoute(
  answers(locationCalls.list, async ({ context, staff, query: { city: cityId } }) => {
    const locations = staff
      ? (await listLocations(context, scopeOf(staff), { cityId })).map(staffLocationJson)
      : await openLocations(context, cityId)
    return { locations, totalDocuments: locations.length }
  }),
  answers(locationCalls.one, async ({ context, staff, id }) => {
    if (staff) return staffLocation(context, staff, id)
    const location = (await openLocations(context)).find(({ _id }) => _id === id)
    return location ? { location } : notFound()
  }),
  answers(locationCalls.add, ({ context, staff, body, attempt }) =>
    addOnceByKey(
      context,
      staff,
      { ...attempt, entity: 'Location' },
      (id) => staffLocation(context, staff, id),
      async (id) => {
        const { fields, pictures } = locationFields(body)
        const sent = { sent: pictures, names: LOCATION_NAMES }
        const values = await judgeWithPictures(context, staff, locationForm.add, fields, sent)
        return values instanceof Refusal ? values : addLocation(context, staff, values, id)
      },
      FIELDS,
    ),
  ),
  answers(locationCalls.update, async ({ context, staff, id, body }) => {
    const found = await findLocation(context, scopeOf(staff), id)
    if (!found) return notFound()
    const known = locationAsSent(found)
    const whole = overlay(locationBody, known, {
      ...{ ...body, city: undefined },
      cityId: cityMeant(body, known.cityId),
    })
    const { fields, pictures } = locationFields({ ...whole, admin: { ...adminAsSent(found), ...body.admin } })
    // a location admin neither moves their location nor is kept from saving it while it has no city
    const own = isSuperAdmin(staff.role) ? fields : { ...fields, cityId: known.cityId ?? 'none' }
    const sent = { sent: pictures, had: [found.location.image], names: LOCATION_NAMES }
    const values = await judgeWithPictures(context, staff, editForm(staff, found), own, sent)
    if (values instanceof Refusal) return values
    const saved = await updateLocation(context, staff, id, values)
    return saved.ok ? staffLocation(context, staff, id) : refusedSave(saved, FIELDS)
  }),
  answers(locationCalls.status, async ({ context, staff, id, body: { status } }) =>
    (await setLocationStatus(context, staff, id, status === 'true')) ? staffLocation(context, staff, id) : notFound(),
  ),
  answers(locationCalls.remove, async ({ context, staff, id, body: { ownPassword } }) => {
    const gone = await deleteLocation(context, staff, id, ownPassword)
    return gone.ok ? deleted(id) : refusedSave(gone, FIELDS)
  }),
)

export const loader = api.loader
export const action = api.action
