type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** What stood in a field when it was drawn, as its `value` would say it. */
export function drawnValue(field: Field): string | undefined {
  if (!('options' in field)) return field.defaultValue.replace(/\r\n?/g, '\n')
  return ([...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0])?.value
}

/** Tells the page of something else in a field than was drawn (typed before the scripts came, or kept by the browser), as if it were done now. */
export function tellBegun(field: Field): void {
  const select = 'options' in field
  // what was chosen before may be no choice any more
  if (select && field.selectedIndex < 0) return
  const ticked = 'checked' in field && field.checked !== field.defaultChecked
  if (!ticked && field.value === drawnValue(field)) return
  for (const name of select ? ['input', 'change'] : ['input']) field.dispatchEvent(new Event(name, { bubbles: true }))
}
