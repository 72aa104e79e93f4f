import { and, desc, eq, sql } from 'drizzle-orm'
import { couldBeId, newId } from '~/db/new-id'
import { occupying } from '~/db/occupancy'
import { bookings } from '~/db/schema'
import { within } from '~/db/within'
import type { BookingStep } from '~/domain/booking-steps'
import {
  bookingText,
  type DraftTexts,
  eachText,
  TYPED_TEXT_MAX,
  textFaults,
  textsAskedAt,
} from '~/domain/booking-texts'
import { type CalendarDate, formatDate, parseCalendarDate } from '~/domain/calendar'
import { callerField, type FilledIn, isOfAnother } from '~/domain/caller-details'
import { hasTenDigits, normalizePhone } from '~/domain/customer-details'
import { deskDate } from '~/domain/desk-day'
import { type Draft, emptyDraft, ITEM_KINDS, type ItemCount, MAX_COUNT, MAX_ITEMS } from '~/domain/draft'
import { EMAIL_MAX } from '~/domain/email-address'
import { formatRupees, type Paise, parseRupees, shownSum, ZERO } from '~/domain/money'
import { ASKED_SUMS, type AskedSum, DEADLINES, type Deadline, deadlinesOn, momentWords } from '~/domain/money-request'
import { amountToCharge } from '~/domain/payment-choice'
import { DESK_MODES, type DeskMode } from '~/domain/payment-mode'
import type { Refused } from '~/domain/result'
import { inScope, type Scope } from '~/domain/staff-role'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import { withoutInvisible } from '~/domain/visible-text'
import { resolveQuote } from '~/features/booking/quote.server'
import type { QuoteRefusal } from '~/features/booking/quote-refusal.server'
import { holdByStaff, placeStaffBooking, type StaffHoldRefusal } from '~/features/booking/staff-booking.server'
import { listLocations, listScreens } from '~/features/offer/on-offer.server'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import { approvalsFor, unaskedApproval } from '~/features/stored-booking/internal-notes.server'
import type { AppContext } from '~/platform/context.server'
import { rupeesFault } from '~/platform/form-fields.server'
import { deskDay } from './desk-day.server'

/** What stands in the form of a telephone booking, as it was typed. */
export interface PhoneForm {
  attempt: string
  date: CalendarDate
  /** Room and slot, `screen:slot`. */
  place: string
  /** The place that was chosen and is not free any more: another one is somebody's choice. */
  wanted: string
  number: string
  name: string
  email: string
  /** What was filled in of whom, as the page showed it. */
  filledIn: FilledIn
  /** What the page said that it comes to; undefined where there was none. */
  shown: Paise | undefined
  people: string
  packageId: string
  occasionId: string
  counts: Record<string, string>
  texts: DraftTexts
  couponCode: string
  note: string
  advance: string
  mode: DeskMode
  /** Of a hold: until when, and what is asked for. */
  deadline: Deadline
  time: string
  sum: AskedSum
  own: string
  /** Somebody was asked whether this customer may be booked again. */
  approved: boolean
}

const COUNT = /^count\.(.+)$/

/** Reads the form, or an address that names date, room and slot; what is missing is empty. */
export function phoneForm({ clock, business }: AppContext, sent: FormData | URLSearchParams): PhoneForm {
  const said = (name: string, max = 120) =>
    String(sent.get(name) ?? '')
      .trim()
      .slice(0, max)
  const counts = [...sent.entries()].flatMap(([name, value]) => {
    const [, id] = COUNT.exec(name) ?? []
    return id && couldBeId(id) && /^\d{1,2}$/.test(String(value)) ? [[id, String(value)] as const] : []
  })
  // as many as the room takes at least stood there, and nobody said another number: it follows the room
  const untouched = said('intent') === 'recalculate' && said('people') === said('fewest')
  const attempt = said('attempt')
  const [screen, slot] = [said('screen'), said('slot')]
  return {
    attempt: /^[\w-]{8,40}$/.test(attempt) ? attempt : newId(),
    date: parseCalendarDate(said('date')) ?? deskDate(business.timeZone, clock.now()),
    place: said('place') || (screen && slot ? `${screen}:${slot}` : ''),
    wanted: said('wanted'),
    number: normalizePhone(said('number', LONGEST.phone)),
    name: said('name'),
    email: withoutInvisible(said('email', EMAIL_MAX)),
    filledIn: { number: said('filledFor'), name: said('filledName'), email: said('filledEmail', EMAIL_MAX) },
    shown: shownSum(sent.get('shown')),
    people: untouched ? '' : said('people', 4),
    packageId: said('packageId', LONGEST_READ.id),
    occasionId: said('occasionId', LONGEST_READ.id),
    counts: Object.fromEntries(counts.slice(0, MAX_ITEMS * ITEM_KINDS.length)),
    texts: eachText((name) => said(name, TYPED_TEXT_MAX) || undefined),
    couponCode: said('couponCode', LONGEST.typedCouponCode),
    note: said('note', LONGEST.note),
    advance: said('advance', LONGEST.typedNumber) || '0',
    mode: DESK_MODES.find((mode) => mode === said('mode')) ?? 'cash',
    deadline: DEADLINES.find((one) => one === said('deadline')) ?? 'two-hours',
    time: said('time', LONGEST.typedNumber),
    sum: ASKED_SUMS.find((one) => one === said('sum')) ?? 'advance',
    own: said('own', LONGEST.typedNumber),
    approved: said('approved') === 'on',
  }
}

/** The page of a telephone booking: free places of the day, what is on offer there, the quote, and who is calling. */
export async function phoneBooking(context: AppContext, staff: ActingStaff, form: PhoneForm) {
  const { db } = context
  const scope = scopeOf(staff)
  const locations = (await listLocations(db)).filter(({ id }) => inScope(scope, id))
  const known = hasTenDigits(form.number)
  const [day, caller, approvals] = await Promise.all([
    deskDay(context, scope, locations, form.date),
    known ? callerOf(context, scope, form.number) : null,
    known ? approvalsFor(context, scope, form.number) : [],
  ])
  const places = day.places
    .filter(({ slotId, state }) => slotId && (state === 'free' || state === 'blocked'))
    .map(({ room, slot, slotId, state }) => ({
      value: `${room.id}:${slotId}`,
      words: `${room.name}, ${slot}${locations.length > 1 ? `, ${room.location}` : ''}${state === 'blocked' ? ' (closed online)' : ''}`,
    }))
  const { place, wanted } = placeOf(form, places)
  const details = {
    name: callerField('name', form, form.filledIn, caller?.name),
    email: callerField('email', form, form.filledIn, caller?.email),
  }
  const filledIn = { number: form.number, name: caller?.name ?? '', email: caller?.email ?? '' }
  const filled = { ...form, ...details, place, wanted, filledIn }
  const draft = await draftOf(context, filled)
  const quote = await resolveQuote(context, db, { draft, dropped: undefined }, { staff: true })
  const brief = (items: readonly { id: string; name: string; price: number }[] | undefined) =>
    (items ?? []).map(({ id, name, price }) => ({ id, name, price }))
  const { offers, selection, priced, screen, slotStart } = quote
  const now = context.clock.now()
  const zone = context.business.timeZone
  const deadlines = slotStart ? deadlinesOn({ now, slotStart, zone }) : []
  const selected = { addons: selection?.input.addons ?? [], cakes: selection?.input.cakes ?? [] }
  const asked = (['occasions', 'addons', 'cakes', 'gifts'] as const).flatMap((step) => textsAskedAt(step, selected))
  return {
    form: { ...filled, people: form.people || String(offers?.minPeople ?? '') },
    places,
    // what was asked for and is not free any more
    taken: wanted !== '',
    caller,
    approvals,
    limits: { min: offers?.minPeople ?? 1, max: offers?.capacity ?? 1 },
    packages: brief(offers?.packages),
    packageId: selection?.package.id ?? '',
    occasions: brief(offers?.occasions),
    addons: brief(offers?.addons),
    cakes: selection?.cakes ? brief(offers?.cakes) : [],
    gifts: brief(offers?.gifts),
    texts: asked.map((name) => ({ name, label: bookingText(name).label })),
    notices: selection?.notices ?? [],
    summary: priced?.summary ?? [],
    total: priced?.total ?? ZERO,
    /** Until when the slot could be held, by one press. */
    deadlines: deadlines.map(({ choice, at }) => ({ choice, until: momentWords(at, now, zone) })),
    advanceSum: amountToCharge('advance', priced?.total ?? ZERO),
    room: screen ? `${screen.name}, ${screen.location?.name ?? ''}` : null,
  }
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
  | 'total-changed'
  | 'caller-changed'
type Placed = { ok: true; bookingId: string } | (Refused<PhoneRefusal> & { step?: BookingStep })

/** Why what was typed cannot be placed as it is; undefined when it can, as far as the form alone says. */
async function refusedForm(context: AppContext, form: PhoneForm) {
  const { texts, number, approved, filledIn } = form
  const [message] = Object.values(textFaults(texts))
  if (message) return { ok: false, reason: 'text-unfit', message } as const
  if (isOfAnother('name', form, filledIn) || isOfAnother('email', form, filledIn)) return CALLER_CHANGED
  return unaskedApproval(context, number, approved)
}

const CALLER_CHANGED = {
  ok: false,
  reason: 'caller-changed',
  message: 'This number is another caller’s: name and email are as it is known. Look at them, then press again.',
} as const

/** Why the caller would be sold something else than the form says, at another sum than they were told. */
async function refusedOffer(context: AppContext, draft: Draft, { shown }: PhoneForm) {
  const { selection, priced } = await resolveQuote(context, context.db, { draft, dropped: undefined }, { staff: true })
  if (selection?.notices.length) {
    const reason = draft.couponCode && !selection.input.coupon ? 'coupon-taken-out' : 'offer-changed'
    return { ok: false, reason, message: selection.notices.join(' ') } as const
  }
  if (!priced || shown === undefined || priced.total === shown) return undefined
  const message = `It comes to ${formatRupees(priced.total)} now, not ${formatRupees(shown)}. Tell the caller, then press again.`
  return { ok: false, reason: 'total-changed', message } as const
}

/** Books what the form says, by the rules of the steps; the same attempt again finds its first booking. */
export async function placePhoneBooking(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<Placed> {
  const advance = parseRupees(form.advance)
  if (advance === undefined) {
    return { ok: false, reason: 'advance-unreadable', message: rupeesFault('Advance', form.advance) }
  }
  const refused = await refusedForm(context, form)
  if (refused) return refused
  const draft = await draftOf(context, form)
  const changed = await refusedOffer(context, draft, form)
  if (changed) return changed
  return placeStaffBooking(context, staff, draft, { advance, mode: form.mode, note: form.note })
}

/** Keeps the slot instead, and asks for the money. Who has given money at the desk is booked. */
export async function holdPhoneBooking(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<Placed> {
  if ((parseRupees(form.advance || '0') ?? 1) > 0) {
    const message = 'An advance was typed: with money taken it is booked, and the rest can be asked for after it'
    return { ok: false, reason: 'money-was-taken', message }
  }
  const { deadline, time, sum, own, note } = form
  const refused = await refusedForm(context, form)
  if (refused) return refused
  const draft = await draftOf(context, form)
  const changed = await refusedOffer(context, draft, form)
  if (changed) return changed
  return holdByStaff(context, staff, draft, { deadline, time, sum, own: parseRupees(own), note })
}

/** The draft that a form stands for; ids are judged, and prices made, where a draft is resolved. */
export async function draftOf({ db }: AppContext, form: PhoneForm): Promise<Draft> {
  // a room whose slot is gone still says what it offers
  const [screenId, slotId] = form.place ? form.place.split(':') : [form.wanted.split(':')[0]]
  const screens = screenId ? await listScreens(db) : []
  const screen = screens.find(({ id }) => id === screenId)
  const { number, name, email } = form
  const people = Number(form.people)
  const draft: Draft = {
    ...emptyDraft(form.attempt),
    ...form.texts,
    cityId: screen?.location?.city?.id,
    locationId: screen?.location?.id,
    screenId: screen?.id,
    slotId,
    date: form.date,
    customer: { number, name, email },
    people: form.people && Number.isInteger(people) ? people : screen?.minPeople,
    packageId: form.packageId || undefined,
    occasionId: form.occasionId || undefined,
    couponCode: form.couponCode || undefined,
  }
  const wanted = Object.entries(form.counts).flatMap(([id, count]): ItemCount[] =>
    Number(count) > 0 ? [{ id, count: Math.min(Number(count), MAX_COUNT) }] : [],
  )
  if (!wanted.length || !screen) return draft
  const kinds = await db.query.catalogueItems.findMany({ columns: { id: true, kind: true } })
  const of = (kind: string) =>
    wanted.filter(({ id }) => kinds.some((item) => item.id === id && item.kind === kind)).slice(0, MAX_ITEMS)
  return { ...draft, addons: of('addon'), cakes: of('cake'), gifts: of('gift') }
}

/** How many of a caller's bookings are named. */
const LAST_VISITS = 3

/**
 * Who has this number: name, address, how many bookings, how often they did not come, and what is held for them now, which is no
 * booking; within the scope.
 */
async function callerOf({ db, clock, business }: AppContext, scope: Scope, number: string) {
  const now = clock.now()
  const rows = await db
    .select({
      id: bookings.id,
      name: bookings.customerName,
      email: bookings.customerEmail,
      date: bookings.visitDate,
      screen: bookings.screenName,
      package: bookings.packageName,
      heldUntil: bookings.holdEndsAt,
      status: bookings.status,
      visits: sql<number>`count(*) filter (where ${bookings.status} = 'booked') over ()`.mapWith(Number),
      noShows: sql<number>`count(*) filter (where ${bookings.attendance} = 'no-show') over ()`.mapWith(Number),
    })
    .from(bookings)
    .where(and(eq(bookings.customerNumber, number), occupying(now), within(scope, bookings.locationId)))
    .orderBy(desc(eq(bookings.status, 'pending')), desc(bookings.visitDate), desc(bookings.id))
    .limit(LAST_VISITS)
  const [last] = rows
  if (!last) return null
  const { name, email, visits, noShows } = last
  return {
    ...{ name, email, visits, noShows },
    last: rows.map(({ id, date, screen, package: what, status, heldUntil }) => {
      const held =
        status === 'pending' && heldUntil ? `Held until ${momentWords(heldUntil, now, business.timeZone)}: ` : ''
      return { id, words: `${held}${formatDate(date)}, ${screen}, ${what}` }
    }),
  }
}
