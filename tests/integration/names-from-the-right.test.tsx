import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { paise } from '~/domain/money'
import { CallerCard } from '~/features/front-desk/caller-card'
import { PaperSheet } from '~/features/money/paper-sheet'
import { drawn } from '../support/drawn'

type Paper = Parameters<typeof PaperSheet>[0]['paper']
type Page = Parameters<typeof CallerCard>[0]['page']

const NAME = 'محمد بن عبد الله'

const paper: Paper = {
  ...{ title: 'Receipt voucher', number: 'KOR/R/2627/00001', date: '12/03/2027', total: paise(99_900), bookingId: 'x' },
  ...{ cancelled: null, split: null },
  content: {
    seller: { name: 'Lumière', address: '80 Feet Road', gstin: null, phone: '+91 98765 43210', email: 'a@b.example' },
    buyer: { name: NAME, number: '9845000011' },
    ...{ sac: '999699', placeOfSupply: 'Karnataka (29)', booking: { code: 'LUM-1', visit: 'Aurora' } },
    ...{ lines: [], tax: null, paid: null },
  },
}
const page = {
  form: { approved: false },
  caller: { name: NAME, bookings: 3, noShows: 0, cancelled: 0, last: [] },
  approvals: [],
} as unknown as Page

test.each([
  ['a paper', <PaperSheet key="a" paper={paper} />, `For ${NAME}, 9845000011`],
  ['who calls', <CallerCard key="b" page={page} />, `${NAME}: 3 bookings`],
])('a name that is read from the right keeps no figure beside it: %s', async (_, element, words) => {
  const { body } = new JSDOM(await drawn({ element })).window.document
  expect(body.textContent).toContain(words)
  // a browser sets a figure that follows such a name on its other side, unless the name stands apart
  expect([...body.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([NAME])
})
