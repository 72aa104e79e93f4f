import type { PlaceOption } from '~/domain/asked-day'
import type { CalendarDate } from '~/domain/calendar'
import type { Scope } from '~/domain/staff-role'
import { placesThatMoved } from '~/features/money/till.server'
import { everyLocation, locationOptions } from '~/features/venue/locations.server'
import type { AppContext } from '~/platform/context.server'
import { placesThatReceive } from './day-queries.server'

/**
 * The locations that somebody chooses from on the page of a day, or of several: those that are open, and for who sees all of them also
 * those that were deleted and still have a visit or money of these days, are the one that is `asked` for, or have what the page is of besides,
 * as `besides` finds it (rule E10).
 */
export async function placesOfDays(
  context: AppContext,
  scope: Scope,
  [first, last]: readonly [CalendarDate, CalendarDate],
  asked: string | undefined,
  besides: (gone: readonly string[]) => Promise<(string | null)[]> = async () => [],
): Promise<PlaceOption[]> {
  if (scope.kind !== 'all') return locationOptions(context, scope)
  const { db, clock } = context
  const every = await everyLocation(context)
  const gone = every.flatMap((one) => (one.gone ? [one.id] : []))
  if (!gone.length) return every
  const [receiving, moved, more] = await Promise.all([
    placesThatReceive(db, gone, [first, last], clock.now()),
    placesThatMoved(context, gone, [first, last]),
    besides(gone),
  ])
  const wanted = new Set<string | null | undefined>([...receiving, ...moved, ...more, asked])
  return every.filter((one) => !one.gone || wanted.has(one.id))
}
