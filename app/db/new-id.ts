import { customAlphabet } from 'nanoid'
import { LONGEST_READ } from '~/domain/text-limits'

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz'

/** Characters of a record's id: few enough that a full draft fits its cookie. */
export const ID_LENGTH = 16

const TIME_LENGTH = 9
const randomPart = customAlphabet(LETTERS, ID_LENGTH - TIME_LENGTH)
let latest = 0

/**
 * A new record id: when it was made, then about 36 random bits. Those of one process sort as they were made, so that
 * records of the same moment have an order that means something.
 */
export function newId(): string {
  latest = Math.max(latest + 1, Date.now())
  let time = ''
  for (let rest = latest; time.length < TIME_LENGTH; rest = Math.floor(rest / LETTERS.length)) {
    time = LETTERS.charAt(rest % LETTERS.length) + time
  }
  return time + randomPart()
}

/** Whether a text that was sent to us could be the id of a record. */
export const isId = (text: string): boolean => text.length === ID_LENGTH && /^[0-9a-z]+$/.test(text)

const ID = new RegExp(`^[\\w-]{1,${LONGEST_READ.id}}$`)

/** Whether a text could be the id of a record, ours or the provider's: whatever else stands in an address or a form is none. */
export const couldBeId = (text: string): boolean => ID.test(text)

/** An unguessable token for links and sessions: 40 characters, about 200 random bits. */
export const newToken = customAlphabet(LETTERS, 40)

/** The human part of a booking code, without letters that are read wrongly over the phone, and without vowels: it never spells a word. */
export const newCode = customAlphabet('23456789BCDFGHJKMNPQRSTVWXYZ', 7)
