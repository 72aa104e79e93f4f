import { eq } from 'drizzle-orm'
import { banners } from '~/db/schema'
import type { Described } from '~/domain/changes'
import { recordChange } from '~/features/back-office/audit.server'
import { type Added, addOnce, type RecordKind, saveVersioned, UNREAD } from '~/features/back-office/save.server'
import { actingIn } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import type { BannerValues } from './banner-forms.server'
import { BANNER_ORDER } from './home-queries.server'

export type BannerRow = typeof banners.$inferSelect

/** The banners in their order: all of them for staff, the active ones for visitors. */
export const listBanners = ({ db }: AppContext, { activeOnly = false } = {}) =>
  db
    .select()
    .from(banners)
    .where(activeOnly ? eq(banners.active, true) : undefined)
    .orderBy(...BANNER_ORDER)

/** A banner; undefined when there is none. */
export const findBanner = ({ db }: AppContext, id: string) => db.query.banners.findFirst({ where: eq(banners.id, id) })

/** Adds a banner, once under an id, and writes it into the audit log. */
export function addBanner(context: AppContext, staff: Staff, values: BannerValues, id: string): Promise<Added> {
  return addOnce(
    () =>
      context.db.transaction(async (tx) => {
        const [row] = await tx
          .insert(banners)
          .values({ id, ...columnsOf(values) })
          .returning()
        const after = row && describe(row)
        await recordChange(context, tx, staff, { action: 'added', entity: 'Banner', id, name: values.title, after })
        return { ok: true, id }
      }),
    () => updateBanner(context, staff, id, { ...values, version: UNREAD }),
  )
}

/** Saves a banner, unless somebody else saved it since the form was opened. */
export const updateBanner = (context: AppContext, staff: Staff, id: string, values: BannerValues) =>
  saveColumns(context, staff, id, columnsOf(values), values.version)

/** Shows or hides a banner. */
export const setBannerStatus = (context: AppContext, staff: Staff, id: string, active: boolean) =>
  saveColumns(context, staff, id, { active })

const BANNER: RecordKind<typeof banners, BannerRow> = {
  entity: 'Banner',
  table: banners,
  find: (tx, _, id) => tx.query.banners.findFirst({ where: eq(banners.id, id) }),
  named: ({ title: name }) => ({ name }),
  describe: (banner) => describe(banner),
}

const saveColumns = (context: AppContext, staff: Staff, id: string, columns: Partial<BannerRow>, version?: number) =>
  saveVersioned(
    context,
    actingIn(staff),
    BANNER,
    { id, version },
    {
      columns,
      wanted: (before) => describe({ ...before, ...columns }),
    },
  )

/** Deletes a banner; false when there is none. */
export async function deleteBanner(context: AppContext, staff: Staff, id: string): Promise<boolean> {
  return context.db.transaction(async (tx) => {
    const [gone] = await tx.delete(banners).where(eq(banners.id, id)).returning()
    if (!gone) return false
    await recordChange(context, tx, staff, {
      action: 'deleted',
      entity: 'Banner',
      id,
      name: gone.title,
      before: describe(gone),
    })
    return true
  })
}

const columnsOf = ({ status, images, version: _, ...values }: BannerValues) => ({
  ...values,
  active: status,
  image: images[0] ?? '',
})

const describe = (banner: BannerRow): Described => ({
  Title: banner.title,
  Description: banner.description,
  Link: banner.link,
  Position: String(banner.position),
  Status: banner.active ? 'Active' : 'In Active',
  Image: banner.image,
})
