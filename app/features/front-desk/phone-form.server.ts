import { couldBeId, newId } from '~/db/new-id'
import { type DraftTexts, eachText, TYPED_TEXT_MAX } from '~/domain/booking-texts'
import { type CalendarDate, parseCalendarDate } from '~/domain/calendar'
import type { FilledIn } from '~/domain/caller-details'
import { fewestPeople, normalizePhone } from '~/domain/customer-details'
import { deskDate } from '~/domain/desk-day'
import { type Draft, emptyDraft, type ItemCount, MAX_COUNT } from '~/domain/draft'
import { EMAIL_MAX, tidyEmail } from '~/domain/email-address'
import { type Paise, shownSum } from '~/domain/money'
import { ASKED_SUMS, type AskedSum, DEADLINES, type Deadline } from '~/domain/money-request'
import { DESK_MODES, type DeskMode } from '~/domain/payment-mode'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import { listScreens } from '~/features/offer/on-offer.server'
import type { AppContext } from '~/platform/context.server'

/** What stands in the form of a telephone booking, as it was typed. */
export interface PhoneForm {
  attempt: string
  date: CalendarDate
  /** No day was named: the first on which something is free will do. */
  anyDay?: boolean
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
  deadline: Deadline | undefined
  time: string
  sum: AskedSum
  own: string
  /** Somebody was asked whether this customer may be booked again. */
  approved: boolean
  /** What cannot be meant, by field, and is read as nothing: said before anything is placed. */
  mistyped: Record<string, string>
}

const COUNT = /^count\.(.+)$/
/** More than anybody means; what is beyond it is told of, and not kept. */
const COUNT_KEPT = 9_999

/** How many of each thing were typed, `012` for 12; nothing typed is none, and undefined what is no whole number. */
const countsTyped = (sent: FormData | URLSearchParams) =>
  [...sent.entries()].flatMap(([name, value]) => {
    const [, id] = COUNT.exec(name) ?? []
    const text = String(value).trim()
    return id ? [{ id, count: /^\d*$/.test(text) ? Number(text) : undefined }] : []
  })

/** What is wrong with what was typed; a field that is not there is not typed. */
function mistypedIn(sent: FormData | URLSearchParams): Record<string, string> {
  const typed = (name: string) => sent.get(name)?.toString().trim()
  const [date, people] = [typed('date'), typed('people')]
  const isUnfit = ({ count }: { count: number | undefined }) => count === undefined || count > MAX_COUNT
  return {
    ...(date !== undefined && !parseCalendarDate(date) && { date: 'Choose the date of the visit' }),
    ...(people !== undefined && !/^\d+$/.test(people) && { people: 'How many people come? Type a whole number' }),
    ...(countsTyped(sent).some(isUnfit) && {
      '': `Of addons, cakes and gifts: a whole number of each, up to ${MAX_COUNT}`,
    }),
  }
}

/** Reads the form, or an address that names date, room and slot; what is missing is empty. */
export function phoneForm({ clock, business }: AppContext, sent: FormData | URLSearchParams): PhoneForm {
  const said = (name: string, max = 120) =>
    String(sent.get(name) ?? '')
      .trim()
      .slice(0, max)
  // a page sends every item that it shows, most of them with none
  const counts = countsTyped(sent).flatMap(({ id, count = 0 }) =>
    couldBeId(id) && count > 0 && count <= COUNT_KEPT ? [[id, String(count)] as const] : [],
  )
  // as many as the room takes at least stood there, and nobody said another number: it follows the room
  const untouched = said('intent') === 'recalculate' && said('people') === said('fewest')
  const attempt = said('attempt')
  const [screen, slot] = [said('screen'), said('slot')]
  return {
    attempt: /^[\w-]{8,40}$/.test(attempt) ? attempt : newId(),
    date: parseCalendarDate(said('date')) ?? deskDate(business.timeZone, clock.now()),
    anyDay: !said('date'),
    place: said('place') || (screen && slot ? `${screen}:${slot}` : ''),
    wanted: said('wanted'),
    number: normalizePhone(said('number', LONGEST.phone)),
    name: said('name'),
    email: tidyEmail(said('email', EMAIL_MAX)),
    filledIn: { number: said('filledFor'), name: said('filledName'), email: said('filledEmail', EMAIL_MAX) },
    shown: shownSum(sent.get('shown')),
    people: untouched ? '' : said('people', 4),
    packageId: said('packageId', LONGEST_READ.id),
    occasionId: said('occasionId', LONGEST_READ.id),
    counts: Object.fromEntries(counts),
    texts: eachText((name) => said(name, TYPED_TEXT_MAX) || undefined),
    couponCode: said('couponCode', LONGEST.typedCouponCode),
    note: said('note', LONGEST.note),
    advance: sent.has('advance') ? said('advance', LONGEST.typedNumber) : '0',
    mode: DESK_MODES.find((mode) => mode === said('mode')) ?? 'cash',
    deadline: DEADLINES.find((one) => one === said('deadline')),
    time: said('time', LONGEST.typedNumber),
    sum: ASKED_SUMS.find((one) => one === said('sum')) ?? 'advance',
    own: said('own', LONGEST.typedNumber),
    approved: said('approved') === 'on',
    mistyped: mistypedIn(sent),
  }
}

/** The draft that a form stands for, of however many things; ids are judged, and prices made, where a draft is resolved. */
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
    people: form.people && Number.isInteger(people) ? people : screen && fewestPeople(screen),
    packageId: form.packageId || undefined,
    occasionId: form.occasionId || undefined,
    couponCode: form.couponCode || undefined,
  }
  const wanted = Object.entries(form.counts).map(
    ([id, count]): ItemCount => ({ id, count: Math.min(Number(count), MAX_COUNT) }),
  )
  if (!wanted.length || !screen) return draft
  const kinds = await db.query.catalogueItems.findMany({ columns: { id: true, kind: true } })
  const of = (kind: string) => wanted.filter(({ id }) => kinds.some((item) => item.id === id && item.kind === kind))
  return { ...draft, addons: of('addon'), cakes: of('cake'), gifts: of('gift') }
}
