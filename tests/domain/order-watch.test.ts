import { describe, expect, it } from 'vitest'
import { firstLook, mayStillCome, nextLook, type OrderAnswer, type OrderWatch, underWayAt } from '~/domain/order-watch'

const START = new Date('2027-03-01T06:30:00Z')
const at = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
/** Of a hold of 15 minutes. */
const watch = (more: Partial<OrderWatch> = {}): OrderWatch => ({
  begunAt: START,
  holdEndsAt: at(15),
  paid: false,
  silences: 0,
  refusals: 0,
  ...more,
})
const minutes = (date: Date | null) => date && (date.getTime() - START.getTime()) / 60_000

describe('an order is asked about', () => {
  it.each([
    [1, false, 2],
    [44, false, 45],
    [45, false, 60],
    [5, true, 60],
    [60, false, 360],
    [360, true, 1_440],
    [7_199, false, 7_200],
    [7_200, false, null],
  ])('%i minutes old, answered, paid: %s → at %s minutes', (age, paid, next) =>
    expect(minutes(nextLook(watch({ paid }), 'answered', at(age)).nextCheckAt)).toBe(next))

  it.each([
    [60, 89, 90],
    [60, 90, 360],
    [2, 44, 45],
    [2, 45, 60],
    // a hold of hours: closely at its beginning and its end
    [600, 44, 45],
    [600, 100, 115],
    [600, 590, 597],
    [600, 598, 599],
    [600, 629, 630],
  ])('whose hold ends at minute %i, at minute %i → at %i', (hold, age, next) =>
    expect(minutes(nextLook(watch({ holdEndsAt: at(hold) }), 'answered', at(age)).nextCheckAt)).toBe(next))

  const series = (answer: OrderAnswer, times: number) => {
    let one = watch()
    return Array.from({ length: times }, () => {
      const look = nextLook(one, answer, START)
      one = { ...one, ...look }
      return minutes(look.nextCheckAt)
    })
  }

  it('for the first time a minute after it was made', () => expect(minutes(firstLook(START))).toBe(1))

  it('in silence at growing pauses, without end', () =>
    expect(series('silence', 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]))

  it('after a refusal a few times', () => expect(series('refused', 5)).toEqual([5, 60, 360, 1_440, null]))

  it('afresh after an answer', () =>
    expect(nextLook(watch({ silences: 5, refusals: 2 }), 'answered', at(1))).toEqual({
      nextCheckAt: at(2),
      silences: 0,
      refusals: 0,
    }))
})

describe('that a payment of an order may be under way', () => {
  it.each([
    ['is known of one that was begun', null, ['created'], at(5)],
    ['is known of one that waits to be taken, after one that failed', null, ['failed', 'authorized'], at(5)],
    ['is known anew while it is', at(1), ['created'], at(5)],
    ['stays for a minute in which the list may lack it', at(4.5), ['failed'], at(4.5)],
    ['is over when all have failed', at(4), ['failed', 'failed'], null],
    ['is over when there was none', at(4), [], null],
    ['is over once it has come', at(4.5), ['failed', 'captured'], null],
    ['is thought of none that failed', null, ['failed'], null],
  ])('%s', (_, before, statuses, known) => expect(underWayAt(before, statuses, at(5))).toEqual(known))
})

it.each([
  ['may come of an order that was begun to be paid', START, at(60), true],
  ['is not awaited of one that nobody pressed to pay', null, at(60), false],
  ['is not awaited of one that nobody asks about any more', START, null, false],
  ['is not awaited of one of neither', null, null, false],
])('money %s', (_, underWay, nextCheckAt, may) => expect(mayStillCome({ underWayAt: underWay, nextCheckAt })).toBe(may))
