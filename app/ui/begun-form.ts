import { tellBegun } from './begun'

const FIELDS = 'input:not([type=hidden], [type=file], [type=submit]), select, textarea'

/** Tells the page of everything in a form that was begun before its scripts came. */
export function tellBegunForm({ elements }: HTMLFormElement): void {
  for (const field of elements) if (field.matches(FIELDS)) tellBegun(field as HTMLInputElement)
}
