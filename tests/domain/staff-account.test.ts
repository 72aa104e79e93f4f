import { describe, expect, it } from 'vitest'
import { emailFault, normalizeEmail, phoneFault, staffNameFault } from '~/domain/staff-account'

describe('staff accounts', () => {
  it.each([
    ['owner@lumiere.example', true],
    ['OWNER@mail.lumiere.in', true],
    ['owner@localhost', false],
    ['owner', false],
    ['a b@lumiere.in', false],
    ['owner@lumiere.i', false],
    [`${'a'.repeat(64)}@${'b'.repeat(60)}.in`, false],
    [`${'a'.repeat(64)}@${'b'.repeat(52)}.in`, true],
    [`  ${'a'.repeat(64)}@${'b'.repeat(52)}.in  `, true],
    ['owner@lumiere.in, other@lumiere.in', false],
  ])('e-mail %j: %s', (email, fine) => expect(emailFault(email)).toBe(fine ? undefined : 'Invalid email address'))

  it('wants a name and ten digits', () => {
    expect(staffNameFault(' ')).toBe('Name is required')
    expect(staffNameFault('Ravi')).toBeUndefined()
    expect(staffNameFault(` ${'x'.repeat(80)} `)).toBeUndefined()
    expect(staffNameFault('x'.repeat(81))).toBe('Name can have at most 80 characters')
    expect(phoneFault('9876543210')).toBeUndefined()
    expect(phoneFault('98765432101')).toBe('Phone number must be exactly 10 digits')
    expect(phoneFault('+919876543210')).toBe('Phone number must be exactly 10 digits')
  })

  it('names an account in one spelling', () => expect(normalizeEmail(' Owner@Lumiere.IN ')).toBe('owner@lumiere.in'))
})
