import { openapi } from '~/features/api/openapi.server'
import { appContext } from '~/platform/context.server'

/** The description of the JSON API, for programs. */
export function loader() {
  return Response.json(openapi(appContext().business), { headers: { 'Cache-Control': 'public, max-age=300' } })
}
