import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { cities } from '~/db/schema'
import type { Described } from '~/domain/changes'
import { deskDate } from '~/domain/desk-day'
import { nameTaken } from '~/domain/same-name'
import { recordChange } from '~/features/back-office/audit.server'
import {
  type Added,
  addOnce,
  nextVersion,
  type RecordKind,
  saveVersioned,
  UNREAD,
} from '~/features/back-office/save.server'
import { actingIn } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { unallocateLocations } from './locations.server'
import type { CityValues } from './venue-forms.server'
import { findCityRow, futureBookingsInCity, listCityRows } from './venue-queries.server'

/** Every city, by name. */
export const listCities = ({ db }: AppContext) => listCityRows(db)

/** A city; undefined when there is none, or none any more. */
export const findCity = ({ db }: AppContext, id: string) => findCityRow(db, id)

/** What deleting a city would touch: bookings to come at its locations. */
export const cityInUse = ({ db, clock, business }: AppContext, id: string) =>
  futureBookingsInCity(db, id, deskDate(business.timeZone, clock.now()))

type CityRefusal = 'name-taken'

const NAME_TAKEN = { ok: false, reason: 'name-taken', message: 'There is a city of this name already.' } as const

/** Refuses a name that another city has (rule K24); `had` is the one's own. Nobody else names a city until the transaction ends. */
async function takenName(tx: Transaction, { id, name }: { id: string; name: string }, had?: string) {
  await takeLock(tx, 'cityNames')
  const others = (await listCityRows(tx)).filter((city) => city.id !== id)
  return nameTaken(
    name,
    others.map((city) => city.name),
    had,
  )
    ? NAME_TAKEN
    : undefined
}

/** Adds a city, once under an id, and writes it into the audit log. */
export function addCity(
  context: AppContext,
  staff: Staff,
  values: CityValues,
  id: string,
): Promise<Added<CityRefusal>> {
  const { name, status: active } = values
  return addOnce<CityRefusal>(
    () =>
      context.db.transaction(async (tx) => {
        const taken = await takenName(tx, { id, name })
        if (taken) return taken
        await tx.insert(cities).values({ id, name, active })
        const after = describe({ name, active })
        await recordChange(context, tx, staff, { action: 'added', entity: 'City', id, name, after })
        return { ok: true, id }
      }),
    () => updateCity(context, staff, id, { ...values, version: UNREAD }),
  )
}

const CITY: RecordKind<typeof cities, typeof cities.$inferSelect> = {
  entity: 'City',
  table: cities,
  find: (tx, _, id) => findCityRow(tx, id),
  named: ({ name }) => ({ name }),
  describe: (city) => describe(city),
}

/** Saves a city, unless somebody else saved it since the form was opened. */
export const updateCity = (context: AppContext, staff: Staff, id: string, { name, status, version }: CityValues) =>
  saveVersioned<typeof cities, typeof cities.$inferSelect, CityRefusal>(
    context,
    actingIn(staff),
    CITY,
    { id, version },
    {
      columns: { name, active: status },
      wanted: () => describe({ name, active: status }),
      refusal: (tx, before) => takenName(tx, { id, name }, before.name),
    },
  )

/** Opens or closes a city to the public; answers whether it is there. */
export const setCityStatus = async (context: AppContext, staff: Staff, id: string, active: boolean) =>
  (await saveVersioned(context, actingIn(staff), CITY, { id }, { columns: { active }, wanted: describe })).ok

/** Deletes a city; its locations are unallocated, and gone from the public flow until they get another. */
export async function deleteCity(context: AppContext, staff: Staff, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [gone] = await tx
      .update(cities)
      .set({ archivedAt: context.clock.now(), ...nextVersion(cities) })
      .where(and(eq(cities.id, id), isNull(cities.archivedAt)))
      .returning()
    if (!gone) return false
    await unallocateLocations(context, tx, staff, gone)
    await recordChange(context, tx, staff, {
      action: 'deleted',
      entity: 'City',
      id,
      name: gone.name,
      before: describe(gone),
    })
    return true
  })
}

const describe = ({ name, active }: { name: string; active: boolean }): Described => ({
  Name: name,
  Status: active ? 'Active' : 'In Active',
})
