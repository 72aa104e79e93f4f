import type { Database, Transaction } from '~/db/client.server'
import type { ReturnReason } from '~/domain/late-money'
import type { Paise } from '~/domain/money'
import type { ReturnedSums } from '~/domain/refund-parts'
import { announce } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'

/** What goes back, as a mail's payload carries it: in paise. */
const namedSums = ({ online, desk }: ReturnedSums) => ({ online: String(online), desk: String(desk) })

/** The confirmation of a booking: one for each version of it, however often its payment is reported. */
export const announceConfirmation = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
) =>
  announce(context, tx, {
    kind: 'confirmation',
    dedupeKey: `confirmation:${bookingId}:${calendarSequence}`,
    payload: { bookingId },
  })

/** A booking has moved to another date, time or screen; once for each version of the calendar entry. */
export const announceReschedule = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'rescheduled',
    dedupeKey: `rescheduled:${bookingId}:${calendarSequence}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** Staff have changed a booking so that money goes back; once for each version. */
export const announceEdit = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, version }: { id: string; version: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'edited',
    dedupeKey: `edited:${bookingId}:${version}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** A booking was cancelled; `returned` is what goes back. */
export const announceCancellation = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, calendarSequence }: { id: string; calendarSequence: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'cancelled',
    dedupeKey: `cancelled:${bookingId}:${calendarSequence}`,
    payload: { bookingId, ...namedSums(returned) },
  })

/** A payment goes back, `amount` of it; once for each payment. */
export const announceReturn = (
  context: AppContext,
  tx: Transaction | Database,
  bookingId: string,
  { paymentId, why, amount }: { paymentId: string; why: ReturnReason; amount: Paise },
) =>
  announce(context, tx, {
    kind: 'payment-returned',
    dedupeKey: `payment-returned:${paymentId}`,
    payload: { bookingId, why, amount: String(amount) },
  })

/** A booking costs less after a technical failure; `returned` is what goes back for it. Once for each version. */
export const announceTechnicalFailure = (
  context: AppContext,
  tx: Transaction | Database,
  { id: bookingId, version }: { id: string; version: number },
  returned: ReturnedSums,
) =>
  announce(context, tx, {
    kind: 'technical-failure',
    dedupeKey: `technical-failure:${bookingId}:${version}`,
    payload: { bookingId, ...namedSums(returned) },
  })
