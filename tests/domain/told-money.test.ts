import { expect, it } from 'vitest'
import { isBookingLetter, LETTER_KINDS } from '~/domain/letters'
import { rupees } from '~/domain/money'
import { tellsReceived, toldInPlace, toldOf, untoldOf } from '~/domain/told-money'

/** Payments as their amounts and what of each was told. */
const rows = (...given: [number, number][]) =>
  given.map(([amount, told]) => ({ id: `of ${amount}`, amount: rupees(amount), told: rupees(told) }))

it.each([
  ['more in the place of what was told', rows([200, 200]), rows([1_100, 0]), ['of 200: 0', 'of 1100: 200']],
  ['less in the place of what was told', rows([300, 300]), rows([100, 0]), ['of 300: 200', 'of 100: 100']],
  ['what nobody was told of', rows([200, 0]), rows([100, 0]), []],
  ['as much, of which a part was told', rows([500, 200]), rows([500, 0]), ['of 500: 0', 'of 500: 200']],
  [
    'two for two',
    rows([200, 200], [300, 300]),
    rows([400, 0], [90, 0]),
    ['of 200: 0', 'of 300: 10', 'of 400: 400', 'of 90: 90'],
  ],
  ['nothing in the place of anything', rows([200, 200]), [], []],
  ['something more', [], rows([200, 0]), []],
])('an edit enters %s', (_, struck, entered, told) => {
  expect(toldInPlace(struck, entered).map((row) => `${row.id}: ${row.told / 100}`)).toEqual(told)
})

it('what is told of payments and what is not are all of them', () => {
  const some = rows([1_100, 200], [300, 300], [50, 0])
  expect([toldOf(some), untoldOf(some)]).toEqual([rupees(500), rupees(950)])
})

it('every letter that says what is paid or due tells what was received', () => {
  expect(LETTER_KINDS.filter(isBookingLetter).filter((kind) => !tellsReceived(kind))).toEqual([
    'cancelled',
    'refund-not-sent',
    'slot-lost',
    'thank-you',
  ])
})
