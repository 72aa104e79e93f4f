import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { SiteShell } from '~/features/site/site-shell'
import { links } from '~/links'
import { PageShell } from '~/ui/page-shell'
import { drawn } from '../support/drawn'

const FACTS = {
  ...{ name: 'Lumière', blurb: '', phones: [], email: 'hello@lumiere.example', address: '', since: 2024 },
  social: { instagram: '', youtube: '', facebook: '', whatsapp: '' },
  credit: { name: 'Us', url: 'https://us.example' },
}

test('where the picture of the brand does not come its name stands there', async () => {
  const shell = {
    facts: FACTS,
    home: links.home(),
    book: links.bookLocations(),
    links: [],
    quickLinks: [],
    cities: null,
  }
  const page = await drawn({ element: <PageShell {...shell}>Page</PageShell> })
  const pictures = [...new JSDOM(page).window.document.querySelectorAll('img')]
  expect(pictures.map(({ alt }) => alt)).toEqual(['Lumière', 'Lumière'])
})

test.each([
  ['/', undefined],
  ['/booking/locations', undefined],
  ['/contact', '/contact'],
  ['/find?asked=yes', '/find?asked=yes'],
])('the city that is chosen at %s leads to its locations, or back to %s', async (at, back) => {
  const cities = ['Bengaluru', 'Mysuru'].map((name) => ({ id: name, name }))
  const page = await drawn({ element: <SiteShell data={{ facts: FACTS, cities, city: 'Mysuru' }}>Page</SiteShell>, at })
  const field = new JSDOM(page).window.document.querySelector<HTMLInputElement>('input[name=back]')
  expect(field?.value).toBe(back)
})
