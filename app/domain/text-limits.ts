/** How many characters the texts may have that a form takes, told to the schema and to the field alike (rule B15 for a customer's own). */
export const LONGEST = {
  /** What a record is called: an item, a location, a banner; and each specification of a room. */
  title: 80,
  /** What a city, a room or a package is called. */
  place: 60,
  /** What is said of an item, and of a room. */
  description: 500,
  room: 1_000,
  banner: 240,
  ticker: 160,
  address: 300,
  parking: 200,
  /** A web address, or the name of a stored picture. */
  link: 500,
  couponCode: 30,
  /** The same as a customer types it, with spaces. */
  typedCouponCode: 40,
  /** Why something was done, and the words of a closed date. */
  reason: 300,
  note: 1_000,
  message: 2_000,
  /** A telephone number as it is typed, with its spaces and its prefix. */
  phone: 20,
  /** By what a payment is found again, as the front desk writes it down. */
  reference: 40,
  /** A code of the second factor, or one that stands in for it. */
  code: 30,
  search: 80,
  /** An amount or a time as it is typed. */
  typedNumber: 20,
  /** The name of a record of ours. */
  id: 32,
} as const
