import { type BookingTextName, type DraftTexts, eachText } from './booking-texts'
import type { CalendarDate } from './calendar'
import { fewestPeople, normalizePhone, peopleThatFit } from './customer-details'
import type { PayChoice } from './payment-choice'
import { assertNever } from './result'
import { sameName } from './same-name'

export interface ItemCount {
  id: string
  count: number
}

export const ITEM_KINDS = ['addons', 'cakes', 'gifts'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Units of one item that a booking may have. */
export const MAX_COUNT = 20
/** Different items of one kind; three full lists and the longest texts in any script still fit the draft's cookie. */
export const MAX_ITEMS = 12

/** What has been chosen so far: ids, counts and short texts, nothing that has a price (rule B3). */
export interface Draft extends DraftTexts {
  cityId?: string
  locationId?: string
  screenId?: string
  date?: CalendarDate
  slotId?: string
  customer?: { name: string; email: string; number: string }
  people?: number
  termsAccepted?: boolean
  packageId?: string
  occasionId?: string
  addons: ItemCount[]
  cakes: ItemCount[]
  gifts: ItemCount[]
  couponCode?: string
  /** Texts that are paid for and were asked for once: the customer tells them later (rule B24). */
  toldLater?: BookingTextName[]
  payChoice: PayChoice
  /** Set once what a reset dropped was brought back: a page that was drawn before knows nothing of it (rule B6). */
  restored?: boolean
  /** Names the attempt to book; the database takes it once. */
  attemptId: string
}

/** What has been chosen, without the attempt's name: all that a page needs of a draft. */
export type Choices = Omit<Draft, 'attemptId'>

/** A draft in which nothing is chosen yet. */
export const emptyDraft = (attemptId: string): Draft => ({
  addons: [],
  cakes: [],
  gifts: [],
  payChoice: 'advance',
  attemptId,
})

/** A choice on which later choices depend. */
export type PlaceChange =
  | { kind: 'city'; id: string }
  | { kind: 'location'; id: string }
  | { kind: 'screen'; id: string }
  | { kind: 'date'; date: CalendarDate }

/** What resets took away, to be brought back (rule B6). */
export type Dropped = Partial<Choices>

/** A draft whose place changes, with what earlier resets dropped, and what its room offers while it has one. */
interface ChangedDraft {
  draft: Draft
  dropped?: Dropped | undefined
  offers?: Pick<RestoreOffers, 'minPeople'> | undefined
}

/**
 * Chooses a city, location, screen or date, and drops what depends on the old one (rule B5). Choosing again what is chosen
 * resets nothing; in a staff edit a new date resets only the slot. All that was dropped and not brought back is returned, to be
 * kept aside.
 */
export function choosePlace(
  { draft, dropped, offers }: ChangedDraft,
  change: PlaceChange,
  { staffEdit = false } = {},
): { draft: Draft; dropped: Dropped | undefined } {
  const { cityId, locationId, screenId } = draft
  const reset = (places: Partial<Draft>) => ({
    draft: { ...emptyDraft(draft.attemptId), ...places },
    dropped: keptAside(draft, dropped, offers?.minPeople),
  })
  switch (change.kind) {
    case 'city':
      if (draft.cityId === change.id) return { draft, dropped }
      return reset({ cityId: change.id })
    case 'location':
      if (draft.locationId === change.id) return { draft, dropped }
      return reset({ cityId, locationId: change.id })
    case 'screen':
      if (draft.screenId === change.id) return { draft, dropped }
      return reset({ cityId, locationId, screenId: change.id })
    case 'date':
      if (draft.date === change.date) return { draft, dropped }
      // nothing depends on a date that was never chosen: what stands comes from an earlier evening, or a plan
      if (!draft.date || staffEdit) return { draft: { ...draft, date: change.date, slotId: undefined }, dropped }
      return reset({ cityId, locationId, screenId, date: change.date })
    default:
      return assertNever(change)
  }
}

/** Chooses one place after another, as `choosePlace` does. */
export function choosePlaces(
  { draft, dropped, offers }: ChangedDraft,
  changes: readonly PlaceChange[],
): { draft: Draft; dropped: Dropped | undefined } {
  let chosen: ReturnType<typeof choosePlace> = { draft, dropped }
  for (const change of changes) chosen = choosePlace({ ...chosen, offers }, change)
  return chosen
}

/**
 * What is kept aside of a draft that is reset, together with what earlier resets dropped and nobody brought back: a second change
 * of mind takes nothing of it away. Undefined when there is nothing that a person may want back; how many come is asked anyway,
 * and alone worth no offer.
 */
function keptAside(draft: Draft, before: Dropped | undefined, minPeople: number | undefined): Dropped | undefined {
  const kept = together(draft, before ?? {}, minPeople)
  const { people, payChoice, customer, addons, cakes, gifts, ...single } = kept
  const chosen = [addons.length, cakes.length, gifts.length, ...Object.values(single), ...Object.values(customer ?? {})]
  return chosen.some(Boolean) ? kept : undefined
}

/** What stays kept aside beside a draft that is gone on with: nothing, once the draft has all of it. */
export function leftAside({ draft, dropped, offers }: ChangedDraft): Dropped | undefined {
  if (!dropped) return undefined
  const filled = { ...draft, ...together(draft, dropped, offers?.minPeople) }
  return JSON.stringify(filled) === JSON.stringify(draft) ? undefined : dropped
}

export interface RestoreOffers {
  minPeople: number
  capacity: number
  packages: readonly { id: string; name: string }[]
  occasions: readonly { id: string }[]
  addons: readonly { id: string }[]
  cakes: readonly { id: string }[]
  gifts: readonly { id: string }[]
}

const isOffered = (items: readonly { id: string }[], id: string | undefined) => items.some((item) => item.id === id)

/** Whether something that was dropped is not on offer any more, so that it cannot come back. */
export function losesSomething(dropped: Dropped, offers: RestoreOffers): boolean {
  const { packageId, occasionId } = dropped
  return (
    (packageId !== undefined && !isOffered(offers.packages, packageId)) ||
    (occasionId !== undefined && !isOffered(offers.occasions, occasionId)) ||
    ITEM_KINDS.some((kind) => dropped[kind]?.some(({ id }) => !isOffered(offers[kind], id)))
  )
}

/** What was dropped, with a room's own package in the place of one of the same name (`packageName`) that another room sells. */
export function inThisRoom(dropped: Dropped, packageName: string | undefined, offers: RestoreOffers): Dropped {
  if (packageName === undefined || isOffered(offers.packages, dropped.packageId)) return dropped
  const here = offers.packages.find(({ name }) => sameName(name, packageName))
  return here ? { ...dropped, packageId: here.id } : dropped
}

/** "Bring back my selections": fills the draft with what was dropped and is still on offer; answered things stay. */
export function restore(draft: Draft, dropped: Dropped, offers: RestoreOffers): Draft {
  const { people, packageId, occasionId } = dropped
  const still = (kind: ItemKind) => (dropped[kind] ?? []).filter((item) => isOffered(offers[kind], item.id))
  const offered: Dropped = {
    ...dropped,
    people: people === undefined ? undefined : peopleThatFit(people, offers),
    packageId: isOffered(offers.packages, packageId) ? packageId : undefined,
    occasionId: isOffered(offers.occasions, occasionId) ? occasionId : undefined,
    ...{ addons: still('addons'), cakes: still('cakes'), gifts: still('gifts') },
  }
  return { ...draft, restored: true, ...together(draft, offered, offers.minPeople) }
}

/** What was chosen later, and beside it what was chosen before and not later (rule B6). */
function together(later: Draft, before: Dropped, minPeople: number | undefined) {
  const same = isSamePerson(later.customer, before.customer)
  const either = (kind: ItemKind) => (later[kind].length ? later[kind] : (before[kind] ?? []))
  return {
    customer: same ? filledUp(later.customer, before.customer) : later.customer,
    people: peopleBack(later, before, { minPeople }) ? before.people : later.people,
    termsAccepted: later.termsAccepted || (same && before.termsAccepted),
    packageId: later.packageId ?? before.packageId,
    occasionId: later.occasionId ?? before.occasionId,
    ...eachText((name) => later[name] ?? before[name]),
    ...{ addons: either('addons'), cakes: either('cakes'), gifts: either('gifts') },
    couponCode: later.couponCode ?? before.couponCode,
    payChoice: later.payChoice === 'advance' ? (before.payChoice ?? 'advance') : later.payChoice,
  }
}

/** Whether the number of people comes back, since none was chosen: the room's fewest stand there until one is. */
export const peopleBack = (
  { people }: Draft,
  dropped: Dropped,
  { minPeople }: { minPeople: number | undefined },
): dropped is Dropped & { people: number } =>
  dropped.people !== undefined &&
  (people === undefined || (minPeople !== undefined && people === fewestPeople({ minPeople })))

/** Whether details may be filled up from others: whoever names another number is somebody else, who has an address of their own. */
const isSamePerson = (now: Draft['customer'], before: Draft['customer']): boolean =>
  !now?.number || !before?.number || normalizePhone(now.number) === normalizePhone(before.number)

/** Each detail as it was answered since, or as it was. */
function filledUp(now: Draft['customer'], before: Draft['customer']): Draft['customer'] {
  if (!now || !before) return now ?? before
  return { name: now.name || before.name, email: now.email || before.email, number: now.number || before.number }
}

/** Sets an item's count in the order of selection: 0 or less removes it, a new one goes last, 20 is the most. */
export function setCount(items: readonly ItemCount[], id: string, count: number): ItemCount[] {
  const whole = Math.min(Math.trunc(count), MAX_COUNT)
  if (!(whole > 0)) return items.filter((item) => item.id !== id)
  if (items.some((item) => item.id === id)) return items.map((item) => (item.id === id ? { id, count: whole } : item))
  return items.length < MAX_ITEMS ? [...items, { id, count: whole }] : [...items]
}

/** One more (or one less) of an item; one less than 1 removes it (rule B10). */
export function changeCount(items: readonly ItemCount[], id: string, by: 1 | -1): ItemCount[] {
  return setCount(items, id, (items.find((item) => item.id === id)?.count ?? 0) + by)
}

/** Selecting the selected occasion deselects it; selecting another replaces it (rule B11). */
export const toggleOccasion = <D extends Choices>(draft: D, id: string): D => ({
  ...draft,
  occasionId: draft.occasionId === id ? undefined : id,
})
