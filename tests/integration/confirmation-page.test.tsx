import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { rupees } from '~/domain/money'
import { links } from '~/links'
import Confirmation from '~/routes/booking/confirmation'
import { drawn } from '../support/drawn'

const VISIT = { screen: 'Aurora', location: 'Koramangala', date: 'Friday, 12 March 2027', slot: '7:00 PM – 10:00 PM' }
const AGAIN = `href="${links.bookingConfirmation()}"`

const LINES = [
  { position: 0, kind: 'Package', name: 'Celebration', amount: '₹1,499', explanation: null },
  { position: 1, kind: 'Cake', name: 'Chocolate Truffle', amount: 'Free', explanation: 'first cake free' },
]

function page(confirmed: boolean, untold: object | null = null, rest = rupees(500)): Promise<string> {
  const place = { code: 'LUM-7K2', addressLink: 'https://maps.example/k', address: '80 Feet Road', parking: '' }
  const booking = { ...VISIT, ...place, email: 'meera@gmail.com', confirmed }
  const loader = () => ({
    booking,
    paid: [],
    lines: LINES,
    ...{ total: rupees(1_499), due: confirmed ? rest : null },
    link: links.customerBooking('token'),
    staff: null,
    bookedAt: null,
    untold,
    support: 'a@b.example',
  })
  return drawn({ loader, Component: Confirmation })
}

test('who waits for the bank is asked anew by the page, and without scripts by the browser or a link', async () => {
  const waiting = await page(false)
  expect(waiting).toContain('Payment received, confirming')
  expect(waiting).toMatch(/<noscript><meta http-equiv="refresh" content="15"/i)
  // where scripts are switched on and have not come, `noscript` says nothing
  expect(waiting).toContain(AGAIN)
  const done = await page(true)
  expect(done).toContain('Booking Confirmed!')
  expect(done).not.toContain(AGAIN)
  expect(done).not.toContain('http-equiv')
})

test('what is still to be paid is said once it is known', async () => {
  expect(await page(true)).toContain('To pay at the theatre')
  const waiting = await page(false)
  expect(waiting).toContain('₹1,499')
  expect(waiting).not.toContain('To pay at the theatre')
  const paid = await page(true, null, rupees(0))
  expect(paid).toContain('Everything is paid')
  expect(paid).not.toContain('To pay at the theatre')
  expect(waiting).not.toContain('Everything is paid')
})

test('what was booked is named, and what is free is called so', async () => {
  const body = new JSDOM(await page(true)).window.document
  const terms = [...body.querySelectorAll('dl > *')].map(({ textContent }) => textContent)
  expect(terms.slice(0, 4)).toEqual([
    ...['PackageCelebration', '₹1,499'],
    ...['CakeChocolate Trufflefirst cake free', 'Free'],
  ])
})

test('that everything is paid is said below the sums, which are pairs of a name and a sum', async () => {
  const body = new JSDOM(await page(true, null, rupees(0))).window.document
  const sums = body.querySelector('dl')
  expect([...(sums?.children ?? [])].map(({ tagName }) => tagName).join(' ')).toMatch(/^DT DD( DT DD)*$/)
  expect(sums?.nextElementSibling?.outerHTML).toMatch(/^<p [^>]*>Everything is paid<\/p>$/)
})

test('lights that nobody has told are asked for, with the way to tell them', async () => {
  const words = 'We still need the words for your Led Name by Fri 12 Mar, 7:00 AM.'
  const asked = await page(true, { words, link: links.customerTexts('token') })
  expect(asked).toContain(`${words} `)
  expect(asked).toContain(`href="${links.customerTexts('token')}"`)
  expect(await page(true)).not.toContain('We still need')
})
