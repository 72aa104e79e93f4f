import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contactForm } from '~/features/site/contact.server'
import { cityForm } from '~/features/venue/venue-forms.server'
import { everyAddress } from '../support/addresses'

describe('texts that were given letter for letter', () => {
  const [, rule = ''] = /\*\*V1\*\*([\s\S]*?)\n`tests/.exec(readFileSync('docs/rules/pages.md', 'utf8')) ?? []
  const texts = [...rule.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text.replace(/\s+/g, ' '))
  const code = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`app/${file}`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')

  test('are those of the rule', () => expect(texts).toHaveLength(7))
  test.each(texts)('%s', (text) => expect(code).toContain(text))
  test.each([
    'Up Coming Bookings',
    'Upcoming Bookings',
    'Registration successful',
    'Select at least one Cake',
    'Coupon Verification has failed',
    'At least 6 characters and 1 special symbol',
    "'Inactive'",
  ])('and not: %s', (text) => expect(code).not.toContain(text))
})

test.each(['\u200b', '\u3164\u2060', ' \u00ad '])('a name of what nobody sees is none: %j', (name) => {
  const missing = [{ path: ['name'], message: 'Name is required' }]
  expect(cityForm.safeParse({ name, status: 'true' }).error?.issues).toMatchObject(missing)
  const written = { name, phone: '9845012345', email: 'asha@gmail.com', message: 'Hello' }
  expect(contactForm.safeParse(written).error?.issues).toMatchObject(missing)
})

test('the public addresses and their titles are fixed', async () => {
  const matches = [
    {
      id: 'root',
      data: {
        business: { name: 'Us', city: 'Bengaluru', appUrl: 'https://us.example', phones: ['9876543210'], social: {} },
      },
    },
  ]
  const titles: Record<string, string> = {}
  for (const { pattern, layout, load } of await everyAddress()) {
    if (
      layout ||
      pattern.includes('*') ||
      !/^\/($|about|gallery|testimonials|contact|[a-z]+policy|terms|paymentg)/.test(pattern)
    )
      continue
    const { loader, meta } = await load()
    const request = new Request(`http://localhost${pattern}`)
    const data = pattern.match(/policy|terms/) ? await loader?.({ request, params: {}, context: {} }) : undefined
    const [first] = meta?.({ matches, data }) ?? []
    titles[pattern] = String((first as { title?: string } | undefined)?.title)
  }
  expect(titles).toEqual({
    '/': 'Us · A cinema of your own in Bengaluru',
    '/about': 'About Us · Us',
    '/gallery': 'Gallery · Us',
    '/testimonials': 'Testimonials · Us',
    '/contact': 'Contact · Us',
    '/termsandconditions': 'Terms & Conditions · Us',
    '/refundpolicy': 'Refund Policy · Us',
    '/privacypolicy': 'Privacy Policy · Us',
    '/paymentgateway': 'Payment gateway · Us',
  })
})
