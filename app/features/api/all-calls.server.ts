import { bookingCalls, checkoutCalls, dashboardCalls } from './booking-calls.server'
import type { Call } from './call.server'
import { catalogueCalls } from './catalogue-calls.server'
import { bannerCalls, contactCalls, couponCalls } from './site-calls.server'
import { authCalls, customerCalls } from './staff-calls.server'
import { cityCalls, locationCalls, screenCalls } from './venue-calls.server'

/** Every call of the API (rule A1), in the order in which a client meets them. */
export const ALL_CALLS: readonly Call[] = [
  cityCalls,
  locationCalls,
  screenCalls,
  checkoutCalls,
  ...catalogueCalls.map(({ kind: _, ...calls }) => calls),
  couponCalls,
  bannerCalls,
  contactCalls,
  authCalls,
  bookingCalls,
  dashboardCalls,
  customerCalls,
].flatMap((calls): Call[] => Object.values(calls))
