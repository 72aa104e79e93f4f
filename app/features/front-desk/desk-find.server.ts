import { deskDate } from '~/domain/desk-day'
import { searchText } from '~/domain/search-text'
import type { Scope } from '~/domain/staff-role'
import { searchedAtDesk } from '~/features/booking-pages/bookings.server'
import { casesNamed } from '~/features/money/payment-name.server'
import type { AppContext } from '~/platform/context.server'
import { FEWEST_LETTERS, MOST_FOUND } from './find-limits'

/**
 * What the front desk finds by a code, a name or a phone number, today's first (rule E9): bookings that stand or stood, and the holds that
 * keep their slot, as the list's own search finds them, with the payments without a home that are called so, and nothing for fewer than `FEWEST_LETTERS`. `today` is the desk's, from which typed days are counted.
 */
export async function deskFind(context: AppContext, scope: Scope, text: string) {
  const search = searchText(text)
  const today = deskDate(context.business.timeZone, context.clock.now())
  const [bookings, cases] =
    search.length < FEWEST_LETTERS
      ? [[], []]
      : await Promise.all([
          searchedAtDesk(context, scope, { search, today, limit: MOST_FOUND }),
          casesNamed(context, scope, search),
        ])
  return {
    ...{ today, search, cases },
    bookings: bookings.map(({ id, code, customer, date, slot, screen, status, heldUntil, due }) => ({
      ...{ id, code, status, heldUntil, due, name: customer.name, number: customer.number },
      visit: `${date}, ${slot}, ${screen}`,
    })),
  }
}

export type DeskFound = Awaited<ReturnType<typeof deskFind>>
