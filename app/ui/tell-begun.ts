type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const FIELDS = 'input:not([type=hidden], [type=file], [type=submit]), select, textarea'

/** Whether something else stands in a field than was drawn: typed or chosen before the scripts came, or kept by the browser. */
function isBegun(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const drawn = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return field.selectedOptions[0] !== drawn
  }
  if (field instanceof HTMLInputElement && field.type === 'radio') return field.checked && !field.defaultChecked
  if (field instanceof HTMLInputElement && field.checked !== field.defaultChecked) return true
  return field.value !== field.defaultValue
}

/** Tells the page of what has been begun in fields, as if it were done now. */
export function tellBegun(fields: Iterable<Element>): void {
  for (const field of fields) {
    if (!field.matches(FIELDS) || !isBegun(field as Field)) continue
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
