import { describe, expect, test } from 'vitest'
import { parseCalendarDate } from '~/domain/calendar'
import { rupees } from '~/domain/money'
import {
  allOf,
  byName,
  cashLeft,
  closeTill,
  closingQuestion,
  differenceWords,
  entryFor,
  expectedCash,
  movedWords,
  movementsOf,
  owingWords,
  standingWords,
  sumsBy,
  TILL_MODES,
  type TillMode,
  tillAsked,
} from '~/domain/till'

/** Friday, 12 March 2027 in Bengaluru. */
const DAY = { from: new Date('2027-03-12T00:00:00+05:30'), to: new Date('2027-03-13T00:00:00+05:30') }
const at = (time: string, day = 12) => new Date(`2027-03-${day}T${time}:00+05:30`)
const person = (name: string, id: string | null = name) => ({ id, name, email: id ? `${id}@lumiere.example` : '' })
const paid = (amount: number, mode: TillMode, when: Date, name = 'Asha', voidedAt: Date | null = null) => ({
  amount: rupees(amount),
  mode,
  at: when,
  person: person(name),
  voidedAt,
  voidedBy: person('Vikram'),
  booking: 'b',
  reference: '',
})
const given = (amount: number, mode: TillMode, when: Date, cameBackAt: Date | null = null) => ({
  amount: rupees(amount),
  mode,
  at: when,
  person: person('Vikram'),
  booking: 'b',
  cameBackAt,
})
const brief = (moved: ReturnType<typeof movementsOf>) =>
  moved.map(({ what, mode, amount, person: { name } }) => `${what} ${mode} ${amount / 100} ${name}`)

describe('what moves in a till', () => {
  test('payments on the day they are received, refunds on the day they are paid out', () => {
    const payments = [
      paid(500, 'cash', at('00:00')),
      paid(999, 'online', at('23:59'), 'Online'),
      paid(1, 'cash', at('23:59', 11)),
      paid(2, 'cash', at('00:00', 13)),
    ]
    expect(
      brief(movementsOf(payments, [given(200, 'cash', at('12:00')), given(3, 'cash', at('12:00', 13))], DAY)),
    ).toEqual(['payment cash 500 Asha', 'refund cash -200 Vikram', 'payment online 999 Online'])
  })

  test('what is struck out on its own day never moved', () => {
    expect(movementsOf([paid(500, 'cash', at('10:00'), 'Asha', at('11:00'))], [], DAY)).toEqual([])
  })

  test('what is struck out later stays on its day, and goes out on the later one', () => {
    const struck = [paid(500, 'cash', at('10:00'), 'Asha', at('09:00', 13))]
    const next = { from: DAY.to, to: new Date('2027-03-14T00:00:00+05:30') }
    expect(brief(movementsOf(struck, [], DAY))).toEqual(['payment cash 500 Asha'])
    expect(brief(movementsOf(struck, [], next))).toEqual(['struck out cash -500 Vikram'])
  })
})

describe('a day that is closed at ten', () => {
  const CLOSED = { ...DAY, closedAt: at('22:00') }
  const told = (...moved: Parameters<typeof movementsOf>) =>
    movementsOf(...moved).map(({ what, amount, late }) => `${what} ${amount / 100}${late ? ' late' : ''}`)

  test.each([
    ['before it', '12:00', '21:00', []],
    ['at that very moment', '12:00', '22:00', []],
    ['after it', '12:00', '22:30', ['payment 500', 'struck out -500 late']],
    ['with what came after it', '22:30', '22:40', []],
    ['after it, where it had come at that very moment', '22:00', '22:40', ['payment 500', 'struck out -500 late']],
  ])('shows what is struck out %s as what can have been counted', (_, taken, struck, moved) => {
    expect(told([paid(500, 'cash', at(taken), 'Asha', at(struck))], [], CLOSED)).toEqual(moved)
  })

  test('shows what came back after it beside what had gone out, and what moved after it', () => {
    const back = [given(200, 'online', at('12:00'), at('23:00')), given(1, 'online', at('12:00'), at('13:00'))]
    expect(told([paid(300, 'cash', at('22:10'))], back, CLOSED)).toEqual([
      'refund -200',
      'payment 300 late',
      'came back 200 late',
    ])
  })
})

test('what was paid out and came back later stays on its day, and comes in on the later one', () => {
  const back = [given(500, 'online', at('10:00'), at('09:00', 13)), given(1, 'online', at('10:00'), at('11:00'))]
  const next = { from: DAY.to, to: new Date('2027-03-14T00:00:00+05:30') }
  expect(brief(movementsOf([], back, DAY))).toEqual(['refund online -500 Vikram'])
  expect(brief(movementsOf([], back, next))).toEqual(['came back online 500 Vikram'])
})

const EVENING = byName(
  movementsOf(
    [paid(500, 'cash', at('18:00')), paid(300, 'upi', at('19:00')), paid(250, 'cash', at('20:00'), 'Vikram')],
    [given(100, 'cash', at('21:00'))],
    DAY,
  ),
)

test('what came by each way comes to what came by each person, and to all that moved', () => {
  const all = { in: rupees(1_050), out: rupees(100), net: rupees(950) }
  expect(allOf(sumsBy(EVENING, 'mode', TILL_MODES))).toEqual(all)
  expect(allOf(sumsBy(EVENING, 'person'))).toEqual(all)
  expect(allOf([])).toEqual({ in: 0, out: 0, net: 0 })
})

test('sums by mode name every mode, sums by person who was there', () => {
  expect(
    sumsBy(EVENING, 'mode', TILL_MODES).map(({ name, ...of }) => [name, of.in / 100, of.out / 100, of.net / 100]),
  ).toEqual([
    ['cash', 750, 100, 650],
    ['upi', 300, 0, 300],
    ['card', 0, 0, 0],
    ['online', 0, 0, 0],
  ])
  expect(sumsBy(EVENING, 'person').map(({ name, net }) => [name, net / 100])).toEqual([
    ['Asha', 800],
    ['Vikram', 150],
  ])
})

test('two people of one name are two, told apart by their addresses', () => {
  const [cash, time] = ['cash', at('18:00')] as const
  const take = (amount: number, who: ReturnType<typeof person>) => ({ ...paid(amount, cash, time), person: who })
  const taken = [
    take(500, person('Asha', 'one')),
    take(300, person('Asha', 'two')),
    take(200, person('Asha', 'one')),
    take(100, person('Vikram')),
    // before accounts were kept of it
    take(50, person('Asha', null)),
    take(20, person('Vikram', null)),
  ]
  expect(sumsBy(byName(movementsOf(taken, [], DAY)), 'person').map(({ name, net }) => [name, net / 100])).toEqual([
    ['Asha, one@lumiere.example', 700],
    ['Asha, two@lumiere.example', 300],
    ['Vikram, Vikram@lumiere.example', 100],
    ['Asha', 50],
    ['Vikram', 20],
  ])
})

describe('closing', () => {
  const close = (counted: number, reason = '', begun = true) =>
    closeTill({
      ...{ openingFloat: rupees(2_000), left: rupees(2_000), counted: rupees(counted), reason },
      ...{ movements: EVENING, begun },
    })

  test('expects the float and what moved in cash', () => {
    expect(expectedCash(rupees(2_000), EVENING)).toBe(rupees(2_650))
    expect(close(2_650)).toEqual({ ok: true, expected: rupees(2_650), difference: 0 })
  })

  test.each([
    [2_450, '₹200 too little'],
    [2_700, '₹50 too much'],
  ])('with ₹%i counted asks for the reason', (counted, words) => {
    expect(close(counted)).toEqual({ ok: false, reason: 'reason-missing', message: `${words}: what is the reason?` })
    expect(close(counted, 'Change for the cook')).toEqual({
      ok: true,
      expected: rupees(2_650),
      difference: rupees(counted - 2_650),
    })
  })

  test.each([
    [500, 500, '₹1,500 less to begin with than was left: what is the reason?'],
    [2_300, 2_300, '₹300 more to begin with than was left: what is the reason?'],
    [500, 400, '₹1,500 less to begin with than was left, ₹100 too little: what is the reason?'],
  ])('of a day that began with ₹%i where ₹2,000 were left, with ₹%i counted, asks for the reason', (float, counted, message) => {
    const given = { openingFloat: rupees(float), counted: rupees(counted), movements: [], begun: true }
    expect(closeTill({ ...given, left: rupees(2_000), reason: '' })).toMatchObject({
      reason: 'reason-missing',
      message,
    })
    expect(closeTill({ ...given, left: rupees(2_000), reason: '₹1,500 to the bank' })).toMatchObject({ ok: true })
    // where no day was closed before, nobody knows better
    if (float === counted) expect(closeTill({ ...given, left: null, reason: '' })).toMatchObject({ ok: true })
  })

  test('leaves what was counted, corrected, and moved in cash since', () => {
    const closed = { openingFloat: rupees(500), expected: rupees(2_000), counted: rupees(1_900) }
    const moved = {
      own: [{ mode: 'cash' as const, amount: rupees(1_800) }],
      later: [
        { mode: 'cash' as const, amount: rupees(20) },
        { mode: 'upi' as const, amount: rupees(700) },
      ],
    }
    expect(cashLeft({ ...closed, corrections: [] }, moved)).toBe(rupees(2_220))
    expect(cashLeft({ ...closed, corrections: [{ amount: rupees(50) }] }, moved)).toBe(rupees(2_270))
  })

  test.each([
    ['', {}],
    ['', { moved: rupees(500), left: rupees(1_500) }],
    ['In cash ₹500 more came in since this page was opened.', { moved: rupees(0) }],
    ['In cash ₹200 went out since this page was opened.', { moved: rupees(700), left: rupees(1_500) }],
    [
      'What was left for this day is ₹1,500 now, and was ₹2,000 when this page was opened.',
      { moved: rupees(500), left: rupees(2_000) },
    ],
    ['What was left for this day is ₹1,500 now, and was not known when this page was opened.', { left: null }],
    [
      'In cash ₹500 more came in since this page was opened. What was left for this day is ₹1,500 now, and was ₹0 when this page was opened.',
      { moved: rupees(0), left: rupees(0) },
    ],
  ])('beside ₹500 that came in and ₹1,500 that was left says what is otherwise than seen: %j', (words, seen) => {
    expect(movedWords(seen, { moved: rupees(500), left: rupees(1_500) })).toBe(words)
  })

  test('of a day that still waits for something asks once: a yes to what was asked closes it, and no other', () => {
    const given = {
      ...{ openingFloat: rupees(2_000), left: null, counted: rupees(2_000), reason: '', movements: [], begun: true },
      asks: 'Close now? 1 party still owes ₹500.',
    }
    const asked = { ok: false, reason: 'unsure', message: given.asks }
    expect(closeTill(given)).toEqual(asked)
    expect(closeTill({ ...given, sure: 'Close now? 1 party still owes ₹300.' })).toEqual(asked)
    expect(closeTill({ ...given, sure: given.asks })).toMatchObject({ ok: true })
    // what is missing is said first, so that the yes is the last press
    expect(closeTill({ ...given, counted: rupees(1_900) })).toMatchObject({ reason: 'reason-missing' })
  })

  test.each([
    [0, 0, 0, ''],
    [3, 5_046, 0, 'Close now? 3 parties still owe ₹5,046.'],
    [0, 0, 1, 'Close now? 1 visit is not over yet.'],
    [1, 500, 2, 'Close now? 1 party still owes ₹500, and 2 visits are not over yet.'],
  ])('with %i parties that owe ₹%i and %i visits to end asks: %j', (parties, due, toCome, words) => {
    expect(closingQuestion({ parties, due: rupees(due), toCome })).toBe(words)
  })

  test('waits until the day has begun', () => {
    expect(close(2_650, '', false)).toMatchObject({ ok: false, reason: 'day-not-begun' })
  })

  test.each([
    [2_000, 1_800, { sign: 'more', amount: rupees(200) }],
    [1_750, 1_800, { sign: 'less', amount: rupees(50) }],
    [1_800, 1_800, undefined],
  ])('of ₹%i that somebody else counted where ₹%i stand the entry is %o', (counted, standing, entry) => {
    expect(entryFor(rupees(counted), rupees(standing))).toEqual(entry)
  })

  test('says when nothing differs', () => {
    expect(differenceWords(rupees(0))).toBe('Counted as expected')
  })

  test.each([
    [
      2_500,
      2_400,
      0,
      'In the drawer should be ₹2,500, by the count and its corrections it is ₹2,400: ₹100 too little.',
    ],
    [2_500, 2_500, 0, 'In the drawer should be ₹2,500, by the count and its corrections it is ₹2,500: no difference.'],
    // what moved in cash since lies there too
    [2_500, 2_550, 300, 'In the drawer should be ₹2,800, by the count and its corrections it is ₹2,850: ₹50 too much.'],
  ])('a closed till of ₹%i that comes to ₹%i, with ₹%i since, says how it stands', (expected, corrected, since, words) =>
    expect(standingWords({ expected: rupees(expected), corrected: rupees(corrected), since: rupees(since) })).toBe(
      words,
    ))
})

test.each([
  [0, 0, ''],
  [1, 1_049, '1 party of this day still owes ₹1,049'],
  [3, 2_400, '3 parties of this day still owe ₹2,400'],
])('%i parties that owe ₹%i are said before a day is closed', (parties, due, words) =>
  expect(owingWords({ parties, due: rupees(due) })).toBe(words))

describe('the till that an address asks for', () => {
  const today = parseCalendarDate('2027-03-12') ?? expect.fail('no date')
  const [here, there] = [
    { id: 'k', name: 'Koramangala' },
    { id: 'i', name: 'Indiranagar' },
  ]
  const asked = (query: { date?: string; location?: string }, places = [here, there]) => tillAsked(query, today, places)

  test('is of today, and of the only location, unless it names another', () => {
    expect(asked({})).toEqual({ date: today, place: undefined, faults: [], named: undefined })
    expect(asked({}, [here])).toMatchObject({ date: today, place: here, named: undefined })
    expect(asked({ date: '2027-03-11', location: 'i' })).toEqual({
      ...{ date: '2027-03-11', place: there, faults: [] },
      named: { date: '2027-03-11', place: there },
    })
  })

  test('takes entries only where it names both, and both are there', () => {
    for (const query of [{}, { date: '2027-03-12' }, { location: 'k' }, { date: '2027-02-30', location: 'k' }])
      expect(asked(query, [here]).named).toBeUndefined()
    expect(asked({ date: '2027-03-12', location: 'k' }, [there])).toMatchObject({ place: undefined, named: undefined })
    expect(asked({ location: 'all' }, [there])).toMatchObject({ place: there, faults: [] })
  })
})
