import { describe, expect, it } from 'vitest'
import { isBlank, oneLine, withoutInvisible } from '~/domain/visible-text'

/** As they are pasted: nothing of them is seen. */
const UNSEEN = [
  '',
  '   ',
  '\u200b',
  ' \u200b \u200d\u2060',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f\ufe0f',
  '\u2800',
  '\u202e',
]
const SEEN = ['Asha', ' \u200bAsha', '👩‍👩‍👧', '❤️', 'அ', '.', '0']

describe('a text', () => {
  it.each(UNSEEN.map((text) => [JSON.stringify(text), text]))('of which nothing is seen is blank: %s', (_, text) =>
    expect(isBlank(text)).toBe(true))

  it.each(SEEN)('of which something is seen is not: %s', (text) => expect(isBlank(text)).toBe(false))

  it.each([
    [' Asha\r\n\r\nPay here ', 'Asha Pay here'],
    ['Asha\tRao', 'Asha Rao'],
    ['Asha\u2028Rao\u2029', 'Asha Rao'],
    ['Asha\u0085\u0007Rao', 'Asha Rao'],
    ['Asha  Rao', 'Asha  Rao'],
    ['ಅ\u200dಆ', 'ಅ\u200dಆ'],
    ['\n', ''],
  ])('of one line: %j is %j', (text, line) => expect(oneLine(text)).toBe(line))

  it('loses the marks that nobody sees and keeps its letters', () =>
    expect(withoutInvisible('\u200easha\u00ad@gmail.com\u200b')).toBe('asha@gmail.com'))
})
