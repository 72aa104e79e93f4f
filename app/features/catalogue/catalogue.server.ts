import { and, eq, inArray, isNull } from 'drizzle-orm'
import { catalogueItems } from '~/db/schema'
import type { CatalogueKind } from '~/domain/catalogue-kinds'
import type { Described } from '~/domain/changes'
import { deskDate } from '~/domain/desk-day'
import { formatRupees } from '~/domain/money'
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
import { actingIn } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import type { CatalogueValues } from './catalogue-forms.server'
import { CATALOGUE_WORDS } from './catalogue-kinds'
import {
  type CatalogueFilter,
  type CatalogueItemRow,
  findItem,
  futureBookingsWith,
  pageOfItems,
} from './catalogue-queries.server'

/** A page of occasions, add-ons, cakes or gifts; every member of staff may read them. */
export const listCatalogueItems = ({ db }: AppContext, kind: CatalogueKind, filter: CatalogueFilter) =>
  pageOfItems(db, kind, filter)

/** All items of a kind, in their order. */
export const allCatalogueItems = async ({ db }: AppContext, kind: CatalogueKind, { activeOnly = false } = {}) =>
  (await pageOfItems(db, kind, { limit: 1_000, activeOnly })).items

/** One item, or undefined when it is not there or was deleted. */
export const findCatalogueItem = ({ db }: AppContext, kind: CatalogueKind, id: string) => findItem(db, kind, id)

/** What of a kind may be chosen, and what is chosen already: what was deleted meanwhile says so. */
export async function catalogueChoices(context: AppContext, kind: CatalogueKind, chosen: readonly string[] = []) {
  const items = await allCatalogueItems(context, kind)
  const gone = chosen.filter((id) => !items.some((item) => item.id === id))
  const deleted = gone.length
    ? await context.db
        .select({ id: catalogueItems.id, name: catalogueItems.name })
        .from(catalogueItems)
        .where(and(inArray(catalogueItems.id, gone), eq(catalogueItems.kind, kind)))
    : []
  return [
    ...items.map(({ id, name }) => ({ id, name })),
    ...deleted.map(({ id, name }) => ({ id, name: `${name} (deleted)` })),
  ]
}

/** What deleting an item would touch: the number of bookings to come that were sold with it. */
export async function catalogueItemInUse({ db, clock, business }: AppContext, id: string): Promise<number> {
  return futureBookingsWith(db, id, deskDate(business.timeZone, clock.now()))
}

/** Adds an item, once under an id. */
export function addCatalogueItem(
  context: AppContext,
  staff: Staff,
  kind: CatalogueKind,
  values: CatalogueValues,
  id: string,
): Promise<Added> {
  const { images, version: _, status: active, ...columns } = values
  return addOnce(
    () =>
      context.db.transaction(async (tx) => {
        const [row] = await tx
          .insert(catalogueItems)
          .values({ ...columns, active, id, kind, image: images[0] })
          .returning()
        const entity = CATALOGUE_WORDS[kind].one
        await recordChange(context, tx, staff, {
          action: 'added',
          entity,
          id,
          name: values.name,
          after: row && describe(row),
        })
        return { ok: true, id }
      }),
    () => updateCatalogueItem(context, staff, kind, id, { ...values, version: UNREAD }),
  )
}

const itemOf = (kind: CatalogueKind): RecordKind<typeof catalogueItems, CatalogueItemRow> => ({
  entity: CATALOGUE_WORDS[kind].one,
  table: catalogueItems,
  find: (tx, _, id) => findItem(tx, kind, id),
  named: ({ name }) => ({ name }),
  describe,
})

/** Saves an item, unless somebody else saved it since the form was opened. */
export function updateCatalogueItem(
  context: AppContext,
  staff: Staff,
  kind: CatalogueKind,
  id: string,
  { images, version, status, ...values }: CatalogueValues,
): Promise<Saved> {
  const columns = (before: CatalogueItemRow) => ({
    ...values,
    active: status ?? before.active,
    image: images[0] ?? null,
  })
  const wanted = (before: CatalogueItemRow) => describe({ ...before, ...columns(before) })
  return saveVersioned(context, actingIn(staff), itemOf(kind), { id, version }, { columns, wanted })
}

/** Offers an item, or offers it no longer while it stays in the catalogue; bookings that have it keep it. */
export const setCatalogueStatus = (
  context: AppContext,
  staff: Staff,
  kind: CatalogueKind,
  id: string,
  active: boolean,
): Promise<Saved> =>
  saveVersioned(
    context,
    actingIn(staff),
    itemOf(kind),
    { id },
    { columns: { active }, wanted: (before) => describe({ ...before, active }) },
  )

/** Takes an item out of the catalogue. The row stays: bookings that were sold with it can still be edited. */
export async function deleteCatalogueItem(
  context: AppContext,
  staff: Staff,
  kind: CatalogueKind,
  id: string,
): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [gone] = await tx
      .update(catalogueItems)
      .set({ archivedAt: context.clock.now(), ...nextVersion(catalogueItems) })
      .where(and(eq(catalogueItems.id, id), eq(catalogueItems.kind, kind), isNull(catalogueItems.archivedAt)))
      .returning()
    if (!gone) return false
    const entity = CATALOGUE_WORDS[kind].one
    await recordChange(context, tx, staff, {
      action: 'deleted',
      entity,
      id,
      name: gone.name,
      before: describe(gone),
    })
    return true
  })
}

function describe(item: CatalogueItemRow): Described {
  return {
    Name: item.name,
    Description: item.description,
    Price: formatRupees(item.price),
    Position: String(item.position),
    Image: item.image ?? '',
    Status: item.active ? 'Active' : 'In Active',
    ...(item.kind === 'cake' && {
      'Special Cake': item.special ? 'Yes' : 'No',
      'Special price': item.specialPrice === null ? '' : formatRupees(item.specialPrice),
    }),
  }
}
