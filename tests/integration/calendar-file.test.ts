import { expect, test } from 'vitest'
import { calendarFile } from '~/features/booking/calendar-file.server'

const business = { name: 'Light; dark, Ltd', appUrl: 'https://lumiere.example' }
const booking = {
  ...{ id: 'aBooking', code: 'LUM-1', screenName: 'Gold, the "old\\new" room', locationName: 'MG Road; east' },
  ...{ during: { from: new Date('2027-03-12T13:30:00Z'), to: new Date('2027-03-12T16:30:00Z') } },
  ...{ calendarSequence: 0, status: 'booked' as const },
}

/** What a calendar reads behind a name, in each place in which it stands. */
function readIn(file: string, name: string): string[] {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  const texts = lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1))
  for (const text of texts) expect(text.replace(/\\[\\;,n]/g, '')).not.toMatch(/[\\;,]/)
  return texts.map((text) => text.replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign)))
}

test('a calendar reads names with a comma, a semicolon or a backslash as they are, in the reminder too', () => {
  const file = calendarFile(booking, business, {
    link: 'https://lumiere.example/b/x',
    address: null,
    parking: '',
    promise: '',
  })
  const title = 'Light; dark, Ltd: Gold, the "old\\new" room'
  expect(readIn(file, 'PRODID')).toEqual(['Light; dark, Ltd'])
  expect(readIn(file, 'SUMMARY')).toEqual([title])
  expect(readIn(file, 'DESCRIPTION')).toEqual(['Booking LUM-1\nhttps://lumiere.example/b/x', title])
  expect(readIn(file, 'LOCATION')).toEqual(['Gold, the "old\\new" room, MG Road; east'])
})
