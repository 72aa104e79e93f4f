import { expect, it } from 'vitest'
import { bookingEventWords, sumGiven } from '~/domain/booking-events'

it('a history says who asked whom', () => {
  expect(bookingEventWords('money-asked')).toBe('Asked the customer to pay')
})

it('a history says how much was handed over, and how', () => {
  const detail = { amount: 50_000, mode: 'cash' }
  expect(sumGiven('handed-over', detail)).toBe('₹500 in cash')
  expect([sumGiven('edited', detail), sumGiven('handed-over', null), sumGiven('handed-over', {})]).toEqual(['', '', ''])
})
