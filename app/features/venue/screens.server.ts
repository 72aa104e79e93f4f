import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { keepRow } from '~/db/keep-row.server'
import { takeLock } from '~/db/locks'
import { locations, screens } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { pricesToCome } from '~/domain/special-dates'
import { inScope, type Scope } from '~/domain/staff-role'
import { roomMoveFault, takenAway, takenAwayQuestion } from '~/domain/taken-away'
import { recordChange } from '~/features/back-office/audit.server'
import {
  type Added,
  addOnce,
  nextVersion,
  type RecordKind,
  type Saved,
  saveVersioned,
  UNREAD,
} from '~/features/back-office/save.server'
import { actingIn, scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { unlessBusy } from '~/features/stored-booking/busy-change.server'
import type { AppContext } from '~/platform/context.server'
import { samePackages, savePackages, saveSlots } from './screen-parts.server'
import { describeScreen, describeScreenValues, screenColumns } from './screen-words.server'
import type { ScreenValues } from './venue-forms.server'
import {
  findScreenRow,
  futureBookingsOnScreen,
  listScreenRows,
  listWholeScreenRows,
  locationOptionRows,
  type ScreenRow,
  upcomingOnScreen,
} from './venue-queries.server'

/** The screens within a scope, each with its location or none. */
export const listScreens = ({ db }: AppContext, scope: Scope, filter: { locationId: string | undefined }) =>
  listScreenRows(db, scope, filter)

/** The screens within a scope with everything their form edits. */
export const listWholeScreens = (context: AppContext, scope: Scope, filter: { locationId: string | undefined }) =>
  listWholeScreenRows(context.db, scope, todayOf(context), filter)

/** A screen with its slots, packages and custom prices from today on; undefined outside the scope. */
export const findScreenRecord = (context: AppContext, scope: Scope, id: string) =>
  findScreenRow(context.db, scope, id, todayOf(context))

const todayOf = ({ business, clock }: Pick<AppContext, 'business' | 'clock'>) => todayIn(business.timeZone, clock.now())

/** From when on visits are to come: the evening's are until the desk's day ends, though midnight is over (rule E4). */
const comingSince = ({ business, clock }: Pick<AppContext, 'business' | 'clock'>) =>
  deskDate(business.timeZone, clock.now())

/** What deleting a screen would touch: its bookings to come. */
export const screenInUse = (context: AppContext, id: string) =>
  futureBookingsOnScreen(context.db, id, comingSince(context))

const NO_LOCATION = { ok: false, reason: 'no-location', message: 'Location is required' } as const

/** Adds a screen with its slots and packages, once under an id; `no-location` when its location is not within reach. */
export function addScreen(
  context: AppContext,
  staff: Staff,
  typed: ScreenValues,
  id: string,
): Promise<Added<'no-location'>> {
  const values = withPricesToCome(context, typed)
  return addOnce(
    () =>
      context.db.transaction(async (tx) => {
        if (!(await mayPlaceAt(tx, staff, values.locationId))) return NO_LOCATION
        await tx.insert(screens).values({ id, ...screenColumns(values) })
        await saveSlots(context, tx, id, [], values.slots)
        await savePackages(context, tx, id, [], values.packages)
        const { after, ...entry } = await entryOf(context, tx, id)
        await recordChange(context, tx, staff, { ...entry, action: 'added', after })
        return { ok: true, id }
      }),
    () => saveScreen(context, staff, id, { ...values, version: UNREAD }),
  )
}

const screenKind = (context: AppContext): RecordKind<typeof screens, ScreenRow> => ({
  entity: 'Screen',
  table: screens,
  find: (tx, scope, id) => findScreenRow(tx, scope, id, todayOf(context)),
  named: ({ name, locationId }) => ({ name, locationId }),
  describe: (screen) => describeScreen(screen),
})

/** What is to be saved, without the prices of dates that are over, as of a form that was opened yesterday. */
const withPricesToCome = (context: AppContext, values: ScreenValues): ScreenValues => ({
  ...values,
  packages: values.packages.map((one) => ({ ...one, customPrices: pricesToCome(one.customPrices, todayOf(context)) })),
})

type UpdateRefusal = 'no-location' | 'room-stays' | 'in-use'

/**
 * Saves a screen. Packages keep their ids, so that drafts and bookings go on naming them; a slot whose times changed is
 * a new slot; what is missing is archived. It goes to no other location while bookings are to come. With `agreed` it is refused, once, when bookings to come have what is taken
 * away: the message is the question, and saving with the question as `agreed` goes ahead. Refused too while somebody else is served.
 */
export const updateScreen = (
  context: AppContext,
  staff: Staff,
  id: string,
  typed: ScreenValues,
  agreeing: { agreed?: string } = {},
): Promise<Saved<UpdateRefusal | 'busy'>> => unlessBusy(() => saveScreen(context, staff, id, typed, agreeing))

function saveScreen(
  context: AppContext,
  staff: Staff,
  id: string,
  typed: ScreenValues,
  { agreed }: { agreed?: string } = {},
): Promise<Saved<UpdateRefusal>> {
  const values = withPricesToCome(context, typed)
  return saveVersioned<typeof screens, ScreenRow, UpdateRefusal>(
    context,
    actingIn(staff),
    screenKind(context),
    { id, version: values.version },
    {
      columns: screenColumns(values),
      wanted: (before) => describeScreenValues(before, values),
      refusal: async (tx, before, current) => {
        if (!(await mayPlaceAt(tx, staff, values.locationId))) return NO_LOCATION
        if (!current) return undefined
        const today = comingSince(context)
        // whoever books it at this moment is waited for, and counts
        await takeLock(tx, 'screen', id)
        const stays = roomMoveFault(before.location, values.locationId, await futureBookingsOnScreen(tx, id, today))
        if (stays) return { ok: false, reason: 'room-stays', message: stays }
        if (agreed === undefined) return undefined
        const question = takenAwayQuestion(takenAway(before, values, await upcomingOnScreen(tx, id, today)))
        if (!question || agreed === question) return undefined
        const yes = { label: 'Remove it anyway', name: 'agreed', value: question }
        return { ok: false, reason: 'in-use', message: question, question: yes }
      },
      // names may be chosen so that two lists of packages read alike
      untold: async (_, before) => !samePackages(before.packages, values.packages),
      beside: async (tx, before) => {
        await saveSlots(context, tx, id, before.slots, values.slots)
        await savePackages(context, tx, id, before.packages, values.packages)
        return undefined
      },
    },
  )
}

/** Opens or closes a screen to the public; answers whether it is within reach. */
export const setScreenStatus = async (context: AppContext, staff: Staff, id: string, active: boolean) =>
  (
    await saveVersioned(
      context,
      actingIn(staff),
      screenKind(context),
      { id },
      { columns: { active }, wanted: describeScreen },
    )
  ).ok

/** Deletes a screen. The row stays: its bookings go on, and can still be edited. */
export async function deleteScreen(context: AppContext, staff: Staff, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const before = await findScreenRow(tx, scopeOf(staff), id, todayOf(context))
    if (!before) return false
    const [gone] = await tx
      .update(screens)
      .set({ archivedAt: context.clock.now(), ...nextVersion(screens) })
      .where(and(eq(screens.id, id), isNull(screens.archivedAt)))
      .returning({ id: screens.id })
    if (!gone) return false
    await recordChange(context, tx, staff, {
      action: 'deleted',
      entity: 'Screen',
      id,
      name: before.name,
      locationId: before.locationId,
      before: describeScreen(before),
    })
    return true
  })
}

/** Takes the screens of a location that is deleted out of it, which the audit log says of each, as of a screen that was there. */
export async function unallocateScreens(
  context: AppContext,
  tx: Transaction,
  staff: Staff,
  location: { id: string; name: string },
): Promise<void> {
  const moved = await tx
    .update(screens)
    .set({ locationId: null, ...nextVersion(screens) })
    .where(eq(screens.locationId, location.id))
    .returning({ id: screens.id })
  for (const { id } of moved) {
    const after = await findScreenRow(tx, { kind: 'all' }, id, todayOf(context))
    // one that was deleted before is nobody's news
    if (!after) continue
    const { name } = after
    const words = { before: describeScreen({ ...after, location }), after: describeScreen(after) }
    await recordChange(context, tx, staff, {
      ...{ action: 'updated', entity: 'Screen', id, name, locationId: location.id, ...words },
    })
  }
}

/** A location that is there, stays till the save is done, and is within reach: nobody moves a screen to another admin's location. */
async function mayPlaceAt(tx: Transaction, staff: Staff, locationId: string): Promise<boolean> {
  const scope = scopeOf(staff)
  await keepRow(tx, locations, locationId)
  return inScope(scope, locationId) && (await locationOptionRows(tx, scope)).some(({ id }) => id === locationId)
}

async function entryOf(context: AppContext, tx: Transaction, id: string) {
  const saved = await findScreenRow(tx, { kind: 'all' }, id, todayOf(context))
  if (!saved) throw new Error('A screen that was just saved is not there.')
  return { entity: 'Screen', id, name: saved.name, locationId: saved.locationId, after: describeScreen(saved) }
}
