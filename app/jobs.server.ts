import { eachInTurn } from '~/db/each-in-turn'
import { foldOfferChanges } from '~/db/offer-cache.server'
import { announceDueLetters } from '~/features/booking/due-letters.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { foldBookingFigures } from '~/features/insight/booking-sums.server'
import { cleanUploads } from '~/features/media/uploads.server'
import { recordBooksCheck } from '~/features/money/books-check.server'
import { issueDueDocuments, issueMissedDocuments } from '~/features/money/due-documents.server'
import { remindOfMoney } from '~/features/money/money-request.server'
import { checkOrder, pollPayments } from '~/features/money/poll-payments.server'
import {
  reconcileDisputesPage,
  reconcilePayments,
  reconcilePaymentsPage,
  reconcileRefundsPage,
  resumeUnfinished,
} from '~/features/money/reconcile-payments.server'
import { sendRefund, wakeRefunds } from '~/features/money/refund.server'
import { followAssigned } from '~/features/money/settle-money.server'
import { processWebhook } from '~/features/money/webhook.server'
import { deliverMail, lookForMailServer } from '~/features/notification/outbox.server'
import { forgetOldSessions } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { tidyIdempotencyKeys } from '~/platform/idempotency-key.server'
import type { JobHandlers } from '~/platform/jobs.server'
import { tidyRateLimits } from '~/platform/rate-limit.server'
import { refuseWrongClock } from '~/platform/right-clock.server'
import { letters } from './letters.server'

/** What each queue's jobs do; they may wait longer than pages, and take no connection from them. */
export const jobHandlers = (server: AppContext): JobHandlers => handlersOf({ ...server, db: server.client.jobsDb })

const handlersOf = (context: AppContext): JobHandlers => ({
  'deliver-mail': ({ outboxId }) => deliverMail(context, letters, outboxId),
  'process-webhook': (event) => processWebhook(context, event),
  'send-refund': ({ refundId }) => sendRefund(context, refundId),
  'tidy-up': () =>
    eachInTurn([
      () => context.jobs.makeUpForNight(),
      () => tidyHolds(context),
      () => tidyRateLimits(context),
      () => tidyIdempotencyKeys(context),
      () => foldBookingFigures(context.db),
      () => foldOfferChanges(context.db),
      async () => context.client.checkpoint?.(),
      () => wakeRefunds(context),
      () => remindOfMoney(context),
      () => announceDueLetters(context),
      () => lookForMailServer(context),
      () => pollPayments(context),
      () => issueDueDocuments(context),
    ]),
  'check-order': ({ attemptId }) => checkOrder(context, attemptId),
  'follow-assigned': (assigned) => followAssigned(context, assigned),
  reconcile: () => reconcilePayments(context),
  'reconcile-payments': (page) => reconcilePaymentsPage(context, page),
  'reconcile-refunds': (page) => reconcileRefundsPage(context, page),
  'reconcile-disputes': (page) => reconcileDisputesPage(context, page),
  'resume-work': () => resumeUnfinished(context),
  'forget-old-data': async () => {
    await refuseWrongClock(context)
    await eachInTurn([() => forgetOldData(context), () => forgetOldSessions(context)])
  },
  'clean-uploads': async () => {
    await cleanUploads(context)
  },
  'tidy-database': async () => {
    await context.client.tidy?.()
  },
  'check-books': () => eachInTurn([() => issueMissedDocuments(context), () => recordBooksCheck(context)]),
})
