import type { BookingLetter } from '~/domain/letters'
import { composeMail } from '~/features/booking/booking-mail.server'
import { bookingLinksMail, searchBookings } from '~/features/booking-pages/find-booking.server'
import {
  disputeMail,
  ordersRefusedMail,
  overdueRefundMail,
  refundWithStaffMail,
  unknownMoneyMail,
} from '~/features/money/money-alert-mail.server'
import { openMoneyMail } from '~/features/money/open-money-mail.server'
import type { Compose, Letters } from '~/features/notification/outbox.server'
import { contactMail } from '~/features/site/contact-mail.server'
import { accountMail } from '~/features/staff/account-mail.server'
import { orderReset } from '~/features/staff/password-reset.server'
import { passwordResetMail } from '~/features/staff/reset-mail.server'

const toCustomer =
  (kind: BookingLetter): Compose =>
  (context, payload) =>
    composeMail(context, kind, payload)

/** Who writes each letter of the outbox: the outbox itself knows none of them. */
export const letters: Letters = {
  confirmation: toCustomer('confirmation'),
  rescheduled: toCustomer('rescheduled'),
  edited: toCustomer('edited'),
  cancelled: toCustomer('cancelled'),
  'payment-returned': toCustomer('payment-returned'),
  'refund-not-sent': toCustomer('refund-not-sent'),
  'slot-lost': toCustomer('slot-lost'),
  'technical-failure': toCustomer('technical-failure'),
  'money-asked': toCustomer('money-asked'),
  'money-reminder': toCustomer('money-reminder'),
  details: toCustomer('details'),
  reminder: toCustomer('reminder'),
  'due-at-door': toCustomer('due-at-door'),
  'money-received': toCustomer('money-received'),
  'thank-you': toCustomer('thank-you'),
  'reset-asked': orderReset,
  'password-reset': passwordResetMail,
  'account-news': accountMail,
  'contact-message': (context, { messageId = '' }) => contactMail(context, messageId),
  'found-bookings': searchBookings,
  'booking-links': bookingLinksMail,
  'unknown-money': unknownMoneyMail,
  'refund-overdue': (context, { refundId = '' }) => overdueRefundMail(context, refundId),
  'refund-with-staff': (context, { refundId = '' }) => refundWithStaffMail(context, refundId),
  'orders-refused': ordersRefusedMail,
  'open-money': openMoneyMail,
  dispute: disputeMail,
}
