import { describe, expect, test } from 'vitest'
import { webLink } from '~/platform/form-fields.server'
import { pictureLink } from '~/ui/picture-links'
import { useFurnished } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { EVERY_PATTERN } from '../support/every-route'
import { BANNER, ITEM, LOCATION } from '../support/sent-forms'

const FORMS = EVERY_PATTERN.filter((pattern) => /^\/admin\/.*\/add$/.test(pattern))
const TOO_LONG = `https://maps.example/place?at=${'x'.repeat(480)}`

/** A browser cuts what is too long for its field, and leaves commas out of a field of numbers; it says neither. */
describe('what is typed into a form of the back office arrives whole', () => {
  const app = useApp('embedded')
  const found = useFurnished(app)

  test.each(FORMS)('amounts and web addresses at %s', async (at) => {
    const page = await drawnPage({ at, cookie: found.cookie })
    for (const label of page.querySelectorAll('label')) {
      const { control } = label as HTMLLabelElement
      if (label.textContent?.includes('₹')) expect(control?.getAttribute('type'), label.textContent).toBe('text')
    }
    for (const field of page.querySelectorAll('input[type=url]'))
      expect(field.getAttribute('maxlength'), field.outerHTML).toBeNull()
  })

  test.each([
    ['/admin/locations/add', LOCATION, 'addressLink', 'Address map link can have at most 500 characters'],
    ['/admin/banners/add', BANNER, 'link', 'Link can have at most 500 characters'],
    ['/admin/gifts/add', ITEM, 'imageUrl', 'The web address of a picture can have at most 500 characters'],
  ])('an address that is too long is refused at %s, and not cut', async (at, form, name, words) => {
    const typed = { ...form, cityId: found.records.bengaluru ?? '', [name]: TOO_LONG }
    const page = await drawnPage({ at, cookie: found.cookie, fields: typed })
    expect(page.body.textContent).toContain(words)
    expect(page.querySelector(`[name=${name}]`)?.getAttribute('value')).toBe(TOO_LONG)
  })

  test.each(
    ['banners', 'cakes', 'locations', 'screens'].map((noun) => `/admin/${noun}/add`),
  )('a picture’s address that is refused stands at %s to be put right, and one that is taken does not', async (at) => {
    for (const [imageUrl, left] of [
      ['https://pictures.example/plan.pdf', 'https://pictures.example/plan.pdf'],
      ['https://pictures.example/plan.png', null],
    ] as const) {
      const page = await drawnPage({ at, cookie: found.cookie, fields: { imageUrl, name: '' } })
      expect(page.querySelector('[name=imageUrl]')?.getAttribute('value')).toBe(left)
      expect(page.querySelectorAll('[name="images[0]"]')).toHaveLength(left ? 0 : 1)
    }
  })

  test('the same fault of two rows says above the form in which row it is, as the button that removes it does', async () => {
    const rows = {
      'slots[0].to': '21:00',
      'slots[1].to': '23:00',
      'packages[1].name': 'Gold',
      'packages[1].price': '10,50',
    }
    const prices = { 'packages[1].customPrices[0].date': '2027-04-01', 'packages[1].customPrices[0].price': '10,50' }
    const fields = { ...rows, 'packages[0].name': 'Basic', 'packages[0].price': '10,50', ...prices }
    const page = await drawnPage({ at: '/admin/screens/add', cookie: found.cookie, fields })
    const said = [...page.querySelectorAll('[role=alert] a')].map(({ textContent }) => textContent ?? '')
    const ofRows = said.filter((text) => text.includes('('))
    expect(ofRows.map((text) => text.replace(/^.* \(|\)$/g, '')).sort()).toEqual([
      'custom price 1 of package 2',
      'package 1',
      'package 2',
      'slot 1',
      'slot 2',
    ])
    expect(new Set(said).size).toBe(said.length)
    const buttons = [...page.querySelectorAll('button')].map(
      (button) => button.getAttribute('aria-label') ?? button.textContent,
    )
    for (const row of ['slot 2', 'package 1', 'custom price 1 of package 2'])
      expect(
        buttons.some((words) => words?.includes(`Remove ${row}`)),
        row,
      ).toBe(true)
  })

  test('an address of just as many characters as may be is taken', () => {
    const whole = TOO_LONG.slice(0, 500)
    expect(webLink('Map').parse(whole)).toBe(whole)
    expect(pictureLink(whole, 500, 'http://lumiere.example')).toEqual({ src: whole })
  })
})
