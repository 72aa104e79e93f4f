import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'

/** Where the hosted page's cancel link leads. A GET changes nothing: the payment page offers to give the slot back. */
export const loader = () =>
  redirectWithNotice(links.bookPayment(), 'Payment not completed. Your slot is still held for you.', 'info')
