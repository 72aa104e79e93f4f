import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { links } from '~/links'
import { PageShell } from '~/ui/page-shell'
import { drawn } from '../support/drawn'

test('where the picture of the brand does not come its name stands there', async () => {
  const facts = {
    ...{ name: 'Lumière', blurb: '', phones: [], email: 'hello@lumiere.example', address: '', since: 2024 },
    social: { instagram: '', youtube: '', facebook: '', whatsapp: '' },
    credit: { name: 'Us', url: 'https://us.example' },
  }
  const shell = { facts, home: links.home(), book: links.bookLocations(), links: [], quickLinks: [], cities: null }
  const page = await drawn({ element: <PageShell {...shell}>Page</PageShell> })
  const pictures = [...new JSDOM(page).window.document.querySelectorAll('img')]
  expect(pictures.map(({ alt }) => alt)).toEqual(['Lumière', 'Lumière'])
})
