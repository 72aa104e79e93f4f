import { isDeepStrictEqual } from 'node:util'
import { and, eq, gt, inArray, lt } from 'drizzle-orm'
import { newId, newToken } from '~/db/new-id'
import { bookings, sharedPlans } from '~/db/schema'
import { BLOCKING_STATUSES } from '~/domain/booking-status'
import { isAsked } from '~/domain/booking-texts'
import { formatDate, formatDay, formatSlot, todayIn } from '~/domain/calendar'
import { dateFault } from '~/domain/closed-dates'
import { fewestPeople, peopleFitted, peopleThatFit } from '~/domain/customer-details'
import { DAY_MS } from '~/domain/durations'
import { isLiveHold } from '~/domain/hold'
import { BASIC_ONLY_MESSAGE, packageAllowed } from '~/domain/last-hour'
import { givenWords } from '~/domain/selection'
import { draftOfPlan, PLAN_DAYS, planChanges, planOf, toTypeAgain, withoutCode } from '~/domain/shared-plan'
import { onlineSlots } from '~/domain/slots'
import { unbroken } from '~/domain/unbroken'
import { slotsForDate } from '~/features/availability/availability.server'
import { type DraftState, type Quote, resolveQuote } from '~/features/booking/quote.server'
import { isOfAttempt } from '~/features/stored-booking/attempt-name.server'
import type { AppContext } from '~/platform/context.server'
import { parseDraft } from './draft-cookie.server'
import type { FlowQuote } from './flow-quote.server'

const itemsOf = ({ priced }: Pick<Quote, 'priced'>) => [
  ...new Set(priced?.lines.filter(({ itemId }) => itemId).map(({ name }) => name)),
]

/** Where and when a plan is, in words. */
const wordsOf = ({ screen, slot }: Pick<Quote, 'screen' | 'slot'>) => ({
  place: screen ? [screen.name, screen.location?.name].filter(Boolean).join(', ') : null,
  slot: slot ? formatSlot(slot) : null,
})

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
    ...{ total: quote.priced.total, items: itemsOf(quote), ...wordsOf(quote) },
    attemptId: quote.draft.attemptId,
  })
  return { token, ownerKey }
}

/**
 * A plan as it can be had now, and what has changed since, to be shown to whoever has this key: to its owner with the coupon's code, to
 * everybody else without (rule B32). Undefined when there is none, or its time is over.
 */
export async function findPlan(context: AppContext, token: string, key: string | undefined) {
  const { db, clock, business } = context
  const row = await db.query.sharedPlans.findFirst({
    where: and(eq(sharedPlans.token, token), gt(sharedPlans.endsAt, clock.now())),
  })
  const made = parseDraft(row?.plan)
  if (!row || !made) return undefined
  const own = key === row.ownerKey
  const asMade = await resolveQuote(context, db, { draft: made, dropped: undefined })
  const plan = fitted(made, asMade)
  const quote = plan === made ? asMade : await resolveQuote(context, db, { draft: plan, dropped: undefined })
  const { screen, slot, priced, selection } = quote
  const { bookedFor, attemptId } = await attemptOf(context, row.attemptId, plan, quote)
  const booked = bookedFor !== undefined
  const slotGone = booked ? undefined : await goneSlot(context, quote, plan, row.attemptId)
  const against = [
    slotGone,
    screen && peopleFitted(made.people ?? fewestPeople(screen), screen),
    ...notNow(context, quote, own),
  ]
  // what the package gives by now is there all the same
  const items = [...itemsOf(quote), ...(selection?.given ?? [])]
  const now = { total: screen && priced?.total, items, ...wordsOf(quote) }
  const changes = planChanges(row, { ...now, against: against.filter((words) => words !== undefined) })
  return {
    ownerKey: row.ownerKey,
    attemptId,
    plan,
    /** What is to be typed again, and is asked for by what the plan has. */
    again: selection && isAsked('ledName', selection.input) ? toTypeAgain(plan) : [],
    view: {
      place: screen && { screen: screen.name, location: screen.location?.name ?? '', image: screen.images[0] ?? null },
      when: plan.date ? formatDay(plan.date) : null,
      slot: now.slot && unbroken(now.slot),
      people: selection?.input.people ?? null,
      priced: screen && priced ? (own ? priced : withoutCode(priced)) : null,
      // what was agreed stands in the booking
      changes: booked ? [] : changes,
      booked,
      elsewhere: bookedFor === 'elsewhere',
      free: Boolean(slot) && !slotGone && !booked,
      until: formatDate(todayIn(business.timeZone, row.endsAt)),
    },
  }
}

/** A plan for so many people as its room takes by now; the same where all of them fit. */
function fitted(plan: Quote['draft'], { screen }: Quote): Quote['draft'] {
  if (!screen || plan.people === undefined) return plan
  const people = peopleThatFit(plan.people, screen)
  return people === plan.people ? plan : { ...plan, people }
}

/**
 * What has come of the draft that a plan was made of: whether it has become a booking, be it one of several, of this very evening or of
 * another one since; and the attempt in which the plan is gone on with, so that the hold on one device is the other's too (rule S7).
 * Undefined where that attempt has booked or holds another evening.
 */
async function attemptOf(
  { db, clock }: AppContext,
  attemptId: string | null,
  { screenId, date }: Quote['draft'],
  { slot }: Quote,
): Promise<{ bookedFor?: 'here' | 'elsewhere'; attemptId?: string }> {
  if (!attemptId) return {}
  const found = await db.query.bookings.findMany({
    columns: {
      screenId: true,
      visitDate: true,
      slotFrom: true,
      calendarSequence: true,
      status: true,
      holdEndsAt: true,
    },
    where: and(isOfAttempt(attemptId), inArray(bookings.status, BLOCKING_STATUSES)),
  })
  // a slot that is offered no more does not say when it began
  const isHere = (one: (typeof found)[number]) =>
    one.screenId === screenId && one.visitDate === date && (!slot || one.slotFrom === slot.from)
  const made = found.filter(({ status }) => status === 'booked')
  if (made.some(isHere)) return { bookedFor: 'here' }
  // of one draft several evenings may have been shown: the others can still be had
  if (made.some(({ calendarSequence }) => calendarSequence > 0)) return { bookedFor: 'elsewhere' }
  const otherHold = found.some((one) => isLiveHold(one, clock.now()) && !isHere(one))
  return made.length > 0 || otherHold ? {} : { attemptId }
}

/** Besides the slot, what keeps a plan from being booked as it stands; the coupon's code for its owner alone. */
function notNow({ clock }: AppContext, { draft, slotStart, selection }: Quote, own: boolean): string[] {
  if (!selection) return []
  const tooLate = slotStart && !packageAllowed(selection.package.name, slotStart, clock.now())
  const withdrawn = draft.couponCode && !selection.input.coupon
  const given = givenWords(selection)
  return [
    ...(given ? [given] : []),
    ...(tooLate ? [`${BASIC_ONLY_MESSAGE}.`] : []),
    ...(withdrawn ? [own ? `Coupon ${draft.couponCode} does not hold.` : 'Its coupon does not hold.'] : []),
  ]
}

/** Why the slot of a plan cannot be had any more; undefined when it can, its own hold aside, or none was chosen. */
async function goneSlot(
  { db, clock, business }: AppContext,
  { screen, slot }: Quote,
  plan: Quote['draft'],
  attemptId: string | null,
) {
  if (!screen || !plan.date || !plan.slotId) return undefined
  const [now, zone] = [clock.now(), business.timeZone]
  if (dateFault(plan.date, todayIn(zone, now), screen.closedDates, business.bookingMonths)) {
    return 'This date cannot be booked any more.'
  }
  const except = attemptId === null ? {} : { attemptId }
  const request = { screenId: screen.id, date: plan.date, schedule: screen.slots, now, zone, except }
  const found = onlineSlots(await slotsForDate(db, request), screen, now)
  const state = found.find((one) => one.slot.id === slot?.id)?.state
  return state === 'available' ? undefined : 'This slot has gone meanwhile.'
}

/** Whether a plan would put a begun booking aside, or what is kept of one without a room: another one than the plan was made of. */
export function putsAside(plan: Quote['draft'], { draft: own, dropped }: DraftState): boolean {
  if (own.screenId === undefined) return dropped !== undefined
  const shown = planOf({ ...own, packageId: own.packageId ?? plan.packageId })
  // a plan that was taken up came without the letters, of which it keeps the number alone
  if (!shown.ledName) shown.ledName = plan.ledName
  // as both are stored: what is not chosen is not there
  const asStored = (draft: Quote['draft']) => JSON.parse(JSON.stringify(draft))
  return !isDeepStrictEqual(asStored(shown), asStored(planOf(plan)))
}

/**
 * The draft that takes a plan up here, in the attempt of the draft that it was made of; undefined without its owner's key, and of an
 * evening that is booked. The person's own details stay this device's.
 */
export async function takePlanUp(
  context: AppContext,
  token: string,
  key: string,
  customer: Quote['draft']['customer'],
) {
  const found = await findPlan(context, token, key)
  if (!found || found.ownerKey !== key || found.view.booked) return undefined
  const draft = draftOfPlan(found.plan, found.attemptId ?? newId())
  return { plan: found.plan, draft: { ...draft, customer }, changes: found.view.changes, again: found.again }
}

/** Forgets plans whose time is over; for the nightly job. */
export async function forgetOldPlans({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await db.delete(sharedPlans).where(lt(sharedPlans.endsAt, clock.now()))
}
