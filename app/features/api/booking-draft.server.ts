import { type BookingTextName, eachText } from '~/domain/booking-texts'
import type { Draft, ItemCount, ItemKind } from '~/domain/draft'
import { tidyEmail } from '~/domain/email-address'
import { elsewhere, type NamedPlace, namedRoom } from '~/domain/named-room'
import type { Refused } from '~/domain/result'
import type { Offers } from '~/domain/selection'
import type { SlotTime } from '~/domain/slots'
import { inScope } from '~/domain/staff-role'
import { type Quote, resolveQuote } from '~/features/booking/quote.server'
import { deskForm } from '~/features/flow/desk-step.server'
import { findScreen, listScreens, type ScreenOnOffer } from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import type { Named, SentBooking } from './booking-inputs.server'
import { refusedQuote, tooMany } from './booking-refusals.server'
import { notFound, Refusal, refuse } from './call.server'
import { judge } from './read-body.server'

/**
 * The note that a call leaves on a booking, judged as the last step judges it, so that the page can save what a program noted; refused with
 * 422. One that was not sent, or was read and sent back, stays as it stands.
 */
export function noteOf(sent: string | null | undefined, stored = ''): { note: string } | Refusal {
  return (sent ?? stored) === stored ? { note: stored } : judge(deskForm.pick({ note: true }), { note: sent })
}

interface Offered {
  id: string
  name: string
}

interface Given {
  /** What stays where nothing is sent. */
  base: Draft
  staff: Staff | null
  /** The booking that is changed. */
  stored?: StoredBooking
}

/**
 * What a client sent as a draft of ours: names and objects become ids of what is on offer, prices are not read. The
 * server's total stands in `quote`; when another one was sent, the answer is 409 with the server's lines (rule M2).
 */
export async function draftOf(
  context: AppContext,
  sent: SentBooking,
  { base, staff, stored }: Given,
): Promise<{ draft: Draft; quote: Quote } | Refusal> {
  const options = { staff: staff !== null, stored }
  const place = sent.location ? keyOf(sent.location) : undefined
  const screenId = sent.screen ? await screenOf(context, sent.screen, { base, staff, stored, place }) : base.screenId
  if (screenId instanceof Refusal) return screenId
  const placed = { ...base, screenId, date: sent.date ?? base.date }
  const { screen, offers } = await resolveQuote(context, context.db, { draft: placed, dropped: undefined }, options)
  // an edited booking belongs where it was sold, wherever its screen is by now
  const locationId = stored && stored.screenId === screen?.id ? stored.locationId : screen?.locationId
  if (!screen || !offers || (staff && !inScope(scopeOf(staff), locationId ?? null))) {
    return notFound('There is no such screen.')
  }
  const draft = readChoices(sent, placed, { screen, offers })
  if (draft instanceof Refusal) return draft
  const wrong = elsewhere({ places: placesOf(screen, stored) }, place)
  if (wrong) return refusedRoom(wrong)
  const quote = await resolveQuote(context, context.db, { draft, dropped: undefined }, options)
  return refusedQuote(sent, base, quote) ?? { draft, quote }
}

/**
 * The id of the room that is meant: by its id, or by its name at the location that is named (`namedRoom`), of those within reach where
 * there are any. The booking's own has its name whether or not it is on offer.
 */
async function screenOf(
  { db }: AppContext,
  sent: Named,
  { base, staff, stored, place }: Given & { place: NamedPlace | undefined },
): Promise<string | undefined | Refusal> {
  const { id, name } = keyOf(sent)
  const known = id === undefined ? undefined : await findScreen(db, id)
  if (known || name === undefined) return id
  const own = base.screenId === undefined ? undefined : await findScreen(db, base.screenId)
  const others = (await listScreens(db)).filter((one) => one.id !== own?.id)
  const alike = [...(own ? [own] : []), ...others].filter((one) => one.name === name)
  // a booking's own room is its own wherever it stands by now
  const within = alike.filter(({ id, locationId }) => !staff || id === own?.id || inScope(scopeOf(staff), locationId))
  const rooms = (within.length ? within : alike).map((one) => ({ id: one.id, places: placesOf(one, stored) }))
  const found = namedRoom(rooms, place, own?.id)
  return found.ok ? found.room?.id : refusedRoom(found)
}

/** Where a room stands; of the room of a booking that is changed also where that was sold, wherever the room is by now. */
const placesOf = (screen: Pick<ScreenOnOffer, 'id' | 'locationId' | 'location'>, stored: StoredBooking | undefined) =>
  [
    ...[screen.locationId, screen.location?.name],
    ...(stored?.screenId === screen.id ? [stored.locationId, stored.locationName] : []),
  ].flatMap((one) => one ?? [])

const refusedRoom = ({ reason, message }: Refused<'location' | 'screen'>): Refusal =>
  refuse(422, message, { fields: { [reason]: message } })

const NO_SLOT = 'This screen has no such slot.'

/** What was sent laid over what stays (`base`, with screen and date as they are to be), in ids of what is on offer. */
function readChoices(
  sent: SentBooking,
  base: Draft,
  { screen, offers }: { screen: ScreenOnOffer; offers: Offers },
): Draft | Refusal {
  const { slot: wanted, customer, occasion } = sent
  const fits = ({ from, to }: SlotTime) => !wanted || (from === wanted.from && (!wanted.to || to === wanted.to))
  // the one that the booking has comes first: hours that changed since, and were not sent, move nobody
  const had = screen.slots.find(({ id }) => id === base.slotId)
  const slot = had && fits(had) ? had : wanted && screen.slots.find(fits)
  if (!slot) return refuse(422, NO_SLOT, { fields: { slot: NO_SLOT } })
  const missing: Record<'package' | 'occasion' | ItemKind, string[]> = {
    ...{ package: [], occasion: [] },
    ...{ addons: [], cakes: [], gifts: [] },
  }
  const one = (at: 'package' | 'occasion', from: readonly Offered[], before: string | undefined) => {
    const named = sent[at]
    if (named === undefined) return before
    return named === null ? undefined : find(from, named, { had: before ? [before] : [], missing: missing[at] })
  }
  const many = (at: ItemKind) => {
    const before = base[at]
    const finding = { had: before.map(({ id }) => id), missing: missing[at] }
    return sent[at] === undefined ? before : countsOf(offers[at], sent[at] ?? [], finding)
  }
  const text = (key: BookingTextName | 'couponCode') => {
    // the celebrant's name may come with the occasion (rule A1)
    const beside = key === 'celebrantName' && typeof occasion === 'object' ? occasion?.celebrantName : undefined
    const said = [beside, sent.otherInfo?.[key], sent[key]].filter((one) => one !== undefined)
    return changed(
      said.map((one) => one?.trim() || undefined),
      base[key],
    )
  }
  const draft: Draft = {
    ...base,
    // a room that stands nowhere by now keeps the booking where it was sold
    cityId: screen.location?.city?.id ?? base.cityId,
    locationId: screen.locationId ?? base.locationId,
    slotId: slot.id,
    packageId: one('package', offers.packages, base.packageId),
    occasionId: one('occasion', offers.occasions, base.occasionId),
    ...eachText(text),
    addons: many('addons'),
    cakes: many('cakes'),
    gifts: many('gifts'),
    people: changed(
      [sent.otherInfo?.numberOfPeople, sent.numberOfPeople].flatMap((one) => one ?? []),
      base.people,
    ),
    customer: {
      name: customer?.name ?? base.customer?.name ?? '',
      email: tidyEmail(customer?.email ?? base.customer?.email ?? ''),
      number: customer?.number ?? base.customer?.number ?? '',
    },
    couponCode: text('couponCode'),
  }
  const gone = Object.entries(missing).filter(([, names]) => names.length)
  if (!gone.length) return tooMany(draft, offers) ?? draft
  const words = (names: readonly string[]) => `Not on offer: ${names.join(', ')}`
  const fields = Object.fromEntries(gone.map(([at, names]) => [at, words(names)]))
  return refuse(422, words(gone.flatMap(([, names]) => names)), { fields })
}

/**
 * What a program says of something that has several spellings (rule A1): one that says another thing than is stored, since whoever reads a
 * booking, changes it in one of them and sends all back means that; of two such, one that says something. Nothing, where something is
 * stored, takes it away.
 */
function changed<Value>(said: readonly Value[], stored: Value): Value {
  const others = said.filter((one) => one !== stored)
  return others.length ? (others.find((one) => one !== undefined) ?? (others[0] as Value)) : stored
}

/** A text may be an id or a name. */
const keyOf = (named: Named): { id?: string; name?: string } =>
  typeof named === 'string'
    ? { id: named, name: named }
    : { id: named._id ?? named.id ?? undefined, name: named.name ?? undefined }

interface Finding {
  /** What the booking has: of two things of one name it means this one, and keeps its price. */
  had: readonly string[]
  /** What is not to be found is added here. */
  missing: string[]
}

function find(offered: readonly Offered[], named: Named, { had, missing }: Finding): string | undefined {
  const key = keyOf(named)
  const alike = offered.filter(({ name }) => name === key.name)
  const found = offered.find(({ id }) => id === key.id) ?? alike.find(({ id }) => had.includes(id)) ?? alike[0]
  if (!found) missing.push(key.name ?? key.id ?? 'something without a name')
  return found?.id
}

function countsOf(
  offered: readonly Offered[],
  items: NonNullable<SentBooking['addons']>,
  finding: Finding,
): ItemCount[] {
  const counts = new Map<string, number>()
  for (const { count, ...named } of items) {
    const id = find(offered, named, finding)
    if (id) counts.set(id, (counts.get(id) ?? 0) + (count ?? 1))
  }
  return [...counts].map(([id, count]) => ({ id, count }))
}
