import { links } from '~/links'
import { appContext } from '~/platform/context.server'

/** The pages that searches may find. */
const PAGES = [
  links.home(),
  links.about(),
  links.gallery(),
  links.testimonials(),
  links.contact(),
  links.find(),
  links.findEvening(),
  links.bookLocations(),
  links.terms(),
  links.refundPolicy(),
  links.privacyPolicy(),
]

export function loader() {
  const { appUrl } = appContext().business
  const entries = PAGES.map((path) => `<url><loc>${escaped(`${appUrl}${path}`)}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
