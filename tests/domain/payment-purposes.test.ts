import { expect, test } from 'vitest'
import { addsUp, ORDER_PURPOSES, PAYMENT_PURPOSES, purposeWords } from '~/domain/payment-purposes'

test('the balance, and what is asked for, adds to what a booking holds; an advance, or all at once, is what books it', () =>
  expect(ORDER_PURPOSES.filter(addsUp)).toEqual(['balance', 'asked']))

test('the back office reads what each payment is for', () =>
  expect(PAYMENT_PURPOSES.map(purposeWords)).toEqual(['advance', 'full', 'balance', 'asked for', 'for no booking']))
