import { expect, it } from 'vitest'
import { bookingEventWords } from '~/domain/booking-events'

it('a history says who asked whom', () => {
  expect(bookingEventWords('money-asked')).toBe('Asked the customer to pay')
})
