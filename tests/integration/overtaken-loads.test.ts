import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'

interface Router {
  state: { location: { pathname: string }; loaderData: Record<string, unknown>; navigation: { state: string } }
  initialize(): Router
  getFetcher(key: string): unknown
  fetch(key: string, routeId: string, href: string, options: object): void
}

interface RouterModule {
  createMemoryHistory(options: object): { index: number }
  createRouter(options: object): Router
}

const { resolve } = createRequire(createRequire(import.meta.url).resolve('@remix-run/react'))
/** What browsers run. */
const BUILD = resolve('@remix-run/router').replace('router.cjs.js', 'router.js')

/** Loads that are answered when the test says so. */
function heldLoads() {
  const held: { path: string; answer(words: string): void }[] = []
  const load = ({ request }: { request: Request }) =>
    new Promise((answer) => held.push({ path: new URL(request.url).pathname, answer }))
  return { held, load }
}

const settled = () => new Promise((done) => setImmediate(done))

/** A page whose form leads where its field says, by a fetcher, as every step of the flow. */
async function openStep({ createMemoryHistory, createRouter }: RouterModule) {
  const { held, load } = heldLoads()
  const action = async ({ request }: { request: Request }) => {
    const to = String((await request.formData()).get('to'))
    const headers = { Location: to, ...(to === '/packages' && { 'X-Remix-Replace': 'yes' }) }
    return new Response(null, { status: 303, headers })
  }
  const history = createMemoryHistory({ initialEntries: ['/details', '/packages'] })
  const router = createRouter({
    routes: [
      { id: 'packages', path: '/packages', loader: load, action },
      { id: 'occasions', path: '/occasions', loader: load },
    ],
    history,
    hydrationData: { loaderData: { packages: 'as drawn' } },
    window: { document: { createElement() {} }, addEventListener() {}, location: new URL('http://shop.test/packages') },
  }).initialize()
  router.getFetcher('step')
  const press = async (to: string) => {
    const formData = new FormData()
    formData.set('to', to)
    router.fetch('step', 'packages', '/packages', { formMethod: 'POST', formData, formEncType: 'multipart/form-data' })
    await settled()
  }
  const answer = async (path: string, words: string, which = 0) => {
    held.filter((one) => one.path === path)[which]?.answer(words)
    await settled()
  }
  return { router, history, held, press, answer }
}

describe('a press while the page of the press before still loads', () => {
  const open = async () => openStep((await import(BUILD)) as RouterModule)

  test.each(['first', 'last'])('goes on, though what was loaded before comes %s', async (order) => {
    const { router, history, held, press, answer } = await open()
    await press('/packages')
    await press('/occasions')
    expect(held.map(({ path }) => path)).toEqual(['/packages', '/occasions'])
    const older = () => answer('/packages', 'stale')
    if (order === 'first') await older()
    await answer('/occasions', 'to choose from')
    if (order === 'last') await older()
    expect(router.state).toMatchObject({ location: { pathname: '/occasions' }, navigation: { state: 'idle' } })
    expect(history).toMatchObject({ index: 2, location: { pathname: '/occasions' } })
  })

  test('shows what the last press came to, though what the one before loaded comes later', async () => {
    const { router, history, press, answer } = await open()
    await press('/packages')
    await press('/packages')
    await answer('/packages', 'two', 1)
    await answer('/packages', 'one', 0)
    expect(router.state.loaderData).toEqual({ packages: 'two' })
    expect(history.index).toBe(1)
  })
})
