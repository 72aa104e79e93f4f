/**
 * Why nobody can book a room that is open, and visitors do not see it, in words for its owner; undefined when they can. Of its
 * slots and packages the numbers.
 */
export function roomLacks({ slots, packages }: { slots: number; packages: number }): string | undefined {
  const lacking = lackingWords({ slots, packages })
  return lacking && `${lacking} yet: visitors do not see it`
}

function lackingWords({ slots, packages }: { slots: number; packages: number }): string | undefined {
  const lacking = [...(slots ? [] : ['slots']), ...(packages ? [] : ['packages'])]
  return lacking.length ? `No ${lacking.join(' and no ')}` : undefined
}

/**
 * Why no place of a room is sold, in words for the desk (rule E1), the nearest cause alone; undefined when they are. Of room, location
 * and city whether they are open, of slots and packages the numbers.
 */
export function whyUnsold({
  room,
  location,
  city,
  ...has
}: {
  room: boolean
  location: boolean
  city: boolean
  slots: number
  packages: number
}): string | undefined {
  if (!room) return 'In Active'
  if (!location) return 'Location closed'
  return city ? lackingWords(has) : 'City closed'
}
