import type { Clock } from '~/platform/clock.server'

export interface TestClock extends Clock {
  set(at: string): void
  advanceMinutes(minutes: number): void
}

/** A clock that stands until it is moved. */
export function createTestClock(at: string): TestClock {
  let now = new Date(at)
  return {
    now: () => new Date(now),
    set: (moment) => {
      now = new Date(moment)
    },
    advanceMinutes: (minutes) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}
