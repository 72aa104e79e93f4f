import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { newId } from '~/db/new-id'
import { firstIncompleteStep } from '~/domain/booking-steps'
import { choosePlace } from '~/domain/draft'
import { parseDraft } from '~/features/booking/draft-cookie.server'
import { listCities } from '~/features/booking/offer-queries.server'
import { keepStaffDraft } from '~/features/booking/staff-draft.server'
import { keepDraft, readDraft, reviseVisit, stepLink } from '~/features/booking/visit.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Nothing to see here: the draft has no page of its own. */
export const loader = () => redirect(links.bookLocations())

/** Changes to the draft that belong to no step: the city of the header, a draft brought back, one that staff give up. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const kept = await readDraft(context, request)
  const form = await request.formData()
  if (form.get('intent') === 'resume') {
    const mirrored = parseDraft(readJson(form.get('draft')))
    if (!mirrored || kept.hand) return redirect(links.bookLocations(), 303)
    const resumed = { draft: { ...mirrored, attemptId: newId() }, dropped: undefined }
    const visit = await reviseVisit(context, resumed, resumed.draft)
    const headers = await keepDraft(context, kept, visit.draft, undefined)
    return redirect(stepLink(firstIncompleteStep(visit.draft, visit.steps).step), { status: 303, headers })
  }
  if (form.get('intent') === 'leave' && kept.hand) {
    const { member, editing } = kept.hand
    await keepStaffDraft(context, member, null)
    return redirect(editing ? links.adminBooking(editing.bookingId) : links.adminBookings(), 303)
  }
  const city = (await listCities(context.db)).find(({ id }) => id === form.get('cityId'))
  if (!city) return redirect(links.bookLocations(), 303)
  const { draft, dropped } = choosePlace(kept.draft, { kind: 'city', id: city.id })
  return redirect(links.bookLocations(), {
    status: 303,
    headers: await keepDraft(context, kept, draft, dropped ?? kept.dropped),
  })
}

function readJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
