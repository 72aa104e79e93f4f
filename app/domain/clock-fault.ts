import { HOUR_MS } from './durations'

/**
 * Whether a clock is so far from another one that nothing may be done by it that cannot be undone: holds would end under people who pay,
 * visits to come be forgotten as ones that nobody came to, and papers be numbered for days that have yet to come. A difference of minutes
 * is anybody's, and harms nothing; a computer that was set up in another zone is hours off.
 */
export const isWrongClock = (ours: Date, theirs: Date): boolean => Math.abs(ours.getTime() - theirs.getTime()) > HOUR_MS
