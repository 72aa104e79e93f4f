/** What a location admin reads at the login after asking for what only a super admin may do (rule K5). */
export const CITIES_CLOSED = 'Login in as super Admin to access cities'
export const LOCATION_ADD_CLOSED = 'Login in as super Admin to add Location'

export const FIX_ERRORS = 'Please fix the errors before submitting.'

/** Why visitors do not see a room that is open, in words for its owner; undefined when they do. */
export function roomLacks({ slots, packages }: { slots: number; packages: number }): string | undefined {
  const lacking = [...(slots ? [] : ['slots']), ...(packages ? [] : ['packages'])]
  return lacking.length ? `No ${lacking.join(' and no ')} yet: visitors do not see it` : undefined
}
