import { redirect } from '@remix-run/node'
import { addsUp } from '~/domain/payment-purposes'
import { clearedDraftCookie } from '~/features/flow/draft-cookie.server'
import type { Verified } from '~/features/money/checkout.server'
import { links } from '~/links'
import { signedCookie } from '~/platform/signed-cookie.server'
import { redirectWithNotice } from './notice.server'

const HOUR_SECONDS = 3_600

const cookie = () => signedCookie('confirmation', HOUR_SECONDS)

/** Headers that let this browser see the confirmation of one booking. */
export async function confirmationCookie(linkToken: string): Promise<Headers> {
  return new Headers({ 'Set-Cookie': await cookie().serialize(linkToken) })
}

/** The same, and the customer's draft that became the booking is forgotten. */
export async function confirmationHeaders(linkToken: string): Promise<Headers> {
  const headers = await confirmationCookie(linkToken)
  headers.append('Set-Cookie', await clearedDraftCookie())
  return headers
}

/** The link token of the booking whose confirmation this browser may see. */
export async function confirmedToken(request: Request): Promise<string | undefined> {
  const value: unknown = await cookie().parse(request.headers.get('Cookie'))
  return typeof value === 'string' && value ? value : undefined
}

/** Where a checked payment leads: the confirmation, or back to the payment page with a word about it. */
export async function afterPayment(verified: Verified): Promise<Response> {
  if (!verified.ok && 'linkToken' in verified && verified.ownPage) {
    return redirectWithNotice(links.customerBooking(verified.linkToken), UNCLEAR, 'info')
  }
  if (verified.ok && addsUp(verified.attempt.purpose)) return afterOwnPage(verified)
  if (!verified.ok) {
    if ('linkToken' in verified) {
      // the signature was right: the poller and the webhook settle it, the customer sees what is being waited for
      const headers = await confirmationHeaders(verified.linkToken)
      return redirectWithNotice(links.bookingConfirmation(), 'Error during payment verification', 'error', headers)
    }
    return redirectWithNotice(links.bookPayment(), 'Payment verification failed!', 'error')
  }
  const { booking, state } = verified
  switch (state) {
    case 'booked': {
      const headers = await confirmationHeaders(booking.linkToken)
      return redirectWithNotice(links.bookingConfirmation(), 'Payment verified successfully!', 'success', headers)
    }
    case 'waiting':
      return redirect(links.bookingConfirmation(), {
        status: 303,
        headers: await confirmationHeaders(booking.linkToken),
      })
    case 'returned':
      return redirectWithNotice(
        links.customerBooking(booking.linkToken),
        'Your payment came when the slot could no longer be yours. Nothing of it is lost.',
        'error',
      )
    case 'nothing-yet':
      return redirectWithNotice(links.bookPayment(), 'Payment verification failed!', 'error')
  }
}

const UNCLEAR = 'Your bank has the payment, and we wait for its word: this page shows it as soon as it is confirmed.'

/** The same for what was paid on a booking's own page. */
function afterOwnPage(verified: Extract<Verified, { ok: true }>): Promise<Response> {
  const page = links.customerBooking(verified.booking.linkToken)
  switch (verified.state) {
    case 'booked':
      return redirectWithNotice(page, 'Payment verified successfully!')
    case 'waiting':
      return redirectWithNotice(page, UNCLEAR, 'info')
    case 'returned':
      return redirectWithNotice(
        page,
        'Your payment came too late. Nothing of it is lost: this page says what becomes of it.',
        'error',
      )
    case 'nothing-yet':
      return redirectWithNotice(page, 'Payment verification failed!', 'error')
  }
}
