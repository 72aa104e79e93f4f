import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldOfferChanges, offerRevision } from '~/db/offer-cache.server'
import { rowsOf } from '~/db/rows-of'
import { blockedDates, catalogueItems, cities, packages, screens } from '~/db/schema'
import { findScreen, listCatalogue, listCities, listScreens } from '~/features/offer/on-offer.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { statementsOf } from '../support/statements'
import { date } from '../support/theatre'

/** Tables that say nothing about what is on offer; a new one stands here, or its changes raise the revision. */
const ELSEWHERE = `
  audit_log booking_events booking_figure_changes booking_figures booking_lines bookings books_checks
  compared_lists contact_messages customers document_series idempotency_keys internal_notes letter_switches
  money_cases money_requests offer_changes outbox password_resets payment_attempts payments prep_ticks
  rate_limits recovery_codes refund_reversals refund_tries refunds saved_filters shared_plans staff
  staff_drafts staff_sessions tax_documents till_closings till_corrections uploads webhook_inbox`
  .trim()
  .split(/\s+/)

class Undone extends Error {}

onEachDatabase('what is kept of what is on offer', (kind) => {
  const app = useApp(kind)
  const db = () => app.context.db
  const names = async () => (await listCities(db())).map(({ name }) => name)

  test('every table that says what is on offer raises its revision', async () => {
    const rows = rowsOf<{ name: string; raises: boolean }>(
      await db().execute(sql`
        select c.relname as name, exists (select 1 from pg_trigger t join pg_proc p on p.oid = t.tgfoid
          where t.tgrelid = c.oid and p.proname = 'raise_offer_revision') as raises
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`),
    )
    const unwatched = rows.filter(({ raises }) => !raises).map(({ name }) => name)
    expect(unwatched.sort()).toEqual(ELSEWHERE)
  })

  test('a change is seen with the next look, whoever made it and however', async () => {
    expect(await names()).toEqual(['Bengaluru'])
    await db().insert(cities).values({ id: 'mysuru', name: 'Mysuru' })
    expect(await names()).toEqual(['Bengaluru', 'Mysuru'])
    await db().execute(sql`update cities set name = 'Mysore' where id = 'mysuru'`)
    expect(await names()).toEqual(['Bengaluru', 'Mysore'])
    const { aurora } = app.theatre
    expect((await findScreen(db(), aurora.id))?.closedDates.size).toBe(0)
    await db()
      .insert(blockedDates)
      .values({ id: 'b', date: date('2027-03-12'), reason: 'Closed' })
    expect((await findScreen(db(), aurora.id))?.closedDates.get(date('2027-03-12'))).toBe('Closed')
    await db()
      .update(packages)
      .set({ price: 1 as never })
      .where(eq(packages.id, aurora.basic))
    const price = (await findScreen(db(), aurora.id))?.packages.find(({ id }) => id === aurora.basic)?.price
    expect(price).toBe(1)
    await db().update(screens).set({ active: false })
    expect(await listScreens(db())).toEqual([])
  })

  test('what is not committed is seen by its own transaction only, and forgotten with it', async () => {
    const within: string[][] = []
    const undone = db().transaction(async (tx) => {
      await tx.insert(cities).values({ id: 'mysuru', name: 'Mysuru' })
      within.push((await listCities(tx)).map(({ name }) => name))
      throw new Undone()
    })
    await expect(undone).rejects.toThrow(Undone)
    expect(within).toEqual([['Bengaluru', 'Mysuru']])
    expect(await names()).toEqual(['Bengaluru'])
  })

  test('is asked for once by all who look in one moment, and answered without asking for the rows again', async () => {
    await listCatalogue(db())
    const asked = await statementsOf(db(), () =>
      Promise.all([listCatalogue(db()), listCatalogue(db()), listCatalogue(db())]),
    )
    expect(asked).toEqual([expect.stringContaining('offer_changes')])
  })

  test('nobody can change for others what all share', async () => {
    const [item] = await listCatalogue(db())
    expect(() => Object.assign(item ?? {}, { price: 0 })).toThrow(TypeError)
  })

  test('keeps its revision when the changes are folded, and raises it ever after', async () => {
    const before = await offerRevision(db())
    await foldOfferChanges(db())
    expect(await offerRevision(db())).toBe(before)
    expect(rowsOf(await db().execute(sql`select 1 from offer_changes`))).toHaveLength(1)
    await db().update(catalogueItems).set({ active: false })
    expect(await offerRevision(db())).not.toBe(before)
    expect(await listCatalogue(db())).toEqual([])
  })
})
