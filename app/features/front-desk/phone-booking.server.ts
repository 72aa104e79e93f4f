import type { BookingStep } from '~/domain/booking-steps'
import { bookingText, textFaults, textsAskedAt } from '~/domain/booking-texts'
import { freeCakeWords } from '~/domain/cakes'
import { addDays } from '~/domain/calendar'
import { callerField, isOfAnother } from '~/domain/caller-details'
import { fewestPeople, hasTenDigits, partyWords, peopleFault } from '~/domain/customer-details'
import { dayOverWords, isSellable } from '~/domain/desk-day'
import { planDeskMoney } from '~/domain/desk-money'
import type { Draft } from '~/domain/draft'
import { type Paise, parseRupees, ZERO } from '~/domain/money'
import { askedAmount, chosenDeadline, deadlinesOn, holdEnd, momentWords } from '~/domain/money-request'
import { amountToCharge } from '~/domain/payment-choice'
import type { Refused } from '~/domain/result'
import { isGiven } from '~/domain/selection'
import { inScope, type Scope } from '~/domain/staff-role'
import { tooManyChosen } from '~/domain/step-answers'
import { resolveQuote } from '~/features/booking/quote.server'
import type { QuoteRefusal } from '~/features/booking/quote-refusal.server'
import { holdByStaff, placeStaffBooking, type StaffHoldRefusal } from '~/features/booking/staff-booking.server'
import { listLocations } from '~/features/offer/on-offer.server'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import { approvalsFor, unaskedApproval } from '~/features/stored-booking/internal-notes.server'
import type { AppContext } from '~/platform/context.server'
import { rupeesFault } from '~/platform/form-fields.server'
import { callerOf } from './caller.server'
import { deskDay } from './desk-day.server'
import { type FormRefusal, type PhoneFaults, toChooseAnew } from './phone-faults'
import { draftOf, type PhoneForm } from './phone-form.server'

/** The page of a telephone booking: free places of the day, what is on offer there, the quote, and who is calling. */
export async function phoneBooking(context: AppContext, staff: ActingStaff, given: PhoneForm) {
  const { db } = context
  const scope = scopeOf(staff)
  const locations = (await listLocations(db)).filter(({ id }) => inScope(scope, id))
  const known = hasTenDigits(given.number)
  const [{ form, places }, caller, approvals] = await Promise.all([
    placesToSell(context, scope, locations, given),
    known ? callerOf(context, scope, given.number) : null,
    known ? approvalsFor(context, scope, given.number) : [],
  ])
  const { place, wanted } = placeOf(form, places)
  const details = {
    name: callerField('name', form, form.filledIn, caller?.name),
    email: callerField('email', form, form.filledIn, caller?.email),
  }
  const filledIn = { number: form.number, name: caller?.name ?? '', email: caller?.email ?? '' }
  const filled = { ...form, ...details, place, wanted, filledIn }
  const draft = await draftOf(context, filled)
  const quote = await resolveOffer(context, draft)
  const brief = (items: readonly { id: string; name: string; price: number }[] | undefined) =>
    (items ?? []).map(({ id, name, price }) => ({ id, name, price }))
  const { offers, selection, priced, screen, slotStart } = quote
  const limits = { min: offers ? fewestPeople(offers) : 1, max: offers?.capacity ?? 1 }
  // of a party that the room does not take nobody is told a price
  const unfit =
    place && form.people ? peopleFault(Number(form.people), { minPeople: limits.min, capacity: limits.max }) : undefined
  const sold = unfit ? undefined : priced
  const now = context.clock.now()
  const zone = context.business.timeZone
  const over = dayOverWords(filled.date, zone, now)
  const said: PhoneFaults = {
    ...(over && { date: over }),
    ...(unfit && { people: unfit }),
    ...(selection?.couponOut && { couponCode: selection.couponOut }),
  }
  const deadlines = slotStart ? deadlinesOn({ now, slotStart, zone }) : []
  const selected = { addons: selection?.input.addons ?? [], cakes: selection?.input.cakes ?? [] }
  const asked = (['occasions', 'addons', 'cakes', 'gifts'] as const).flatMap((step) => textsAskedAt(step, selected))
  return {
    form: {
      ...filled,
      people: form.people || (offers ? String(limits.min) : ''),
      deadline: chosenDeadline(form.deadline, deadlines),
    },
    places,
    // what was asked for and is not free any more
    taken: wanted !== '' && !over,
    caller,
    approvals,
    limits,
    unfit: unfit ?? null,
    /** What is wrong as it stands there, by its field: said at once. */
    said,
    /** What must be chosen still, or otherwise, before it can be booked. */
    toChoose: selection ? toChooseAnew(quote.draft, quote.steps) : {},
    packages: brief(offers?.packages),
    packageId: selection?.package.id ?? '',
    occasions: brief(offers?.occasions),
    addons: brief(offers?.addons.filter((addon) => !selection || !isGiven(addon, selection.package))),
    cakes: (selection?.cakes ? (offers?.cakes ?? []) : []).map(({ id, name, price, special, specialPrice }) => ({
      ...{ id, name, price },
      /** What it costs as the free one. */
      free: freeCakeWords({ special, specialPrice }),
    })),
    gifts: brief(offers?.gifts),
    texts: asked.map((name) => ({ name, label: bookingText(name).label })),
    // that the coupon was taken out stands at its field
    notices: selection?.notices.filter((one) => one !== selection.couponOut) ?? [],
    summary: sold?.summary ?? [],
    total: sold?.total ?? ZERO,
    /** Until when the slot could be held, by one press. */
    deadlines: deadlines.map(({ choice, at, cut }) => ({ choice, cut, until: momentWords(at, now, zone) })),
    advanceSum: amountToCharge('advance', sold?.total ?? ZERO),
    /** Where that is and for how many, which no phone's narrow list has room for. */
    placeIs:
      place && screen
        ? `${screen.name}, ${screen.location?.name ?? ''}: for ${partyWords({ minPeople: limits.min, capacity: limits.max })}`
        : undefined,
    room: screen ? `${screen.name}, ${screen.location?.name ?? ''}` : null,
  }
}

/**
 * A form that is to be placed, with who is known by its number where the name was left empty (rule E8): a page without scripts has
 * filled nobody in by then. What was emptied after it had been filled in stays left out, and of a hold, which anybody can make with any
 * number, nobody is booked unseen.
 */
export async function withKnownCaller(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<PhoneForm> {
  if (form.name || !hasTenDigits(form.number)) return form
  const caller = await callerOf(context, scopeOf(staff), form.number)
  if (!caller?.booked) return form
  const name = callerField('name', form, form.filledIn, caller.name)
  if (!name) return form
  return { ...form, name, email: form.email || callerField('email', form, form.filledIn, caller.email) }
}

/** A slot of a room that can be sold, and where the room is, for whoever sells in several locations. */
interface PhonePlace {
  value: string
  words: string
  location: string | null
}

/** What can be sold on a form's day; where it names none, and nothing is free on the desk's own, on the next one. */
async function placesToSell(
  context: AppContext,
  scope: Scope,
  locations: readonly { id: string; name: string }[],
  form: PhoneForm,
): Promise<{ form: PhoneForm; places: PhonePlace[] }> {
  const day = await deskDay(context, scope, locations, form.date)
  const places = day.places
    .filter(({ slotId, state }) => slotId && isSellable(state))
    .map(({ room, slot, slotId, state }) => ({
      value: `${room.id}:${slotId}`,
      words: `${room.name}, ${slot}${state === 'blocked' ? ' (closed online)' : ''}`,
      location: locations.length > 1 ? room.location : null,
    }))
  if (places.length || !form.anyDay) return { form, places }
  return placesToSell(context, scope, locations, { ...form, date: addDays(form.date, 1), anyDay: false })
}

/** The place that a form is about: the one chosen, or the first one until there was a choice; one that is gone is `wanted` on. */
function placeOf({ place, wanted }: PhoneForm, places: readonly { value: string }[]) {
  const isFree = (one: string) => places.some(({ value }) => value === one)
  const asked = place || wanted
  if (!asked) return { place: places[0]?.value ?? '', wanted: '' }
  return isFree(asked) ? { place: asked, wanted: '' } : { place: '', wanted: asked }
}

export type PhoneBookingPage = Awaited<ReturnType<typeof phoneBooking>>

export type PhoneRefusal =
  | QuoteRefusal
  | StaffHoldRefusal
  | 'advance-unreadable'
  | 'money-was-taken'
  | 'approval-asked'
  | 'text-unfit'
  | 'coupon-taken-out'
  | 'offer-changed'
  | 'too-many-items'
  | 'caller-changed'
  | 'mistyped'
type Placed = { ok: true; bookingId: string } | (Refused<PhoneRefusal> & { step?: BookingStep })

/** Why what was typed cannot be placed as it is; undefined when it can, as far as the form alone says. */
async function refusedForm(context: AppContext, form: PhoneForm) {
  const { texts, number, approved, mistyped } = form
  const [unclear] = Object.values(mistyped)
  if (unclear) return { ok: false, reason: 'mistyped', message: unclear } as const
  const [message] = Object.values(textFaults(texts))
  if (message) return { ok: false, reason: 'text-unfit', message } as const
  return callerChanged(form) ?? unaskedApproval(context, number, approved)
}

const callerChanged = (form: PhoneForm) =>
  isOfAnother('name', form, form.filledIn) || isOfAnother('email', form, form.filledIn) ? CALLER_CHANGED : undefined

const CALLER_CHANGED = {
  ok: false,
  reason: 'caller-changed',
  message: 'This number is another caller’s: name and email are as it is known. Look at them, then press again.',
} as const

const resolveOffer = (context: AppContext, draft: Draft) =>
  resolveQuote(context, context.db, { draft, dropped: undefined }, { staff: true })

const refusedOffer = async (context: AppContext, draft: Draft) =>
  offerChanged(draft, (await resolveOffer(context, draft)).selection)

/** Why the caller would be sold something else than the form says, or more than a booking can have. */
function offerChanged(draft: Draft, selection: Awaited<ReturnType<typeof resolveOffer>>['selection']) {
  if (!selection?.notices.length) {
    const [message] = Object.values(tooManyChosen(draft))
    return message ? ({ ok: false, reason: 'too-many-items', message } as const) : undefined
  }
  const reason = draft.couponCode && !selection.input.coupon ? 'coupon-taken-out' : 'offer-changed'
  return { ok: false, reason, message: selection.notices.join(' ') } as const
}

/**
 * Why a form was refused, with what else of it is known to be refused at the next press: of the money, of the caller, and of what is on
 * offer.
 */
export async function phoneRefusals(context: AppContext, form: PhoneForm, first: FormRefusal, hold: boolean) {
  const { clock, business } = context
  // it stands already, as something else: its form is not put right by any field
  if (first.reason === 'placed-already') return [first]
  const draft = await draftOf(context, form)
  const { selection, priced, slotStart } = await resolveOffer(context, draft)
  const now = clock.now()
  const money = hold
    ? [
        moneyTaken(form),
        slotStart && holdEnd(form.deadline, { now, slotStart, zone: business.timeZone, typed: form.time }),
        priced && askedAmount(form.sum, priced.total, parseRupees(form.own)),
      ]
    : [advanceFault(form, priced?.total, now)]
  const others = [callerChanged(form), await unaskedApproval(context, form.number, form.approved), ...money]
  const unfit = [...others, offerChanged(draft, selection)]
  return [first, ...unfit.filter((one) => one !== undefined).filter((one) => !one.ok)]
}

const unreadable = (advance: string) =>
  ({ ok: false, reason: 'advance-unreadable', message: rupeesFault('Advance', advance) }) as const

/** What was typed as the advance of so much: no sum, or more than it comes to. */
function advanceFault({ advance: typed }: PhoneForm, total: Paise | undefined, now: Date) {
  const advance = parseRupees(typed)
  if (advance === undefined) return unreadable(typed)
  return total === undefined ? undefined : planDeskMoney(total, [], { advance }, now)
}

/** Books what the form says, by the rules of the steps; the same attempt again finds its first booking. */
export async function placePhoneBooking(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<Placed> {
  const advance = parseRupees(form.advance)
  if (advance === undefined) return unreadable(form.advance)
  const refused = await refusedForm(context, form)
  if (refused) return refused
  const draft = await draftOf(context, form)
  const changed = await refusedOffer(context, draft)
  if (changed) return changed
  return placeStaffBooking(context, staff, draft, { advance, mode: form.mode, note: form.note, shown: form.shown })
}

/** That an advance stands in a form that is to hold the slot. */
function moneyTaken({ advance }: PhoneForm) {
  if (parseRupees(advance || '0') === ZERO) return undefined
  const message = 'An advance was typed: with money taken it is booked, and the rest can be asked for after it'
  return { ok: false, reason: 'money-was-taken', message } as const
}

/** Keeps the slot instead, and asks for the money. Who has given money at the desk is booked. */
export async function holdPhoneBooking(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<Placed> {
  const taken = moneyTaken(form)
  if (taken) return taken
  const { deadline, time, sum, own, note, shown } = form
  const refused = await refusedForm(context, form)
  if (refused) return refused
  const draft = await draftOf(context, form)
  const changed = await refusedOffer(context, draft)
  if (changed) return changed
  return holdByStaff(context, staff, draft, { deadline, time, sum, own: parseRupees(own), note, shown })
}
