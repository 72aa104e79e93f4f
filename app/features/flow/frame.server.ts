import {
  type BookingStep,
  cardLeadsTo,
  firstIncompleteStep,
  isLeftOut,
  nextStep,
  stepsFor,
} from '~/domain/booking-steps'
import { formatDay, formatSlot, todayIn } from '~/domain/calendar'
import type { Coupon } from '~/domain/coupon'
import type { Draft } from '~/domain/draft'
import { isBasic } from '~/domain/packages'
import { offersToPrice, type StoredTerms } from '~/domain/selection'
import { unbroken } from '~/domain/unbroken'
import { placeOfQuote } from '~/features/booking/booking-content.server'
import type { AppContext } from '~/platform/context.server'
import { draftQuery, stepLink } from './flow-draft.server'
import type { FlowQuote } from './flow-quote.server'

const LABELS: Record<BookingStep, string> = {
  locations: 'Location',
  screens: 'Screen',
  slots: 'Date & slot',
  'customer-details': 'Details',
  packages: 'Packages',
  occasions: 'Occasions',
  addons: 'Addons',
  cakes: 'Cakes',
  gifts: 'Gifts',
  payment: 'Payment',
}

/** The steps in which a price is shown early; in those before nothing has one, in the last nothing of it is chosen. */
const PRICED_EARLY: ReadonlySet<BookingStep> = new Set([
  'customer-details',
  'packages',
  'occasions',
  'addons',
  'cakes',
  'gifts',
])

/** The steps of places: what is on offer is known once a room is chosen, and before that nothing can come back (rule B6). */
const BEFORE_THE_ROOM: ReadonlySet<BookingStep> = new Set(['locations', 'screens'])

/** What the frame around every step shows: where one is, what it costs, what was chosen. */
export function frameOf(context: AppContext, quote: FlowQuote, step: BookingStep) {
  const { draft, dropped, slot, selection, priced, offers, staffActor } = quote
  const { attemptId: _, customer, ...shown } = draft
  const steps = stepsFor(quote.steps)
  const at = steps.indexOf(step)
  const reached = steps.indexOf(firstIncompleteStep(draft, quote.steps).step)
  const place = placeOfQuote(quote, staffActor?.stored ?? quote.held)
  const zone = context.business.timeZone
  const date = draft.date ?? todayIn(zone, context.clock.now())
  const input = selection?.input
  return {
    step,
    /** What the addresses of this booking's steps carry. */
    query: draftQuery(quote),
    steps: steps.map((one, index) => ({
      step: one,
      label: LABELS[one],
      href: stepLink(one, quote),
      state:
        one === step
          ? ('current' as const)
          : index < reached && (index < at || !isLeftOut(one, draft))
            ? ('done' as const)
            : index <= reached
              ? ('open' as const)
              : ('ahead' as const),
    })),
    place: place && {
      screen: place.screenName,
      location: place.locationName,
      date: draft.date ? formatDay(draft.date) : null,
      slot: slot ? unbroken(formatSlot(slot)) : null,
    },
    draft: shown,
    /** The draft as text for the browser to keep (rule B4), when it is a customer's own: nobody else's. */
    mirror: draft.cityId && !staffActor ? JSON.stringify({ ...shown, customer }) : null,
    /** Whom it is for, where the last step says so: one text, put in for each customer (decision 0024). */
    whose:
      step === 'payment' && customer
        ? [customer.name, customer.email, customer.number].filter(Boolean).join(', ')
        : null,
    priced: priced ?? null,
    /** What the browser needs to show the price of a change before the server has answered. */
    pricing:
      offers && PRICED_EARLY.has(step)
        ? {
            offers: offersToPrice(offers, draft, step, date),
            date,
            lastHour: quote.lastHour,
            coupon: input?.coupon ? ({ ...input.coupon, active: true } satisfies Coupon) : null,
            stored: quote.storedTerms ? bareTerms(quote.storedTerms) : null,
          }
        : null,
    coupon: {
      offered: selection ? !isBasic(selection.package.name) : false,
      code: input?.coupon?.code ?? null,
    },
    notices: [...(quote.placeGone ? [quote.placeGone] : []), ...(selection?.notices ?? [])],
    canRestore: dropped !== undefined && !BEFORE_THE_ROOM.has(step),
    /** The member of staff whose draft it is; null for a customer's own. */
    staff: staffActor
      ? {
          name: staffActor.staff.name,
          editing: staffActor.stored ? { id: staffActor.stored.id, code: staffActor.stored.code } : null,
          draftId: staffActor.storedDraft.id,
          mark: staffActor.mark,
        }
      : null,
  }
}

export type BookingFrame = ReturnType<typeof frameOf>

/** What the short cut on a card says: where it leads, and whether past a step (rule B30); null where cards have none. */
export function shortCutOf({ steps, staffActor }: FlowQuote, step: BookingStep, draft: Draft, cakes = steps.cakes) {
  if (staffActor) return null
  const offers = { ...steps, cakes }
  const to = cardLeadsTo(step, draft, offers)
  return `${to === nextStep(step, offers) ? 'To' : 'Skip to'} ${LABELS[to].toLowerCase()}`
}

/** The terms of a stored booking without what only the database needs of its lines. */
const bareTerms = (stored: StoredTerms): StoredTerms => ({
  ...stored,
  lines: stored.lines.map(({ kind, itemId, count, unitPrice, special, specialPrice, explanation }) => ({
    ...{ kind, itemId, count, unitPrice, special, specialPrice, explanation },
  })),
})
