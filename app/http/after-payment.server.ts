import { redirect } from '@remix-run/node'
import type { Database } from '~/db/client.server'
import { saysTooLate } from '~/domain/late-money'
import { addsUp } from '~/domain/payment-purposes'
import type { Verified, VerifiedPayment } from '~/features/money/checkout.server'
import { ownPageOf } from '~/features/money/payment-attempt.server'
import type { SettledState } from '~/features/money/settle-payment.server'
import { VERIFIED_WORDS } from '~/features/money/verified-words'
import { bookedInstead } from '~/features/stored-booking/attempt-name.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { signedCookie } from '~/platform/signed-cookie.server'
import type { Notice } from '~/ui/notice'
import { redirectWithNotice } from './notice.server'

const HOUR_SECONDS = 3_600

const cookie = () => signedCookie('confirmation', HOUR_SECONDS)

/** Headers that let this browser see the confirmation of one booking, which ends the draft that became it. */
export async function confirmationHeaders(linkToken: string): Promise<Headers> {
  return new Headers({ 'Set-Cookie': await cookie().serialize(linkToken) })
}

/** The link token of the booking whose confirmation this browser may see. */
export async function confirmedToken(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie().parse(request.headers.get('Cookie'))
  return typeof value === 'string' && value ? value : undefined
}

/** Where a checked payment leads: to the confirmation or the booking's own page, or back to pay with a word about it. */
export async function afterPayment({ db }: AppContext, verified: Verified): Promise<Response> {
  if (verified.ok) return addsUp(verified.attempt.purpose) ? afterOwnPage(verified) : afterHold(db, verified)
  if (verified.reason !== 'provider-unreachable') return payAgain(links.bookPayment())
  // the signature was right: the poller and the webhook settle it, the customer sees what is being waited for
  if (verified.ownPage) return redirectWithNotice(links.customerBooking(verified.linkToken), UNCLEAR, 'info')
  const headers = await confirmationHeaders(verified.linkToken)
  return redirectWithNotice(links.bookingConfirmation(), VERIFIED_WORDS.unreachable, 'error', headers)
}

/** After a payment that was to make a hold a booking. */
async function afterHold(db: Database, { booking, state }: VerifiedPayment): Promise<Response> {
  const { linkToken } = booking
  const confirmation = links.bookingConfirmation()
  switch (state) {
    case 'booked':
      return redirectWithNotice(confirmation, VERIFIED_WORDS.good, 'success', await confirmationHeaders(linkToken))
    case 'waiting':
      return redirect(confirmation, { status: 303, headers: await confirmationHeaders(linkToken) })
    case 'returned': {
      const page = links.customerBooking(linkToken)
      const stands = await bookedInstead(db, booking)
      return stands ? redirectWithNotice(page, stands.words, 'info') : afterReturn(page, booking, LOST)
    }
    case 'nothing-yet':
      return payAgain(links.bookPayment())
  }
}

/** To the page that says what becomes of a payment. Of a booking that is cancelled it may have come in time: of that one it is not said to be late. */
const afterReturn = (page: string, { status }: Pick<VerifiedPayment['booking'], 'status'>, late: string) =>
  saysTooLate(status)
    ? redirectWithNotice(page, late, 'error')
    : redirectWithNotice(page, VERIFIED_WORDS.cancelled, 'info')

/** After a payment on a booking's own page. */
const afterOwnPage = ({ booking, state }: VerifiedPayment): Promise<Response> =>
  toOwnPage(booking, state, { waiting: UNCLEAR, open: { text: VERIFIED_WORDS.failed, kind: 'error' } })

/** Where a booking's own page leads whose window was closed, with a word about the payment that may have been begun in it. */
export const afterLeaving = ({ booking, state }: Pick<VerifiedPayment, 'booking' | 'state'>): Promise<Response> =>
  toOwnPage(booking, state, {
    waiting: MAY_COME,
    open: { text: 'Payment not completed. You can try again.', kind: 'info' },
  })

/** To a booking's own page with a word about its payment; `open`, of one for which nothing is under way. */
function toOwnPage(
  booking: VerifiedPayment['booking'],
  state: SettledState,
  { waiting, open }: { waiting: string; open: Notice },
): Promise<Response> {
  const page = links.customerBooking(booking.linkToken)
  switch (state) {
    case 'booked':
      return redirectWithNotice(page, VERIFIED_WORDS.good)
    case 'waiting':
      return redirectWithNotice(page, waiting, 'info')
    case 'returned':
      return afterReturn(page, booking, CAME_TOO_LATE)
    case 'nothing-yet':
      return redirectWithNotice(page, open.text, open.kind)
  }
}

/**
 * Where an order leads of which something was said too often, before anything is asked or written; undefined while it was not. What a
 * provider signed is never refused for that (`verifyPayment`).
 */
export async function afterTooMany(context: AppContext, token: string): Promise<Response | undefined> {
  const tooMany = await tooManyTries(context, 'payment', token)
  return tooMany ? backToPay(context, token, tooMany) : undefined
}

/** Back to where an order is paid, with a word about why it was not: the booking's own page, or the last step. */
export async function backToPay(context: AppContext, token: string, words: string): Promise<Response> {
  const ownPage = await ownPageOf(context, { token })
  return redirectWithNotice(ownPage ? links.customerBooking(ownPage) : links.bookPayment(), words, 'error')
}

/** Said of a hold whose customer has left the payment, while the bank may still take it. */
export const STAYS_HELD =
  'A payment may still be under way, so your slot stays held. We confirm by e-mail when it arrives.'
/** Said of an order that nobody knows by this name, which is another one by now, it may be: not that it failed, nor to pay again. */
export const UNKNOWN_ORDER =
  'Nothing is known here of this payment. If you have paid, we find it and write to you: please do not pay a second time.'
const LOST = 'Your payment came when the slot could no longer be yours. Nothing of it is lost.'
const CAME_TOO_LATE = 'Your payment came too late. Nothing of it is lost: this page says what becomes of it.'
const MAY_COME = 'A payment may still be under way: this page shows it when it arrives.'
const payAgain = (to: string) => redirectWithNotice(to, VERIFIED_WORDS.failed, 'error')

const UNCLEAR = 'Your bank has the payment, and we wait for its word: this page shows it as soon as it is confirmed.'
