import type { Attendance, BookingStatus } from './booking-status'

/** What staff have decided about a review. */
export const REVIEW_STATES = ['pending', 'shown', 'hidden'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const MOST_STARS = 5
export const REVIEW_TEXT_MAX = 600
export const REVIEW_NAME_MAX = 60

interface Evening {
  status: BookingStatus
  attendance: Attendance
  during: { to: Date }
}

/** Whether an evening can be told of: it took place, somebody came, and it is over (rule V17). */
export const isOver = ({ status, attendance, during }: Evening, now: Date): boolean =>
  status === 'booked' && attendance !== 'no-show' && during.to <= now

/** Whether its writer may still change a review, or write the first: until staff have decided. */
export const isOpen = (review: { state: ReviewState } | undefined): boolean => !review || review.state === 'pending'
