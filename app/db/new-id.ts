import { customAlphabet } from 'nanoid'

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz'

/** A new record id: 16 characters, about 81 random bits, short enough for the draft cookie. */
export const newId = customAlphabet(LETTERS, 16)

/** An unguessable token for links and sessions: 40 characters, about 200 random bits. */
export const newToken = customAlphabet(LETTERS, 40)

/** The human part of a booking code, without letters that are read wrongly over the phone. */
export const newCode = customAlphabet('23456789ABCDEFGHJKMNPQRSTVWXYZ', 7)
