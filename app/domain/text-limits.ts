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
} as const

/**
 * How much of a field is read at all, of programs above all. Looser than the rules, so that what is too long for one is refused
 * by it and in its words; only what nobody sends in earnest is refused before.
 */
export const LONGEST_READ = {
  /** The name of a record, ours or the provider's. */
  id: 64,
  /** What somebody or something is called, also by an object that is sent back whole; a password; a signature. */
  name: 200,
  /** Any other text. */
  text: 5_000,
  /** Digits, an amount or a moment, as text. */
  number: 100,
  /** A time of day. */
  clockTime: 5,
} as const

/** How many a list may have that a form or a program sends. */
export const MOST = {
  slots: 24,
  packages: 20,
  specifications: 30,
  /** Prices of a package on dates of its own: a year of days. */
  specialPrices: 366,
  /** The same of all packages of a room together, which its page can still show and send. */
  roomPrices: 2_000,
  /** Those that a program sends of a package: dates that are over are dropped before they are counted. */
  sentPrices: 1_000,
  roomPictures: 5,
  /** Records named by a form: what is offered somewhere. */
  chosen: 200,
  /** Rows of a list that a program sends; how many of them a record may have its rule says. */
  sent: 100,
} as const
