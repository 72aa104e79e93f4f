import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { JSDOM } from 'jsdom'
import { beforeEach, describe, expect, test } from 'vitest'
import { standingTroubles } from '~/features/insight/standing-troubles.server'
import { diskOf } from '~/platform/disk.server'
import AdminLayout, { loader } from '~/routes/admin/layout'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawn } from '../support/drawn'
import { OWNER } from '../support/theatre'

describe('the room on a disk', () => {
  const inBytes = (folder: string) => execFileSync('df', ['-B1', '--output=size', folder]).toString().split('\n')[1]

  test('is that of the disk on which a folder lies', async () => {
    const room = await diskOf(tmpdir()).room()
    expect(room?.size).toBe(Number(inBytes(tmpdir())))
    expect(room?.free).toBeGreaterThan(0)
    expect(room?.free).toBeLessThanOrEqual(room?.size ?? 0)
  })

  test('is that of the current folder before there is one for the data', async () => {
    expect((await diskOf('not/there/yet').room())?.size).toBe(Number(inBytes('.')))
  })

  test('is unknown where there is no disk', async () => {
    expect(await diskOf('/proc').room()).toBeUndefined()
  })
})

onEachDatabase('a disk that is nearly full', (kind) => {
  const app = useApp(kind)
  const FULL = { room: async () => ({ free: 0.4 * 1024 ** 3, size: 20 * 1024 ** 3 }) }
  const WORDS =
    'The disk of the program’s data is nearly full: 0.4 of 20.0 GB are free. With no room left nothing can be booked or stored.'

  test('is told to who manages everything', async () => {
    const context = { ...app.context, disk: FULL }
    expect(await standingTroubles(context, 'super-admin')).toEqual([WORDS])
    for (const role of ['location-admin', 'front-desk', 'kitchen'] as const)
      expect(await standingTroubles(context, role)).toEqual([])
  })

  describe('on every page', () => {
    beforeEach(() => serveHere({ ...app.context, disk: FULL }))

    test('until there is room again', async () => {
      const request = new Request('http://localhost:3000/admin', { headers: { Cookie: await signedIn(app, OWNER) } })
      const page = () => drawn({ loader: () => loader({ request, params: {}, context: {} }), Component: AdminLayout })
      const said = async () => new JSDOM(await page()).window.document.querySelector('main > [role="status"] p')
      expect((await said())?.textContent).toBe(WORDS)
      serveHere(app.context)
      expect(await said()).toBeNull()
    })
  })
})
