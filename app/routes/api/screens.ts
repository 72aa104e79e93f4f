import { todayIn } from '~/domain/calendar'
import { deleted } from '~/features/api/answer-shapes.server'
import { notFound, Refusal } from '~/features/api/call.server'
import { addOnceByKey, judgeWithPictures, overlay, refusedSave } from '~/features/api/save-record.server'
import { screenBody, screenCalls } from '~/features/api/venue-calls.server'
import { SCREEN_NAMES, screenFields } from '~/features/api/venue-fields.server'
import { screenJson } from '~/features/api/venue-shapes.server'
import { isBookable, listScreens } from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import {
  addScreen,
  deleteScreen,
  findScreenRecord,
  listWholeScreens,
  setScreenStatus,
  updateScreen,
} from '~/features/venue/screens.server'
import { SCREEN_FAULTS, screenForm, screenFormOf } from '~/features/venue/venue-forms.server'
import { answers, apiRoute } from '~/http/api-route.server'
import type { AppContext } from '~/platform/context.server'

const todayOf = ({ business, clock }: AppContext) => todayIn(business.timeZone, clock.now())

async function oneScreen(context: AppContext, staff: Staff, id: string) {
  const found = await findScreenRecord(context, scopeOf(staff), id)
  return found ? { screen: screenJson(found, todayOf(context)) } : notFound()
}

const FIELDS = { faults: SCREEN_FAULTS, names: SCREEN_NAMES }

const api = apiRoute(
  answers(screenCalls.list, async ({ context, staff, query: { location: locationId } }) => {
    const rows = staff
      ? await listWholeScreens(context, scopeOf(staff), { locationId })
      : (await listScreens(context.db, locationId)).filter(isBookable)
    return { screens: rows.map((row) => screenJson(row, todayOf(context))), totalDocuments: rows.length }
  }),
  answers(screenCalls.add, ({ context, staff, body, attempt }) =>
    addOnceByKey(
      context,
      staff,
      { ...attempt, entity: 'Screen' },
      (id) => oneScreen(context, staff, id),
      async (id) => {
        const { fields, pictures } = screenFields(body, { today: todayOf(context) })
        const sent = { sent: pictures, names: SCREEN_NAMES }
        const values = await judgeWithPictures(context, staff, screenForm, fields, sent)
        return values instanceof Refusal ? values : addScreen(context, staff, values, id)
      },
      FIELDS,
    ),
  ),
  answers(screenCalls.update, async ({ context, staff, id, body: { agreed = '', ...body } }) => {
    const found = await findScreenRecord(context, scopeOf(staff), id)
    if (!found) return notFound()
    const { location, ...before } = screenJson(found, todayOf(context))
    const known = { ...before, location: location ?? undefined }
    const had = overlay(screenBody, known, {})
    const { fields, pictures } = screenFields(overlay(screenBody, known, body), {
      today: todayOf(context),
      before: had.packages,
    })
    const sent = { sent: pictures, had: found.images, names: SCREEN_NAMES }
    const values = await judgeWithPictures(context, staff, screenFormOf(found.packages), fields, sent)
    if (values instanceof Refusal) return values
    const saved = await updateScreen(context, staff, id, values, { agreed })
    return saved.ok ? oneScreen(context, staff, id) : refusedSave(saved, FIELDS)
  }),
  answers(screenCalls.status, async ({ context, staff, id, body: { status } }) =>
    (await setScreenStatus(context, staff, id, status === 'true')) ? oneScreen(context, staff, id) : notFound(),
  ),
  answers(screenCalls.remove, async ({ context, staff, id }) =>
    (await deleteScreen(context, staff, id)) ? deleted(id) : notFound(),
  ),
)

export const loader = api.loader
export const action = api.action
