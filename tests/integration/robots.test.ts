import { describe, expect, test } from 'vitest'
import { loader as robots } from '~/routes/site/robots'
import { everyAddress, serveHere } from '../support/addresses'
import { useApp } from '../support/app'

const matches = [
  {
    id: 'root',
    data: { business: { name: 'Us', city: 'Here', appUrl: 'https://us.example', phones: [], social: {} } },
  },
]

describe('what searches are told', () => {
  const app = useApp('embedded')

  test('they stay away from every page that has no address of its own, and from no other', async () => {
    serveHere(app.context)
    const closed = [...(await robots().text()).matchAll(/^Disallow: (.*)$/gm)].map(([, path = '']) => path)
    const wrong: string[] = []
    let own = 0
    for (const { pattern, layout, load } of await everyAddress()) {
      const { loader, meta, default: page } = await load()
      if (layout || !page || pattern.includes('*')) continue
      // the policies are one page, told apart by what it loads
      const request = new Request(`http://localhost${pattern}`)
      const data = /policy|terms/.test(pattern) ? await loader?.({ request, params: {}, context: {} }) : undefined
      const told = meta?.({ matches, data, params: {} }) ?? []
      const isOwn = told.some((one) => 'rel' in one && one.rel === 'canonical')
      if (isOwn) own++
      if (isOwn === closed.some((path) => pattern.startsWith(path))) wrong.push(pattern)
    }
    expect(own).toBeGreaterThan(8)
    expect(wrong).toEqual([])
  })
})
