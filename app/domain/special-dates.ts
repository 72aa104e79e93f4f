import type { CalendarDate } from './calendar'

/** The prices on dates of their own that can still be asked: of a day that is over there is nothing left to sell (rule M9). */
export const pricesToCome = <Dated extends { date: CalendarDate }>(
  prices: readonly Dated[],
  today: CalendarDate,
): Dated[] => prices.filter(({ date }) => date >= today)
