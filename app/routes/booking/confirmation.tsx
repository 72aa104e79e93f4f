import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { Check, MapPin } from 'lucide-react'
import { Fragment, useEffect } from 'react'
import { isBlocking } from '~/domain/booking-status'
import { formatRupees, type Paise } from '~/domain/money'
import { SMALLEST_PAYMENT } from '~/domain/payment-choice'
import { askedIn, textsOf } from '~/features/booking/customer-texts.server'
import { saidOfNotBooked } from '~/features/booking/not-booked.server'
import { paymentsInWords } from '~/features/booking/payment-words.server'
import { findBookingWithin, findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { PaymentList } from '~/features/booking-pages/payment-list'
import { bookedPlace, isDraftOf } from '~/features/flow/begun-draft.server'
import { clearedDraftCookie, readDraftCookie } from '~/features/flow/draft-cookie.server'
import { clearMirrorAt } from '~/features/flow/draft-mirror'
import { toHandOver } from '~/features/money/refund.server'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { confirmedToken } from '~/http/after-payment.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button, ButtonLink, buttonClass } from '~/ui/button'
import { PrintButton } from '~/ui/print-button'
import { useNews } from '~/ui/use-reload'

export const meta = pageMeta({ title: 'Your booking' })

const FORGOTTEN =
  'This browser no longer knows which booking you mean. Its link is in the mail that we sent you; lost it? Here we send it once more.'

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const named = new URL(request.url).searchParams.get('booking')
  const staff = named === null ? null : await requireStaff(context, request, 'manage-bookings')
  const token = staff ? undefined : await confirmedToken(request)
  const found = staff
    ? await findBookingWithin(context, scopeOf(staff), named ?? '')
    : token && (await findCustomerBooking(context, token))
  if (!found) {
    if (staff) throw new Response('Invalid booking Id', { status: 404 })
    // a tab that was left open knows its booking for an hour; as an error the words stay where they are read
    throw await redirectWithNotice(links.find(), FORGOTTEN, 'error')
  }
  const link = staff ? links.adminBooking(found.booking.id) : links.customerBooking(found.booking.linkToken)
  // what staff hold waits for no bank: its own page says for what
  if (!isBlocking(found.view.status) || (staff && found.view.status !== 'booked')) throw redirect(link)
  const { screen, location, date, slot, code, status, addressLink, address, parking, customer } = found.view
  // any other draft goes on; here, since the hosted page sends the browser on without its cookies
  const begun = await readDraftCookie(request)
  const ends = !staff && (await isDraftOf(context, begun.draft, found.booking))
  const headers = new Headers(ends ? { 'Set-Cookie': await clearedDraftCookie() } : {})
  // said before it is gone, and on a page that no longer has it
  const without = ends && (await saidOfNotBooked(context, found.booking.id, begun))
  if (without) throw await redirectWithNotice(links.bookingConfirmation(), without, 'error', headers)
  // staff read it on the booking's own page
  const texts = staff ? undefined : textsOf(context, found.booking)
  const untold = (texts && askedIn(texts)) ?? null
  const shown = {
    booking: {
      ...{ screen, location, date, slot, code, addressLink, address, parking },
      email: customer.email,
      confirmed: status === 'booked',
    },
    paid: paymentsInWords(found.booking.payments, context.business.timeZone),
    lines: found.view.lines,
    total: found.view.total,
    // while the bank has not spoken, what is paid now is not known
    due: status === 'booked' ? found.view.ledger.remaining : null,
    link,
    staff: staff && {
      edited: found.booking.version > 1,
      id: found.booking.id,
      toHandOver: toHandOver(found.booking.refunds),
    },
    untold: untold && { words: untold, link: texts?.until ? links.customerTexts(found.booking.linkToken) : null },
    support: context.business.email,
    bookedAt: staff ? null : await bookedPlace(context, found.booking),
  }
  return data(shown, { headers })
}

export default function Confirmation() {
  const { booking, paid, lines, total, due, link, untold, support, staff, bookedAt } = useLoaderData<typeof loader>()
  // the bank's word comes when it comes
  useNews(!booking.confirmed)
  useEffect(() => {
    // whatever the draft is by now: the browser's copy may be of another one
    if (bookedAt) clearMirrorAt(bookedAt)
  }, [bookedAt])
  return (
    <main id="main" className="page grid min-h-[75dvh] place-items-center py-16 text-center">
      <div className="max-w-xl">
        {booking.confirmed && (
          <p aria-hidden className="ticked round mx-auto size-24 bg-done/15 text-done ring-2 ring-done/60">
            <Check className="size-12" />
          </p>
        )}
        {!booking.confirmed && (
          <>
            <noscript>
              <meta httpEquiv="refresh" content="15" />
            </noscript>
            <a href={links.bookingConfirmation()} className="scripting-hidden mb-4 inline-block underline">
              Look again
            </a>
          </>
        )}
        <h1 className="mt-8 text-4xl sm:text-5xl">
          {booking.confirmed ? 'Booking Confirmed!' : 'Payment received, confirming'}
        </h1>
        <p className="mt-5 text-lg">
          {booking.screen}, {booking.location}
          <br />
          <span className="text-champagne">{booking.date}</span>
          <br />
          <span className="figures">{booking.slot}</span>
        </p>
        <ZoneNote className="mt-1" />
        {booking.address && <p className="mt-2 text-muted">{booking.address}</p>}
        {booking.parking && <p className="mt-1 text-muted">Parking: {booking.parking}</p>}
        <p className="mt-2 text-muted">
          Booking code <span className="figures text-ink">{booking.code}</span>
        </p>
        <p className="mt-6 text-muted">
          {staff
            ? wordsForStaff(staff.edited, booking.email)
            : booking.confirmed
              ? `We have written to ${booking.email}. Please check your e-mail, and the spam folder too.`
              : 'Your bank has the payment and we are waiting for its word. Your slot stays held; we write to you as soon as it is confirmed.'}
        </p>
        <PaymentList paid={paid} />
        <dl className="mt-6 grid grid-cols-[1fr_auto] gap-x-6 gap-y-3 rounded-card bg-aubergine p-6 text-left sm:p-8 print:p-0">
          {lines.map(({ position, kind, name, amount, explanation }) => (
            <Fragment key={position}>
              <dt>
                {kind && <span className="block text-xs text-muted">{kind}</span>}
                {name}
                {explanation && <span className="block text-xs text-muted">{explanation}</span>}
              </dt>
              <dd className="figures text-right">{amount}</dd>
            </Fragment>
          ))}
          <Sum label="Total" amount={total} />
          {due !== null && due > 0 && <Sum label="To pay at the theatre" amount={due} />}
          {staff && staff.toHandOver > 0 && <Sum label="To be handed over" amount={staff.toHandOver} />}
        </dl>
        {due === 0 && <p className="mt-3 text-done">Everything is paid</p>}
        {untold && (
          <p className="mt-6 text-champagne">
            {untold.words}
            {untold.link && (
              <>
                {' '}
                <Link to={untold.link} className="underline underline-offset-4">
                  Tell us now
                </Link>
              </>
            )}
          </p>
        )}
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <ButtonLink to={link} look="gold">
            {!staff
              ? 'See your booking'
              : staff.toHandOver > 0
                ? `Hand over ${formatRupees(staff.toHandOver)}`
                : 'Open the booking'}
          </ButtonLink>
          {staff && due !== null && due >= SMALLEST_PAYMENT && (
            <Form method="post" action={links.adminBooking(staff.id)}>
              <input type="hidden" name="intent" value="ask-money" />
              <input type="hidden" name="shown" value={due} />
              <Button name="sum" value="full">
                Ask for {formatRupees(due)}
              </Button>
            </Form>
          )}
          {booking.addressLink && (
            <a href={booking.addressLink} target="_blank" rel="noopener noreferrer" className={buttonClass('quiet')}>
              <MapPin aria-hidden className="size-4" />
              Navigate to Location<span className="sr-only">, opens in a new tab</span>
            </a>
          )}
          <ButtonLink to={links.home()} look="quiet">
            Go to Home Page
          </ButtonLink>
          <PrintButton />
        </div>
        <p className="mt-8 text-sm text-muted">
          Questions? Write to{' '}
          <a href={`mailto:${support}`} className="text-champagne underline underline-offset-4">
            {support}
          </a>
        </p>
      </div>
    </main>
  )
}

const Sum = ({ label, amount }: { label: string; amount: Paise }) => (
  <>
    <dt>{label}</dt>
    <dd className="figures text-right text-champagne">{formatRupees(amount)}</dd>
  </>
)

function wordsForStaff(edited: boolean, email: string): string {
  if (edited) return 'The changes are saved.'
  return email ? `The confirmation goes to ${email}.` : 'No e-mail address was given, so no mail goes out.'
}
