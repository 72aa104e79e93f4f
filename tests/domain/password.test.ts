import { describe, expect, it } from 'vitest'
import {
  PASSWORD_COMMON,
  PASSWORD_PATTERN,
  PASSWORD_PERSONAL,
  PASSWORD_RULE,
  passwordFault,
  passwordFormFault,
} from '~/domain/password'

const common = new Set(['password', 'sunshine', 'qwerty', '123456', 'dragon', 'admin', 'abc123'])
const asha = { name: 'Asha de Rão', email: 'asha.k@starlight.example', business: 'Lumière Private Theatre', common }

describe('a new password', () => {
  it.each([
    ['abc12!', true],
    ['!!!!!!', true],
    ['abcdef', false],
    ['ab12!', false],
    ['abc 12!', false],
    ['abc12é!', false],
    [`!${'a'.repeat(127)}`, true],
    [`!${'a'.repeat(128)}`, false],
    ['', false],
  ])('%j keeps the form: %s', (password, fine) => {
    expect(passwordFormFault(password)).toBe(fine ? undefined : PASSWORD_RULE)
    if (!fine) expect(passwordFault(password, asha)).toBe(PASSWORD_RULE)
    // as a browser reads the pattern of a field
    expect(new RegExp(`^(?:${PASSWORD_PATTERN})$`, 'v').test(password)).toBe(fine)
  })

  it.each([
    ['password!'],
    ['Password@123'],
    ['P@ssw0rd!'],
    ['Pa$$word1'],
    ['pass_word'],
    ['@dmin123'],
    ['#Sunshine2026'],
    ['qwerty.'],
    ['12345#6'],
    ['abc123!'],
    ['DRAG0N!!'],
    ['99dragon9#9'],
    ['dragon#7391-88'],
  ])('%j is one of the common ones, decorated', (password) => {
    expect(passwordFault(password, asha)).toBe(PASSWORD_COMMON)
  })

  it.each([
    ['iamasha#7'],
    ['xxASHA!xx'],
    ['4sh4-key-9'],
    ['a.s.h.a.99!'],
    ['Rao@123456'],
    ['starlight!2'],
    ['st4r1ight_2'],
    ['Lumiere#2026'],
    ['thea-tre!26'],
    ['asha.k@starlight.example'],
  ])('%j says whose it is', (password) => expect(passwordFault(password, asha)).toBe(PASSWORD_PERSONAL))

  it.each([
    ['wet-otter-lamp'],
    ['dragon#7391-8842-55'],
    ['dra9#9gon'],
    ['rAo9!kT2qq_vv'],
    ['hk77!bq0'],
    ['7391-kl-8842!'],
  ])('%j is fine', (password) => expect(passwordFault(password, asha)).toBeUndefined())

  it('belongs to whom it may: nameless facts refuse nothing by chance', () => {
    const nobody = { name: '', email: '', business: '', common }
    expect(passwordFault('iamasha#7', nobody)).toBeUndefined()
    expect(passwordFault('7391-6', nobody)).toBeUndefined()
    expect(passwordFault('राम#ab12c', { ...nobody, name: 'राम' })).toBe(PASSWORD_RULE)
  })
})
