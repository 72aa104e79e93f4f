import { expect, test } from 'vitest'
import { ownPath } from '~/domain/own-path'

test.each([
  ['/contact', '/contact'],
  ['/find?asked=yes', '/find?asked=yes'],
  ['/contact#form', '/contact'],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['/\t/evil.example', undefined],
  ['/..//evil.example', undefined],
  ['/.//evil.example', undefined],
  ['https://evil.example/contact', undefined],
  ['javascript:alert(1)', undefined],
  ['contact', undefined],
  ['', undefined],
])('a way back to %j leads to %s', (named, path) => expect(ownPath(named)).toBe(path))
