import { expect, test } from 'vitest'
import {
  addsUp,
  ORDER_PURPOSES,
  PAYMENT_PURPOSES,
  type PaymentPurpose,
  purposesOf,
  purposeWords,
} from '~/domain/payment-purposes'

test('the balance, and what is asked for, adds to what a booking holds; an advance, or all at once, is what books it', () =>
  expect(ORDER_PURPOSES.filter(addsUp)).toEqual(['balance', 'asked']))

test('the back office reads what each payment is for', () =>
  expect(PAYMENT_PURPOSES.map(purposeWords)).toEqual(['advance', 'full', 'balance', 'asked for', 'for no booking']))

/** A payment that came so many minutes after the visit was booked. */
const paid = (minutes: number, purpose: PaymentPurpose = 'advance', stands = true) => ({
  ...{ at: new Date(minutes * 60_000), purpose, stands },
})

test.each([
  ['what booked it', [paid(0)], ['advance']],
  ['a part at the door', [paid(0), paid(90)], ['advance', 'payment']],
  ['and what completes it', [paid(0), paid(90), paid(95, 'balance')], ['advance', 'payment', 'balance']],
  ['all was paid at once', [paid(-1, 'full'), paid(90)], ['full', 'payment']],
  ['it was booked without money', [paid(90), paid(95)], ['payment', 'payment']],
  ['cash that was entered anew as UPI', [paid(0, 'advance', false), paid(5)], ['advance', 'advance']],
  ['a later part that was struck out', [paid(0), paid(90, 'advance', false)], ['advance', 'payment']],
  ['nothing', [], []],
])('of a booking’s payments only what booked the visit is its advance: %s', (_, payments, words) =>
  expect(purposesOf(payments, new Date(0))).toEqual(words))

test('where it is not known when it was booked, the first part is its advance', () =>
  expect(purposesOf([paid(0), paid(90)], undefined)).toEqual(['advance', 'payment']))
