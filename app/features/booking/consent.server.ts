import { POLICIES_VERSION } from '~/content/policies'
import type { bookings } from '~/db/schema'
import type { CalendarDate } from '~/domain/calendar'
import { currentRequest } from '~/platform/request-watch.server'

type Consent = Pick<typeof bookings.$inferInsert, 'termsAcceptedAt' | 'termsVersion' | 'termsAddress'>

/**
 * What a booking keeps of the customer's agreement: when, to which wording, and from which network address; what staff tick
 * for a caller has no address of the customer's.
 */
export const consentOf = (accepted: boolean, now: Date, by: 'customer' | 'staff'): Consent =>
  accepted
    ? {
        termsAcceptedAt: now,
        termsVersion: POLICIES_VERSION as CalendarDate,
        termsAddress: by === 'customer' ? (currentRequest()?.address ?? null) : null,
      }
    : { termsAcceptedAt: null }
