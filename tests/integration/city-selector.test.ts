import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { cities } from '~/db/schema'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { loader } from '~/routes/site/layout'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { basicDraft } from '../support/theatre'

onEachDatabase('the city in the header', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  async function shown(cityId: string) {
    const cookie = await draftCookie({ draft: basicDraft(app.theatre, { cityId }), dropped: undefined })
    const request = new Request('http://localhost:3000/contact', { headers: { Cookie: cookie.split(';')[0] ?? '' } })
    const { city, cities: offered } = await loader({ request, params: {}, context: {} })
    return { city, offered: offered.map(({ id }) => id) }
  }

  test('is that of the draft, and one that is switched off since is none: the page would choose another by itself', async () => {
    const [open, closed] = [newId(), newId()]
    await app.context.db.insert(cities).values([
      { id: open, name: 'Hubballi' },
      { id: closed, name: 'Mysuru', active: false },
    ])
    expect((await shown(open)).city).toBe(open)
    const { city, offered } = await shown(closed)
    expect(offered).not.toContain(closed)
    expect(offered).toContain(city)
  })

  test('leads to its locations, and on a page where something may be typed back to that page, and nowhere else', async () => {
    const id = newId()
    await app.context.db.insert(cities).values({ id, name: 'Hubballi' })
    for (const [back, to] of [
      [undefined, '/booking/locations'],
      ['/contact', '/contact'],
      ['/b/token?modal=terms', '/b/token?modal=terms'],
      ['//evil.example', '/booking/locations'],
    ]) {
      const fields = { cityId: id, ...(back && { back }) }
      const { headers, draft } = await ask({ at: '/booking/draft', fields })
      expect([headers.get('Location'), draft.cityId]).toEqual([to, id])
    }
  })
})
