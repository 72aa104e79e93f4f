import { askedDate, askedDay, placeWords } from '~/domain/asked-day'
import { addDays, formatDay } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { PREP_ORDERS, PREPARATION_KINDS, type PrepOrder } from '~/domain/prep-board'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { pageMark } from './page-mark.server'
import { placesOfDays } from './places-of-day.server'
import { type PrepItem, prepItemsOf } from './prep-items.server'
import { placesThatPrepare, visitsToPrepare } from './prep-queries.server'

/** What the address of a board says: date, location (all without one) and order. */
export interface PrepQuery {
  date?: string
  location?: string
  by?: string
}

/** What stands under one head of the board: a time, a kind or a room. */
export interface PrepGroup {
  key: string
  title: string
  hint: string
  items: PrepItem[]
}

/** What is to be made for a day, in order; `mark` changes whenever anything on the page does. */
export async function prepPage(context: AppContext, scope: Scope, query: PrepQuery) {
  const { business, clock, db } = context
  const today = deskDate(business.timeZone, clock.now())
  const on = askedDate(query.date, today)
  const locations = await placesOfDays(context, scope, [on, on], query.location, (gone) =>
    placesThatPrepare(db, gone, on),
  )
  const { date, place: chosen, faults } = askedDay(query, today, locations)
  const asked = query.by && Object.hasOwn(PREP_ORDERS, query.by) ? (query.by as PrepOrder) : undefined
  const by = asked ?? 'time'
  const shown = chosen ? [chosen] : locations
  const visits = await visitsToPrepare(
    db,
    shown.map(({ id }) => id),
    date,
  )
  const items = visits.flatMap((visit) => prepItemsOf(visit, business.timeZone, clock.now()))
  const ahead = items.filter((item) => !item.over)
  /** What needs nobody's hand any more, in the order of time; it stands at the end. */
  const over = items.filter((item) => item.over)
  const groups = grouped(ahead, by, shown.length > 1)
  return {
    ...{ date, today, by, locations, groups, over },
    faults: query.by && !asked ? [...faults, 'There is no such order'] : faults,
    location: chosen?.id,
    place: chosen ? placeWords(chosen) : locations.length > 1 ? 'All locations' : (locations[0]?.name ?? ''),
    title: formatDay(date),
    before: addDays(date, -1),
    after: addDays(date, 1),
    ready: items.filter(({ state }) => state === 'ready').length,
    wanted: items.filter(({ state }) => state !== 'dropped').length,
    changed: ahead.filter(({ state }) => state === 'changed').length,
    /** What was ready, and is not wanted any more. */
    dropped: ahead.filter(({ state }) => state === 'dropped').length,
    mark: pageMark([groups, over]),
  }
}

/** Items come in the order of time, which stays within each group. */
function grouped(items: readonly PrepItem[], by: PrepOrder, several: boolean): PrepGroup[] {
  const roomOf = ({ room, location }: PrepItem) => (several ? `${room}, ${location}` : room)
  const headOf = (item: PrepItem): Omit<PrepGroup, 'items'> => {
    if (by === 'time') return { key: item.readyAt, title: `Ready by ${item.ready}`, hint: '' }
    if (by === 'room') return { key: roomOf(item), title: roomOf(item), hint: '' }
    const { kind } = item.preparation
    return { key: kind, title: PREPARATION_KINDS[kind], hint: '' }
  }
  const groups = new Map<string, PrepGroup>()
  for (const item of items) {
    const head = headOf(item)
    const group = groups.get(head.key) ?? { ...head, items: [] }
    groups.set(head.key, group)
    group.items.push(item)
  }
  const found = [...groups.values()].map((group) => ({ ...group, hint: readyWords(group.items) }))
  const kinds = Object.keys(PREPARATION_KINDS)
  return by === 'kind' ? found.sort((a, b) => kinds.indexOf(a.key) - kinds.indexOf(b.key)) : found
}

/** How much of a group is ready; nothing where none of it is wanted any more. */
const readyWords = (items: readonly PrepItem[]) => {
  const wanted = items.filter(({ state }) => state !== 'dropped')
  if (!wanted.length) return ''
  return `${wanted.filter(({ state }) => state === 'ready').length} of ${wanted.length} ready`
}
