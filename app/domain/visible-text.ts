/** What a pasted address or number brings along and nobody sees: marks of direction, joiners, soft hyphens (rule B15). */
export const withoutInvisible = (text: string): string => text.replace(/\p{Cf}/gu, '')

/** What is drawn as nothing without being a space: also fillers, selectors and the empty braille cell. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Whether a text shows nothing to whoever reads it: a name of such characters is none (rule B15). */
export const isBlank = (text: string): boolean => !text.replace(INVISIBLE, '').trim()
