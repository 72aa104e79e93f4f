import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Searches stay away from the back office, the API, payments and what belongs to one visitor. */
const CLOSED = [
  // the beginnings of many addresses
  ...['/api/', '/payment', '/booking/otherdetails'],
  ...[links.adminHome(), links.customerBooking(''), links.sharePlan(), links.editBooking(''), links.resetPassword('')],
  ...[links.bookingDraft(), links.bookCustomerDetails(), links.bookPayment(), links.bookingConfirmation()],
  ...[links.login(), links.register(), links.forgotPassword(), links.logout()],
]

export function loader() {
  const { appUrl } = appContext().business
  const lines = [
    'User-agent: *',
    ...CLOSED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${appUrl}${links.sitemap()}`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
