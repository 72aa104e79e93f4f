import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type ClockTime, formatSlot } from '~/domain/calendar'
import { unbroken } from '~/domain/unbroken'

const [, ...faces] = readFileSync('app/fonts/fonts.css', 'utf8').split('@font-face')

/** The letters for which a browser asks a file, as its faces in the style sheet say. */
function lettersOf(file: string): (letter: string) => boolean {
  const ranges = faces
    .filter((face) => face.includes(`./${file}.woff2`))
    .flatMap((face) => [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)])
    .map(([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const)
  return (letter) =>
    ranges.some(([from, to]) => from <= Number(letter.codePointAt(0)) && Number(letter.codePointAt(0)) <= to)
}

describe.each(['inter-core', 'fraunces-core'])('the small file of letters, %s', (file) => {
  test.each([
    ['a slot', formatSlot({ from: '19:00' as ClockTime, to: '22:00' as ClockTime })],
    ['a range of days', '5–7 working days'],
    ['a span', '1 h 30 min'],
    ['a quotation', '“Meera’s evening” … é × ·'],
  ])('has all that %s is written with: no page waits for the large one, and no row moves', (_, text) => {
    const hasLetter = lettersOf(file)
    expect([...unbroken(text)].filter((letter) => !hasLetter(letter))).toEqual([])
  })
})
