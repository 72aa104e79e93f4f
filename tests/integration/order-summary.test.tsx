import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { paise, rupees } from '~/domain/money'
import { priceBooking } from '~/domain/pricing'
import { OrderSummary, SelectedItems } from '~/features/flow/order-summary'
import { NOTHING_CHOSEN, pack } from '../domain/sample-offers'
import { drawn } from '../support/drawn'

const priced = priceBooking({
  ...NOTHING_CHOSEN,
  package: pack('shower', 'Baby Shower', 2999),
  occasion: { id: 'shower', name: 'Baby Shower', price: paise(0) },
  cakes: [{ id: 'vanilla', name: 'Vanilla', price: rupees(500), count: 1 }],
})

const element = (
  <>
    <OrderSummary priced={priced} place={undefined} />
    <SelectedItems priced={priced} />
  </>
)

test('what costs nothing is free, in the lines of the price and in the list alike; the total stays a sum', async () => {
  const { document } = new JSDOM(await drawn({ element })).window
  const lines = [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Package₹2,999', 'OccasionFree', 'CakesFreefirst cake free', 'Total₹2,999'])
  expect([...document.querySelectorAll('li')].map((item) => item.lastElementChild?.textContent)).toEqual([
    ...['₹2,999', 'Free', 'Free'],
  ])
})

test('each thing in the list says what it is, since an occasion may be called as its package is', async () => {
  const { document } = new JSDOM(await drawn({ element })).window
  const things = [...document.querySelectorAll('li')].map((item) => item.firstElementChild?.textContent)
  expect(things).toEqual(['PackageBaby Shower', 'OccasionBaby Shower', 'CakeVanilla'])
})
