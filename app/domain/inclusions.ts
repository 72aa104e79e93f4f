/** The six inclusions a package can have (rule B8). */
export const INCLUSIONS = [
  '4k Dolby Theater',
  'Decoration',
  'Cake',
  'Smoke Entry',
  'Rose Heart On Table',
  'Rose With Candle Path',
] as const
