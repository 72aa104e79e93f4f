import { mutantsOf } from './mutants.mjs'

/** A sample of what holds slots, moves money and leads through the flow. */
export default mutantsOf('features', [
  'app/features/booking/place-booking.server.ts',
  'app/features/booking/cancel-booking.server.ts',
  'app/features/booking/customer-changes.server.ts',
  'app/features/booking/edit-booking.server.ts',
  'app/features/flow/draft-cookie.server.ts',
  'app/features/payment/checkout.server.ts',
  'app/features/payment/settle-payment.server.ts',
  'app/features/payment/refund.server.ts',
  'app/features/customer/retention.server.ts',
])
