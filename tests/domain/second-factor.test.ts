import { expect, it } from 'vitest'
import { isBeingSetUp, readCode, spellRecoveryCode } from '~/domain/second-factor'

it.each([
  ['287082', { kind: 'app', code: '287082' }],
  [' 287 082 ', { kind: 'app', code: '287082' }],
  ['abcd-efgh-ijkl-2345', { kind: 'recovery', code: 'ABCDEFGHIJKL2345' }],
  ['28708', undefined],
  ['2870821', undefined],
  ['ABCD-EFGH-IJKL-2341', undefined],
  ['ABCD-EFGH-IJKL-23456', undefined],
  ['1ABCD-EFGH-IJKL-2345', undefined],
  ['ABCD-EFGH-IJKL-2345!', undefined],
  ['', undefined],
])('a code typed as “%s”', (typed, read) => expect(readCode(typed)).toEqual(read))

it('a recovery code is spelled four by four', () => {
  expect(spellRecoveryCode('ABCDEFGHIJKL2345')).toBe('ABCD-EFGH-IJKL-2345')
})

it.each([
  ['10:00:00', true],
  ['10:14:59', true],
  ['10:15:00', false],
  ['11:00:00', false],
])('a code begun at ten, at %s', (time, open) =>
  expect(isBeingSetUp(new Date('2026-11-29T10:00:00Z'), new Date(`2026-11-29T${time}Z`))).toBe(open))
