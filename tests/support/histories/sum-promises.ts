import { addDays } from '~/domain/calendar'
import { deskDate } from '~/domain/desk-day'
import { exportBookings, exportPayments } from '~/features/booking-pages/booking-files.server'
import { dashboardFigures } from '~/features/insight/dashboard.server'
import { tillByDays } from '~/features/money/till-days.server'
import { csvLines } from '../csv-lines'
import { Broken, START } from './model'
import type { World } from './world'

const ALL = { kind: 'all' } as const

/** The sum of a column of a file, in paise. */
async function sumOf(file: AsyncIterable<string>, column: string): Promise<number> {
  const cellsOf = (line: string): string[] => line.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? []
  const [head = '', ...lines] = await csvLines(file)
  const at = cellsOf(head).indexOf(column)
  return lines.reduce((sum, line) => sum + Math.round(Number(cellsOf(line)[at]) * 100), 0)
}

/** At rest whoever adds up the files comes to what the pages say: the till of all days, and the figures of all bookings. */
export async function saysOneSum({ context, now }: World): Promise<void> {
  const day = (at: Date) => deskDate(context.business.timeZone, at)
  const days = { from: addDays(day(new Date(START)), -1), to: day(now()) }
  const till = (await tillByDays(context, ALL, [], undefined, days)).days.reduce((sum, { net }) => sum + net, 0)
  const moved = await sumOf(exportPayments(context, ALL, { dateOf: 'paid-on', ...days }), 'Amount')
  if (moved !== till) throw new Broken(`the till moved by ${till}, the file of its payments comes to ${moved}`)
  const figures = await dashboardFigures(context, ALL, { status: 'all' })
  const filter = { status: 'all' } as const
  const sums = {
    totalIncome: await sumOf(exportBookings(context, ALL, filter), 'Income'),
    pendingAmount: await sumOf(exportBookings(context, ALL, filter), 'Remaining'),
    refundedAmount: await sumOf(exportBookings(context, ALL, filter), 'Refunded'),
  }
  for (const [name, sum] of Object.entries(sums)) {
    const said = figures[name as keyof typeof sums]
    if (said !== sum) throw new Broken(`${name}: the dashboard says ${said}, the file of bookings ${sum}`)
  }
}
