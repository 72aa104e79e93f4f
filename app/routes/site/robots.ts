import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** Searches stay away from the back office, the API, payments and what belongs to one visitor. */
const CLOSED = [
  ...['/admin', '/api/', '/payment', '/b/', '/plan', '/booking/edit', '/booking/draft', '/booking/otherdetails'],
  ...[links.forgotPassword(), links.resetPassword(''), links.logout()],
  ...[links.bookCustomerDetails(), links.bookPayment(), links.bookingConfirmation(), links.login(), links.register()],
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
