/** Whether two things are called the same, however that is written: rooms have packages of one name, each its own. */
export const sameName = (one: string, other: string): boolean => asShown(one) === asShown(other)

/** A page shows any spaces as one, and an accent alike whichever way it was typed. */
const asShown = (name: string): string => name.normalize().trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a name is that of another one already. What has it (`had`) keeps it: there may be two of a name from before (rule K24). */
export const nameTaken = (name: string, others: readonly string[], had: string | undefined): boolean =>
  !(had !== undefined && sameName(name, had)) && others.some((other) => sameName(name, other))

interface Named {
  id?: string
  name: string
}

/** Where in a list something stands under a name that another one before it has, or one that `had` it before (rule K24). */
export function namedTwice(list: readonly Named[], had: readonly Named[]): number[] {
  const hadBy = ({ id }: Named) => had.find((one) => id !== undefined && one.id === id)?.name
  const keeps = (one: Named) => sameName(hadBy(one) ?? '', one.name)
  return list.flatMap((one, at) => {
    const others = list.filter((other, index) => index < at || (index > at && keeps(other)))
    const names = others.map(({ name }) => name)
    return nameTaken(one.name, names, hadBy(one)) ? [at] : []
  })
}
