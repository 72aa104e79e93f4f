import { LONGEST } from './text-limits'

/** The first half of a character that takes two places, at the end of a text that was cut. */
const HALF = /[\uD800-\uDBFF]$/

/**
 * What is searched for when somebody types `typed`: without the spaces around it and no longer than a search is read. What was
 * pasted whole finds something or nothing then, and never everything.
 */
export const searchText = (typed: string): string => typed.trim().slice(0, LONGEST.search).replace(HALF, '').trimEnd()
