/**
 * The row of a form in which a field stands, as the button that removes it calls it: `packages[0].customPrices[1].price` is in
 * `custom price 2 of package 1`. Empty for a field that is in no list.
 */
export function rowWords(name: string): string {
  const rows = [...name.matchAll(/(\w+?)s\[(\d+)\]/g)].map(([, list = '', at]) => {
    const what = list.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    return `${what} ${Number(at) + 1}`
  })
  return rows.reverse().join(' of ')
}

/** Faults by field, with the row of each that stands in one: above the form the same words of two rows would read alike. */
export const faultsInRows = (faults: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(faults).map(([name, texts]) => {
      const row = rowWords(name)
      return [name, row ? texts.map((text) => `${text} (${row})`) : texts]
    }),
  )
