import type { BookingTexts } from '~/domain/booking-texts'
import { clockTimeIn, formatClockTime, formatDate, formatInstant, formatSlot } from '~/domain/calendar'
import { type PrepState, prepKeys, prepState, prepTime, readPrepKey, readyBy } from '~/domain/prep-board'
import { type Preparation, preparationsOf, preparationWords } from '~/domain/preparations'
import type { VisitToPrepare } from './prep-queries.server'

/** One thing to make, as the board shows it: no name of a customer, no money. */
export interface PrepItem {
  /** Names it on the page. */
  id: string
  booking: string
  code: string
  /** Which of the booking's preparations. */
  item: string
  preparation: Preparation
  /** All that matters of it in words; what a tick stands for. */
  wanted: string
  room: string
  location: string
  slot: string
  people: number
  ready: string
  readyAt: string
  state: PrepState | 'dropped'
  /** Whether its visit is cancelled, and nothing of it wanted any more. */
  cancelled: boolean
  /** Whether it should stand ready by now, and does not. */
  late: boolean
  /** Whether its visit has ended. */
  over: boolean
  /** Whether the customer has confirmed its text as it is drawn. */
  confirmed: boolean
  /** The tick that stands, and what was made then. */
  tick: { made: string; by: string; at: string } | null
}

type Visit = Pick<VisitToPrepare, 'lines' | 'packageInclusions' | 'screenName' | 'visitDate' | 'slotFrom' | 'slotTo'> &
  BookingTexts

/** What must be made for a visit, each with its key and with the words that a tick stands for. */
export function wantedOf(visit: Visit) {
  const lines = [...visit.lines].sort((a, b) => a.position - b.position)
  const preparations = preparationsOf({ lines, texts: visit, inclusions: visit.packageInclusions })
  const keys = prepKeys(preparations)
  const slot = formatSlot({ from: visit.slotFrom, to: visit.slotTo })
  const where = `${visit.screenName}, ${formatDate(visit.visitDate)}, ${slot}`
  return preparations.map((preparation, index) => ({
    item: keys[index] ?? '',
    preparation,
    wanted: `${preparationWords(preparation)}, ${where}`,
  }))
}

/** The things to make for a visit, unless it is cancelled, and those that were made and are wanted no more. */
export function prepItemsOf(visit: VisitToPrepare, zone: string, now: Date): PrepItem[] {
  const cancelled = visit.status === 'cancelled'
  const wanted = cancelled ? [] : wantedOf(visit)
  const due = readyBy(visit.during.from)
  const time = prepTime(visit.during, now)
  const of = {
    booking: visit.id,
    code: visit.code,
    room: visit.screenName,
    location: visit.locationName,
    slot: formatSlot({ from: visit.slotFrom, to: visit.slotTo }),
    people: visit.people,
    confirmed: visit.textsConfirmedAt !== null,
    ready: formatClockTime(clockTimeIn(zone, due)),
    readyAt: due.toISOString(),
    over: time === 'over',
    cancelled,
  }
  const tickOf = (item: string) => {
    const tick = visit.prepTicks.find((one) => one.item === item)
    return tick && { made: tick.made, by: tick.tickedByName, at: formatInstant(tick.at, zone) }
  }
  const standing = wanted.map((one): PrepItem => {
    const tick = tickOf(one.item)
    const state = prepState(tick, one.wanted)
    const late = time === 'late' && state !== 'ready'
    return { ...of, ...one, id: `${visit.id}/${one.item}`, tick: tick ?? null, state, late }
  })
  const dropped = visit.prepTicks.filter(({ item }) => !wanted.some((one) => one.item === item))
  return [
    ...standing,
    ...dropped.map(({ item, made }): PrepItem => {
      const preparation = { ...readPrepKey(item), count: 1 }
      const id = `${visit.id}/${item}`
      return { ...of, id, item, preparation, wanted: made, tick: tickOf(item) ?? null, state: 'dropped', late: false }
    }),
  ]
}
