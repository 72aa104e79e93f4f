import { describe, expect, test } from 'vitest'
import type { DeskState } from '~/domain/desk-day'
import { overWords, phoneDay } from '~/domain/phone-day'

const at = (time: string) => new Date(`2027-03-12T${time}:00Z`)
const place = (time: string, state: DeskState, owed = false, { unmarked = false, counted = true } = {}) => ({
  ...{ from: at(time), state, owed, unmarked, counted },
  name: `${time} ${state}`,
})
const names = (places: readonly { name: string }[]) => places.map(({ name }) => name)

const EVENING = [
  place('10:00', 'done'),
  place('10:00', 'no-show', true),
  place('13:00', 'done', true),
  place('13:00', 'over'),
  place('16:00', 'booked'),
  place('16:00', 'in-house'),
  place('19:00', 'free'),
  place('19:30', 'blocked'),
  place('20:00', 'booked'),
  place('20:00', 'held'),
  place('22:00', 'booked'),
]

describe('a day on a phone', () => {
  test('leads with who is in the house, who is awaited and who comes next; what is over is folded', () => {
    const { lead, rest, over } = phoneDay(EVENING, at('16:20'), true)
    expect(names(lead)).toEqual(['13:00 done', '16:00 in-house', '16:00 booked', '20:00 booked', '20:00 held'])
    expect(names(rest)).toEqual(['13:00 over', '19:00 free', '19:30 blocked', '22:00 booked'])
    expect(names(over)).toEqual(['10:00 done', '10:00 no-show'])
  })

  test('leads with what begins at this minute as with what has begun, and with what comes next beside it', () => {
    expect(names(phoneDay(EVENING, at('20:00'), true).lead)).toEqual([
      ...['13:00 done', '16:00 in-house', '16:00 booked', '20:00 booked', '20:00 held', '22:00 booked'],
    ])
  })

  test('loses no place, and shows none twice', () => {
    for (const isToday of [true, false]) {
      const { lead, rest, over } = phoneDay(EVENING, at('16:20'), isToday)
      expect(names([...lead, ...rest, ...over]).sort()).toEqual(names(EVENING).sort())
    }
  })

  test('never folds who is in the house, nor who still owes after their slot', () => {
    for (const one of [place('16:00', 'in-house'), place('16:00', 'in-house', true), place('13:00', 'done', true)])
      for (const isToday of [true, false]) expect(phoneDay([one], at('16:20'), isToday).over).toEqual([])
  })

  test('leads with whose guests nobody has marked, and never folds them', () => {
    const unmarked = place('13:00', 'done', false, { unmarked: true })
    expect(phoneDay([unmarked], at('16:20'), true)).toEqual({ lead: [unmarked], rest: [], over: [] })
  })

  test('leads with nobody of another day of the desk, whose visit stands in its grid', () => {
    const before = place('01:00', 'done', true, { counted: false })
    expect(phoneDay([before], at('16:20'), true)).toEqual({ lead: [], rest: [before], over: [] })
  })

  test('that is not today leads with nobody', () => {
    const coming = [place('19:00', 'free'), place('20:00', 'booked')]
    expect(phoneDay(coming, at('16:20'), false)).toEqual({ lead: [], rest: coming, over: [] })
  })

  test.each([
    [['done', 'done'], '2 done'],
    [['done', 'no-show', 'done'], '2 done, 1 did not come'],
    [['no-show'], '1 did not come'],
  ] as const)('of which %j is over says “%s”', (states, words) => {
    expect(overWords(states.map((state) => ({ state })))).toBe(words)
  })
})
