import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { wholeOf } from '~/domain/whole-number'

describe('a whole number', () => {
  it.each([
    ['8', 8],
    ['8.0', 8],
    [' 8 ', 8],
    ['0', 0],
    ['007', 7],
    ['0x8', undefined],
    ['0b1', undefined],
    ['8e0', undefined],
    ['+8', undefined],
    ['-8', undefined],
    ['8.5', undefined],
    ['1,499', undefined],
    ['', undefined],
    [' ', undefined],
    ['all', undefined],
    ['Infinity', undefined],
    ['9007199254740993', undefined],
    [8, undefined],
    [null, undefined],
  ])('is read of %j as %j', (text, number) => expect(wholeOf(text)).toBe(number))

  it.each([
    [0, undefined],
    [1, 1],
    [500, 500],
    [501, undefined],
  ])('within limits: %i', (number, read) => expect(wholeOf(String(number), 1, 500)).toBe(read))

  it('is read in no other way', () => {
    const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((one) => /\.tsx?$/.test(one))
    const coercing = /\bcoerce\s*\.\s*(number|bigint)\b/
    expect('z.coerce\n  .number()').toMatch(coercing)
    expect(files.filter((file) => coercing.test(readFileSync(`app/${file}`, 'utf8')))).toEqual([])
  })
})
