import { describe, expect, it } from 'vitest'
import {
  datesNear,
  EVENINGS_A_PAGE,
  eveningPress,
  eveningPressed,
  nearestFirst,
  readEveningSearch,
  rowsShown,
  type TypedSearch,
} from '~/domain/evening-search'
import { rupees } from '~/domain/money'
import { day } from './sample-offers'

const TODAY = day('2027-03-01')
const HORIZON = day('2028-03-01')
const read = (fields: Partial<TypedSearch>, mostPeople = 12, begunFor?: number) =>
  readEveningSearch((name) => fields[name] ?? null, {
    today: TODAY,
    horizon: HORIZON,
    mostPeople,
    begunFor,
    locationIds: ['koramangala'],
  })

describe('a search for an evening', () => {
  it('is for two people, today, anywhere, at any price, unless something else is said', () => {
    expect(read({}).search).toEqual({ people: 2, near: TODAY, under: undefined, at: undefined })
  })

  it('says how many come, near when, under what and where', () => {
    const said = { people: '6', near: '2027-03-14', under: '₹4,000', at: 'koramangala' }
    expect(read(said).search).toEqual({
      people: 6,
      near: '2027-03-14',
      under: rupees(4_000),
      at: 'koramangala',
    })
  })

  it.each([
    [6, 12, 6],
    [6, 6, 6],
    [6, 4, 2],
    [6, 0, 2],
  ])('beside a booking that is begun for %i, where the largest room takes %i, is for %i', (begunFor, most, people) => {
    expect(read({}, most, begunFor).search).toMatchObject({ people })
  })

  it.each([
    [{ people: '1' }, { people: 1 }],
    [{ people: '12' }, { people: 12 }],
    [{ near: '2028-03-01' }, { near: '2028-03-01' }],
    [{ near: '' }, { near: TODAY }],
    [{ under: '1' }, { under: rupees(1) }],
    [{ under: '1000000' }, { under: rupees(1_000_000) }],
    [{ under: '4000₹' }, { under: rupees(4_000) }],
    [
      { people: ' 6 ', near: ' 2027-03-14 ', under: ' ₹4000 ' },
      { people: 6, near: '2027-03-14', under: rupees(4_000) },
    ],
  ])('%j is taken', (fields, search) => expect(read(fields).search).toMatchObject(search))

  it('gives back of what is too long as much as a field takes', () => {
    const long = 'x'.repeat(100)
    const { typed } = read({ people: long, near: long, under: long, at: long })
    expect([typed.people, typed.near, typed.under, typed.at].map(({ length }) => length)).toEqual([20, 20, 20, 40])
  })

  it('without a room on sale no party is too large', () => {
    expect(read({ people: '9' }, 0).search).toMatchObject({ people: 9 })
  })

  it.each([
    [{ people: '0' }, { people: 'Please enter how many of you come' }],
    [{ people: 'six' }, { people: 'Please enter how many of you come' }],
    [{ people: 'about 6' }, { people: 'Please enter how many of you come' }],
    [{ people: '6 or 7' }, { people: 'Please enter how many of you come' }],
    [{ people: '13' }, { people: 'Our largest room is for 12 people' }],
    [{ near: '14 Feb' }, { near: 'Please enter a date' }],
    [{ near: '2027-02-28' }, { near: 'Please choose today or a later day' }],
    [{ near: '2028-03-02' }, { near: 'We take bookings until 01/03/2028' }],
    [{ under: '-1' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ under: '40,50' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ under: '0' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ under: 'Rs.4000' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ under: '4000/-' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ under: '4₹000' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ under: '9999999' }, { under: 'Enter an amount in rupees, such as 4000' }],
    [{ at: 'nowhere' }, { at: 'Please choose a location from the list' }],
    [
      { people: '', near: 'x' },
      { people: 'Please enter how many of you come', near: 'Please enter a date' },
    ],
  ])('%j is refused at its fields, and kept as it was typed', (fields, faults) => {
    const answer = read(fields)
    expect(answer).toMatchObject({ typed: fields, search: undefined })
    expect(answer.faults).toEqual(faults)
  })
})

describe('evenings', () => {
  it.each([
    [null, 1],
    ['', 1],
    ['0', 1],
    ['20', 1],
    ['21', 2],
    ['60', 3],
    ['9999', 25],
    ['60 or so', 1],
    ['page60', 1],
    ['-60', 1],
  ])('of an address that asks for %j rows stand in the list by %i pages', (asked, pages) => {
    expect(rowsShown(asked)).toBe(pages * EVENINGS_A_PAGE)
  })

  it('are known by the press on them', () => {
    const pressed = eveningPressed(eveningPress('aurora', day('2027-03-14'), 'late'))
    expect(pressed).toEqual({ screenId: 'aurora', date: '2027-03-14', slotId: 'late' })
    expect(eveningPressed(undefined)).toEqual({ screenId: '', date: '', slotId: '' })
  })

  it.each([
    ['2027-03-14', ['2027-03-11', '2027-03-12', '2027-03-13', '2027-03-14', '2027-03-15', '2027-03-16', '2027-03-17']],
    ['2027-03-01', ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']],
    ['2028-02-29', ['2028-02-26', '2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']],
  ])('are looked for around %s, as far as it can be booked', (near, dates) => {
    expect(datesNear(day(near), TODAY, HORIZON)).toEqual(dates)
  })

  it('stand with the nearest date first, then the cheapest', () => {
    const evening = (date: string, price: number, room: string) => ({ date: day(date), total: rupees(price), room })
    const list = [
      evening('2027-03-15', 100, 'A'),
      evening('2027-03-14', 300, 'B'),
      evening('2027-03-13', 200, 'C'),
      evening('2027-03-14', 200, 'D'),
      evening('2027-03-14', 200, 'A'),
    ]
    expect(list.sort(nearestFirst(day('2027-03-14'))).map(({ room, date }) => `${date.slice(8)} ${room}`)).toEqual([
      '14 A',
      '14 D',
      '14 B',
      '13 C',
      '15 A',
    ])
  })
})
