import { index, type RouteConfig, route } from '@remix-run/route-config'

/** Every address of the product, in reading order. Paths match in any letter case. */
export default [
  // the public site
  index('routes/site/home.tsx'),

  // the booking flow, step by step
  route('booking', 'routes/booking/layout.tsx', [
    route('draft', 'routes/booking/draft.ts'),
    route('locations', 'routes/booking/locations.tsx'),
    route('screens', 'routes/booking/screens.tsx'),
    route('slots', 'routes/booking/slots.tsx'),
    route('customerDetails', 'routes/booking/customer-details.tsx'),
    route('otherdetails', 'routes/booking/other-details.ts'),
    route('otherdetails/packages', 'routes/booking/packages.tsx'),
    route('otherdetails/occasions', 'routes/booking/occasions.tsx'),
    route('otherdetails/addons', 'routes/booking/items.tsx', { id: 'booking-addons' }),
    route('otherdetails/cakes', 'routes/booking/items.tsx', { id: 'booking-cakes' }),
    route('otherdetails/gifts', 'routes/booking/items.tsx', { id: 'booking-gifts' }),
    route('payment', 'routes/booking/payment.tsx'),
  ]),
  route('bookingConfirmation', 'routes/booking/confirmation.tsx'),
  route('paymentgateway', 'routes/booking/payment-gateway.tsx'),

  // payment
  route('payment/verify', 'routes/payment/verify.ts'),
  route('payment/dismissed', 'routes/payment/dismissed.ts'),
  route('payment/return/:token', 'routes/payment/return.ts'),
  route('payment/cancelled/:token', 'routes/payment/cancelled.ts'),
  route('payment/webhook', 'routes/payment/webhook.ts'),

  // the customer's own booking
  route('b/:token', 'routes/customer/booking.tsx'),
  route('b/:token/calendar.ics', 'routes/customer/calendar-file.ts'),

  // signing in
  route('login', 'routes/admin/login.tsx', { id: 'login' }),
  route('register', 'routes/admin/login.tsx', { id: 'register' }),
  route('logout', 'routes/admin/logout.ts'),

  // the back office
  route('admin/uploads', 'routes/admin/uploads.ts'),
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/home.ts'),
    route('dashboard', 'routes/admin/dashboard.tsx'),
    ...['occasions', 'addons', 'cakes', 'gifts'].flatMap((noun) => [
      route(noun, 'routes/admin/catalogue.tsx', { id: `admin-${noun}` }),
      route(`${noun}/add`, 'routes/admin/catalogue-item.tsx', { id: `admin-${noun}-add` }),
      route(`${noun}/edit/:id`, 'routes/admin/catalogue-item.tsx', { id: `admin-${noun}-edit` }),
    ]),
  ]),

  // the JSON API

  // operations
  route('healthz', 'routes/ops/health.ts'),
  route('readyz', 'routes/ops/ready.ts'),
  route('metrics', 'routes/ops/metrics.ts'),
  route('media/:width/*', 'routes/ops/media.ts'),
] satisfies RouteConfig
