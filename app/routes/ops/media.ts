import type { LoaderFunctionArgs } from '@remix-run/node'
import { appContext } from '~/platform/context.server'
import { sizedPicture } from '~/platform/pictures.server'

const FOREVER = 'public, max-age=31536000, immutable'
/** A bundled picture may be redrawn under its name, and an AVIF may follow a WebP. */
const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800'

/** A picture in one of the offered widths, as AVIF or WebP; made on first request and kept. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const accept = request.headers.get('Accept') ?? ''
  const picture = await sizedPicture(appContext(), Number(params.width?.slice(1)), params['*'] ?? '', accept)
  if (!picture) throw new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(picture.body), {
    headers: {
      'Content-Type': picture.type,
      'Cache-Control': picture.lasting ? FOREVER : A_DAY,
      Vary: 'Accept',
    },
  })
}
