/** Fewer letters are not searched for: they would be found nearly everywhere, and no index helps. */
export const FEWEST_LETTERS = 3

/** So many bookings are shown; the list has the others. */
export const MOST_FOUND = 8
