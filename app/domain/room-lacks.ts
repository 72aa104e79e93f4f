/**
 * Why nobody can book a room that is open, and visitors do not see it, in words for its owner; undefined when they can. Of its
 * slots and packages the numbers.
 */
export function roomLacks({ slots, packages }: { slots: number; packages: number }): string | undefined {
  const lacking = [...(slots ? [] : ['slots']), ...(packages ? [] : ['packages'])]
  return lacking.length ? `No ${lacking.join(' and no ')} yet: visitors do not see it` : undefined
}
