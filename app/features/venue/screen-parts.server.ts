import { isDeepStrictEqual } from 'node:util'
import { and, eq, gte, inArray } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { packagePrices, packages, screenSlots } from '~/db/schema'
import { todayIn } from '~/domain/calendar'
import { sameHours } from '~/domain/slots'
import type { AppContext } from '~/platform/context.server'
import type { DescribedScreen } from './screen-words.server'
import type { ScreenValues } from './venue-forms.server'
import type { ScreenRow } from './venue-queries.server'

/** Writes the slots of a screen; one whose times changed is a new one, and what is missing is archived. */
export async function saveSlots(
  { clock }: AppContext,
  tx: Transaction,
  screenId: string,
  before: ScreenRow['slots'],
  wanted: ScreenValues['slots'],
): Promise<void> {
  const gone = before.filter((slot) => !wanted.some((other) => sameHours(slot, other))).map(({ id }) => id)
  const fresh = wanted.filter((slot) => !before.some((other) => sameHours(slot, other)))
  if (gone.length) {
    await tx.update(screenSlots).set({ archivedAt: clock.now() }).where(inArray(screenSlots.id, gone))
  }
  if (fresh.length) await tx.insert(screenSlots).values(fresh.map((slot) => ({ ...slot, screenId })))
}

/** Writes the packages of a screen, in their order; those that it has keep their ids, and what is missing is archived. */
export async function savePackages(
  context: AppContext,
  tx: Transaction,
  screenId: string,
  before: ScreenRow['packages'],
  wanted: ScreenValues['packages'],
): Promise<void> {
  const gone = before.filter((one) => !wanted.some(({ id }) => id === one.id)).map(({ id }) => id)
  if (gone.length) await tx.update(packages).set({ archivedAt: context.clock.now() }).where(inArray(packages.id, gone))
  for (const [position, { id: named, name, price, inclusions, customPrices }] of wanted.entries()) {
    // an id that is not this screen's own counts as none
    const known = before.find(({ id }) => id === named)
    const id = known?.id ?? newId()
    const columns = { name, price, inclusions, position }
    if (known) await tx.update(packages).set(columns).where(eq(packages.id, id))
    else await tx.insert(packages).values({ id, screenId, ...columns })
    // those that are over are shown nowhere, and price an edit of the visit that was sold at one
    await tx
      .delete(packagePrices)
      .where(
        and(
          eq(packagePrices.packageId, id),
          gte(packagePrices.date, todayIn(context.business.timeZone, context.clock.now())),
        ),
      )
    if (customPrices.length) {
      await tx.insert(packagePrices).values(customPrices.map((custom) => ({ ...custom, packageId: id })))
    }
  }
}

/** Whether these packages are a screen's already; one that was added by the same form has its id since, and is sent without. */
export function samePackages(before: ScreenRow['packages'], wanted: ScreenValues['packages']): boolean {
  const said = ({ name, price, inclusions, customPrices }: DescribedScreen['packages'][number]) => {
    const byDate = customPrices.map((one) => [one.date, one.price] as const).sort(([a], [b]) => a.localeCompare(b))
    return [name, price, inclusions, byDate]
  }
  const moved = wanted.some(({ id }, at) => before.some((one) => one.id === id) && before[at]?.id !== id)
  return !moved && isDeepStrictEqual(before.map(said), wanted.map(said))
}
