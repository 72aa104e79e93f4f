/** Where "now" comes from. Handed in everywhere, so that a test sets it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
