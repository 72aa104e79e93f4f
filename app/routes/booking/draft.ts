import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { newId } from '~/db/new-id'
import { firstIncompleteStep } from '~/domain/booking-steps'
import { choosePlace } from '~/domain/draft'
import { parseDraft, readDraftCookie } from '~/features/booking/draft-cookie.server'
import { listCities } from '~/features/booking/offer-queries.server'
import { keepDraft, resolveVisit, stepLink } from '~/features/booking/visit.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Nothing to see here: the draft has no page of its own. */
export const loader = () => redirect(links.bookLocations())

/** Changes to the draft that belong to no step: the city of the header, and a draft brought back from the browser. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const held = await readDraftCookie(request)
  const form = await request.formData()
  if (form.get('intent') === 'resume') {
    const kept = parseDraft(readJson(form.get('draft')))
    if (!kept) return redirect(links.bookLocations(), 303)
    const resumed = { draft: { ...kept, attemptId: newId() }, dropped: undefined }
    const visit = await resolveVisit(context, context.db, resumed)
    const headers = await keepDraft(visit.draft, undefined)
    return redirect(stepLink(firstIncompleteStep(visit.draft, visit.steps).step), { status: 303, headers })
  }
  const city = (await listCities(context.db)).find(({ id }) => id === form.get('cityId'))
  if (!city) return redirect(links.bookLocations(), 303)
  const { draft, dropped } = choosePlace(held.draft, { kind: 'city', id: city.id })
  return redirect(links.bookLocations(), { status: 303, headers: await keepDraft(draft, dropped ?? held.dropped) })
}

function readJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
