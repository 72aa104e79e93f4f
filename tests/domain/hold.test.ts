import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOLD_MS, holdEnd, holdIsOver, MAX_LIVE_HOLDS, paymentWindowSeconds } from '~/domain/hold'

const now = new Date('2027-01-21T13:00:00Z')
const inSeconds = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('a hold', () => {
  it('lasts 15 minutes, and two may live at a time', () => {
    expect(holdEnd(now)).toEqual(inSeconds(900))
    expect(MAX_LIVE_HOLDS).toBe(2)
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
      fc.property(fc.integer({ min: -1_000, max: HOLD_MS }), (left) => {
        const open = paymentWindowSeconds(new Date(now.getTime() + left), now)
        expect(open === 0 || open * 1000 + 15_000 <= left).toBe(true)
        expect(open).toBeLessThanOrEqual(600)
      }),
    )
  })
})
