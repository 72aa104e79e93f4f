import { describe, expect, test } from 'vitest'
import { chatLink, lateMessage, type MessageFacts, stateMessage } from '~/domain/desk-messages'
import { rupees } from '~/domain/money'

const facts: MessageFacts = {
  business: 'Lumière',
  customer: 'Meera',
  code: 'LUM-7Q4X',
  where: 'Aurora, Koramangala',
  when: 'Friday, 12/03/2027, 7:00 PM – 10:00 PM',
  status: 'booked',
  due: rupees(1_300),
  link: 'https://lumiere.example/b/token',
}

describe('a ready message', () => {
  test('says who writes, what was booked, what is due, and where to read it', () => {
    expect(stateMessage(facts)).toBe(
      [
        'Hello Meera, this is Lumière.',
        'Booking LUM-7Q4X: Aurora, Koramangala, Friday, 12/03/2027, 7:00 PM – 10:00 PM.',
        'It is confirmed; ₹1,300 is to be paid at the theatre.',
        'https://lumiere.example/b/token',
      ].join('\n'),
    )
  })

  test.each([
    ['booked', 0, 'It is confirmed and paid.'],
    ['pending', 1_300, 'The room is held for you until it is paid; ₹1,300 is to be paid.'],
    ['cancelled', 0, 'It has been cancelled.'],
    ['expired', 0, 'The hold has ended, so the room is no longer kept for you. You can choose anew here:'],
  ] as const)('of a %s booking with ₹%i due', (status, due, words) => {
    expect(stateMessage({ ...facts, status, due: rupees(due) }).split('\n')[2]).toBe(words)
  })

  test.each([
    ['booked', 'It is confirmed. Please pay ₹500 here before 2:00 PM:'],
    ['pending', 'The room is held for you until 2:00 PM. Please pay ₹500 here:'],
  ] as const)('of a %s booking asks for what was asked for, until when', (status, words) => {
    const asked = { amount: rupees(500), until: '2:00 PM' }
    expect(stateMessage({ ...facts, status, asked }).split('\n')[2]).toBe(words)
  })

  test('of money that came too late says that it waits, and promises no room', () => {
    const waiting = { amount: rupees(1_499), until: '2:00 PM' }
    const words = stateMessage({ ...facts, status: 'expired', due: rupees(0), waiting }).split('\n')[2]
    expect(words).toBe(
      'Your payment of ₹1,499 came when the room was no longer held. It waits until 2:00 PM: choose another slot for it, or have it back, here:',
    )
  })

  test('to guests who are late asks whether they come', () => {
    expect(lateMessage(facts)).toContain('Are you on your way?')
  })

  test('opens a chat with the country’s code', () => {
    expect(chatLink('9845012345', 'Hello Meera, ₹5 & more')).toBe(
      'https://wa.me/919845012345?text=Hello%20Meera%2C%20%E2%82%B95%20%26%20more',
    )
  })
})
