import { customAlphabet } from 'nanoid'

const LETTERS = '0123456789abcdefghijkmnpqrstuvwxyz'

/** Characters of a record's id: few enough that a full draft fits its cookie. */
export const ID_LENGTH = 16

/** A new record id, about 81 random bits. */
export const newId = customAlphabet(LETTERS, ID_LENGTH)

/** Whether a text that was sent to us could be the id of a record. */
export const isId = (text: string): boolean => text.length === ID_LENGTH && /^[0-9a-z]+$/.test(text)

/** An unguessable token for links and sessions: 40 characters, about 200 random bits. */
export const newToken = customAlphabet(LETTERS, 40)

/** The human part of a booking code, without letters that are read wrongly over the phone. */
export const newCode = customAlphabet('23456789ABCDEFGHJKMNPQRSTVWXYZ', 7)
