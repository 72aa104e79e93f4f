import type { LoaderFunctionArgs } from '@remix-run/node'
import { appContext } from '~/platform/context.server'
import { sizedPicture } from '~/platform/pictures.server'

/** A picture in one of the offered widths, as WebP; made on first request and kept. */
export async function loader({ params }: LoaderFunctionArgs) {
  const body = await sizedPicture(appContext(), Number(params.width?.slice(1)), params['*'] ?? '')
  if (!body) throw new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(body), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=31536000, immutable' },
  })
}
