import { redirect } from '@remix-run/node'
import type { Database, Transaction } from '~/db/client.server'
import { type BookingStep, enterStep, type StepOffers } from '~/domain/booking-steps'
import { todayIn } from '~/domain/calendar'
import { normalizeCode } from '~/domain/coupon'
import type { Draft } from '~/domain/draft'
import { type PricedBooking, priceBooking } from '~/domain/pricing'
import { defaultPackage, type Offers, resolveSelection, type Selection, type Sold, tidyDraft } from '~/domain/selection'
import { rangeOf } from '~/domain/slots'
import { inScope } from '~/domain/staff-role'
import type { HeldDraft } from '~/features/flow/draft-cookie.server'
import { type KeptDraft, readDraft, stepLink } from '~/features/flow/kept-draft.server'
import {
  type CatalogueItem,
  findCoupon,
  findScreen,
  isOnSale,
  listCatalogue,
  listLocations,
  type ScreenOnOffer,
} from '~/features/offer/on-offer.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { noticeCookie } from '~/platform/session.server'
import { type SoldBooking, soldTerms, widerParty, withSoldItems, withSoldSlot } from './sold-booking.server'

/** A draft with everything it names, as it can be sold now. */
export interface Visit extends KeptDraft {
  screen: ScreenOnOffer | undefined
  offers: Offers | undefined
  slot: ScreenOnOffer['slots'][number] | undefined
  slotStart: Date | undefined
  selection: Selection | undefined
  priced: PricedBooking | undefined
  steps: StepOffers
  /** The terms of the booking that is edited. */
  soldTerms: Sold | undefined
}

/** Opens the draft of whoever asks: resolves it against what is on offer and prices it. */
export async function openVisit(context: AppContext, request: Request): Promise<Visit> {
  const kept = await readDraft(context, request)
  return reviseVisit(context, kept, kept.draft)
}

/** Resolves another state of a draft for the same hands. */
export async function reviseVisit(context: AppContext, kept: KeptDraft, draft: Draft): Promise<Visit> {
  const { dropped, hand } = kept
  const visit = await resolveVisit(context, context.db, { draft, dropped }, { staff: Boolean(hand), sold: hand?.sold })
  return { ...visit, hand }
}

/**
 * Resolves and prices a draft against the database; nothing a browser sent about prices is used. With `sold` it is an edit
 * of that booking: what was bought stays on offer and untouched lines keep their price.
 */
export async function resolveVisit(
  context: AppContext,
  db: Database | Transaction,
  held: HeldDraft,
  { staff = false, sold }: { staff?: boolean; sold?: SoldBooking } = {},
): Promise<Visit> {
  const { clock, settings } = context
  const now = clock.now()
  const code = held.draft.couponCode && normalizeCode(held.draft.couponCode)
  const [found, catalogue, coupon] = held.draft.screenId
    ? await Promise.all([
        findScreen(db, held.draft.screenId),
        listCatalogue(db),
        code ? findCoupon(db, code) : undefined,
      ])
    : []
  const own = sold && found && sold.screenId === found.id ? sold : undefined
  const date = held.draft.date ?? todayIn(settings.BUSINESS_TIME_ZONE, now)
  const screen = found && (own ? withSoldSlot(found, own, date) : isOnSale(found) ? found : undefined)
  if (!screen) {
    const draft = { ...held.draft, screenId: undefined, slotId: undefined }
    const steps = { offers: undefined, cakes: false, staff }
    return {
      ...held,
      draft,
      screen,
      offers: undefined,
      slot: undefined,
      slotStart: undefined,
      selection: undefined,
      priced: undefined,
      steps,
      soldTerms: undefined,
    }
  }
  const onOffer = offersOf(screen, catalogue ?? [])
  const offers = sold ? withSoldItems(onOffer, sold, own !== undefined) : onOffer
  const slot = screen.slots.find(({ id }) => id === held.draft.slotId)
  const slotStart = slot && rangeOf(date, slot, settings.BUSINESS_TIME_ZONE).from
  const chosen =
    offers.packages.find(({ id }) => id === held.draft.packageId) ?? defaultPackage(offers.packages, slotStart, now)
  const draft = tidyDraft({ ...held.draft, slotId: slot?.id }, offers, chosen?.inclusions ?? [])
  const terms = sold && soldTerms(sold, own !== undefined)
  const selection = resolveSelection(draft, offers, { date, slotStart, now, coupon, sold: terms })
  const steps = { offers: own ? widerParty(offers, own) : offers, cakes: selection?.cakes ?? false, staff }
  const priced = selection && priceBooking(selection.input)
  return { ...held, draft, screen, offers, slot, slotStart, selection, priced, steps, soldTerms: terms }
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

/** The locations open for booking, of one city when named; a location admin books at their own only. */
export async function locationsFor({ db }: AppContext, { hand }: Pick<KeptDraft, 'hand'>, cityId?: string) {
  const open = await listLocations(db, cityId)
  return hand ? open.filter(({ id }) => inScope(scopeOf(hand.member), id)) : open
}

/** Lets a loader or action go on only when its step may be entered; otherwise a redirect to the first incomplete one. */
export async function requireStep<Step extends BookingStep>(visit: Visit, step: Step): Promise<OpenVisit> {
  const entered = enterStep(step, visit.draft, visit.steps)
  const { screen, offers, selection, priced } = visit
  if (entered.ok && screen && offers && selection && priced) return { ...visit, screen, offers, selection, priced }
  const to = entered.ok ? 'screens' : entered.step
  const headers = new Headers()
  if (!entered.ok && entered.fault && visit.draft.slotId) {
    headers.append('Set-Cookie', await noticeCookie({ kind: 'error', text: entered.fault }))
  }
  throw redirect(stepLink(to, visit), { headers })
}

/** A visit that has got as far as a screen: everything it needs is there. */
export type OpenVisit = Visit &
  Required<{ [Key in 'screen' | 'offers' | 'selection' | 'priced']: NonNullable<Visit[Key]> }>
