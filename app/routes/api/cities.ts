import { roleMay } from '~/domain/staff-role'
import { deleted } from '~/features/api/answer-shapes.server'
import { notFound, Refusal } from '~/features/api/call.server'
import { judge } from '~/features/api/read-body.server'
import { addOnceByKey, overlay, refusedSave } from '~/features/api/save-record.server'
import { cityBody, cityCalls } from '~/features/api/venue-calls.server'
import { cityJson } from '~/features/api/venue-shapes.server'
import { listCities as listOpenCities } from '~/features/offer/on-offer.server'
import { addCity, deleteCity, findCity, listCities, updateCity } from '~/features/venue/cities.server'
import { CITY_FAULTS, cityForm } from '~/features/venue/venue-forms.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'

async function oneCity(context: AppContext, id: string) {
  const city = await findCity(context, id)
  return city ? { city: cityJson(city) } : notFound()
}

const api = apiRoute(
  answers(cityCalls.list, async ({ context, staff }) => {
    const all = staff && roleMay(staff.role, 'manage-cities')
    const cities = all ? await listCities(context) : await listOpenCities(context.db)
    return { cities: cities.map(cityJson), totalDocuments: cities.length }
  }),
  answers(cityCalls.add, ({ context, staff, body, attempt }) =>
    addOnceByKey(
      context,
      staff,
      { ...attempt, entity: 'City' },
      (id) => oneCity(context, id),
      async (id) => {
        const values = judge(cityForm, body)
        return values instanceof Refusal ? values : addCity(context, staff, values, id)
      },
      { faults: CITY_FAULTS },
    ),
  ),
  answers(cityCalls.update, async ({ context, staff, id, body }) => {
    const before = await findCity(context, id)
    if (!before) return notFound()
    const values = judge(cityForm, overlay(cityBody, cityJson(before), body))
    if (values instanceof Refusal) return values
    const saved = await updateCity(context, staff, id, values)
    return saved.ok ? oneCity(context, id) : refusedSave(saved, { faults: CITY_FAULTS })
  }),
  answers(cityCalls.remove, async ({ context, staff, id }) =>
    (await deleteCity(context, staff, id)) ? deleted(id) : notFound(),
  ),
)

export const loader = api.loader
export const action = api.action
