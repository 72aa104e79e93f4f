import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { button, letter, link } from '~/features/notification/letter.server'

const PAGE = 'https://lumiere.example/b/aTokenOfThirtyTwoCharactersThatNobodyGuesses?one=1&two=2'

const written = letter('Lumière', 'meera@gmail.com', 'Your booking', [
  'Dear https://evil.example/<b>,',
  'Come to www.evil.example\nor http://evil.example.',
  button('See your booking', PAGE),
  ['You can ', link('choose another slot', `${PAGE}#x`), ', or call.'],
  {
    sums: [
      { label: 'Total', amount: '₹1,499', strong: true },
      { label: '<i>Paid</i>', amount: '₹999' },
    ],
  },
])
const html = new JSDOM(written.html).window.document

test('makes links of what its author marks, and of nothing that was typed', () => {
  const made = [...html.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])
  expect(made).toEqual([
    ['See your booking', PAGE],
    ['choose another slot', `${PAGE}#x`],
  ])
  expect(html.body.textContent).toContain('Dear https://evil.example/<b>,')
  expect(html.querySelector('b, i, script')).toBeNull()
})

test('says the same in plain text, which names the addresses', () => {
  expect(written.text).toBe(
    [
      ...['Dear https://evil.example/<b>,', 'Come to www.evil.example\nor http://evil.example.'],
      ...[`See your booking: ${PAGE}`, `You can choose another slot: ${PAGE}#x, or call.`],
      ...['Total ₹1,499\n<i>Paid</i> ₹999', 'Lumière'],
    ].join('\n\n'),
  )
})

test('is no wider than a phone, and sets sums off in rows', () => {
  expect(html.querySelector('meta[name="viewport"]')?.getAttribute('content')).toContain('width=device-width')
  // addresses that somebody typed are long
  const sheet = html.querySelector('h1')?.parentElement?.getAttribute('style')
  expect(sheet).toContain('overflow-wrap:anywhere')
  expect(sheet).toContain('word-break:break-word')
  const rows = [...html.querySelectorAll('th')].map(({ parentElement: row }) =>
    [...(row?.children ?? [])].map((cell) => cell.textContent),
  )
  expect(rows).toEqual([
    ['Total', '₹1,499'],
    ['<i>Paid</i>', '₹999'],
  ])
})
