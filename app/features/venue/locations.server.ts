import { and, eq, isNull } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { keepRow } from '~/db/keep-row.server'
import { cities, locations, staff } from '~/db/schema'
import type { Described } from '~/domain/changes'
import { deskDate } from '~/domain/desk-day'
import type { Result } from '~/domain/result'
import type { Scope } from '~/domain/staff-role'
import { isSuperAdmin, mayChangeAccount, roleMay } from '~/domain/staff-role'
import { recordChange } from '~/features/back-office/audit.server'
import {
  type Added,
  addOnce,
  MISSING,
  nextVersion,
  type RecordKind,
  type Saved,
  saveVersioned,
  UNREAD,
} from '~/features/back-office/save.server'
import { tellOfAccount } from '~/features/staff/account-news.server'
import { type OwnPasswordRefusal, refusedOwnPassword, SAME_PASSWORD } from '~/features/staff/own-password.server'
import { hashPassword, weakPassword } from '~/features/staff/password.server'
import { type ActingStaff, actingIn, scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { refusingTakenEmail } from '~/features/staff/taken-email.server'
import type { AppContext } from '~/platform/context.server'
import {
  adminReadOf,
  closeAccounts,
  hasPassword,
  isAsRead,
  openAccount,
  openAccounts,
  sameAccount,
  saveAccount,
} from './location-account.server'
import {
  accountOf,
  asRecord,
  columnsOf,
  describe,
  type LocationRecord,
  type LocationValues,
} from './location-values.server'
import { unallocateScreens } from './screens.server'
import {
  allLocationRows,
  catalogueNames,
  findCityRow,
  futureBookingsAtLocation,
  knownItems,
  listLocationRows,
  locationOptionRows,
} from './venue-queries.server'

/** The locations within a scope, each with its city (or none) and its admin account. */
export const listLocations = ({ db }: AppContext, scope: Scope, filter: { cityId: string | undefined }) =>
  listLocationRows(db, scope, filter)

/** A location with its city and admin; undefined outside the scope. */
export async function findLocation({ db }: AppContext, scope: Scope, id: string) {
  return (await listLocationRows(db, scope, { id }))[0]
}
/** Ids and names for the location dropdown. */
export const locationOptions = ({ db }: AppContext, scope: Scope) => locationOptionRows(db, scope)

/** Every location that there is or was, for the pages of a day. */
export const everyLocation = ({ db }: AppContext) => allLocationRows(db)

/** The locations that somebody may filter a list by, those that are gone too, for their bookings; null for who sees one alone. */
export const filterPlaces = ({ db }: AppContext, { role }: ActingStaff) =>
  roleMay(role, 'filter-by-location') ? allLocationRows(db) : null

/** What deleting a location would touch: its bookings to come. */
export const locationInUse = ({ db, clock, business }: AppContext, id: string) =>
  futureBookingsAtLocation(db, id, deskDate(business.timeZone, clock.now()))

type LocationRefusal =
  | 'email-taken'
  | 'no-addon'
  | 'no-gift'
  | 'others-account'
  | 'no-city'
  | 'no-password'
  | 'weak-password'
  | 'same-password'
  | OwnPasswordRefusal
type LocationSaved = Saved<LocationRefusal>

const NO_CITY = { ok: false, reason: 'no-city', message: 'City is required' } as const

/**
 * Refuses to offer what is not in the catalogue, or is of another kind: nothing would be sold there of a list that names only such. What
 * stands there already stays, though it was deleted meanwhile.
 */
async function unknownOffer(tx: Transaction, values: LocationValues, before?: LocationRecord) {
  for (const { kind, list, reason, called } of OFFERED) {
    const chosen = values[list].filter((id) => !before?.location[list].includes(id))
    const known = await knownItems(tx, kind, chosen)
    if (chosen.some((id) => !known.has(id))) {
      return { ok: false, reason, message: `One of these ${called} is not there. Please choose again.` } as const
    }
  }
  return undefined
}

const OFFERED = [
  { kind: 'addon', list: 'addonIds', reason: 'no-addon', called: 'addons' },
  { kind: 'gift', list: 'giftIds', reason: 'no-gift', called: 'gifts' },
] as const

/** Whether a location may lie in a city, which then stays until the transaction ends. */
async function mayLieIn(tx: Transaction, cityId: string): Promise<boolean> {
  await keepRow(tx, cities, cityId)
  return (await findCityRow(tx, cityId)) !== undefined
}

/** Adds a location together with its admin's account, once under an id; asks for one's own password again. */
export async function addLocation(
  context: AppContext,
  actor: Staff,
  values: LocationValues & { adminPassword: string },
  id: string,
): Promise<Added<LocationRefusal>> {
  const refused =
    weakPassword(context, values.adminPassword, accountOf(values)) ??
    (await refusedOwnPassword(context, actor, values.ownPassword))
  if (refused) return refused
  const passwordHash = await hashPassword(values.adminPassword)
  return refusingTakenEmail(() =>
    addOnce<LocationRefusal>(
      () =>
        context.db.transaction(async (tx) => {
          if (!(await mayLieIn(tx, values.cityId))) return NO_CITY
          const unknown = await unknownOffer(tx, values)
          if (unknown) return unknown
          await tx.insert(locations).values({ id, ...columnsOf(values) })
          await openAccount(tx, { ...accountOf(values), passwordHash, locationId: id })
          await tellOfAccount(context, tx, { account: accountOf(values), deed: 'added', by: actor.name })
          const after = await describeSaved(tx, id)
          await recordChange(context, tx, actor, { ...entryOf(id, values.name), action: 'added', after })
          return { ok: true, id }
        }),
      () => updateLocation(context, actor, id, { ...values, version: UNREAD }),
    ),
  )
}

/**
 * Saves a location and its first admin's account, where it has one or gets one. A location admin saves their own, in the city
 * it has, and the account only where it is theirs (rule K22). A new password or address asks for one's own password again and
 * ends the admin's sessions, except the one that saves; an admin who was invited and still has no password gets a new
 * invitation at the new address.
 */
export async function updateLocation(
  context: AppContext,
  actor: Staff,
  id: string,
  values: LocationValues,
): Promise<LocationSaved> {
  const superAdmin = isSuperAdmin(actor.role)
  const [found] = await listLocationRows(context.db, scopeOf(actor), { id })
  if (!found) return MISSING
  const mayChange = mayChangeAccount(actor, found.admin?.id)
  if (!mayChange && (values.adminPassword || !sameAccount(found, values))) {
    const who = found.admin ? `${found.admin.name} or a super admin` : 'a super admin'
    return { ok: false, reason: 'others-account', message: `Only ${who} may change this account` }
  }
  const weak = values.adminPassword ? weakPassword(context, values.adminPassword, accountOf(values)) : undefined
  if (weak) return weak
  // of an overtaken form nothing is saved: it is shown both at once. A password is not even compared unasked
  const asRead = isAsRead(found, values)
  const touched = Boolean(values.adminPassword) || (asRead && (found.admin?.email ?? '') !== values.adminEmail)
  // a location without an admin asks for the new one's password first
  const asks = touched && (found.admin || values.adminPassword)
  const refused = asks ? await refusedOwnPassword(context, actor, values.ownPassword) : undefined
  if (refused) return refused
  const own = found.admin?.id === actor.id
  if (own && values.adminPassword && values.adminPassword === values.ownPassword) return SAME_PASSWORD
  const passwordHash = values.adminPassword ? await hashPassword(values.adminPassword) : undefined
  const cityIdOf = ({ location }: LocationRecord) => (superAdmin ? values.cityId : location.cityId)
  const names = await catalogueNames(context.db)
  const [city] = superAdmin ? [await findCityRow(context.db, values.cityId)] : [found.city ?? undefined]
  return refusingTakenEmail(() =>
    saveVersioned<typeof locations, LocationRecord, LocationRefusal>(
      context,
      actingIn(actor),
      { ...locationKind(names), find: findLocked },
      { id, version: values.version },
      {
        columns: (before) => ({ ...columnsOf(values), cityId: cityIdOf(before) }),
        wanted: (before) => {
          const wanted = asRecord(before, values, city)
          return describe(mayChange ? wanted : { ...wanted, admin: before.admin }, names)
        },
        refusal: async (tx, before) => {
          if (superAdmin && !(await mayLieIn(tx, values.cityId))) return NO_CITY
          const unknown = await unknownOffer(tx, values, before)
          if (unknown) return unknown
          if (before.admin || passwordHash || !values.adminEmail) return undefined
          return { ok: false, reason: 'no-password', message: 'The new admin needs a password' }
        },
        // an account that changed between the two looks was not asked about
        overtaken: (before) =>
          mayChange &&
          (!(asRead && isAsRead(before, values)) ||
            before.admin?.id !== found.admin?.id ||
            before.admin?.email !== found.admin?.email ||
            Boolean(before.admin && !values.adminEmail)),
        untold: async (tx, { admin }) =>
          values.adminPassword !== undefined && !(await hasPassword(tx, admin, values.adminPassword)),
        beside: async (tx, before) => {
          if (!mayChange) return undefined
          await saveAccount(context, tx, actor, { before, values, passwordHash })
          return passwordHash === undefined ? undefined : { 'Admin password': 'changed' }
        },
      },
    ),
  )
}

type LocationKind = RecordKind<typeof locations, LocationRecord>

const findOne: LocationKind['find'] = async (tx, scope, id) => (await listLocationRows(tx, scope, { id }))[0]

const locationKind = (names: ReadonlyMap<string, string>): LocationKind => ({
  entity: 'Location',
  table: locations,
  find: findOne,
  named: ({ location }) => ({ name: location.name, locationId: location.id }),
  describe: (record) => describe(record, names),
  besideOf: adminReadOf,
})

/** A location whose people nobody else changes until the transaction ends. */
const findLocked: LocationKind['find'] = async (tx, scope, id) => {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.locationId, id)).orderBy(staff.id).for('no key update')
  return findOne(tx, scope, id)
}

/** Opens or closes a location to the public; answers whether it is within reach. */
export async function setLocationStatus(context: AppContext, actor: Staff, id: string, active: boolean) {
  const kind = locationKind(await catalogueNames(context.db))
  return (await saveVersioned(context, actingIn(actor), kind, { id }, { columns: { active }, wanted: kind.describe }))
    .ok
}

/**
 * Deletes a location: its screens are unallocated and the logins of its people are disabled, which asks for one's own password
 * again; bookings keep their names.
 */
export async function deleteLocation(
  context: AppContext,
  actor: Staff,
  id: string,
  ownPassword?: string,
): Promise<Result<object, 'missing' | OwnPasswordRefusal>> {
  const now = context.clock.now()
  const asks = (await openAccounts(context, id)) > 0
  const refused = asks ? await refusedOwnPassword(context, actor, ownPassword) : undefined
  if (refused) return refused
  return context.db.transaction(async (tx) => {
    const [before] = await listLocationRows(tx, scopeOf(actor), { id })
    if (!before) return MISSING
    const [gone] = await tx
      .update(locations)
      .set({ archivedAt: now, ...nextVersion(locations) })
      .where(and(eq(locations.id, id), isNull(locations.archivedAt)))
      .returning({ id: locations.id })
    if (!gone) return MISSING
    await unallocateScreens(context, tx, actor, before.location)
    await closeAccounts(context, tx, actor, id, now)
    await recordChange(context, tx, actor, {
      ...entryOf(id, before.location.name),
      action: 'deleted',
      before: describe(before, await catalogueNames(tx)),
    })
    return { ok: true }
  })
}

/** Takes the locations of a city that is deleted out of it, which the audit log says of each: its admin may not read that of a city. */
export async function unallocateLocations(
  context: AppContext,
  tx: Transaction,
  actor: Staff,
  city: { id: string; name: string },
): Promise<void> {
  const moved = await tx
    .update(locations)
    .set({ cityId: null, ...nextVersion(locations) })
    .where(eq(locations.cityId, city.id))
    .returning({ id: locations.id })
  const names = await catalogueNames(tx)
  for (const { id } of moved) {
    const [after] = await listLocationRows(tx, { kind: 'all' }, { id })
    // one that was deleted before is nobody's news
    if (!after) continue
    const words = { before: describe({ ...after, city }, names), after: describe(after, names) }
    await recordChange(context, tx, actor, { ...entryOf(id, after.location.name), action: 'updated', ...words })
  }
}

const entryOf = (id: string, name: string) => ({ entity: 'Location', id, name, locationId: id })

async function describeSaved(tx: Transaction, id: string): Promise<Described> {
  const [saved] = await listLocationRows(tx, { kind: 'all' }, { id })
  return saved ? describe(saved, await catalogueNames(tx)) : {}
}
