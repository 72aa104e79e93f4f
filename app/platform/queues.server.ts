/** Every queue with what its jobs carry: ids only, never people's data. */
export interface JobData {
  'deliver-mail': { outboxId: string }
  /** `paymentId`: the payment that it tells of, and of nothing else. */
  'process-webhook': { eventId: string; paymentId?: string | undefined }
  'send-refund': { refundId: string }
  'check-order': { attemptId: string }
  'follow-assigned': AssignedPayment
  'tidy-up': Record<string, never>
  reconcile: Record<string, never>
  'reconcile-payments': ListPage
  'reconcile-refunds': ListPage
  'reconcile-disputes': ListPage
  'resume-work': Record<string, never>
  'forget-old-data': Record<string, never>
  'clean-uploads': Record<string, never>
  'tidy-database': Record<string, never>
  'check-books': Record<string, never>
}

/** A payment that staff have assigned to a booking: as the provider calls it, and who it was. */
export interface AssignedPayment {
  bookingId: string
  paymentId: string
  staffId: string
}

/** A page of one of the provider's lists: from and to in unix milliseconds, and how many come before it. */
export interface ListPage {
  from: number
  to: number
  skip: number
}

export type Queue = keyof JobData

interface QueueRule {
  /** How long one job may take; then it counts as lost and is given out again. Longer than the slowest that is well. */
  expireInSeconds: number
  retryLimit: number
  /** How many of it are worked on at once by one server; one unless named. */
  workers?: number
  /** How many a worker takes in one go, one after the other; one unless named. They share the time above. */
  batch?: number
}

/** The limits of each queue; a queue's jobs share them with no other's. */
export const RULES: Record<Queue, QueueRule> = {
  'deliver-mail': { expireInSeconds: 300, retryLimit: 12 },
  // ten are well within the time even when the provider takes all of its patience for each
  'process-webhook': { expireInSeconds: 600, retryLimit: 12, workers: 2, batch: 10 },
  'send-refund': { expireInSeconds: 300, retryLimit: 3 },
  'check-order': { expireInSeconds: 300, retryLimit: 3, workers: 3 },
  'follow-assigned': { expireInSeconds: 300, retryLimit: 12 },
  'tidy-up': { expireInSeconds: 300, retryLimit: 0 },
  reconcile: { expireInSeconds: 300, retryLimit: 12 },
  'reconcile-payments': { expireInSeconds: 1_800, retryLimit: 12 },
  'reconcile-refunds': { expireInSeconds: 1_800, retryLimit: 12 },
  'reconcile-disputes': { expireInSeconds: 1_800, retryLimit: 12 },
  'resume-work': { expireInSeconds: 600, retryLimit: 3 },
  'forget-old-data': { expireInSeconds: 3_600, retryLimit: 3 },
  'clean-uploads': { expireInSeconds: 3_600, retryLimit: 3 },
  'tidy-database': { expireInSeconds: 3_600, retryLimit: 3 },
  'check-books': { expireInSeconds: 1_800, retryLimit: 3 },
}

export const QUEUES = Object.keys(RULES) as readonly Queue[]

/** What pg-boss is told of a queue's jobs, whoever sends them. */
export function sendingOf(queue: Queue) {
  const { expireInSeconds, retryLimit } = RULES[queue]
  return { expireInSeconds, retryLimit, retryDelay: 5, retryBackoff: true }
}

/** When each night's work begins, in minutes of the business's day. */
export const NIGHT = 3 * 60 + 10

/** What is done each night, in minutes after it began. Each has a time and a fate of its own. */
export const NIGHTLY: readonly (readonly [Queue, number])[] = [
  ['forget-old-data', 0],
  ['reconcile', 20],
  // after old data went, and so that who comes early finds it done
  ['tidy-database', 70],
  ['clean-uploads', 100],
  // after the comparison with the provider has had time to mend what it can
  ['check-books', 140],
]

/** What begins by itself, as cron says it. */
export const SCHEDULE: readonly (readonly [Queue, string])[] = [
  ['tidy-up', '* * * * *'],
  ...NIGHTLY.map(
    ([queue, after]) => [queue, `${(NIGHT + after) % 60} ${Math.floor((NIGHT + after) / 60)} * * *`] as const,
  ),
]
