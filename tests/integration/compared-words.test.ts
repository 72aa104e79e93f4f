import { beforeEach, describe, expect, test } from 'vitest'
import type { FormAnswer } from '~/platform/form.server'
import { signedIn, useFurnished, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { BANNER, CITY, COUPON, ITEM, LOCATION, PERSON, SCREEN } from '../support/sent-forms'

describe('the words in which two versions of a record are compared', () => {
  const app = useApp('embedded')
  const found = useFurnished(app)
  beforeEach(async () => {
    const { locationId } = app.theatre
    await signedIn(app, { id: 'admin', name: 'Dora', role: 'location-admin', locationId })
  })

  test.each<[at: string, id: string, fields: Record<string, string>, compared: string[]]>([
    [
      '/admin/staff/:id',
      'colleague',
      { ...PERSON, number: '9845012345' },
      ['Name', 'Email', 'Phone number', 'Role', 'Location'],
    ],
    ['/admin/cities/edit/:id', 'bengaluru', { ...CITY, name: 'Mysuru', status: 'false' }, ['Name', 'Status']],
    [
      '/admin/locations/edit/:id',
      'koramangala',
      {
        ...LOCATION,
        address: '12 Lake Road',
        adminNumber: '9845099999',
        adminPassword: '',
        parking: 'In the yard',
        status: 'false',
      },
      ['Name', 'Address', 'Address map link', 'Parking', 'Status', 'Admin name', 'Admin email', 'Admin number'],
    ],
    [
      '/admin/screens/edit/:id',
      'aurora',
      {
        ...SCREEN,
        capacity: '9',
        minPeople: '3',
        extraPersonPrice: '300',
        status: 'false',
        locationId: '{koramangala}',
      },
      ['Name', 'Capacity', 'Min People', 'Extra Person Price', 'Description', 'Status', 'Time slots', 'Packages'],
    ],
    [
      '/admin/coupons/edit/:id',
      'coupon',
      { ...COUPON, expireDate: '2028-01-31', status: 'false', scrollCoupon: 'true', scrollingText: 'Come in' },
      ['Code', 'Type', 'Discount', 'Expire Date', 'Status', 'Scroll coupon', 'Scrolling text'],
    ],
    [
      '/admin/banners/edit/:id',
      'banner',
      { ...BANNER, title: 'Dark', description: 'Down', link: 'https://a.example', position: '7', status: 'false' },
      ['Title', 'Description', 'Link', 'Position', 'Status', 'Image'],
    ],
    [
      '/admin/cakes/edit/:id',
      'truffle',
      { ...ITEM, position: '7', special: 'on', specialPrice: '150' },
      ['Name', 'Price', 'Position', 'Image', 'Special Cake', 'Special price'],
    ],
  ])('are those of its form: %s', async (at, id, fields, compared) => {
    const filled = Object.entries(fields).map(([name, value]) => [
      name,
      value.replace(/^\{(\w+)\}$/, (_, record) => found.records[record] ?? ''),
    ])
    const visit = { at, id: found.records[id] ?? id, cookie: found.cookie }
    const { body } = await visitAt({ ...visit, fields: { ...Object.fromEntries(filled), version: '0' } })
    const words = (body as FormAnswer).conflict?.changes.map(({ label }) => label) ?? []
    expect(words).toEqual(expect.arrayContaining(compared))
    const page = await drawnPage(visit)
    const labels = [...page.querySelectorAll('label, legend, h2')].map(({ textContent }) =>
      textContent?.replace(/ \(.*\)$/, ''),
    )
    // a list of things is compared as a whole, under the head of its part
    for (const word of words) expect(labels.map((label) => label?.replace(/s$/, ''))).toContain(word.replace(/s$/, ''))
  })
})
