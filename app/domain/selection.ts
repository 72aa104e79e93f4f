import { askedTexts, isAsked, tidyTexts } from './booking-texts'
import type { CalendarDate } from './calendar'
import { type CodeContext, type Coupon, type CouponTerms, judgeCode, whyTakenOut } from './coupon'
import { fewestPeople } from './customer-details'
import { type Choices, type Draft, ITEM_KINDS, type ItemCount, type ItemKind } from './draft'
import { hidesQuantity } from './led-lettering'
import type { Paise } from './money'
import { includesCake, inPackage, isBasic } from './packages'
import { type LineKind, type PricedItem, type PricedPackage, type PricingInput, packagePriceOn } from './pricing'

export interface OfferedItem {
  id: string
  name: string
  description: string
  price: Paise
  image: string | null
  special: boolean
  specialPrice: Paise | null
  /** No longer in the catalogue; stays selectable on the booking that was sold with it. */
  deleted?: boolean
}

export interface OfferedPackage extends PricedPackage {
  inclusions: readonly string[]
  deleted?: boolean
}

/** What can be chosen now: one screen with its packages, and the catalogue of its location. */
export interface Offers {
  minPeople: number
  capacity: number
  extraPersonPrice: Paise
  packages: readonly OfferedPackage[]
  occasions: readonly OfferedItem[]
  addons: readonly OfferedItem[]
  cakes: readonly OfferedItem[]
  gifts: readonly OfferedItem[]
}

/** A line as it was sold, for an edit: untouched lines keep their price (rule M24). */
export interface StoredLine {
  kind: LineKind
  itemId: string | null
  count: number
  unitPrice: Paise
  special: boolean
  specialPrice: Paise | null
  explanation?: string | null
}

export interface StoredTerms {
  visitDate: CalendarDate
  extraPersonPrice: Paise
  minPeople: number
  people: number
  coupon: (CouponTerms & { code: string }) | null
  lines: readonly StoredLine[]
  /** What was charged after a technical failure, where it holds (`keptCharge`). */
  charge?: PricingInput['charge']
}

/** Of these, what the price of a package hangs on. */
type SoldTerms = Pick<StoredTerms, 'visitDate' | 'lines'>

export interface Selection {
  input: PricingInput
  package: OfferedPackage
  /** Whether the Cakes tab exists. */
  cakes: boolean
  /** The names of add-ons that the draft has and the package gives already: told by `givenWords`, which no browser needs. */
  given: string[]
  /** What the draft names and nobody offers any more, or a coupon that stopped being valid: told to the person. */
  notices: string[]
  /** Of these what is said of the coupon. */
  couponOut?: string
}

/** The package that stands selected when none was chosen: the first, or Basic inside the last hour (`lastHour`: only it is sold). */
export function defaultPackage(packages: readonly OfferedPackage[], lastHour: boolean): OfferedPackage | undefined {
  const offered = packages.filter(({ deleted }) => !deleted)
  if (lastHour) return offered.find(({ name }) => isBasic(name)) ?? offered[0]
  return offered[0]
}

/** What is said of a room or a slot that was chosen and that cannot be booked any more; undefined while both can, or none was chosen. */
export function placeGone(chosen: Pick<Choices, 'screenId' | 'slotId'>, found: { screen: boolean; slot: boolean }) {
  if (chosen.screenId && !found.screen)
    return 'The room you chose cannot be booked any more. Please choose another one.'
  if (chosen.slotId && !found.slot) return 'The slot you chose is no longer offered. Please choose another one.'
  return undefined
}

/**
 * Whether a package gives an add-on already, so that it is not sold beside it (rule B25). What was bought so stays on its booking, as
 * long as that keeps the package.
 */
export const isGiven = (
  addon: { id: string; name: string },
  chosen: OfferedPackage,
  stored?: StoredTerms | null,
): boolean =>
  inPackage(addon.name, chosen.inclusions) &&
  !(storedLine(stored, 'addon', addon.id) && storedLine(stored, 'package', chosen.id))

/** Said of things that were chosen and that nobody offers any more. */
export const SOMETHING_GONE = 'Something you selected is no longer offered and was taken out.'

/** What a package gives already and was taken out, in words; undefined when nothing was. */
export const givenWords = ({ package: chosen, given }: Pick<Selection, 'package' | 'given'>): string | undefined =>
  given.length ? `${chosen.name} gives ${given.join(', ')} already: taken out.` : undefined

/**
 * Resolves a draft against what is on offer into the input of `priceBooking`; undefined while no package can be named.
 * Cakes count only while the package includes Cake; what is given already drops out, and what is gone with a notice.
 */
export function resolveSelection(
  draft: Choices,
  offers: Offers,
  context: { date: CalendarDate; lastHour: boolean; coupon?: Coupon; stored?: StoredTerms },
): Selection | undefined {
  const { date, stored } = context
  const notices: string[] = []
  const chosen = offers.packages.find(({ id }) => id === draft.packageId)
  const selected = chosen ?? defaultPackage(offers.packages, context.lastHour)
  if (!selected) return undefined
  if (draft.packageId && !chosen) notices.push('The package you chose is no longer offered; please choose again.')
  const cakes = includesCake(selected.inclusions)

  const pick = (items: readonly OfferedItem[], counts: readonly ItemCount[], kind: LineKind): PricedItem[] =>
    counts.flatMap(({ id, count }) => {
      const item = items.find((one) => one.id === id)
      if (!item) {
        notices.push(SOMETHING_GONE)
        return []
      }
      const { name, price, special, specialPrice } = item
      return [
        keepStoredPrice(
          { id, name, price, count: countOf(item, count, kind, stored), special, specialPrice },
          kind,
          stored,
        ),
      ]
    })

  const occasion = offers.occasions.find(({ id }) => id === draft.occasionId)
  if (draft.occasionId && !occasion) notices.push('The occasion you chose is no longer offered.')
  const chosenAddons = pick(offers.addons, draft.addons, 'addon')
  const addons = chosenAddons.filter((addon) => !isGiven(addon, selected, stored))
  const given = chosenAddons.filter((addon) => !addons.includes(addon)).map(({ name }) => name)
  const coupon = couponOf(draft, context, selected.name)
  const couponOut = typeof coupon === 'string' ? coupon : undefined
  if (couponOut) notices.push(couponOut)
  const storedPackage = soldFor(selected, date, stored)
  const storedOccasion = occasion && storedLine(stored, 'occasion', occasion.id)
  const samePeople = stored && stored.people === draft.people
  return {
    package: selected,
    cakes,
    given,
    notices: [...new Set(notices)],
    couponOut,
    input: {
      visitDate: date,
      package: storedPackage ? packageAsSold(selected, storedPackage, date) : selected,
      people: draft.people ?? fewestPeople(offers),
      minPeople: samePeople ? stored.minPeople : offers.minPeople,
      extraPersonPrice: samePeople ? stored.extraPersonPrice : offers.extraPersonPrice,
      occasion: occasion
        ? { id: occasion.id, name: occasion.name, price: storedOccasion?.unitPrice ?? occasion.price }
        : null,
      addons,
      cakes: cakes ? pick(offers.cakes, draft.cakes, 'cake') : [],
      gifts: pick(offers.gifts, draft.gifts, 'gift'),
      ledName: askedTexts(draft, { addons, cakes: draft.cakes }).ledName,
      coupon: typeof coupon === 'string' ? null : coupon,
      charge: stored?.charge,
    },
  }
}

/**
 * What of the offers can come to be priced while `step` is answered on a date, without pictures and descriptions: of that step's
 * things all, of the others what is chosen. A browser that shows the price early needs no more.
 */
export function offersToPrice(offers: Offers, draft: Choices, step: string, date: CalendarDate): Offers {
  const bare = (kind: 'occasions' | ItemKind, chosen: readonly { id?: string }[]) =>
    offers[kind]
      .filter(({ id }) => step === kind || chosen.some((one) => one.id === id))
      .map((item) => ({ ...item, description: '', image: null }))
  return {
    minPeople: offers.minPeople,
    capacity: offers.capacity,
    extraPersonPrice: offers.extraPersonPrice,
    packages: offers.packages.map(({ id, name, price, customPrices, inclusions, deleted }) => ({
      ...{ id, name, price, inclusions, deleted },
      customPrices: customPrices
        .filter((custom) => custom.date === date)
        .map((custom) => ({ date, price: custom.price })),
    })),
    occasions: bare('occasions', [{ id: draft.occasionId }]),
    addons: bare('addons', draft.addons),
    cakes: bare('cakes', draft.cakes),
    gifts: bare('gifts', draft.gifts),
  }
}

/** Clears what only counts while something else is selected (rule M8), so that nothing stale is kept. */
export function tidyDraft(draft: Draft, offers: Offers, packageInclusions: readonly string[]): Draft {
  const addons = offers.addons.filter(({ id }) => draft.addons.some((item) => item.id === id))
  const cakes = includesCake(packageInclusions) ? draft.cakes : []
  return {
    ...draft,
    cakes,
    ...tidyTexts(draft, { addons, cakes }),
    // what is taken off and put on again is asked for again
    toldLater: draft.toldLater?.filter((name) => isAsked(name, { addons, cakes })),
  }
}

/** A draft without the add-ons that its package gives already. */
export const withoutGiven = <D extends Choices>(draft: D, offers: Offers, { given }: Pick<Selection, 'given'>): D =>
  given.length
    ? {
        ...draft,
        addons: draft.addons.filter(({ id }) => {
          const addon = offers.addons.find((one) => one.id === id)
          return !addon || !given.includes(addon.name)
        }),
      }
    : draft

/** What is said of cakes that were chosen and that a package without one takes out; undefined while it has one, or none was chosen. */
export function cakesOutWords(
  { cakes: gone, nameOnCake }: Pick<Draft, 'cakes' | 'nameOnCake'>,
  offers: Pick<Offers, 'cakes'>,
  { package: chosen, cakes }: Pick<Selection, 'package' | 'cakes'>,
): string | undefined {
  if (cakes || !gone.length) return undefined
  const names = gone.map(({ id }) => offers.cakes.find((cake) => cake.id === id)?.name ?? 'A cake')
  const name = nameOnCake ? ' with the name on it' : ''
  return `${chosen.name} comes without a cake: ${names.join(', ')}${name} ${gone.length > 1 ? 'were' : 'was'} taken out.`
}

/** A draft without the add-ons, cakes and gifts that nobody offers any more (rule B10); itself where all of them are. */
export function withoutGone<D extends Choices>(draft: D, offers: Pick<Offers, ItemKind>): D {
  const offered = (kind: ItemKind) => draft[kind].filter(({ id }) => offers[kind].some((one) => one.id === id))
  const left = { addons: offered('addons'), cakes: offered('cakes'), gifts: offered('gifts') }
  return ITEM_KINDS.every((kind) => left[kind].length === draft[kind].length) ? draft : { ...draft, ...left }
}

/** A draft with no more of a thing than is sold of it (rule B13), and what is said of that; nothing where all of it is. */
export function withoutMore<D extends Choices>(
  draft: D,
  { input }: Pick<Selection, 'input'>,
): { draft: D; words?: string } {
  const sold = [...input.addons, ...input.gifts]
  const more = sold.filter(({ id, count }) =>
    [...draft.addons, ...draft.gifts].some((one) => one.id === id && one.count > count),
  )
  if (!more.length) return { draft }
  const fitting = (one: ItemCount): ItemCount => ({
    ...one,
    count: more.find(({ id }) => id === one.id)?.count ?? one.count,
  })
  return {
    draft: { ...draft, addons: draft.addons.map(fitting), gifts: draft.gifts.map(fitting) },
    words: noMoreWords(more),
  }
}

/** What is said where more of things is wanted than there can be of them. */
export const noMoreWords = (most: readonly { name: string; count: number }[]): string =>
  `There can be no more of ${most.map(({ name, count }) => `${name} than ${count}`).join(', of ')}.`

/** How many of a thing are sold: what is taken once stands once, but for a booking that was sold more (rule B13). */
const countOf = (item: OfferedItem, count: number, kind: LineKind, stored: StoredTerms | undefined): number =>
  kind !== 'cake' && hidesQuantity(item) ? Math.min(count, storedLine(stored, kind, item.id)?.count ?? 1) : count

/** What one unit of something was sold for, and how many were; undefined when it was not sold. */
export const storedLine = (
  stored: Pick<StoredTerms, 'lines'> | null | undefined,
  kind: LineKind,
  itemId: string,
): StoredLine | undefined => stored?.lines.find((line) => line.kind === kind && line.itemId === itemId)

/** The line of a package as it was sold, while that holds: on its own date, or on another where neither has a price of its own (rule M9). */
export function soldFor(
  one: PricedPackage,
  date: CalendarDate,
  stored: SoldTerms | null | undefined,
): StoredLine | undefined {
  const line = storedLine(stored, 'package', one.id)
  const dated = line?.explanation || one.customPrices.some((own) => own.date === date)
  return dated && stored?.visitDate !== date ? undefined : line
}

/** What a package costs on a date, for a booking that was sold on these terms as for one that is new. */
export const packagePriceFor = (one: PricedPackage, date: CalendarDate, stored: SoldTerms | null | undefined): Paise =>
  soldFor(one, date, stored)?.unitPrice ?? packagePriceOn(one, date)

/** A package at the price it was sold for; a price that was the date's own keeps the words that say so. */
function packageAsSold(one: OfferedPackage, { unitPrice, explanation }: StoredLine, date: CalendarDate): PricedPackage {
  return { ...one, price: unitPrice, customPrices: explanation ? [{ date, price: unitPrice }] : [] }
}

function keepStoredPrice(item: PricedItem, kind: LineKind, stored: StoredTerms | undefined): PricedItem {
  const line = storedLine(stored, kind, item.id)
  if (!line || line.count !== item.count) return item
  return { ...item, price: line.unitPrice, special: line.special, specialPrice: line.specialPrice }
}

/** The coupon that counts, or why the one that was named does not. */
function couponOf(draft: Choices, context: CodeContext, packageName: string): PricingInput['coupon'] | string {
  if (!draft.couponCode) return null
  const judged = judgeCode(draft.couponCode, context, packageName)
  if (judged.ok) {
    const { code, type, discount, expireDate } = judged.coupon
    return { code, type, discount, expireDate }
  }
  return `Coupon ${draft.couponCode} was taken out: ${whyTakenOut(draft.couponCode, context, packageName)}.`
}
