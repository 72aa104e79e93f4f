import { expect, test } from 'vitest'
import type { BookingStatus } from '~/domain/booking-status'
import type { CalendarDate } from '~/domain/calendar'
import { inFindOrder } from '~/domain/find-order'

const TODAY = '2027-03-05' as CalendarDate
const NOW = new Date('2027-03-05T14:00:00Z')
const slotAt = (from: Date) => ({ from, to: new Date(from.getTime() + 3 * 3_600_000) })
const visit = (day: string, time: string, status: BookingStatus = 'booked') => ({
  ...{ day: day as CalendarDate, during: slotAt(new Date(`${day}T${time}:00Z`)), status },
  name: `${day.slice(-2)} ${time} ${status}`,
})

test.each([
  [
    'today’s, the coming ones from the nearest on, the past ones from the latest back',
    [
      visit('2027-03-01', '19:00'),
      visit('2027-03-09', '10:00'),
      visit('2027-03-06', '10:00'),
      visit('2027-03-05', '19:00'),
      visit('2027-03-04', '19:00'),
    ],
    ['05 19:00 booked', '06 10:00 booked', '09 10:00 booked', '04 19:00 booked', '01 19:00 booked'],
  ],
  [
    'of one day by the hour, of a past one the latest first',
    [
      visit('2027-03-05', '19:00'),
      visit('2027-03-05', '12:00'),
      visit('2027-03-04', '10:00'),
      visit('2027-03-04', '19:00'),
    ],
    ['05 12:00 booked', '05 19:00 booked', '04 19:00 booked', '04 10:00 booked'],
  ],
  [
    'of today what is over after what runs or comes, and before what comes another day',
    [visit('2027-03-05', '10:00'), visit('2027-03-06', '10:00'), visit('2027-03-05', '12:00')],
    ['05 12:00 booked', '05 10:00 booked', '06 10:00 booked'],
  ],
  [
    'what ends at this minute as what is over, though it comes later than that',
    [visit('2027-03-05', '11:00'), visit('2027-03-05', '11:30')],
    ['05 11:30 booked', '05 11:00 booked'],
  ],
  [
    'what was cancelled or ran out after those of the same kind that stand, and a hold with those',
    [
      visit('2027-03-06', '10:00', 'cancelled'),
      visit('2027-03-09', '10:00', 'pending'),
      visit('2027-03-04', '19:00', 'expired'),
      visit('2027-03-01', '19:00'),
      visit('2027-03-05', '10:00', 'cancelled'),
      visit('2027-03-05', '19:00'),
    ],
    [
      '05 19:00 booked',
      '05 10:00 cancelled',
      '09 10:00 pending',
      '06 10:00 cancelled',
      '01 19:00 booked',
      '04 19:00 expired',
    ],
  ],
])('what the front desk finds: %s', (_, found, names) => {
  expect([...found].sort(inFindOrder(TODAY, NOW)).map(({ name }) => name)).toEqual(names)
})
