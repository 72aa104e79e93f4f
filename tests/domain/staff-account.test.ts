import { describe, expect, it } from 'vitest'
import {
  accountQuestion,
  changedWords,
  codeQuestion,
  isAnotherPerson,
  phoneFault,
  placeFault,
  staffNameFault,
} from '~/domain/staff-account'

describe('staff accounts', () => {
  it('wants a name and ten digits', () => {
    expect(staffNameFault(' ')).toBe('Name is required')
    expect(staffNameFault('\u200b')).toBe('Name is required')
    expect(staffNameFault('Ravi')).toBeUndefined()
    expect(staffNameFault(` ${'x'.repeat(80)} `)).toBeUndefined()
    expect(staffNameFault('x'.repeat(81))).toBe('Name can have at most 80 characters')
    expect(phoneFault('9876543210')).toBeUndefined()
    expect(phoneFault('98765432101')).toBe('Phone number must be exactly 10 digits')
    expect(phoneFault('+919876543210')).toBe('Phone number must be exactly 10 digits')
  })
})

describe('a role and its place', () => {
  it.each([
    ['super-admin', null, undefined],
    ['super-admin', 'koramangala', 'A super admin belongs to no location'],
    ['front-desk', null, 'Choose the location they work at'],
    ['kitchen', 'koramangala', undefined],
  ] as const)('%s at %s: %s', (role, locationId, fault) => expect(placeFault({ role, locationId })).toBe(fault))

  it.each([
    ['Asha Rao', 'asha@b.in', false],
    ['Asha Menon', 'asha@b.in', false],
    [' asha  menon ', 'asha.menon@b.in', false],
    ['Ms. Asha R.', 'asha.r@b.in', false],
    ['A. R. Asha', 'asha.r@b.in', false],
    ['Bina Rao', 'asha@b.in', false],
    ['Vikram', 'vikram@b.in', true],
    ['Ms. Bina Rao', 'bina@b.in', true],
    ['V. Rao', 'v@b.in', true],
  ])('is another person from now on: %s, %s: %s', (name, email, another) =>
    expect(isAnotherPerson({ name: 'Asha Rao', email: 'asha@b.in' }, { name, email })).toBe(another))

  it('says in words what of an account changed', () => {
    const before = { email: 'a@b.in', role: 'kitchen', locationId: 'here' } as const
    expect(changedWords(before, before)).toBe('')
    expect(changedWords(before, { ...before, role: 'front-desk' })).toBe('role')
    expect(changedWords(before, { ...before, email: 'c@b.in', locationId: 'there' })).toBe('email address and location')
    expect(changedWords(before, { email: 'c@b.in', role: 'super-admin', locationId: null })).toBe(
      'email address, role, location',
    )
  })
})

describe('what an account means for its person', () => {
  it.each([
    [true, false, /^They are signed out at once .* They and the owners are told by mail\.$/],
    [false, false, /^They can sign in again with the password they had\. They and the owners are told/],
    // never had a password, and is told by the invitation
    [true, true, /^Their invitation ends, and they cannot sign in\. They and the owners are told/],
    [false, true, /^They have no password yet: a new invitation goes to them\. The owners are told by mail\.$/],
  ])('is said before an account is disabled or opened: active %s, invited %s', (active, invited, words) =>
    expect(accountQuestion({ active, invited })).toMatch(words))
})

it.each([
  [true, /^First make sure .* in place of the one they lost, before anything else opens\./],
  [false, /^First make sure .* Their password alone opens their account then\./],
])('what switching off somebody’s code means is said before: every super admin must have one %s', (required, words) =>
  expect(codeQuestion({ required })).toMatch(words))
