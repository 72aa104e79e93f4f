import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  captureMinutes,
  freeLimitFault,
  HOLD_MINUTES,
  holdEnd,
  holdIsOver,
  holdLimitFault,
  isLiveHold,
  isStaffHold,
  MAX_LIVE_HOLDS,
  occupies,
  paymentWindowSeconds,
  statusAt,
  stretchedHoldEnd,
  type UnpaidHold,
  watchedCloselyUntil,
} from '~/domain/hold'

const now = new Date('2027-01-21T13:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

it.each([
  ['pending', 'staff', true],
  ['pending', 'online', false],
  ['booked', 'staff', false],
  ['expired', 'staff', false],
] as const)('%s, by %s: a hold that staff gave? %s', (status, source, expected) =>
  expect(isStaffHold({ status, source })).toBe(expected))

describe('what depends on the hold', () => {
  it.each([
    [HOLD_MINUTES, 12],
    [14.9, 12],
    [5, 12],
    [-5, 12],
    [60, 57],
    [48 * 60, 2_877],
    [10_000, 7_200],
  ])('with %s minutes left, payments are captured by the provider in their first %i', (left, minutes) =>
    expect(captureMinutes(inSeconds(left * 60), now)).toBe(minutes))

  it('without a hold, in as few minutes as the provider takes', () => expect(captureMinutes(null, now)).toBe(12))

  it.each([
    [15, 45],
    [60, 90],
    [2, 45],
    [-5, 45],
  ])('an order whose hold ends %i minutes after it was made is watched closely for %i', (hold, watched) =>
    expect(watchedCloselyUntil(now, inSeconds(hold * 60))).toEqual(inSeconds(watched * 60)))

  it('one that holds nothing is watched closely for three quarters of an hour', () =>
    expect(watchedCloselyUntil(now, null)).toEqual(inSeconds(2_700)))

  it('an authorised payment stretches its hold by 15 minutes, and never shortens it', () => {
    expect(stretchedHoldEnd(inSeconds(60), now)).toEqual(inSeconds(900))
    expect(stretchedHoldEnd(inSeconds(3_600), now)).toEqual(inSeconds(3_600))
  })
})

describe('a hold', () => {
  it('lasts 15 minutes, and four may live at a time', () => {
    expect(holdEnd(now, HOLD_MINUTES)).toEqual(inSeconds(900))
    expect(MAX_LIVE_HOLDS).toBe(4)
  })

  it('stands as one that has ended from its last instant on, whatever is written of it', () => {
    const hold = { status: 'pending', holdEndsAt: now } as const
    expect(statusAt(hold, inSeconds(-1))).toBe('pending')
    expect(statusAt(hold, now)).toBe('expired')
    for (const status of ['booked', 'expired', 'cancelled'] as const)
      expect(statusAt({ status, holdEndsAt: now }, now)).toBe(status)
  })

  it.each([
    ['a hold that lasts keeps', 'pending', 1, true],
    ['at its last instant a hold no longer keeps', 'pending', 0, false],
    ['a booking keeps, whenever its hold ended', 'booked', -60, true],
    ['a booking of staff keeps, which never was a hold', 'booked', null, true],
    ['a hold that was given up before its end no longer keeps', 'expired', 60, false],
    ['what was cancelled before the end of its hold no longer keeps', 'cancelled', 60, false],
  ] as const)('%s others from its slot', (_, status, left, kept) => {
    const booking = { status, holdEndsAt: left === null ? null : inSeconds(left) }
    expect([occupies(booking, now), isLiveHold(booking, now)]).toEqual([kept, kept && status === 'pending'])
  })

  it('is over at its last instant', () => {
    expect(holdIsOver(inSeconds(1), now)).toBe(false)
    expect(holdIsOver(now, now)).toBe(true)
  })

  it.each([
    [900, 600],
    [616, 600],
    [615, 600],
    [614, 599],
    [60, 45],
    [16, 1],
    [15.9, 0],
    [15, 0],
    [0, 0],
    [-60, 0],
  ])('with %d s left, the window is open for %i s', (left, window) =>
    expect(paymentWindowSeconds(inSeconds(left), now)).toBe(window))

  it('always outlives the payment window by 15 seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000, max: HOLD_MINUTES * 60_000 }), (left) => {
        const open = paymentWindowSeconds(new Date(now.getTime() + left), now)
        expect(open === 0 || open * 1000 + 15_000 <= left).toBe(true)
        expect(open).toBeLessThanOrEqual(600)
      }),
    )
  })
})

describe('what a network may hold', () => {
  /** A hold that began so many minutes ago and lasted so long. */
  const hold = (ago: number, lasted: number, sameSlot = false): UnpaidHold => ({
    from: inSeconds(-ago * 60),
    until: inSeconds((lasted - ago) * 60),
    sameSlot,
  })
  const times = (count: number, one: UnpaidHold) => Array.from({ length: count }, () => one)

  it.each<[string, UnpaidHold[], RegExp | undefined]>([
    ['nothing yet', [], undefined],
    ['three live ones', times(3, hold(1, 15)), undefined],
    ['four live ones', times(4, hold(1, 15)), /^Four slots are held from your network just now/],
    ['four, one of them over at this instant', [...times(3, hold(1, 15)), hold(15, 15)], undefined],
    ['the slot for three quarters of an hour', times(3, hold(100, 15, true)), undefined],
    ['the slot for an hour', times(4, hold(100, 15, true)), /for an hour today/],
    ['the slot many times, given up within a minute', times(40, hold(100, 1, true)), undefined],
    ['another slot for two hours', times(8, hold(100, 15)), undefined],
    ['slot after slot for six hours', times(24, hold(100, 15)), /^Slot after slot/],
  ])('%s', (_, unpaid, fault) => {
    const said = holdLimitFault(unpaid, now)
    if (fault) expect(said).toMatch(fault)
    else expect(said).toBeUndefined()
    expect(holdLimitFault(unpaid, now, 10)).toBeUndefined()
  })

  it.each([
    [0, false],
    [3, false],
    [4, true],
    [112, true],
  ])('of bookings with nothing to pay, %i to come: asked to call is %s', (coming, refused) => {
    const said = freeLimitFault(coming)
    if (refused) expect(said).toMatch(/call us/)
    else expect(said).toBeUndefined()
    expect(freeLimitFault(coming, 100)).toBeUndefined()
  })
})
