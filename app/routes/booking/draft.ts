import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { newId } from '~/db/new-id'
import { firstIncompleteStep } from '~/domain/booking-steps'
import { choosePlace } from '~/domain/draft'
import { beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { parseDraft } from '~/features/flow/draft-cookie.server'
import { reviseVisit } from '~/features/flow/flow-visit.server'
import { draftIdOf, draftQuery, stepLink } from '~/features/flow/kept-draft.server'
import { forgetStaffDraft } from '~/features/flow/staff-draft.server'
import { listCities } from '~/features/offer/on-offer.server'
import { currentStaff } from '~/features/staff/staff-session.server'
import { keepDraft, openDraft } from '~/http/draft.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Nothing to see here: the draft has no page of its own. */
export const loader = () => redirect(links.bookLocations())

/** Changes to the draft that belong to no step: the city of the header, a draft brought back, one that staff give up. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const member = draftIdOf(request) ? null : await currentStaff(context, request)
  const kept = member ? undefined : await openDraft(context, request)
  const form = await request.formData()
  if (kept && !kept.hand && form.get('intent') === 'resume') {
    const mirrored = parseDraft(readJson(form.get('draft')))
    if (!mirrored) return redirect(links.bookLocations(), 303)
    const resumed = { draft: { ...mirrored, attemptId: newId() }, dropped: undefined }
    const visit = await reviseVisit(context, resumed, resumed.draft)
    const headers = await keepDraft(context, kept, visit.draft, undefined)
    return redirect(stepLink(firstIncompleteStep(visit.draft, visit.steps).step, kept), { status: 303, headers })
  }
  if (kept?.hand && form.get('intent') === 'leave') {
    await forgetStaffDraft(context, kept.hand.member, kept.hand.kept.id)
    const { editing } = kept.hand
    return redirect(editing ? links.adminBooking(editing.bookingId) : links.adminBookings(), 303)
  }
  const city = (await listCities(context.db)).find(({ id }) => id === form.get('cityId'))
  if (member) {
    // chosen on a public page, where nothing was begun: whoever works here books for somebody else
    return redirect(links.bookLocations({ draft: await beginStaffBooking(context, member, { cityId: city?.id }) }), 303)
  }
  if (!kept || !city) return redirect(links.bookLocations(kept && draftQuery(kept)), 303)
  const { draft, dropped } = choosePlace(kept.draft, { kind: 'city', id: city.id })
  return redirect(stepLink('locations', kept), {
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
