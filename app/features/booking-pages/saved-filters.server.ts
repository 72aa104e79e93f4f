import { isDeepStrictEqual } from 'node:util'
import { and, asc, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { savedFilters, staff } from '~/db/schema'
import type { QuickRange } from '~/domain/quick-ranges'
import type { Refused } from '~/domain/result'
import { type AskedFilter, askedFilter, nameFault, savedFilter } from '~/domain/saved-filters'
import type { AppContext } from '~/platform/context.server'

type Context = Pick<AppContext, 'db' | 'clock'>
type Owner = { id: string }

const ownedBy = ({ id }: Owner) => eq(savedFilters.staffId, id)
const one = (owner: Owner, id: string) => and(ownedBy(owner), eq(savedFilters.id, id))

/** The filters that a member of staff keeps, each with what it asks for today, and whether that is what is `shown`. */
export async function filtersOf(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  ranges: readonly QuickRange[],
  shown: AskedFilter,
) {
  const rows = await db
    .select()
    .from(savedFilters)
    .where(ownedBy(owner))
    .orderBy(asc(savedFilters.createdAt), asc(savedFilters.id))
  return rows.map(({ id, name, asked: stored }) => {
    const asked = askedFilter(stored, ranges)
    return { id, name, asked, now: isDeepStrictEqual({ ...asked }, { ...shown }) }
  })
}

export type FilterOfMine = Awaited<ReturnType<typeof filtersOf>>[number]

/** Keeps what is `shown` under a name of the person's own; the same under the same name is kept once, and answered as the first time. */
export const saveFilter = (
  { db, clock }: Context,
  owner: Owner,
  { name, shown, ranges }: { name: string; shown: AskedFilter; ranges: readonly QuickRange[] },
): Promise<{ ok: true } | Refused<'nothing' | 'name'>> =>
  db.transaction(async (tx) => {
    const asked = savedFilter(shown, ranges)
    if (!Object.keys(asked).length) return { ok: false, reason: 'nothing', message: NOTHING_SHOWN }
    const kept = await lockedFilters(tx, owner)
    if (kept.some((one) => one.name === name && isDeepStrictEqual(one.asked, asked))) return { ok: true }
    const message = nameFault(
      name,
      kept.map((row) => row.name),
    )
    if (message) return { ok: false, reason: 'name', message }
    await tx.insert(savedFilters).values({ id: newId(), staffId: owner.id, name, asked, createdAt: clock.now() })
    return { ok: true }
  })

const NOTHING_SHOWN = 'The list is not filtered; what is searched for is not kept'

/** Gives a filter another name. */
export const renameFilter = (
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  { id, name }: { id: string; name: string },
): Promise<{ ok: true } | Refused<'not-found' | 'name'>> =>
  db.transaction(async (tx) => {
    const rows = await lockedFilters(tx, owner)
    if (!rows.some((row) => row.id === id)) return { ok: false, reason: 'not-found', message: 'Invalid filter' }
    const others = rows.filter((row) => row.id !== id).map((row) => row.name)
    const message = nameFault(name, others)
    if (message) return { ok: false, reason: 'name', message }
    await tx.update(savedFilters).set({ name }).where(one(owner, id))
    return { ok: true }
  })

/** Forgets a filter; whoever pressed twice is answered the same on both times. False for somebody else's. */
export async function removeFilter({ db }: Pick<AppContext, 'db'>, owner: Owner, id: string): Promise<boolean> {
  await db.delete(savedFilters).where(one(owner, id))
  return (await db.$count(savedFilters, eq(savedFilters.id, id))) === 0
}

/** The person's filters, while nobody else saves one for the same account. */
async function lockedFilters(tx: Transaction, owner: Owner) {
  await tx.select({ id: staff.id }).from(staff).where(eq(staff.id, owner.id)).for('update')
  return tx
    .select({ id: savedFilters.id, name: savedFilters.name, asked: savedFilters.asked })
    .from(savedFilters)
    .where(ownedBy(owner))
}
