import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { BookingSource } from '~/domain/booking-status'
import { callLink, numbersToCall, phoneDoubt, readPhone, shownPhone } from '~/domain/calling'
import {
  calledBy,
  correctedDetails,
  customerFaults,
  fewestPeople,
  includedWords,
  isPhoneNumber,
  NAME_MAX,
  normalizePhone,
  partyWords,
  peopleAskedFor,
  peopleFault,
  peopleFitted,
  peopleWords,
} from '~/domain/customer-details'

const PARTY = { minPeople: 4, capacity: 10 }
const FINE = { name: 'Asha', email: 'asha@gmail.com', number: '9876543210', people: 4, terms: true }

describe('customer details', () => {
  it.each([
    ['all is well', {}, {}],
    ['no name', { name: '  ' }, { name: 'Name is required' }],
    ['a name that nobody sees', { name: '\u200b\u3164' }, { name: 'Name is required' }],
    ['a very long name', { name: 'x'.repeat(NAME_MAX + 1) }, { name: 'Name can have at most 80 characters' }],
    ['a name as long as can be', { name: 'x'.repeat(NAME_MAX) }, {}],
    ['spaces around it', { name: ` ${'x'.repeat(NAME_MAX)} ` }, {}],
    ['a full house', { people: 10 }, {}],
    ['eleven digits', { number: '98765432101' }, { number: 'Phone number must be exactly 10 digits' }],
    ['a letter before ten digits', { number: 'x9876543210' }, { number: 'Phone number must be exactly 10 digits' }],
    ['another provider', { email: 'asha@yahoo.com' }, { email: 'invalid gmail id' }],
    ['nine digits', { number: '987654321' }, { number: 'Phone number must be exactly 10 digits' }],
    ['a landline', { number: '080 4123 4567' }, {}],
    ['any other ten digits', { number: '1234567890' }, {}],
    ['ten times the same', { number: '1111111111' }, { number: 'Please enter the number at which we can reach you' }],
    ['the same of a number that is sold', { number: '9999999999' }, {}],
    ['too few', { people: 3 }, { people: 'Choose between 4 and 10 people' }],
    ['too many', { people: 11 }, { people: 'Choose between 4 and 10 people' }],
    ['half a person', { people: 4.5 }, { people: 'Choose between 4 and 10 people' }],
    ['no number', { people: Number.NaN }, { people: 'Choose between 4 and 10 people' }],
    ['no tick', { terms: false }, { terms: 'Please accept the terms and conditions' }],
  ])('%s', (_, change, faults) => expect(customerFaults({ ...FINE, ...change }, PARTY)).toStrictEqual(faults))

  it('says everything at once', () => {
    const faults = customerFaults({ name: '', email: '', number: '', people: 0, terms: false }, PARTY)
    expect(Object.keys(faults)).toEqual(['name', 'email', 'number', 'people', 'terms'])
  })
})

describe('phone', () => {
  it.each([
    ['9876543210', '9876543210'],
    ['+91 98765 43210', '9876543210'],
    ['098765-43210', '9876543210'],
    ['+91 098765 43210', '9876543210'],
    ['+910987654321', '0987654321'],
    ['(98765) 43210', '9876543210'],
    ['919876543210', '9876543210'],
    ['91 98765 43210', '9876543210'],
    ['\u202a+91 98765 43210\u202c', '9876543210'],
    ['98765\u201143210', '9876543210'],
    ['98765–43210', '9876543210'],
    ['98765.43210', '9876543210'],
    ['9187654321', '9187654321'],
    ['98765+9143210', '98765+9143210'],
    ['00987654321', '0987654321'],
    ['098765432101', '098765432101'],
    ['100987654321', '100987654321'],
  ])('%s', (typed, digits) => expect(normalizePhone(typed)).toBe(digits))

  it('is the same after a second look, for any ten digits in any dress', () => {
    const tenDigits = fc.array(fc.nat(9), { minLength: 10, maxLength: 10 }).map((digits) => digits.join(''))
    fc.assert(
      fc.property(tenDigits, fc.constantFrom('', '+91', '+91 ', '91', '\u202a+91 ', '0'), (digits, prefix) => {
        expect(normalizePhone(prefix + digits)).toBe(digits)
        expect(normalizePhone(digits)).toBe(digits)
      }),
    )
  })
})

describe('ten digits that are no Indian mobile number', () => {
  it.each(['1234567890', '+91 12345 67890', '01145678901'])('%s is asked about', (number) =>
    expect(phoneDoubt(number)).toMatch(/^Indian mobile numbers begin with/))
  it.each(['9876543210', '080 4123 4567', '12345', ''])('%j is not', (number) =>
    expect(phoneDoubt(number)).toBeUndefined())
})

describe('a phone number that can be called', () => {
  it.each([
    '9845012345',
    '+91 98450 00001',
    '080 4123 4567',
    '08041234567',
    '+44 20 7946 0018',
    '0044 2079460018',
    '0091 98450 12345',
  ])('%s is one', (number) => expect(isPhoneNumber(number)).toBe(true))
  it.each([
    '',
    '12345',
    'call me',
    '0000000000',
    '+91 12345',
    '+91 123456',
    '0091 123456',
    '0091 98450 123456',
    '98400123',
    '+44 20 7946 0018 or 9',
    '98450123456',
    '+0 123456789',
    '9845012345 or 6',
  ])('%s is none', (number) => expect(isPhoneNumber(number)).toBe(false))

  it.each([
    ['9845012345', 'tel:+919845012345'],
    ['+91 98450 12345', 'tel:+919845012345'],
    ['08041234567', 'tel:+918041234567'],
    ['00 91 98450 12345', 'tel:+919845012345'],
    ['+44 (20) 7946.0018', 'tel:+442079460018'],
    ['0044 2079460018', 'tel:+442079460018'],
    ['9845012391', 'tel:+919845012391'],
  ])('%s is called by %s', (typed, link) => expect(callLink(typed)).toBe(link))

  it('is shown in two halves', () => expect(shownPhone('9845012345')).toBe('+91 98450 12345'))
  it('is named with the others in a sentence', () =>
    expect(numbersToCall(['9845012345', '9845054321'])).toBe('+91 98450 12345 or +91 98450 54321'))
})

it.each([
  [1, '1 person'],
  [2, '2 people'],
])('%i who come are told as %s', (count, words) => expect(peopleWords(count)).toBe(words))

describe('what an edit says anew of the person whose number it has', () => {
  const before = { name: 'Asha', email: 'asha@gmail.com', number: '9845000001' }
  it.each([
    ['nothing changed', {}, {}],
    ['a name', { name: 'Asha Rao' }, { name: 'Asha Rao' }],
    ['an address', { email: 'asha.rao@gmail.com' }, { email: 'asha.rao@gmail.com' }],
    ['an address that was left out', { email: '' }, {}],
    ['another number, which may be somebody else’s', { number: '9845000002' }, {}],
    ['another number with another name', { name: 'Bela', number: '9845000002' }, {}],
  ])('%s', (_, change, said) => expect(correctedDetails(before, { ...before, ...change })).toEqual(said))
})
it.each([
  [6, 8, 6],
  [1, 8, 4],
  [2, 8, 4],
  [2, undefined, 4],
  [12, undefined, 10],
  [undefined, 8, 8],
  [0, 8, 8],
  [-1, undefined, undefined],
])('from a list for %s a booking of before for %s is begun for %s', (asked, before, people) =>
  expect(peopleAskedFor(asked, PARTY, before)).toBe(people))

const NOBODY_INCLUDED = { minPeople: 0, capacity: 8 }

it.each([
  [PARTY, 4],
  [{ minPeople: 1 }, 1],
  // every guest is an extra person
  [NOBODY_INCLUDED, 1],
])('of a room of %j the fewest that come are %i', (room, fewest) => expect(fewestPeople(room)).toBe(fewest))

it.each([
  [PARTY, '4 to 10 people', 'The price is for 4 people; every extra person costs'],
  [{ minPeople: 1, capacity: 2 }, '1 to 2 people', 'The price is for 1 person; every extra person costs'],
  [{ minPeople: 2, capacity: 2 }, '2 people', undefined],
  [NOBODY_INCLUDED, '1 to 8 people', 'The price is for the room alone; every person costs'],
  [{ minPeople: 0, capacity: 1 }, '1 person', 'The price is for the room alone; every person costs'],
])('a room of %j is for %s: %s', (room, party, included) =>
  expect([partyWords(room), includedWords(room)]).toEqual([party, included]))

it.each([
  [0, NOBODY_INCLUDED, 'Choose between 1 and 8 people'],
  [1, NOBODY_INCLUDED, undefined],
  [9, NOBODY_INCLUDED, 'Choose between 1 and 8 people'],
  [3, PARTY, 'Choose between 4 and 10 people'],
  [3, { minPeople: 2, capacity: 2 }, 'Choose exactly 2 people'],
  [2, { minPeople: 2, capacity: 2 }, undefined],
  [2, { minPeople: 0, capacity: 1 }, 'Choose exactly 1 person'],
])('%i people in a room of %j: %s', (people, limits, fault) => expect(peopleFault(people, limits)).toBe(fault))

it.each([
  [0, NOBODY_INCLUDED, 'This screen takes 1 to 8 people: it is for 1 now, not for 0.'],
  [3, PARTY, 'This screen takes 4 to 10 people: it is for 4 now, not for 3.'],
  [4, PARTY, undefined],
  [10, PARTY, undefined],
  [11, PARTY, 'This screen takes 4 to 10 people: it is for 10 now, not for 11.'],
  [4, { minPeople: 2, capacity: 2 }, 'This screen takes 2 people: it is for 2 now, not for 4.'],
])('of a party of %i in a room of %j is said: %s', (people, limits, words) =>
  expect(peopleFitted(people, limits)).toBe(words))

it.each<[string, [string, BookingSource][], string | undefined]>([
  [
    'the first that was made online',
    [
      ['Bela', 'online'],
      ['Mallory', 'online'],
    ],
    'Bela',
  ],
  [
    'the last that staff made',
    [
      ['B', 'staff'],
      ['Be', 'staff'],
      ['Bela', 'staff'],
      ['bela', 'online'],
    ],
    'Bela',
  ],
  ['none', [], undefined],
])('is called by %s', (_, stood, name) =>
  expect(calledBy(stood.map(([name, source]) => ({ name, source })))?.name).toBe(name))

test('a number is written as it is read out, and one of another country as it was typed', () => {
  expect([readPhone('9845015553'), shownPhone('9845015553')]).toEqual(['98450 15553', '+91 98450 15553'])
  expect([readPhone('+4915112345678'), readPhone('')]).toEqual(['+4915112345678', ''])
})
