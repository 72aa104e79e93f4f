import { type BookingTextName, type DraftTexts, eachText } from './booking-texts'
import type { CalendarDate } from './calendar'
import { normalizePhone, peopleThatFit } from './customer-details'
import type { PayChoice } from './payment-choice'
import { assertNever } from './result'

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

/** What a reset took away, to be brought back (rule B6). */
export type Dropped = Partial<Choices>

/**
 * Chooses a city, location, screen or date, and drops what depends on the old one (rule B5). Choosing again what is chosen
 * resets nothing; in a staff edit a new date resets only the slot. What was dropped is returned, to be kept aside.
 */
export function choosePlace(
  draft: Draft,
  change: PlaceChange,
  { staffEdit = false } = {},
): { draft: Draft; dropped: Dropped | undefined } {
  const { cityId, locationId, screenId } = draft
  const fresh = emptyDraft(draft.attemptId)
  switch (change.kind) {
    case 'city':
      if (draft.cityId === change.id) return { draft, dropped: undefined }
      return { draft: { ...fresh, cityId: change.id }, dropped: droppedOf(draft) }
    case 'location':
      if (draft.locationId === change.id) return { draft, dropped: undefined }
      return { draft: { ...fresh, cityId, locationId: change.id }, dropped: droppedOf(draft) }
    case 'screen':
      if (draft.screenId === change.id) return { draft, dropped: undefined }
      return { draft: { ...fresh, cityId, locationId, screenId: change.id }, dropped: droppedOf(draft) }
    case 'date':
      if (draft.date === change.date) return { draft, dropped: undefined }
      // nothing depends on a date that was never chosen: what stands comes from an earlier evening, or a plan
      if (!draft.date || staffEdit)
        return { draft: { ...draft, date: change.date, slotId: undefined }, dropped: undefined }
      return { draft: { ...fresh, cityId, locationId, screenId, date: change.date }, dropped: droppedOf(draft) }
    default:
      return assertNever(change)
  }
}

/** Chooses one place after another, as `choosePlace` does; what the first that dropped anything took away is returned. */
export function choosePlaces(
  draft: Draft,
  changes: readonly PlaceChange[],
): { draft: Draft; dropped: Dropped | undefined } {
  let chosen: ReturnType<typeof choosePlace> = { draft, dropped: undefined }
  for (const change of changes) {
    const next = choosePlace(chosen.draft, change)
    chosen = { draft: next.draft, dropped: chosen.dropped ?? next.dropped }
  }
  return chosen
}

/** What a reset took away and a person may want back; undefined when there was nothing. */
function droppedOf(draft: Draft): Dropped | undefined {
  const { cityId, locationId, screenId, date, slotId, attemptId, restored, ...rest } = draft
  const { addons, cakes, gifts, payChoice, ...single } = rest
  const something = addons.length || cakes.length || gifts.length || Object.values(single).some(Boolean)
  return something ? rest : undefined
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

/** "Bring back my selections": fills the draft with what was dropped and is still on offer; answered things stay. */
export function restore(draft: Draft, dropped: Dropped, offers: RestoreOffers): Draft {
  const still = (kind: ItemKind) => (dropped[kind] ?? []).filter((item) => isOffered(offers[kind], item.id))
  const same = isSamePerson(draft.customer, dropped.customer)
  return {
    ...draft,
    restored: true,
    customer: same ? filledUp(draft.customer, dropped.customer) : draft.customer,
    people: peopleBack(draft, dropped, offers) ? peopleThatFit(dropped.people, offers) : draft.people,
    termsAccepted: draft.termsAccepted || (same && dropped.termsAccepted),
    packageId: draft.packageId ?? (isOffered(offers.packages, dropped.packageId) ? dropped.packageId : undefined),
    occasionId: draft.occasionId ?? (isOffered(offers.occasions, dropped.occasionId) ? dropped.occasionId : undefined),
    ...eachText((name) => draft[name] ?? dropped[name]),
    addons: draft.addons.length ? draft.addons : still('addons'),
    cakes: draft.cakes.length ? draft.cakes : still('cakes'),
    gifts: draft.gifts.length ? draft.gifts : still('gifts'),
    couponCode: draft.couponCode ?? dropped.couponCode,
    payChoice: draft.payChoice === 'advance' ? (dropped.payChoice ?? 'advance') : draft.payChoice,
  }
}

/** Whether the number of people comes back, since none was chosen: the room's fewest stand there until one is. */
export const peopleBack = (
  { people }: Draft,
  dropped: Dropped,
  { minPeople }: RestoreOffers,
): dropped is Dropped & { people: number } =>
  dropped.people !== undefined && (people === undefined || people === minPeople)

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
