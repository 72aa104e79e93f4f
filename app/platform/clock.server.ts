import { setTimeout } from 'node:timers/promises'

/** Where "now" comes from. Handed in everywhere, so that a test sets it. */
export interface Clock {
  now(): Date
  /** Waits, in milliseconds. */
  pause(duration: number): Promise<void>
}

export const systemClock: Clock = {
  now: () => new Date(),
  pause: (duration) => setTimeout(duration),
}
