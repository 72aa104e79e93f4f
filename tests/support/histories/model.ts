import type { Draft } from '~/domain/draft'

export const START = '2027-03-01T06:30:00Z'

/** The faults of the table in docs/payments.md. */
export const FAULTS = Array.from({ length: 18 }, (_, at) => `F${at + 1}`)

/** Somebody who wants a room, and what they know of it. */
export interface Family {
  draft: Draft
  bookingId: string
  linkToken: string
  attemptId: string
  orderId: string
  /** Dismissed the window while a payment was open. */
  dismissed: boolean
  /** How often the browser came back with a signature. */
  returns: number
}

/** What people were told, and may rely on. */
export interface Model {
  families: Family[]
  /** Bookings that somebody knows to stand, and those that were cancelled after it. */
  stands: Set<string>
  cancelled: Set<string>
}

/** What breaks a promise; its message is the finding. */
export class Broken extends Error {}
