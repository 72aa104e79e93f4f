import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, lt } from 'drizzle-orm'
import { newId, newToken } from '~/db/new-id'
import { sharedPlans } from '~/db/schema'
import { formatDate, formatDay, formatSlot, todayIn } from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { DAY_MS } from '~/domain/durations'
import { draftOfPlan, PLAN_DAYS, planChanges, planOf } from '~/domain/shared-plan'
import { onlineSlots } from '~/domain/slots'
import { unbroken } from '~/domain/unbroken'
import { slotsForDate } from '~/features/availability/availability.server'
import { type Quote, resolveQuote } from '~/features/booking/quote.server'
import type { AppContext } from '~/platform/context.server'
import { parseDraft } from './draft-cookie.server'
import type { FlowQuote } from './flow-quote.server'

const itemsOf = ({ priced }: Pick<Quote, 'priced'>) => [
  ...new Set(priced?.lines.filter(({ itemId }) => itemId).map(({ name }) => name)),
]

/** Keeps a draft to show around, without personal data; undefined while there is no room, or nothing has a price. */
export async function sharePlan(
  { db, clock }: AppContext,
  quote: FlowQuote,
): Promise<{ token: string; ownerKey: string } | undefined> {
  if (!quote.screen || !quote.priced) return undefined
  const now = clock.now()
  const [token, ownerKey] = [newToken(), newToken()]
  await db.insert(sharedPlans).values({
    ...{ id: newId(), token, ownerKey, createdAt: now, endsAt: new Date(now.getTime() + PLAN_DAYS * DAY_MS) },
    // as it stands, the package too that nobody chose yet
    plan: planOf({ ...quote.draft, packageId: quote.selection?.package.id }),
    ...{ total: quote.priced.total, items: itemsOf(quote) },
  })
  return { token, ownerKey }
}

/** A plan as it can be had now, and what has changed since; undefined when there is none, or its time is over. */
export async function findPlan(context: AppContext, token: string) {
  const { db, clock, business } = context
  const row = await db.query.sharedPlans.findFirst({
    where: and(eq(sharedPlans.token, token), gt(sharedPlans.endsAt, clock.now())),
  })
  const plan = parseDraft(row?.plan)
  if (!row || !plan) return undefined
  const quote = await resolveQuote(context, db, { draft: plan, dropped: undefined })
  const { screen, slot, priced, selection } = quote
  const slotGone = screen && (await goneSlot(context, quote, plan))
  const changes = planChanges(row, { total: screen && priced?.total, items: itemsOf(quote), slotGone })
  return {
    ownerKey: row.ownerKey,
    plan,
    view: {
      place: screen && { screen: screen.name, location: screen.location?.name ?? '', image: screen.images[0] ?? null },
      when: plan.date ? formatDay(plan.date) : null,
      slot: slot ? unbroken(formatSlot(slot)) : null,
      people: selection?.input.people ?? null,
      priced: (screen && priced) || null,
      changes,
      free: Boolean(slot) && !slotGone,
      until: formatDate(todayIn(business.timeZone, row.endsAt)),
    },
  }
}

/** Why the slot of a plan cannot be had any more; undefined when it can, or none was chosen. */
async function goneSlot({ db, clock, business }: AppContext, { screen, slot }: Quote, plan: Quote['draft']) {
  if (!screen || !plan.date || !plan.slotId) return undefined
  const [now, zone] = [clock.now(), business.timeZone]
  if (dateFault(plan.date, todayIn(zone, now), screen.closedDates, business.bookingMonths)) {
    return 'This date cannot be booked any more.'
  }
  const request = { screenId: screen.id, date: plan.date, schedule: screen.slots, now, zone }
  const found = onlineSlots(await slotsForDate(db, request), screen, now)
  const state = found.find((one) => one.slot.id === slot?.id)?.state
  return state === 'available' ? undefined : 'This slot has gone meanwhile.'
}

/** Whether a draft has a room of its own that a plan would put aside: another one than the plan was made of. */
export function putsAside(plan: Quote['draft'], own: Quote['draft']): boolean {
  const shown = planOf({ ...own, packageId: own.packageId ?? plan.packageId })
  // a plan that was taken up came without the letters, of which it keeps the number alone
  if (!shown.ledName) shown.ledName = plan.ledName
  // as both are stored: what is not chosen is not there
  const asStored = (draft: Quote['draft']) => JSON.parse(JSON.stringify(draft))
  return own.screenId !== undefined && !isDeepStrictEqual(asStored(shown), asStored(planOf(plan)))
}

/** The draft that takes a plan up here; undefined without its owner's key. The person's own details stay this device's. */
export async function takePlanUp(
  context: AppContext,
  token: string,
  key: string,
  customer: Quote['draft']['customer'],
) {
  const found = await findPlan(context, token)
  if (!found || found.ownerKey !== key) return undefined
  return { plan: found.plan, draft: { ...draftOfPlan(found.plan, newId()), customer }, changes: found.view.changes }
}

/** Forgets plans whose time is over; for the nightly job. */
export async function forgetOldPlans({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await db.delete(sharedPlans).where(lt(sharedPlans.endsAt, clock.now()))
}
