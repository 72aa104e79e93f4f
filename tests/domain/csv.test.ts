import { describe, expect, it } from 'vitest'
import { csvLine } from '~/domain/csv'

describe('one line of a CSV file', () => {
  it.each([
    ['plain cells', ['LUM-1', 12.5, null, undefined], 'LUM-1,12.5,,\r\n'],
    ['a comma, a quote and a line break', ['a,b', 'say "hi"', 'one\ntwo'], '"a,b","say ""hi""","one\ntwo"\r\n'],
    ['a negative amount, which is a number', [-99.5], '-99.5\r\n'],
  ])('%s', (_, cells, line) => {
    expect(csvLine(cells)).toBe(line)
  })

  it.each([
    '=HYPERLINK("https://evil.example","x")',
    '+91 98450',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '  =1',
    '＝1+1',
  ])('%j is a text, not a formula', (text) => {
    expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/)
  })
})
