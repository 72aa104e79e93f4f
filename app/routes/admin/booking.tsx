import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Pencil, Trash2 } from 'lucide-react'
import { Unsaid } from '~/features/back-office/unsaid'
import { lettersOfBooking } from '~/features/booking/booking-letters.server'
import { minutesOf } from '~/features/booking-pages/back-office-forms.server'
import { Facts, StandingMark } from '~/features/booking-pages/booking-facts'
import { Invoice } from '~/features/booking-pages/invoice'
import { LetterList } from '~/features/booking-pages/letter-list'
import { refusedHandOver } from '~/features/booking-pages/refused-hand-over'
import { AskedDialog, INTENTS } from '~/features/front-desk/asked-dialog'
import { ContactRow } from '~/features/front-desk/contact-row'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { NotesBox } from '~/features/front-desk/notes-box'
import { PaymentsPanel } from '~/features/front-desk/payments-panel'
import { AttendanceButtons } from '~/features/front-desk/visit-panel'
import { paperList } from '~/features/money/paper.server'
import { PaperLinks } from '~/features/money/paper-links'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { answerBookingDeed } from '~/http/booking-deeds.server'
import { answerDeskDeed } from '~/http/desk-deeds.server'
import { backOfficePath, requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { ButtonLink } from '~/ui/button'
import { FormPanel } from '~/ui/form-panel'
import { UnreachableAlert } from '~/ui/unreachable'

export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: `${found?.booking?.view.code ?? 'Booking'} · Back office` },
]

const NOT_FOUND = 'Invalid booking Id'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const { searchParams } = new URL(request.url)
  const strike = searchParams.get('strike') ?? undefined
  const booking = await deskVisit(context, scopeOf(staff), params.id ?? '', { strike, role: staff.role })
  if (!booking)
    return data({ booking: null, asked: null, minutes: null, back: '', letters: [], papers: [] }, { status: 404 })
  const deleting = booking.cancellable && searchParams.has('delete')
  const refunding = booking.owed > 0 && searchParams.has('refund')
  const failing = booking.failed !== null && searchParams.has('failure')
  const correcting = booking.charged && !booking.charged.refused && searchParams.has('correct')
  const visit = booking.failed ?? booking.charged
  const minutes = visit && minutesOf(searchParams, visit.slotMinutes)
  const asked = deleting
    ? 'delete'
    : refunding
      ? 'refund'
      : failing
        ? 'failure'
        : correcting
          ? 'correct'
          : booking.strike
            ? 'strike'
            : null
  const back = backOfficePath(searchParams.get('back')) ?? links.adminBooking(booking.id)
  return data({ booking, asked, minutes, back, ...(await besides(context, booking.id)) } as const)
}

async function besides(context: AppContext, id: string) {
  const [letters, papers] = await Promise.all([lettersOfBooking(context, id), paperList(context, id)])
  return { letters, papers }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'manage-bookings')
  const id = params.id ?? ''
  const form = await request.formData()
  const back = links.adminBooking(id)
  const deed = await answerDeskDeed(context, staff, id, form, back)
  if (deed) return deed
  const own = await answerBookingDeed({ context, staff, id, form, back })
  if (own) return own
  throw new Response('Bad request', { status: 400 })
}

export default function Booking() {
  const { booking, asked, minutes, back, letters, papers } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  if (!booking) {
    return (
      <PageHead title={NOT_FOUND}>
        <ButtonLink to={links.adminBookings()}>All bookings</ButtonLink>
      </PageHead>
    )
  }
  const { id, view, facts, money, history, note, cancellable, contact, entry } = booking
  const { request, heldByStaff, notes, deletion } = booking
  const takes = (view.status === 'booked' || heldByStaff) && view.ledger.remaining > 0
  const drawn = asked
    ? [INTENTS[asked]]
    : [
        ...[takes && 'take-payment', refusedHandOver(answer, money) && 'hand-over'],
        ...(request ? ['ask-money', 'extend-hold'] : []),
        'add-note',
      ]
  return (
    <>
      <PageHead
        title={view.customer.name}
        hint={
          <>
            <StandingMark status={view.called} until={request?.until} />
            {view.screen}, {view.date}, {view.slot}
          </>
        }
      >
        {view.status === 'booked' && (
          <ButtonLink to={links.editBooking(id)} look={view.ledger.remaining > 0 ? 'quiet' : 'gold'} prefetch="none">
            <Pencil aria-hidden className="size-4" />
            Edit
          </ButtonLink>
        )}
        {cancellable && (
          <ButtonLink to={links.adminBooking(id, { delete: 1 })} look="danger" preventScrollReset>
            <Trash2 aria-hidden className="size-4" />
            {deletion.ofHold ? 'Free the slot' : 'Delete'}
          </ButtonLink>
        )}
      </PageHead>
      {!asked && <UnreachableAlert />}
      <Unsaid answer={answer} drawn={drawn} />
      <div className="grid items-start gap-x-5 xl:grid-cols-[minmax(0,1fr)_22rem] xl:grid-rows-[auto_1fr]">
        {/* what is pressed at the door stands before the bill where there is one column */}
        <div className="print:hidden xl:col-start-2">
          {view.status === 'booked' && (
            <FormPanel title="Attendance">
              <AttendanceButtons booking={booking} />
            </FormPanel>
          )}
          <PaymentsPanel booking={booking} takes={takes} answer={asked ? undefined : answer} />
        </div>
        <div className="max-xl:mb-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <Invoice view={view} />
        </div>
        <div className="print:hidden xl:col-start-2">
          <FormPanel title="Notes for staff">
            <NotesBox
              key={id}
              booking={id}
              note={note}
              notes={notes}
              entry={entry}
              answer={asked ? undefined : answer}
            />
          </FormPanel>
          {papers.length > 0 && (
            <FormPanel title="Receipts and invoice">
              <PaperLinks papers={papers} linkOf={links.adminPaper} />
            </FormPanel>
          )}
          <FormPanel title="Reach the customer">
            <ContactRow key={contact.link} contact={contact} booking={id} stands={view.status === 'booked'} />
          </FormPanel>
          <FormPanel title="Letters">
            <LetterList letters={letters} booking={id} />
          </FormPanel>
          <FormPanel title="Other details">
            <Facts facts={facts} />
          </FormPanel>
          <FormPanel title="History">
            <ol className="grid gap-2 text-sm">
              {history.map(({ id: key, when, what, actor }) => (
                <li key={key}>
                  {what}
                  <span className="figures block text-xs text-muted">
                    {when}, {actor}
                  </span>
                </li>
              ))}
            </ol>
          </FormPanel>
        </div>
      </div>
      <AskedDialog booking={booking} asked={asked} minutes={minutes} back={back} answer={answer} />
    </>
  )
}
