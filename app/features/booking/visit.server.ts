import { redirect } from '@remix-run/node'
import type { Database, Transaction } from '~/db/client.server'
import { type BookingStep, enterStep, type StepOffers } from '~/domain/booking-steps'
import { todayIn } from '~/domain/calendar'
import { normalizeCode } from '~/domain/coupon'
import type { Draft, Dropped } from '~/domain/draft'
import { type PricedBooking, priceBooking } from '~/domain/pricing'
import { defaultPackage, type Offers, resolveSelection, type Selection, tidyDraft } from '~/domain/selection'
import { rangeOf } from '~/domain/slots'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { noticeCookie } from '~/platform/session.server'
import { draftCookie, type HeldDraft, readDraftCookie } from './draft-cookie.server'
import { type CatalogueItem, findCoupon, findScreen, listCatalogue, type ScreenOnOffer } from './offer-queries.server'
import { type SoldBooking, soldTerms, widerParty, withSoldItems, withSoldSlot } from './sold-booking.server'

/** A draft with everything it names, as it can be sold now. */
export interface Visit extends HeldDraft {
  screen: ScreenOnOffer | undefined
  offers: Offers | undefined
  slot: ScreenOnOffer['slots'][number] | undefined
  slotStart: Date | undefined
  selection: Selection | undefined
  priced: PricedBooking | undefined
  steps: StepOffers
}

/** Opens the visitor's draft: reads the cookie, resolves it against what is on offer and prices it. */
export async function openVisit(context: AppContext, request: Request): Promise<Visit> {
  return resolveVisit(context, context.db, await readDraftCookie(request))
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
  const screen = found && (own ? withSoldSlot(found, own) : isOnSale(found) ? found : undefined)
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
    }
  }
  const onOffer = offersOf(screen, catalogue ?? [])
  const offers = sold ? withSoldItems(onOffer, sold, own !== undefined) : onOffer
  const slot = screen.slots.find(({ id }) => id === held.draft.slotId)
  const date = held.draft.date ?? todayIn(settings.BUSINESS_TIME_ZONE, now)
  const slotStart = slot && rangeOf(date, slot, settings.BUSINESS_TIME_ZONE).from
  const chosen =
    offers.packages.find(({ id }) => id === held.draft.packageId) ?? defaultPackage(offers.packages, slotStart, now)
  const draft = tidyDraft({ ...held.draft, slotId: slot?.id }, offers, chosen?.inclusions ?? [])
  const terms = sold && soldTerms(sold, own !== undefined)
  const selection = resolveSelection(draft, offers, { date, slotStart, now, coupon, sold: terms })
  const steps = { offers: own ? widerParty(offers, own) : offers, cakes: selection?.cakes ?? false, staff }
  const priced = selection && priceBooking(selection.input)
  return { ...held, draft, screen, offers, slot, slotStart, selection, priced, steps }
}

function isOnSale(screen: ScreenOnOffer): boolean {
  const { location } = screen
  const open = (one: { active: boolean; archivedAt: Date | null } | null | undefined) => one?.active && !one.archivedAt
  return Boolean(open(screen) && open(location) && open(location?.city))
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

/** Headers that keep a changed draft. */
export async function keepDraft(draft: Draft, dropped: Dropped | undefined): Promise<Headers> {
  return new Headers({ 'Set-Cookie': await draftCookie({ draft, dropped }) })
}

const STEP_LINKS: Record<BookingStep, () => string> = {
  locations: links.bookLocations,
  screens: links.bookScreens,
  slots: links.bookSlots,
  'customer-details': links.bookCustomerDetails,
  packages: links.bookPackages,
  occasions: links.bookOccasions,
  addons: links.bookAddons,
  cakes: links.bookCakes,
  gifts: links.bookGifts,
  payment: links.bookPayment,
}

export const stepLink = (step: BookingStep): string => STEP_LINKS[step]()

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
  throw redirect(stepLink(to), { headers })
}

/** A visit that has got as far as a screen: everything it needs is there. */
export type OpenVisit = Visit &
  Required<{ [Key in 'screen' | 'offers' | 'selection' | 'priced']: NonNullable<Visit[Key]> }>
