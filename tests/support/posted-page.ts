import { createRequire } from 'node:module'
import { addressAt, type Visit } from './addresses'
import { from } from './request-from'

const bySide = createRequire(createRequire(import.meta.url).resolve('@remix-run/react'))
const { createStaticHandler } = bySide('react-router-dom/server') as {
  createStaticHandler(routes: object[]): { query(request: Request): Promise<Response | DrawnFrom> }
}

interface DrawnFrom {
  statusCode: number
  loaderData: { page: unknown }
  actionData: { page: unknown } | null
}

const NETWORK = '203.0.113.7'

/**
 * What the page is drawn from that a form sent without scripts is answered with: its action, and then its loader as part of the
 * same request, by the router that does both on the server.
 */
export async function postedPage<Page, Answer>({ at, query = '', fields, cookie = '' }: Visit) {
  const { loader, action } = await (await addressAt(at)).load()
  const { query: answer } = createStaticHandler([{ id: 'page', path: at, loader, action }])
  const request = new Request(`http://localhost:3000${at}${query}`, {
    method: 'POST',
    headers: { Cookie: cookie, Accept: 'text/html' },
    body: new URLSearchParams(fields),
  })
  const drawn = await from(NETWORK, () => answer(request))
  if (drawn instanceof Response)
    throw new Error(`It led to ${drawn.headers.get('Location')}.`, { cause: drawn.headers })
  const { statusCode: status, loaderData, actionData } = drawn
  return { status, page: loaderData.page as Page, answer: actionData?.page as Answer }
}
