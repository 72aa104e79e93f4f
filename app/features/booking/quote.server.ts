import type { Database, Transaction } from '~/db/client.server'
import type { StepOffers } from '~/domain/booking-steps'
import { todayIn } from '~/domain/calendar'
import { normalizeCode } from '~/domain/coupon'
import type { Draft, Dropped } from '~/domain/draft'
import { HOLD_MINUTES } from '~/domain/hold'
import { basicOnly } from '~/domain/last-hour'
import { type PricedBooking, priceBooking } from '~/domain/pricing'
import {
  defaultPackage,
  givenWords,
  type Offers,
  placeGone,
  resolveSelection,
  type Selection,
  type StoredTerms,
  tidyDraft,
  withoutGiven,
  withoutMore,
} from '~/domain/selection'
import { rangeOf } from '~/domain/slots'
import {
  type CatalogueItem,
  findCoupon,
  findPackage,
  findScreen,
  isBookable,
  listCatalogue,
  type ScreenOnOffer,
} from '~/features/offer/on-offer.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { asSold, storedTerms, withStoredItems, withStoredSlot } from './stored-terms.server'

/** What a browser holds of a booking on its way: the draft, and what its resets dropped. */
export interface DraftState {
  draft: Draft
  dropped: Dropped | undefined
}

/** A draft with everything it names, as it can be sold now. */
export interface Quote extends DraftState {
  /** The draft as it was given, with what cannot be had any more. */
  asked: Draft
  screen: ScreenOnOffer | undefined
  /** What is said of a chosen place that cannot be booked any more. */
  placeGone: string | undefined
  offers: Offers | undefined
  slot: ScreenOnOffer['slots'][number] | undefined
  slotStart: Date | undefined
  /** Whether it starts so soon that only Basic is sold. */
  lastHour: boolean
  /** For how long the slot is held while it is paid for. */
  holdMinutes: number
  selection: Selection | undefined
  priced: PricedBooking | undefined
  steps: StepOffers
  /** The terms of the booking that is edited. */
  storedTerms: StoredTerms | undefined
}

/** What is not known of a draft before it names a room that is there. */
const NO_ROOM = {
  screen: undefined,
  offers: undefined,
  slot: undefined,
  slotStart: undefined,
  lastHour: false,
  selection: undefined,
  priced: undefined,
  storedTerms: undefined,
}

/**
 * Resolves and prices a draft against the database; nothing a browser sent about prices is used. With `stored` it is an edit
 * of that booking: what was bought stays on offer and untouched lines keep their price.
 */
export async function resolveQuote(
  context: AppContext,
  db: Database | Transaction,
  given: DraftState,
  { staff = false, stored }: { staff?: boolean; stored?: StoredBooking } = {},
): Promise<Quote> {
  const { clock, business } = context
  const now = clock.now()
  const code = given.draft.couponCode && normalizeCode(given.draft.couponCode)
  const [found, catalogue, coupon] = given.draft.screenId
    ? await Promise.all([
        findScreen(db, given.draft.screenId),
        listCatalogue(db),
        code ? findCoupon(db, code) : undefined,
      ])
    : []
  const own = stored && found && stored.screenId === found.id ? stored : undefined
  const holdMinutes = HOLD_MINUTES
  const date = given.draft.date ?? todayIn(business.timeZone, now)
  const screen = found && (own ? withStoredSlot(found, own, date) : isBookable(found) ? found : undefined)
  if (!screen) {
    const draft = { ...given.draft, screenId: undefined, slotId: undefined }
    const steps = { offers: undefined, cakes: false, staff }
    const gone = placeGone(given.draft, { screen: false, slot: false })
    return { ...given, asked: given.draft, ...NO_ROOM, draft, placeGone: gone, holdMinutes, steps }
  }
  const onOffer = offersOf(screen, catalogue ?? [])
  const archived = own && !onOffer.packages.some(({ id }) => id === own.packageId) ? own.packageId : undefined
  const deleted = archived ? await findPackage(db, archived) : undefined
  const offers = stored ? withStoredItems(onOffer, stored, own !== undefined, deleted) : onOffer
  const slot = screen.slots.find(({ id }) => id === given.draft.slotId)
  const slotStart = slot && rangeOf(date, slot, business.timeZone).from
  const lastHour = slotStart !== undefined && basicOnly(slotStart, now)
  const chosen =
    offers.packages.find(({ id }) => id === given.draft.packageId) ?? defaultPackage(offers.packages, lastHour)
  const tidy = tidyDraft({ ...given.draft, slotId: slot?.id, couponCode: code }, offers, chosen?.inclusions ?? [])
  const terms = stored && storedTerms(stored, { screenId: screen.id, date, slot })
  const resolved = resolveSelection(tidy, offers, { date, lastHour, coupon, stored: terms })
  const sold = resolved ? withoutMore(withoutGiven(tidy, offers, resolved), resolved) : { draft: tidy }
  const { draft } = sold
  const said = [resolved && givenWords(resolved), sold.words].filter((words) => words !== undefined)
  const selection = resolved && { ...resolved, notices: [...resolved.notices, ...said] }
  const asked = own ? asSold(offers, own, { people: draft.people, packageId: chosen?.id }) : offers
  const steps = { offers: asked, cakes: selection?.cakes ?? false, staff }
  const priced = selection && priceBooking(selection.input)
  return {
    ...given,
    asked: given.draft,
    draft,
    screen,
    placeGone: placeGone(given.draft, { screen: true, slot: slot !== undefined }),
    offers,
    slot,
    slotStart,
    lastHour,
    holdMinutes,
    selection,
    priced,
    steps,
    storedTerms: terms,
  }
}

function offersOf(screen: ScreenOnOffer, catalogue: readonly CatalogueItem[]): Offers {
  const offered = (kind: CatalogueItem['kind'], allowed: readonly string[] = []) =>
    catalogue.filter((item) => item.kind === kind && (!allowed.length || allowed.includes(item.id)))
  return {
    minPeople: screen.minPeople,
    capacity: screen.capacity,
    extraPersonPrice: screen.extraPersonPrice,
    packages: screen.packages,
    occasions: offered('occasion'),
    addons: offered('addon', screen.location?.addonIds),
    cakes: offered('cake'),
    gifts: offered('gift', screen.location?.giftIds),
  }
}

/** A quote that has got as far as a screen: everything it needs is there. */
export type OpenQuote = Quote &
  Required<{ [Key in 'screen' | 'offers' | 'selection' | 'priced']: NonNullable<Quote[Key]> }>
