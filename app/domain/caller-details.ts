/** What a telephone booking's form filled in of a caller who was known, and of which number. */
export interface FilledIn {
  number: string
  name: string
  email: string
}

/**
 * What a field of the caller says now (rule E8): what was typed; but what was filled in of one number goes with it, and whoever has
 * the number that stands there now (`known`) is named in its place, or nobody. What was filled in of this number and emptied is left
 * out, and stays so.
 */
export function callerField(
  field: 'name' | 'email',
  typed: FilledIn,
  filledIn: FilledIn,
  known: string | undefined,
): string {
  if (typed[field] === '') return isLeftOut(field, typed, filledIn) ? '' : (known ?? '')
  return isOfAnother(field, typed, filledIn) ? (known ?? '') : typed[field]
}

/** Whether a field was emptied after it had been filled in of the number that stands there now. */
export const isLeftOut = (field: 'name' | 'email', typed: FilledIn, filledIn: FilledIn): boolean =>
  typed[field] === '' && filledIn[field] !== '' && typed.number === filledIn.number

/** Whether a field says what was filled in of another number than the one that stands there now. */
export const isOfAnother = (field: 'name' | 'email', typed: FilledIn, filledIn: FilledIn): boolean =>
  typed[field] !== '' && typed[field] === filledIn[field] && typed.number !== filledIn.number
