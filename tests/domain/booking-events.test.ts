import { expect, it } from 'vitest'
import { bookingEventWords, correctionWords, sumGiven } from '~/domain/booking-events'

it('a history says who asked whom', () => {
  expect(bookingEventWords('money-asked')).toBe('Asked the customer to pay')
})

it('a history says whether what was ready is made again, or was only seen', () => {
  expect(bookingEventWords('not-prepared', { what: 'Rose Bouquet' })).toBe('Something is to be made again')
  expect(bookingEventWords('not-prepared', { what: 'Rose Bouquet', unwanted: true })).toBe(
    'Seen that what was ready is not wanted any more',
  )
})

it('a history says how much was handed over, and how', () => {
  const detail = { amount: 50_000, mode: 'cash' }
  expect(sumGiven('handed-over', detail)).toBe('₹500 in cash')
  expect([sumGiven('edited', detail), sumGiven('handed-over', null), sumGiven('handed-over', {})]).toEqual(['', '', ''])
})

it('what a visit costs after a technical failure is said to be corrected, from what to what', () => {
  const detail = { charge: 75_000, corrected: 7_500 }
  expect(correctionWords('technical-failure', detail)).toBe('corrected from ₹75 to ₹750')
  expect(correctionWords('technical-failure', { ...detail, corrected: 0 })).toBe('corrected from ₹0 to ₹750')
  expect([correctionWords('edited', detail), correctionWords('technical-failure', { charge: 1 })]).toEqual(['', ''])
  expect(correctionWords('technical-failure', null)).toBe('')
})
