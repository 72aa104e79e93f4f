import { describe, expect, it } from 'vitest'
import { paise, rupees, ZERO } from '~/domain/money'
import {
  askedAmount,
  askedUpTo,
  balanceDeadline,
  chosenDeadline,
  type Deadline,
  deadlineOf,
  deadlinesOn,
  endWhilePaying,
  holdAsked,
  holdEnd,
  invitedTo,
  momentWords,
  payableOf,
  remindAt,
  stillAsked,
} from '~/domain/money-request'
import { ist, ZONE } from './sample-offers'

/** On Monday, 1 March 2027, or so many days later, by the clock on the wall. */
const at = (time: string, day = 1) => ist(`2027-03-0${day}T${time}:00`)
const clock = (date: Date) => momentWords(date, at('12:00'), ZONE)

describe('until when staff hold a slot', () => {
  const end = (choice: Deadline, now: Date, slotStart: Date, more: { current?: Date; typed?: string } = {}) => {
    const found = deadlineOf(choice, { now, slotStart, zone: ZONE, ...more })
    return found.ok ? clock(found.at) : found.reason
  }
  it.each([
    ['half-hour', '12:00', at('19:00'), '12:30 PM'],
    ['two-hours', '12:00', at('19:00'), '2:00 PM'],
    // 30 minutes before the slot at the latest
    ['two-hours', '17:30', at('19:00'), '6:30 PM'],
    ['half-hour', '18:15', at('19:00'), '6:30 PM'],
    ['half-hour', '18:16', at('19:00'), 'slot-too-near'],
    ['half-hour', '19:30', at('19:00'), 'slot-too-near'],
    ['tonight', '12:00', at('19:00', 3), '10:00 PM'],
    ['tonight', '12:00', at('19:00'), '6:30 PM'],
    ['tonight', '21:45', at('19:00', 3), '10:00 PM'],
    // at that hour nothing that is called tonight is a quarter of an hour ahead
    ['tonight', '21:46', at('19:00', 3), 'deadline-out-of-range'],
  ] as const)('%s, pressed at %s for a slot at %o: %s', (choice, now, slot, expected) =>
    expect(end(choice, at(now), slot)).toBe(expected))

  it.each([
    ['2027-03-01T12:15', '12:15 PM'],
    ['2027-03-01T12:14', 'deadline-out-of-range'],
    ['2027-03-03T12:00', '12:00 PM on Wednesday, 03/03/2027'],
    ['2027-03-03T12:01', 'deadline-out-of-range'],
    ['2027-03-31', 'deadline-unreadable'],
    ['2027-13-01T12:15', 'deadline-unreadable'],
    ['2027-02-30T12:15', 'deadline-unreadable'],
    ['2027-03-01T24:00', 'deadline-unreadable'],
    [' 2027-03-01T12:15 ', '12:15 PM'],
    ['', 'deadline-unreadable'],
  ])('a typed %s: %s', (typed, expected) => expect(end('time', at('12:00'), at('19:00', 8), { typed })).toBe(expected))

  it('one out of range is told from when to when it can be', () =>
    expect(
      deadlineOf('time', { now: at('12:00'), slotStart: at('19:00'), zone: ZONE, typed: '2027-03-01T12:14' }),
    ).toMatchObject({ ok: false, message: 'The hold can end from 12:15 PM to 6:30 PM' }))

  it.each([
    ['as was promised', '14:00', '2:00 PM'],
    ['not later than half an hour before the slot', '18:45', '6:30 PM'],
  ])('money for it is asked for until then: %s', (_, promised, until) =>
    expect(clock(holdAsked(at(promised), { from: at('19:00') }))).toBe(until))

  it('an end that is extended lies beyond the last one, and never beyond the limits', () => {
    const extend = (choice: Deadline, current: Date) => end(choice, at('12:00'), at('19:00'), { current })
    expect(extend('half-hour', at('14:00'))).toBe('2:30 PM')
    expect(extend('two-hours', at('14:00'))).toBe('4:00 PM')
    expect(extend('two-hours', at('17:00'))).toBe('6:30 PM')
    expect(extend('half-hour', at('18:30'))).toBe('deadline-not-later')
    expect(extend('tonight', at('18:30'))).toBe('deadline-not-later')
    const typed = (time: string) =>
      end('time', at('12:00'), at('19:00'), { current: at('14:00'), typed: `2027-03-01T${time}` })
    expect(typed('14:01')).toBe('2:01 PM')
    expect(typed('14:00')).toBe('deadline-not-later')
    expect(typed('13:00')).toBe('deadline-not-later')
    // the hold that began 47 hours ago has one hour left of its 48, counted from now
    expect(end('two-hours', at('12:00'), at('19:00', 5), { current: at('11:00', 3) })).toBe(
      '12:00 PM on Wednesday, 03/03/2027',
    )
  })

  it('is offered by a button that says when it ends, each end once', () => {
    const offered = (now: string, slot: Date, current?: Date) =>
      deadlinesOn({ now: at(now), slotStart: slot, zone: ZONE, current }).map(
        ({ choice, at: until, cut }) => `${choice} ${clock(until)}${cut ? ', cut' : ''}`,
      )
    expect(offered('12:00', at('19:00', 2))).toEqual(['half-hour 12:30 PM', 'two-hours 2:00 PM', 'tonight 10:00 PM'])
    expect(offered('18:00', at('19:00'))).toEqual(['half-hour 6:30 PM'])
    // the visit's own limit cuts what is called two hours, or tonight: neither is offered
    expect(offered('12:00', at('19:00'))).toEqual(['half-hour 12:30 PM', 'two-hours 2:00 PM'])
    expect(offered('17:30', at('19:00'))).toEqual(['half-hour 6:00 PM'])
    expect(offered('00:30', at('09:30'))).toEqual(['half-hour 1:00 AM', 'two-hours 2:30 AM'])
    expect(offered('21:30', at('09:30', 2))).toEqual(['half-hour 10:00 PM', 'two-hours 11:30 PM'])
    // where all are cut one is left, by its end; also of one that is extended
    expect(offered('18:15', at('19:00'))).toEqual(['half-hour 6:30 PM, cut'])
    expect(offered('12:00', at('19:00'), at('17:00'))).toEqual(['half-hour 5:30 PM'])
    expect(offered('12:00', at('19:00'), at('18:15'))).toEqual(['half-hour 6:30 PM, cut'])
    expect(offered('12:00', at('19:00'), at('18:30'))).toEqual([])
    expect(offered('18:40', at('19:00'))).toEqual([])
  })

  it('is chosen of what is offered, and asked for where nothing is, or what is offered no more', () => {
    const [now, slotStart] = [at('12:00'), at('19:00')]
    const until = (choice: Deadline | undefined, typed = '', from = now) => {
      const found = holdEnd(choice, { now: from, slotStart, zone: ZONE, typed })
      return found.ok ? clock(found.at) : found.reason
    }
    expect([until('half-hour'), until('two-hours')]).toEqual(['12:30 PM', '2:00 PM'])
    expect([until('time', '2027-03-01T18:15'), until('time')]).toEqual(['6:15 PM', 'deadline-unreadable'])
    expect([until('tonight'), until(undefined)]).toEqual(['deadline-unchosen', 'deadline-unchosen'])
    // where all would be cut, the one that is offered is
    expect([until('half-hour', '', at('18:15')), until('two-hours', '', at('18:15'))]).toEqual([
      '6:30 PM',
      'deadline-unchosen',
    ])
    expect(until(undefined, '', at('18:40'))).toBe('slot-too-near')
    const offered = deadlinesOn({ now, slotStart, zone: ZONE })
    const chosen = ([undefined, 'half-hour', 'tonight', 'time'] as const).map((one) => chosenDeadline(one, offered))
    expect(chosen).toEqual(['two-hours', 'half-hour', 'half-hour', 'time'])
    expect(chosenDeadline('tonight', [])).toBeUndefined()
  })

  it('is said beside now', () =>
    expect([at('14:00'), at('09:05', 2), at('19:30', 3)].map(clock)).toEqual([
      '2:00 PM',
      '9:05 AM tomorrow',
      '7:30 PM on Wednesday, 03/03/2027',
    ]))
})

describe('what is asked for', () => {
  it.each([
    ['advance', 1_499, 'nothing', 999],
    ['advance', 500, 'nothing', 500],
    ['full', 1_499, 'nothing', 1_499],
    ['own', 1_499, 1, 1],
    ['own', 1_499, 1_499, 1_499],
    ['own', 1_499, 1_500, 'amount-out-of-range'],
    ['own', 1_499, 0.5, 'amount-out-of-range'],
    ['own', 1_499, 'nothing', 'amount-unreadable'],
    ['full', 1, 'nothing', 1],
    ['full', 0.99, 'nothing', 'nothing-due'],
  ] as const)('%s, of ₹%s due and with ₹%s typed: %s', (sum, due, own, expected) => {
    const found = askedAmount(sum, rupees(due), own === 'nothing' ? undefined : rupees(own))
    expect(found.ok ? found.amount / 100 : found.reason).toBe(expected)
  })

  const ledger = (received: number, remaining: number, refunded = 0) => ({
    received: rupees(received),
    refunded: rupees(refunded),
    remaining: rupees(remaining),
  })
  it.each([
    ['nothing came since', ledger(500, 1_000), 800],
    ['part came at the desk', ledger(700, 800), 600],
    ['all of it came', ledger(1_300, 200), 0],
    ['more than it came', ledger(1_400, 100), 0],
    ['it costs less by now', ledger(500, 300), 300],
    ['it was cancelled', ledger(500, 0), 0],
    ['some went back since', ledger(500, 1_200, 200), 1_000],
  ] as const)('₹800 asked when ₹500 had come: %s', (_, now, left) =>
    expect(stillAsked(askedUpTo(ledger(500, 1_000), rupees(800)), now)).toBe(rupees(left)))

  it('₹800 asked when ₹500 were left of ₹700 that had come: all of it', () => {
    const now = ledger(700, 1_000, 200)
    expect(stillAsked(askedUpTo(now, rupees(800)), now)).toBe(rupees(800))
  })
})

describe('while a payment is under way', () => {
  it.each([
    // pressed, the hold ends, promised until → ends
    ['12:00', '14:00', '14:00', '2:00 PM'],
    ['13:50', '14:00', '14:00', '2:05 PM'],
    ['14:00', '14:05', '14:00', '2:15 PM'],
    ['14:14', '14:15', '14:00', '2:15 PM'],
  ])('at %s of a hold until %s, promised until %s: %s', (now, ends, until, expected) =>
    expect(clock(endWhilePaying(at(ends), at(until), at(now)))).toBe(expected))

  it('reminds when a quarter of the time is left, 10 minutes to 2 hours before the end', () => {
    expect(clock(remindAt(at('12:00'), at('12:30')))).toBe('12:20 PM')
    expect(clock(remindAt(at('12:00'), at('14:00')))).toBe('1:30 PM')
    expect(clock(remindAt(at('12:00'), at('12:00', 3)))).toBe('10:00 AM on Wednesday, 03/03/2027')
  })
})

describe('what a booking’s own page lets its customer pay', () => {
  const during = { from: at('19:00'), to: at('22:00') }
  const held = { status: 'pending' as const, source: 'staff' as const, holdEndsAt: at('14:00'), during }
  const booked = { ...held, status: 'booked' as const, holdEndsAt: null }
  const owes = { received: ZERO, refunded: ZERO, remaining: rupees(1_499) }
  const request = { upTo: rupees(999), until: at('14:00') }
  const may = (booking: Parameters<typeof payableOf>[0], now: Date, ledger = owes) => {
    const found = payableOf(booking, ledger, request, now)
    return found ? `${found.asked / 100} of ${found.due / 100} until ${clock(found.until)}` : 'nothing'
  }
  it.each([
    ['a hold of ours', '13:59', '999 of 1499 until 2:00 PM', held],
    ['one that has ended', '14:00', 'nothing', held],
    ['a customer’s own hold', '13:00', 'nothing', { ...held, source: 'online' as const }],
    ['a booking that stands', '13:00', '999 of 1499 until 7:00 PM', booked],
    ['one whose visit begins', '19:00', '999 of 1499 until 10:00 PM on Wednesday, 03/03/2027', booked],
    ['one whose guests are there', '20:00', '999 of 1499 until 10:00 PM on Wednesday, 03/03/2027', booked],
    ['a cancelled one', '13:00', 'nothing', { ...booked, status: 'cancelled' as const }],
    ['a hold that ran out', '13:00', 'nothing', { ...held, status: 'expired' as const }],
  ])('%s at %s: %s', (_, now, expected, booking) => expect(may(booking, at(now))).toBe(expected))

  it('nothing two days after the visit, and nothing below ₹1', () => {
    expect(may(booked, at('22:00', 3))).toBe('nothing')
    expect(may(booked, at('13:00'), { ...owes, remaining: paise(99) })).toBe('nothing')
    expect(may(booked, at('13:00'), { ...owes, remaining: rupees(1) })).toBe('1 of 1 until 7:00 PM')
    expect(may(booked, at('13:00'), { ...owes, received: rupees(998.5), remaining: rupees(500) })).toBe(
      '0 of 500 until 7:00 PM',
    )
    expect(balanceDeadline(during, at('18:59'))).toEqual(during.from)
  })

  it('of a visit to which nobody came only what staff ask for, once it is over', () => {
    const payable = { asked: rupees(999), due: rupees(1_499), until: at('14:00', 3) }
    const unasked = { ...payable, asked: ZERO }
    const missed = { status: 'booked' as const, attendance: 'no-show' as const, during }
    expect(invitedTo(payable, missed, at('22:00'))).toEqual({ ...payable, due: rupees(999) })
    expect(invitedTo(unasked, missed, at('22:00'))).toBeUndefined()
    // they may still come
    expect(invitedTo(unasked, missed, at('21:59'))).toBe(unasked)
    expect(invitedTo(unasked, { ...missed, attendance: 'arrived' }, at('22:00'))).toBe(unasked)
    expect(invitedTo(undefined, missed, at('22:00'))).toBeUndefined()
  })
})
