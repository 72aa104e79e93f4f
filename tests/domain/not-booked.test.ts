import { describe, expect, it } from 'vitest'
import { type Bought, notBooked, notBookedWords } from '~/domain/not-booked'

const line = (kind: Bought['lines'][number]['kind'], name: string, count = 1) => ({ kind, itemId: name, name, count })
const BOOKED: Bought = {
  ...{ packageId: 'basic', packageName: 'Basic', people: 2, couponCode: null },
  ...{ customerName: 'Meera', customerEmail: 'meera@gmail.com', customerNumber: '9845012345' },
  ...{ celebrantName: '', ledName: 'AARAV', ledNumber: '', nameOnCake: '' },
  lines: [line('package', 'Basic'), line('occasion', 'Birthday'), line('addon', 'LED Name'), line('gift', 'Roses', 2)],
}
const OWN = { phone: '9876543210', onOwnPage: ['ledName'] as const }
const WAS = 'Your payment came for what you had chosen before.'
const CALL = `${WAS} Call us on 9876543210 to change that.`
const WRITE = 'What is made for you can be written anew on your booking’s page.'

describe('what a payment that was slow has not booked', () => {
  it.each<[string, Partial<Bought>, string | undefined]>([
    ['nothing', {}, undefined],
    [
      'a cake, and more roses',
      { lines: [...BOOKED.lines.slice(0, 3), line('gift', 'Roses', 3), line('cake', 'Truffle', 2)] },
      `${CALL} Not in this booking: Roses; 2 × Truffle.`,
    ],
    ['what was taken out', { lines: BOOKED.lines.slice(0, 3) }, `${CALL} Still in it: 2 × Roses.`],
    [
      'another occasion',
      { lines: [...BOOKED.lines.filter(({ kind }) => kind !== 'occasion'), line('occasion', 'Proposal')] },
      `${CALL} Not in this booking: Proposal. Still in it: Birthday.`,
    ],
    [
      'another package, whose line is no item',
      { packageId: 'grand', packageName: 'Grand', lines: [line('package', 'Grand'), ...BOOKED.lines.slice(1)] },
      `${CALL} Not in this booking: the package Grand.`,
    ],
    [
      'people, a coupon and a text for which nobody asks again',
      { people: 4, couponCode: 'TENTH', celebrantName: 'Aarav' },
      `${CALL} Not in this booking: 4 people; Celebrant’s Name “Aarav”; coupon TENTH.`,
    ],
    ['the lights alone', { ledName: 'MEERA' }, `${WAS} ${WRITE} Not in this booking: Led Name “MEERA”.`],
    [
      'the lights and an address',
      { ledName: 'MEERA', customerEmail: 'right@gmail.com' },
      `${CALL} ${WRITE} Not in this booking: Led Name “MEERA”; the e-mail address right@gmail.com.`,
    ],
    [
      'a name and a number',
      { customerName: 'Meera Krishnan', customerNumber: '9845055555' },
      `${CALL} Not in this booking: the name Meera Krishnan; the number 9845055555.`,
    ],
  ])('%s', (_, chosen, words) => {
    expect(notBookedWords(notBooked({ ...BOOKED, ...chosen }, BOOKED), OWN)).toBe(words)
  })

  it('says nothing of a coupon that the booking has, or that was taken out again', () => {
    const booked = { ...BOOKED, couponCode: 'TENTH' }
    expect(notBooked(booked, booked).missing).toEqual([])
    expect(notBooked(BOOKED, booked).missing).toEqual([])
  })

  it('leads to the phone alone where nothing can be written any more, and names no number that there is not', () => {
    const differs = notBooked({ ...BOOKED, ledName: 'MEERA' }, BOOKED)
    expect(notBookedWords(differs, { phone: '', onOwnPage: [] })).toBe(
      `${WAS} Call us to change that. Not in this booking: Led Name “MEERA”.`,
    )
  })
})
