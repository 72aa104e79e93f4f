import { isValidElement, type ReactNode } from 'react'

/** Letters of a word that is none of a language: a link, an address, a slip of the finger. */
const ENDLESS = /\S{25}/

/** Whether something drawn says a word that has to be broken to find room; what a component makes of its props is not seen. */
export function hasEndlessWord(drawn: ReactNode): boolean {
  if (typeof drawn === 'string') return ENDLESS.test(drawn)
  if (Array.isArray(drawn)) return drawn.some(hasEndlessWord)
  return isValidElement<{ children?: ReactNode }>(drawn) && hasEndlessWord(drawn.props.children)
}
