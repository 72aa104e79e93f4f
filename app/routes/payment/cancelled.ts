import { links } from '~/links'
import { redirectWithNotice } from '~/platform/session.server'

/** Where the hosted page's cancel link leads. A GET changes nothing: the payment page offers to give the slot back. */
export const loader = () =>
  redirectWithNotice(links.bookPayment(), 'Payment not completed. Your slot is still held for you.', 'info')
