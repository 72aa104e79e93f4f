import type { LoaderFunctionArgs } from '@remix-run/node'
import { PICTURE_WIDTHS } from '~/links'
import { appContext } from '~/platform/context.server'
import { sizedPicture } from '~/platform/pictures.server'

const FOREVER = 'public, max-age=31536000, immutable'
/** A bundled picture may be redrawn under its name, and an AVIF may follow a WebP. */
const A_DAY = 'public, max-age=86400, stale-while-revalidate=604800'

/** In this one an upload goes out by the address under which it is stored, which calls of the API answer. */
const WIDEST = Math.max(...PICTURE_WIDTHS)

/** A picture in one of the offered widths, as AVIF or WebP; made on first request and kept. */
export async function loader({ request, params: { width = '', '*': key = '' } }: LoaderFunctionArgs) {
  const accept = request.headers.get('Accept') ?? ''
  const wanted = width === 'uploads' ? ([WIDEST, `uploads/${key}`] as const) : ([Number(width.slice(1)), key] as const)
  const picture = await sizedPicture(appContext(), ...wanted, accept)
  if (!picture) throw new Response('Not found', { status: 404 })
  return new Response(new Uint8Array(picture.body), {
    headers: {
      'Content-Type': picture.type,
      'Cache-Control': picture.lasting ? FOREVER : A_DAY,
      Vary: 'Accept',
    },
  })
}
