import { type DeskState, isSellable } from './desk-day'

/** What of a place of the day decides where it stands on a phone. */
export interface PlaceOnPhone {
  state: DeskState
  from: Date
  /** Whether money is still due there, or goes back. */
  owed: boolean
  /** Whether nobody has said yet if its guests came. */
  unmarked: boolean
  /** Whether its visit is of this day of the desk (rule E4): what begins after midnight stands in the next date's grid. */
  counted: boolean
}

/** A day under each other: who is here and who comes next, the rest in the order of time, and what is over, which is folded. */
export interface PhoneDay<Place> {
  lead: Place[]
  rest: Place[]
  over: Place[]
}

type Over = Pick<PlaceOnPhone, 'state' | 'owed' | 'unmarked'>
/** Whether nothing is to be done there any more; guests who have not paid may still be in the house, whatever the clock says. */
const isOver = ({ state, owed, unmarked }: Over): boolean =>
  state === 'no-show' || (state === 'done' && !owed && !unmarked)
const isVisit = ({ state, counted }: PlaceOnPhone): boolean => counted && !isSellable(state) && state !== 'over'

/**
 * How a day stands on a phone (rule E29), whose places come in the order of time. It leads with who is in the house, those who still
 * owe after their slot, or were not marked, among them, with whose slot has begun, and with the next to come; only today has somebody in the house.
 */
export function phoneDay<Place extends PlaceOnPhone>(
  places: readonly Place[],
  now: Date,
  isToday: boolean,
): PhoneDay<Place> {
  const over = places.filter(isOver)
  const others = places.filter((place) => !isOver(place))
  if (!isToday) return { lead: [], rest: others, over }
  const visits = others.filter(isVisit)
  const isHere = ({ state }: PlaceOnPhone) => state === 'in-house' || state === 'done'
  const here = visits.filter(isHere)
  const begun = visits.filter((place) => !isHere(place) && place.from <= now)
  const toCome = visits.filter((place) => !isHere(place) && place.from > now)
  const next = toCome.filter(({ from }) => from.getTime() === toCome[0]?.from.getTime())
  const lead = [...here, ...begun, ...next]
  return { lead, rest: others.filter((place) => !lead.includes(place)), over }
}

/** What is folded, in words: `5 done`, `4 done, 1 did not come`. */
export function overWords(over: readonly Pick<PlaceOnPhone, 'state'>[]): string {
  const absent = over.filter(({ state }) => state === 'no-show').length
  const done = over.length - absent
  return [done > 0 && `${done} done`, absent > 0 && `${absent} did not come`].filter(Boolean).join(', ')
}
