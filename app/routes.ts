import { index, layout, type RouteConfig, route } from '@remix-run/route-config'
import { CATALOGUE_PATHS } from './links'

const CATALOGUE_NOUNS = Object.values(CATALOGUE_PATHS)

/** Every address of the product, in reading order. Paths match in any letter case. */
export default [
  layout('routes/site/layout.tsx', [
    // the public site
    index('routes/site/home.tsx'),
    route('about', 'routes/site/about.tsx'),
    route('gallery', 'routes/site/gallery.tsx'),
    route('testimonials', 'routes/site/testimonials.tsx'),
    route('contact', 'routes/site/contact.tsx'),
    route('find', 'routes/site/find.tsx'),
    route('find-an-evening', 'routes/site/find-an-evening.tsx'),
    route('termsandconditions', 'routes/site/policy.tsx', { id: 'terms' }),
    route('refundpolicy', 'routes/site/policy.tsx', { id: 'refund-policy' }),
    route('privacypolicy', 'routes/site/policy.tsx', { id: 'privacy-policy' }),

    // the booking flow, step by step
    route('booking', 'routes/booking/layout.tsx', [
      index('routes/booking/first-step.ts'),
      route('draft', 'routes/booking/draft.tsx'),
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

    // a draft to show around
    route('plan/:token?', 'routes/booking/plan.tsx'),

    // the customer's own booking
    route('b/:token', 'routes/customer/booking.tsx'),
    route('b/:token/pay', 'routes/customer/pay.tsx'),
    route('b/:token/cancel', 'routes/customer/cancel.tsx'),
    route('b/:token/texts', 'routes/customer/texts.tsx'),
    route('b/:token/reschedule', 'routes/customer/reschedule.tsx'),

    // what the JSON API takes and answers, to read
    route('api/docs', 'routes/api/docs.tsx'),

    // everything else
    route('*', 'routes/site/not-found.tsx'),
  ]),
  route('booking/edit/:id?', 'routes/booking/edit.tsx'),
  route('b/:token/papers/:id', 'routes/customer/paper.tsx', { id: 'customer-paper' }),
  route('b/:token/calendar.ics', 'routes/customer/calendar-file.ts'),

  // for search engines and phones
  route('sitemap.xml', 'routes/site/sitemap.ts'),
  route('robots.txt', 'routes/site/robots.ts'),
  route('manifest.webmanifest', 'routes/site/manifest.ts'),

  // payment
  route('payment/verify', 'routes/payment/verify.ts'),
  route('payment/dismissed', 'routes/payment/dismissed.ts'),
  route('payment/return/:token', 'routes/payment/return.ts'),
  route('payment/cancelled/:token', 'routes/payment/cancelled.ts'),
  route('payment/webhook', 'routes/payment/webhook.ts'),

  // signing in
  route('login', 'routes/admin/login.tsx', { id: 'login' }),
  route('login/code', 'routes/admin/login-code.tsx'),
  route('register', 'routes/admin/login.tsx', { id: 'register' }),
  route('logout', 'routes/admin/logout.ts'),
  route('forgot-password', 'routes/admin/forgot-password.tsx'),
  route('reset-password/:token', 'routes/admin/reset-password.tsx'),

  // the back office
  route('admin/today/changes', 'routes/admin/today-changes.ts'),
  route('admin/prep/changes', 'routes/admin/prep-changes.ts'),
  route('admin/theme', 'routes/admin/theme.ts'),
  route('admin/find', 'routes/admin/find.ts'),
  route('admin/papers/:id', 'routes/customer/paper.tsx', { id: 'admin-paper' }),
  route('admin/uploads', 'routes/admin/uploads.ts'),
  route('admin/bookings/export.csv', 'routes/admin/bookings-export.ts', { id: 'admin-bookings-export' }),
  route('admin/bookings/payments.csv', 'routes/admin/bookings-export.ts', { id: 'admin-payments-export' }),
  route('admin/bookings/papers.csv', 'routes/admin/bookings-export.ts', { id: 'admin-papers-export' }),
  route('admin/till/export.csv', 'routes/admin/till-export.ts'),
  route('admin/customers/export.csv', 'routes/admin/customers-export.ts'),
  route('admin/customers/:id/data.json', 'routes/admin/customer-data.ts'),
  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/home.ts'),
    route('today', 'routes/admin/today.tsx'),
    route('prep', 'routes/admin/prep.tsx'),
    route('dashboard', 'routes/admin/dashboard.tsx'),
    route('bookings', 'routes/admin/bookings.tsx'),
    route('bookings/new', 'routes/admin/new-booking.tsx'),
    route('bookings/new/steps', 'routes/admin/new-booking-steps.ts'),
    route('unfinished-bookings', 'routes/admin/unfinished-bookings.tsx'),
    route('bookings/view/:id', 'routes/admin/booking.tsx'),
    route('customers', 'routes/admin/customers.tsx'),
    route('customers/:id', 'routes/admin/customer.tsx'),
    route('board', 'routes/admin/board.ts'),
    route('blocked-dates', 'routes/admin/blocked-dates.tsx'),
    route('till', 'routes/admin/till.tsx'),
    route('till/days', 'routes/admin/till-days.tsx'),
    route('money', 'routes/admin/money.tsx'),
    route('audit', 'routes/admin/audit.tsx'),
    route('messages', 'routes/admin/messages.tsx'),
    route('reviews', 'routes/admin/reviews.tsx'),
    route('letters', 'routes/admin/letters.tsx'),
    route('account', 'routes/admin/account.tsx'),
    route('account/code', 'routes/admin/second-factor.tsx'),
    route('staff', 'routes/admin/people.tsx'),
    route('staff/invite', 'routes/admin/person.tsx', { id: 'admin-staff-invite' }),
    route('staff/:id', 'routes/admin/person.tsx', { id: 'admin-staff-member' }),
    route('cities', 'routes/admin/cities.tsx'),
    route('cities/add', 'routes/admin/city.tsx', { id: 'admin-city-add' }),
    route('cities/edit/:id', 'routes/admin/city.tsx', { id: 'admin-city-edit' }),
    route('locations', 'routes/admin/locations.tsx'),
    route('locations/add', 'routes/admin/location.tsx', { id: 'admin-location-add' }),
    route('locations/edit/:id', 'routes/admin/location.tsx', { id: 'admin-location-edit' }),
    route('screens', 'routes/admin/screens.tsx'),
    route('screens/add', 'routes/admin/screen.tsx', { id: 'admin-screen-add' }),
    route('screens/edit/:id', 'routes/admin/screen.tsx', { id: 'admin-screen-edit' }),
    route('coupons', 'routes/admin/coupons.tsx'),
    route('coupons/add', 'routes/admin/coupon.tsx', { id: 'admin-coupon-add' }),
    route('coupons/edit/:id', 'routes/admin/coupon.tsx', { id: 'admin-coupon-edit' }),
    route('banners', 'routes/admin/banners.tsx'),
    route('banners/add', 'routes/admin/banner.tsx', { id: 'admin-banner-add' }),
    route('banners/edit/:id', 'routes/admin/banner.tsx', { id: 'admin-banner-edit' }),
    ...CATALOGUE_NOUNS.flatMap((noun) => [
      route(noun, 'routes/admin/catalogue.tsx', { id: `admin-${noun}` }),
      route(`${noun}/add`, 'routes/admin/catalogue-item.tsx', { id: `admin-${noun}-add` }),
      route(`${noun}/edit/:id`, 'routes/admin/catalogue-item.tsx', { id: `admin-${noun}-edit` }),
    ]),
    route('*', 'routes/admin/not-found.tsx'),
  ]),

  // the JSON API, one file a noun (docs/decisions/0004-json-api.md)
  ...Object.entries({
    auth: ['auth/login', 'auth/register', 'auth/initialLogin', 'auth/logout'],
    cities: ['cities', 'cities/:id'],
    locations: ['locations', 'locations/:id', 'locations/status/:id'],
    screens: ['screens', 'screens/:id', 'screens/status/:id'],
    catalogue: CATALOGUE_NOUNS.flatMap((noun) => [
      ...[noun, `${noun}/:id`, `${noun}/getAll${noun[0]?.toUpperCase()}${noun.slice(1)}`],
    ]),
    coupons: ['coupons', 'coupons/:id', 'coupons/userCoupons', 'coupons/validate'],
    banners: ['banners', 'banners/:id', 'banners/status/:id'],
    bookings: ['bookings', 'bookings/:id'],
    checkout: ['getBookedSlots', 'customerBooking', 'verifyPayment', 'delPreviousOrder', 'cancelPayment'].map(
      (call) => `bookings/${call}`,
    ),
    dashboard: ['bookings/getDashboardInfo', 'bookings/getGraphData'],
    customers: ['customers'],
    contact: ['sendContactForm'],
    openapi: ['openapi.json'],
    'not-found': ['*'],
  }).flatMap(([file, paths]) =>
    paths.map((path) => route(`api/${path}`, `routes/api/${file}.ts`, { id: `api/${path}` })),
  ),

  // operations
  route('healthz', 'routes/ops/health.ts'),
  route('readyz', 'routes/ops/ready.ts'),
  route('metrics', 'routes/ops/metrics.ts'),
  route('media/:width/*', 'routes/ops/media.ts'),
] satisfies RouteConfig
