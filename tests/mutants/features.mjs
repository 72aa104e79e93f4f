import { mutantsOf } from './mutants.mjs'

/** A sample of what holds slots, moves money and leads through the flow. */
export default mutantsOf('features', [
  'app/features/booking/place-booking.server.ts',
  'app/features/booking/cancel-booking.server.ts',
  'app/features/booking/customer-changes.server.ts',
  'app/features/booking/edit-booking.server.ts',
  'app/features/flow/draft-cookie.server.ts',
  'app/features/money/checkout.server.ts',
  'app/features/money/settle-payment.server.ts',
  'app/features/money/refund.server.ts',
  'app/features/customer/retention.server.ts',
])
