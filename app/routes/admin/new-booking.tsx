import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import {
  holdPhoneBooking,
  phoneBooking,
  phoneRefusals,
  placePhoneBooking,
  withKnownCaller,
} from '~/features/front-desk/phone-booking.server'
import { findPhoneForm, finishPhoneForm, savePhoneForm } from '~/features/front-desk/phone-draft.server'
import { phoneFaults } from '~/features/front-desk/phone-faults'
import { PhoneBookingForm } from '~/features/front-desk/phone-form'
import { phoneForm } from '~/features/front-desk/phone-form.server'
import { requestWords } from '~/features/stored-booking/announce-booking.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refusalStatus } from '~/http/refusal-status.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { SAVED } from '~/ui/revalidate'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'New booking · Back office' }]

/** The quote that follows what is typed changes nothing that the page was loaded with. */
export { unlessNothingChanged as shouldRevalidate } from '~/ui/revalidate'

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const { searchParams } = new URL(request.url)
  const draft = searchParams.get('draft')
  const unfinished = draft ? await findPhoneForm(context, staff, draft) : undefined
  if (unfinished && 'done' in unfinished) throw redirect(links.adminBooking(unfinished.done))
  if (draft && !unfinished)
    throw await redirectWithNotice(links.adminUnfinished(), 'That one is not kept any more', 'error')
  const form = unfinished?.form ?? phoneForm(context, searchParams)
  return { page: await phoneBooking(context, staff, form), saved: unfinished !== undefined }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const sent = await request.formData()
  const typed = phoneForm(context, sent)
  const intent = sent.get('intent')
  if (intent !== 'book' && intent !== 'hold') {
    const saved = await savePhoneForm(context, staff, typed)
    return data({ page: await phoneBooking(context, staff, typed), faults: null, saved }, SAVED)
  }
  const form = await withKnownCaller(context, staff, typed)
  const hold = intent === 'hold'
  const placed = await (hold ? holdPhoneBooking : placePhoneBooking)(context, staff, form)
  if (placed.ok) {
    await finishPhoneForm(context, staff, form, placed.bookingId)
    const words = hold ? `Held. ${await requestWords(context, form.email)}` : 'Booked'
    return redirectWithNotice(links.adminBooking(placed.bookingId), words)
  }
  const page = await phoneBooking(context, staff, form)
  const saved = await savePhoneForm(context, staff, form)
  const refusals = await phoneRefusals(context, form, placed, hold)
  return data({ page, faults: phoneFaults(refusals, form, page), saved }, refusalStatus(placed))
}

/** The last answer that brought a page: one that reached nobody, or no session, takes none away. None on a page that is loaded. */
function useLastPage<Answer extends object>(answer: Answer | undefined): Answer | undefined {
  const last = useRef(answer)
  if (!answer || 'page' in answer) last.current = answer
  return last.current
}

export default function NewBooking() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useLastPage(useActionData<typeof action>())
  const page = answer?.page ?? loaded.page
  const [screen, slot] = page.form.place.split(':')
  return (
    <>
      <PageHead title="New booking" hint="For somebody on the telephone or at the desk">
        <ButtonLink to={links.adminBookingSteps({ date: page.form.date, screen, slot })} prefetch="none">
          By the customer’s steps
        </ButtonLink>
      </PageHead>
      {/* the next call is another one, from this page too */}
      <PhoneBookingForm
        key={page.form.attempt}
        page={page}
        faults={answer?.faults ?? null}
        saved={answer?.saved ?? loaded.saved}
      />
    </>
  )
}
