import { overdueRefundMail, refundWithStaffMail, unknownMoneyMail } from '~/features/money/money-alert-mail.server'
import { openMoneyMail } from '~/features/money/open-money-mail.server'
import { contactMail } from '~/features/site/contact-mail.server'
import { accountMail } from '~/features/staff/account-mail.server'
import { passwordResetMail } from '~/features/staff/reset-mail.server'
import type { AppContext } from '~/platform/context.server'
import type { Mail } from '~/platform/mailer.server'
import { composeMail, type MailKind } from './booking-mail.server'

/** Every mail the outbox can hold. */
export type OutboxKind =
  | MailKind
  | 'password-reset'
  | 'account-news'
  | 'contact-message'
  | 'unknown-money'
  | 'refund-overdue'
  | 'refund-with-staff'
  | 'open-money'

/** Writes a mail of the outbox, announced `at`, when it is about to go; undefined when it has become pointless. */
export async function composeOutboxMail(
  context: AppContext,
  kind: OutboxKind,
  payload: Record<string, string>,
  at: Date,
): Promise<Mail | undefined> {
  if (kind === 'password-reset') return passwordResetMail(context, payload.staffId ?? '')
  if (kind === 'account-news') return accountMail(context, payload, at)
  if (kind === 'contact-message') return contactMail(context, payload.messageId ?? '')
  if (kind === 'unknown-money') return unknownMoneyMail(context, payload)
  if (kind === 'refund-overdue') return overdueRefundMail(context, payload.refundId ?? '')
  if (kind === 'refund-with-staff') return refundWithStaffMail(context, payload.refundId ?? '')
  if (kind === 'open-money') return openMoneyMail(context)
  return composeMail(context, kind, payload)
}
