import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { firstIncompleteStep } from '~/domain/booking-steps'
import { normalizeCode } from '~/domain/coupon'
import { choosePlace, leftAside } from '~/domain/draft'
import { ownPath } from '~/domain/own-path'
import { beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { parseMirror } from '~/features/flow/draft-cookie.server'
import { draftIdOf, stepLink } from '~/features/flow/flow-draft.server'
import { type FlowQuote, reviseQuote } from '~/features/flow/flow-quote.server'
import type { Overtaken } from '~/features/flow/open-answer.server'
import { OvertakenAlert } from '~/features/flow/overtaken-alert'
import { forgetStaffDraft } from '~/features/flow/staff-draft.server'
import { listCities } from '~/features/offer/on-offer.server'
import { pageMeta } from '~/features/site/page-meta'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { saveDraft } from '~/http/draft.server'
import { redirectWithNotice } from '~/http/notice.server'
import { openAnswer } from '~/http/open-answer.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { ButtonLink } from '~/ui/button'
import { UnreachableAlert } from '~/ui/unreachable'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Your booking' })

/** Nothing to see here but what an answer asks back. */
export function loader({ request }: LoaderFunctionArgs) {
  const draft = draftIdOf(request)
  if (draft === undefined) throw redirect(links.bookLocations())
  return { back: links.bookLocations({ draft }) }
}

/** Changes to the draft that belong to no step: the city of the header, a draft brought back, one that staff give up. */
export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = draftIdOf(request) ? null : await currentStaffWho(context, request, 'manage-bookings')
  if (staff) {
    // chosen on a public page, where nothing was begun: whoever works here books for somebody else
    const city = await chosenCity(context, await request.formData())
    return redirect(links.bookLocations({ draft: await beginStaffBooking(context, staff, { cityId: city?.id }) }), 303)
  }
  const answer = await openAnswer(context, request)
  if (answer.overtaken) return answer.overtaken
  const { quote, form } = answer
  const { staffActor } = quote
  const intent = form.get('intent')
  if (!staffActor && intent === 'resume') return resume(context, form, quote)
  if (staffActor && intent === 'leave') {
    await forgetStaffDraft(context, staffActor.staff, staffActor.storedDraft.id)
    const { editing } = staffActor
    return redirect(editing ? links.adminBooking(editing.bookingId) : links.adminBookings(), 303)
  }
  const city = await chosenCity(context, form)
  const to = ownPath(String(form.get('back') ?? '')) ?? stepLink('locations', quote)
  if (!city) return redirect(to, 303)
  const { draft, dropped } = choosePlace(quote, { kind: 'city', id: city.id })
  const headers = await saveDraft(context, quote, draft, dropped)
  return redirect(to, { status: 303, headers })
}

const chosenCity = async ({ db }: AppContext, form: FormData) =>
  (await listCities(db)).find(({ id }) => id === form.get('cityId'))

/** Goes on with the browser's own copy of a customer's draft, found on offer and priced anew (rule B4). */
async function resume(context: AppContext, form: FormData, { draft: present, dropped }: FlowQuote) {
  const copy = parseMirror(readJson(form.get('draft')))
  if (!copy) return redirect(links.bookLocations(), 303)
  // a code is tried by it as by its field
  const code = normalizeCode(copy.couponCode ?? '')
  const tooMany = code && code !== present.couponCode && (await tooManyTries(context, 'coupon', present.attemptId))
  const draft = tooMany ? { ...copy, couponCode: undefined } : copy
  const quote = await reviseQuote(context, { draft, dropped }, draft)
  const headers = await saveDraft(context, {}, quote.draft, leftAside(quote))
  const to = stepLink(firstIncompleteStep(quote.draft, quote.steps).step, {})
  // what is saved names no room or slot that is gone: the next page would not say so
  const said = quote.placeGone ?? tooMany
  return said ? redirectWithNotice(to, said, 'error', headers) : redirect(to, { status: 303, headers })
}

/** Asked before an answer overwrites, or throws away, what another tab has changed meanwhile. */
export default function BookingDraft() {
  const { back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>() as { overtaken?: Overtaken } | undefined
  const leaving = answer?.overtaken?.fields.some(([name, value]) => name === 'intent' && value === 'leave')
  return (
    <div className="page max-w-4xl py-12">
      <h1 className="text-3xl">{answer?.overtaken ? 'Changed in another tab' : 'Your booking'}</h1>
      <UnreachableAlert words="We could not be reached" className="mt-5" />
      <OvertakenAlert
        answer={answer}
        keep={leaving ? 'Discard it all the same' : 'Keep mine'}
        drop={{ label: leaving ? 'Go on with it' : 'Take theirs', to: back }}
      />
      {!answer?.overtaken && (
        <ButtonLink to={back} className="mt-6">
          Go on
        </ButtonLink>
      )}
    </div>
  )
}

function readJson(text: FormDataEntryValue | null): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
