import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Pencil, Trash2 } from 'lucide-react'
import { struckWords } from '~/domain/desk-refund'
import { formatRupees } from '~/domain/money'
import { Unsaid } from '~/features/back-office/unsaid'
import { lettersOfBooking } from '~/features/booking/booking-letters.server'
import { minutesOf, refundOwedForm } from '~/features/booking-pages/back-office-forms.server'
import { Facts, MoneyRows, StandingMark } from '~/features/booking-pages/booking-facts'
import { CancelDialog } from '~/features/booking-pages/cancel-dialog'
import { Invoice } from '~/features/booking-pages/invoice'
import { LetterList } from '~/features/booking-pages/letter-list'
import { RefundDialog } from '~/features/booking-pages/refund-dialog'
import { refusedHandOver } from '~/features/booking-pages/refused-hand-over'
import { StrikeDialog } from '~/features/booking-pages/strike-dialog'
import { CorrectionDialog, TechnicalFailureDialog } from '~/features/booking-pages/technical-failure-dialog'
import { AskForMoney } from '~/features/front-desk/ask-for-money'
import { ContactRow } from '~/features/front-desk/contact-row'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { NotesBox } from '~/features/front-desk/notes-box'
import { TakePayment } from '~/features/front-desk/take-payment'
import { AttendanceButtons } from '~/features/front-desk/visit-panel'
import { refundOwed } from '~/features/money/owed-refunds.server'
import { paperList } from '~/features/money/paper.server'
import { PaperLinks } from '~/features/money/paper-links'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { correctFailure, deleteBooking, settleFailure } from '~/http/booking-deeds.server'
import { answerDeskDeed } from '~/http/desk-deeds.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refusalStatus } from '~/http/refusal-status.server'
import { backOfficePath, requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
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
  switch (form.get('intent')) {
    case 'refund-owed': {
      const read = parseForm(form, refundOwedForm)
      if (!read.ok) return read.reply()
      const sent = await refundOwed(context, staff, id, read.value.shown)
      if (sent.ok) return redirectWithNotice(back, `${formatRupees(sent.returned)} is going back`)
      if (sent.reason === 'not-found') noBooking()
      if (sent.reason === 'sum-changed') return read.refuse({ '': sent.message }, refusalStatus(sent))
      return redirectWithNotice(back, sent.message, 'error')
    }
    case 'strike-out': {
      const tellCustomer = form.get('tellCustomer') === 'on'
      const payment = String(form.get('payment') ?? '')
      const to = backOfficePath(String(form.get('back') ?? '')) ?? back
      const struck = await strikeOutPayment(context, staff, id, payment, { tellCustomer })
      if (struck.ok) {
        return redirectWithNotice(to, `${struckWords([struck])} struck out, ${formatRupees(struck.due)} is due`)
      }
      if (struck.reason === 'not-found') noBooking()
      return redirectWithNotice(to, struck.message, 'error')
    }
    case 'technical-failure':
      return (await settleFailure(context, staff, id, form)) ?? noBooking()
    case 'correct-failure':
      return (await correctFailure(context, staff, id, form)) ?? noBooking()
    case 'delete':
      return (await deleteBooking(context, staff, id, form)) ?? noBooking()
    default:
      throw new Response('Bad request', { status: 400 })
  }
}

/** What each question of the page sends. */
const INTENTS = {
  delete: 'delete',
  refund: 'refund-owed',
  failure: 'technical-failure',
  correct: 'correct-failure',
  strike: 'strike-out',
} as const

function noBooking(): never {
  throw new Response(NOT_FOUND, { status: 404 })
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
  const { id, view, facts, money, history, note, cancellable, offers, failed, charged, contact, upi, entry } = booking
  const { request, heldByStaff, notes, owed, stood, deletion } = booking
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
          <FormPanel title="Payments">
            <MoneyRows
              rows={money}
              booking={id}
              guest={view.customer.name}
              action={links.adminBooking(id)}
              answer={asked ? undefined : answer}
            />
            {takes && (
              <div className="mt-4 border-t border-hairline pt-4">
                <TakePayment
                  key={`${id} ${view.ledger.remaining} ${money.length}`}
                  booking={id}
                  due={view.ledger.remaining}
                  upi={upi}
                  entry={entry}
                  answer={asked ? undefined : answer}
                />
              </div>
            )}
            {request && (
              <div className="mt-4 border-t border-hairline pt-4">
                <AskForMoney
                  key={`${id} ${request.due} ${request.asked}`}
                  booking={id}
                  request={request}
                  answer={asked ? undefined : answer}
                />
              </div>
            )}
            {owed > 0 && (
              <ButtonLink to={links.adminBooking(id, { refund: 1 })} preventScrollReset className="mt-4 w-full">
                Give back {formatRupees(owed)}
              </ButtonLink>
            )}
            {failed && (
              <ButtonLink to={links.adminBooking(id, { failure: 1 })} preventScrollReset className="mt-4 w-full">
                After a technical failure
              </ButtonLink>
            )}
            {charged && !charged.refused && (
              <ButtonLink to={links.adminBooking(id, { correct: 1 })} preventScrollReset className="mt-4 w-full">
                Correct what it costs
              </ButtonLink>
            )}
            {charged?.refused && <p className="mt-4 text-sm text-muted">{charged.refused}</p>}
          </FormPanel>
        </div>
        <div className="max-xl:mb-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <Invoice view={view} />
        </div>
        <div className="print:hidden xl:col-start-2">
          <FormPanel title="Notes for staff">
            <NotesBox key={id} booking={id} notes={notes} entry={entry} answer={asked ? undefined : answer} />
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
            {note && (
              <p className="mt-4 border-t border-hairline pt-3 text-sm whitespace-pre-line wrap-anywhere">{note}</p>
            )}
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
      {asked === 'refund' && (
        <RefundDialog
          due={owed}
          stood={stood}
          beyond={booking.refused.owed}
          action={links.adminBooking(id, { refund: 1 })}
          closeTo={links.adminBooking(id)}
          answer={answer}
        />
      )}
      {asked === 'failure' && failed && (
        <TechnicalFailureDialog
          visit={failed}
          sends={booking.sends}
          minutes={minutes}
          closeTo={links.adminBooking(id)}
          answer={answer}
        />
      )}
      {asked === 'correct' && charged && (
        <CorrectionDialog visit={charged} minutes={minutes} closeTo={links.adminBooking(id)} answer={answer} />
      )}
      {booking.strike && (
        <StrikeDialog
          strike={booking.strike}
          mail={view.customer.email}
          action={links.adminBooking(id)}
          closeTo={back}
        />
      )}
      {asked === 'delete' && (
        <CancelDialog offers={offers} deletion={deletion} refused={booking.refused} closeTo={back} answer={answer} />
      )}
    </>
  )
}
