import { deskDate } from '~/domain/desk-day'
import { searchText } from '~/domain/search-text'
import type { Scope } from '~/domain/staff-role'
import { listBookings } from '~/features/booking-pages/bookings.server'
import { casesNamed } from '~/features/money/payment-name.server'
import type { AppContext } from '~/platform/context.server'
import { FEWEST_LETTERS, MOST_FOUND } from './find-limits'

/**
 * What the front desk finds by a code, a name or a phone number, the newest first: bookings that stand or stood, as the list's
 * own search finds them, with the payments without a home that are called so, and nothing for fewer than `FEWEST_LETTERS`. `today` is the desk's, from which typed days are counted.
 */
export async function deskFind(context: AppContext, scope: Scope, text: string) {
  const search = searchText(text)
  const [{ bookings }, cases] =
    search.length < FEWEST_LETTERS
      ? [{ bookings: [] }, []]
      : await Promise.all([
          listBookings(context, scope, { search, limit: MOST_FOUND }),
          casesNamed(context, scope, search),
        ])
  return {
    today: deskDate(context.business.timeZone, context.clock.now()),
    ...{ search, cases },
    bookings: bookings.map(({ id, code, customer, date, slot, screen, status }) => ({
      ...{ id, code, status, name: customer.name, number: customer.number },
      visit: `${date}, ${slot}, ${screen}`,
    })),
  }
}

export type DeskFound = Awaited<ReturnType<typeof deskFind>>
