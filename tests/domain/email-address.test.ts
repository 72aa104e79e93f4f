import { describe, expect, it } from 'vitest'
import { customerEmailFault, emailFault, isAllowedEmail, normalizeEmail, tidyEmail } from '~/domain/email-address'

describe('e-mail', () => {
  it.each([
    ['asha@gmail.com', true],
    [' Asha.K+party@GMAIL.COM ', true],
    ['evil@notgmail.com', false],
    ['asha@gmail.com.evil.example', false],
    ['asha@mail.gmail.com', false],
    ['@gmail.com', false],
    ['a b@gmail.com', false],
    ['a@b@gmail.com', false],
    ['asha@gmail.com\nbcc:x@gmail.com', false],
    ['', false],
    // nobody sees what is between, and the letters are no English ones
    ['me\u200bera@gmail.com', false],
    ['meera\u202c@gmail.com', false],
    ['ಮೀರಾ@gmail.com', false],
    ['meeraé@gmail.com', false],
    // what mail programs read as a comment, a group, a route or a quotation, and write to somebody else for
    ['meera(k)@gmail.com', false],
    ['(x)meera@gmail.com', false],
    ['mailto:meera@gmail.com', false],
    ['meera[k]@gmail.com', false],
    ['meera\\@gmail.com', false],
    ['meera\u0000k@gmail.com', false],
    ['a!#$%&*+/=?^_`{|}~-z@gmail.com', true],
  ])('%j: %s', (email, allowed) => expect(isAllowedEmail(email)).toBe(allowed))

  const DOTS = 'A Gmail address has no dot at its beginning or end, and never two in a row'
  it.each([
    ['meera.k@gmail.com', undefined],
    [' m.e.e.r.a+a..b@yahoo.com', 'invalid gmail id'],
    ['.meera@gmail.com', DOTS],
    [' .meera@gmail.com', DOTS],
    ['meera.@gmail.com', DOTS],
    ['meera..k@gmail.com', DOTS],
  ])('of a customer, %j: %s', (email, fault) => expect(customerEmailFault(email)).toBe(fault))

  it('follows the list of domains, in any letter case; an empty one means any', () => {
    expect(isAllowedEmail('asha@work.example', ['gmail.com', 'Work.example'])).toBe(true)
    expect(isAllowedEmail('asha@work.example', [])).toBe(true)
    expect(isAllowedEmail('asha', [])).toBe(false)
    expect(isAllowedEmail('asha@10.0', [])).toBe(false)
  })

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
    ['ow(n)er@lumiere.in', false],
    ['owners:owner@lumiere.in', false],
    ['ow（n）er@lumiere.in', false],
    ['ಮಾಲೀಕ.é@lumiere.in', true],
    // ನಮ್ಮ.ಭಾರತ, as a browser sends it
    ['owner@xn--6scma7j.xn--2scrj9c', true],
    ['owner@lumiere.xn--', false],
    ['owner@lumiere.x-', false],
  ])('of any domain, %j: %s', (email, fine) =>
    expect(emailFault(email)).toBe(fine ? undefined : 'Invalid email address'))

  it('of any domain, what nobody sees is no part of one', () =>
    expect(emailFault('ow\u200bner@lumiere.in')).toBe('Invalid email address'))

  it('names an account in one spelling, without what nobody sees', () => {
    expect(normalizeEmail('\u202aOwn\u200ber@Lumiere.IN\u202c')).toBe('owner@lumiere.in')
    expect(normalizeEmail(' Owner@Lumiere.IN ')).toBe('owner@lumiere.in')
    expect(normalizeEmail('MailTo:Owner@Lumiere.IN')).toBe('owner@lumiere.in')
  })

  it.each([
    ['mailto:Meera.K@gmail.com', 'Meera.K@gmail.com'],
    [' \u200bMAILTO: meera@gmail.com ', 'meera@gmail.com'],
    ['mailto.meera@gmail.com', 'mailto.meera@gmail.com'],
    ['', ''],
  ])('pasted as %j is %j', (typed, email) => expect(tidyEmail(typed)).toBe(email))
})
