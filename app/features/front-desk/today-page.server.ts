import { ALL_LOCATIONS, askedDate, askedDay, placeNamed, placeWords } from '~/domain/asked-day'
import { addDays, formatDay } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import type { Scope, StaffRole } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { deskDay, deskLocations, drawnDay } from './desk-day.server'
import { deskVisit } from './desk-visit.server'
import { deskWeek, weekOf } from './desk-week.server'
import { pageMark } from './page-mark.server'
import { placesOfDays } from './places-of-day.server'

const WEEK = 'week'

/** What the address of a day says: date, location (or all), day or week. */
export interface TodayQuery {
  date?: string
  location?: string
  view?: string
}

/**
 * A day, or the week around it, as the front desk sees it. `mark` changes whenever anything on the page does, so that a page
 * that stands open knows when to look again.
 */
export const todayPage = async (context: AppContext, scope: Scope, query: TodayQuery) =>
  (await pageAndVisits(context, scope, query)).page

/** The page, and the visits that it counts. */
async function pageAndVisits(context: AppContext, scope: Scope, query: TodayQuery) {
  const today = deskDate(context.business.timeZone, context.clock.now())
  const byWeek = query.view === WEEK
  const on = askedDate(query.date, today)
  const locations = await placesOfDays(context, scope, byWeek ? weekOf(on) : [on, on], query.location)
  const { date, faults } = askedDay(query, today, locations)
  const { chosen, shown } = await deskLocations(context, locations, query.location)
  const [found, week] = await Promise.all([
    byWeek ? null : deskDay(context, scope, shown, date),
    byWeek ? deskWeek(context, scope, shown, date) : null,
  ])
  const day = found && drawnDay(found)
  const { visits, late } = found ?? { visits: [], late: [] }
  const step = byWeek ? 7 : 1
  const page = {
    ...{ date, today, locations, day, late, week },
    faults: query.view && !byWeek ? [...faults, 'There is no such view'] : faults,
    /** What the address needs so that another day is of the same location. */
    location: placeNamed(locations, chosen) ?? (locations.length > 1 ? ALL_LOCATIONS : undefined),
    place: chosen ? placeWords(chosen) : 'All locations',
    title: formatDay(date),
    before: addDays(date, -step),
    after: addDays(date, step),
    mark: pageMark([day, late, week]),
  }
  return { page, visits }
}

/**
 * The same with the visit whose panel is open beside it, as a `role` sees it: what changes in there, as a colleague's note, changes the
 * mark too.
 */
export async function todayPageWith(
  context: AppContext,
  scope: Scope,
  { role, ...query }: TodayQuery & { booking?: string; role?: StaffRole },
) {
  const [page, booking] = await Promise.all([
    todayPage(context, scope, query),
    query.booking ? deskVisit(context, scope, query.booking, { role }) : undefined,
  ])
  if (!booking) return { ...page, booking: null }
  // the id of what is added next is another one each time
  const { entry: _, ...shown } = booking
  return { ...page, booking, mark: pageMark([page.mark, shown]) }
}

export type TodayPage = Awaited<ReturnType<typeof todayPage>>

/** Most visits that the beginning of a day shows. */
const MOST = 4

/** What of today is still to come, or runs, at one location or, unless one is named, at all within the scope: the page of today for another page. */
export async function todayStrip(context: AppContext, scope: Scope, at: string = ALL_LOCATIONS) {
  const { page, visits } = await pageAndVisits(context, scope, { location: at })
  const { date, day, after, location, place } = page
  const coming = visits.filter(({ state }) => ['held', 'booked', 'in-house'].includes(state)).slice(0, MOST)
  // whoever has a card is named once
  const late = page.late.filter(({ id }) => !coming.some(({ visit }) => visit?.id === id))
  return { date, counts: day?.counts, coming, late, after, location, place }
}

export type TodayOfStrip = Awaited<ReturnType<typeof todayStrip>>
