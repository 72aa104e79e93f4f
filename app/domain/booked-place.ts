import type { CalendarDate } from './calendar'
import type { Choices } from './draft'

/** Where and when a booking is, as the draft that it was made of may name it: by any of these slots. */
export interface BookedPlace {
  screenId: string
  date: CalendarDate
  slotIds: readonly string[]
}

/** Whether choices are of this room, on this date and in this slot. */
export const isAtPlace = (
  { screenId, date, slotId }: Pick<Choices, 'screenId' | 'date' | 'slotId'>,
  place: BookedPlace,
): boolean =>
  screenId === place.screenId && date === place.date && slotId !== undefined && place.slotIds.includes(slotId)
