import { describe, expect, it } from 'vitest'
import { addDays } from '~/domain/calendar'
import { nearestEquals, rescueDates, rescueUntil, untilWords, untold } from '~/domain/rescue'
import { rangeOf } from '~/domain/slots'
import { day, ist, time, ZONE } from './sample-offers'

const FRIDAY = day('2027-03-12')

const slot = (screenId: string, from: string, weeks = 0) => {
  const date = addDays(FRIDAY, 7 * weeks)
  const range = rangeOf(date, { from: time(from), to: time('23:59') }, ZONE)
  return { screenId, date, slotId: `${screenId} ${from} ${date}`, from, range }
}
const LOST = slot('aurora', '17:00')

describe('the nearest equals of a slot that went', () => {
  it.each([
    [
      'one of each kind',
      [slot('aurora', '14:30'), slot('aurora', '20:30'), slot('nebula', '16:30'), slot('aurora', '17:00', 1)],
      [
        'next-slot aurora 20:30 2027-03-12',
        'sister-room nebula 16:30 2027-03-12',
        'same-weekday aurora 17:00 2027-03-19',
      ],
    ],
    [
      'the slot before, where none comes after',
      [slot('aurora', '10:00'), slot('aurora', '13:30')],
      ['next-slot aurora 13:30 2027-03-12'],
    ],
    ['a sister room an hour away', [slot('nebula', '18:00')], ['sister-room nebula 18:00 2027-03-12']],
    ['no sister room at another time', [slot('nebula', '18:01'), slot('nebula', '17:00', 1)], []],
    [
      'the nearest time of the sister rooms',
      [slot('nebula', '16:00'), slot('celeste', '17:30')],
      ['sister-room celeste 17:30 2027-03-12'],
    ],
    [
      'the first free week',
      [slot('aurora', '17:00', 3), slot('aurora', '17:00', 2)],
      ['same-weekday aurora 17:00 2027-03-26'],
    ],
    [
      'first the slot itself, where it is free again',
      [slot('aurora', '20:30'), slot('aurora', '17:00')],
      ['same-slot aurora 17:00 2027-03-12', 'next-slot aurora 20:30 2027-03-12'],
    ],
    ['the slot itself once, where nothing else is free', [LOST], ['same-slot aurora 17:00 2027-03-12']],
    ['no other time of another week', [slot('aurora', '20:30', 1)], []],
  ])('%s', (_, free, found) => {
    expect(nearestEquals(LOST, free).map(({ kind, slot: one }) => `${kind} ${one.slotId}`)).toEqual(found)
  })

  it('are looked for on that day and on its weekday of four weeks more', () => {
    expect(rescueDates(FRIDAY)).toEqual(['2027-03-12', '2027-03-19', '2027-03-26', '2027-04-02', '2027-04-09'])
  })

  it.each([
    ['2027-03-12T18:00:00', '2027-03-12T19:42:00', '7:42 PM'],
    ['2027-03-12T23:45:00', '2027-03-13T00:15:00', '12:15 AM on Saturday, 13/03/2027'],
    ['2027-03-13T00:05:00', '2027-03-13T00:15:00', '12:15 AM'],
  ])('seen at %s can be chosen until %s: %s', (now, until, words) =>
    expect(untilWords(ist(until), ist(now), ZONE)).toBe(words))

  it('can be chosen for two hours', () => {
    expect(rescueUntil(new Date('2027-03-12T12:00:00Z'))).toEqual(new Date('2027-03-12T14:00:00Z'))
  })
})

describe('money that waits for another slot', () => {
  it.each([
    ['nothing waits', [], [], []],
    ['the page named none', ['first', 'second'], [], ['first', 'second']],
    ['the page named one', ['first', 'second'], ['first'], ['second']],
    ['the page named all, and one that went back since', ['first'], ['first', 'gone'], []],
  ])('is to be told where %s', (_, waiting, told, left) => {
    const found = untold(
      waiting.map((token) => ({ token })),
      told,
    )
    expect(found.map(({ token }) => token)).toEqual(left)
  })
})
