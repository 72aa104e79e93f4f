/** What a pasted address or number brings along and nobody sees: marks of direction, joiners, soft hyphens (rule B15). */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '')

/** A text of one line: a line break, or another sign that no line has, is a space of it. Nobody's name begins a paragraph of a letter. */
export const oneLine = (text: string): string =>
  text
    .split(/[\p{Cc}\p{Zl}\p{Zp}]+/u)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')

/** What is drawn as nothing without being a space: also fillers, selectors and the empty braille cell. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether a text shows nothing to whoever reads it: a name of such characters is none (rule B15). */
export const isBlank = (text: string): boolean => !text.replace(INVISIBLE, '').trim()
