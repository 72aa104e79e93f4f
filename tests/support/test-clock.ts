import type { Clock } from '~/platform/clock.server'

export interface TestClock extends Clock {
  set(at: string): void
  advanceMinutes(minutes: number): void
  /** What was waited for so far, in milliseconds; nothing of it was waited for in truth. */
  pauses: number[]
}

/** A clock that stands until it is moved. */
export function createTestClock(at: string): TestClock {
  let now = new Date(at)
  const pauses: number[] = []
  return {
    now: () => new Date(now),
    pauses,
    pause: async (duration) => {
      pauses.push(duration)
    },
    set: (moment) => {
      now = new Date(moment)
      pauses.length = 0
    },
    advanceMinutes: (minutes) => {
      now = new Date(now.getTime() + minutes * 60_000)
    },
  }
}
