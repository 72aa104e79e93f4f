import { describe, expect, it } from 'vitest'
import { csvLine, fileName, fileWords } from '~/domain/csv'
import { day } from './sample-offers'

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

describe('what a file is called', () => {
  const TODAY = day('2027-03-10')
  it.each([
    [{}, 'Customers', '2027-03-10', 'customers-2027-03-10.csv'],
    [{ from: day('2027-03-01'), to: day('2027-03-01') }, 'Till', '2027-03-01', 'till-2027-03-01.csv'],
    [
      { from: day('2027-03-01'), to: day('2027-03-07'), of: 'Koramangala 5th Block' },
      'Payments',
      '2027-03-01 to 2027-03-07, Koramangala 5th Block',
      'payments-2027-03-01-to-2027-03-07-koramangala-5th-block.csv',
    ],
    [{ from: day('2027-03-01') }, 'Bookings', 'from 2027-03-01', 'bookings-from-2027-03-01.csv'],
    [{ to: day('2027-03-01') }, 'Bookings', 'until 2027-03-01', 'bookings-until-2027-03-01.csv'],
    [{ of: 'Élan "\r\n../' }, 'Till', '2027-03-10, Élan "\r\n../', 'till-2027-03-10-elan.csv'],
    [{ of: 'ಕೋರಮಂಗಲ' }, 'Till', '2027-03-10, ಕೋರಮಂಗಲ', 'till-2027-03-10.csv'],
  ])('%j: %s', (content, what, words, name) => {
    expect(fileWords(content, TODAY)).toBe(words)
    expect(fileName(what, words)).toBe(name)
  })
})
