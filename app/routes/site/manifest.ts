import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { NIGHT } from '~/ui/night'

/** The web manifest: what a phone shows when the site is put on its home screen. */
export function loader() {
  const { name } = appContext().business
  const manifest = {
    name,
    short_name: name.split(' ')[0],
    start_url: links.home(),
    display: 'standalone',
    background_color: NIGHT,
    theme_color: NIGHT,
    lang: 'en-IN',
    icons: [
      { src: links.icon(), type: 'image/svg+xml', sizes: 'any' },
      ...([192, 512] as const).map((size) => ({ src: links.icon(size), type: 'image/png', sizes: `${size}x${size}` })),
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json', 'Cache-Control': 'public, max-age=3600' },
  })
}
