import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, rupees, ZERO } from '~/domain/money'
import {
  asWaiting,
  cancelledWords,
  type HeldPayment,
  keptOfCancelled,
  paidBeforeCancelling,
  partsAfterCancellation,
  partsOfCancellation,
  partsOwed,
  type RefundPart,
  type Rest,
  returnWords,
  returnWordsForStaff,
  stillReturned,
  sumsOf,
  sumsWhileDisputed,
  takenBack,
  wholeOf,
} from '~/domain/refund-parts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 21, 12, minute))
const held = (payment: string, amount: number, more: Partial<HeldPayment> = {}): HeldPayment => ({
  payment,
  online: true,
  receivedAt: at(0),
  held: rupees(amount),
  fee: ZERO,
  ...more,
})
const ADVANCE = held('advance', 999, { fee: rupees(23.58) })
const BALANCE = held('balance', 500, { receivedAt: at(1), fee: rupees(11.8) })
const CASH = held('cash', 501, { receivedAt: at(2), online: false })
const told = (parts: readonly RefundPart[]) => parts.map(({ payment, amount }) => [payment, amount / 100])

describe('what is owed', () => {
  it.each([
    ['nothing was paid', [], 1_499, []],
    ['as much was paid as it costs', [ADVANCE, BALANCE], 1_499, []],
    ['less was paid', [ADVANCE], 1_499, []],
    ['of the newest payment first', [ADVANCE, BALANCE], 1_299, [['balance', 200]]],
    ['whatever their order', [BALANCE, ADVANCE], 1_299, [['balance', 200]]],
    [
      'never more than a payment still holds, and without a charge',
      [ADVANCE, BALANCE],
      799,
      [
        ['balance', 500],
        ['advance', 200],
      ],
    ],
    ['at the front desk too', [ADVANCE, CASH], 1_000, [['cash', 500]]],
    [
      'of payments of one moment of the one first that was entered last',
      [held('a', 300), held('b', 300)],
      200,
      [
        ['b', 300],
        ['a', 100],
      ],
    ],
    [
      'of three, the oldest last',
      [ADVANCE, held('late', 100, { receivedAt: at(9) }), BALANCE],
      900,
      [
        ['late', 100],
        ['balance', 500],
        ['advance', 99],
      ],
    ],
  ] as const)('%s', (_, payments, total, parts) => {
    expect(told(partsOwed(payments, rupees(total)))).toEqual(parts)
  })
})

it('below ₹1, which the provider does not send, is handed over at the front desk', () => {
  const [under, least] = [partsOwed([ADVANCE], rupees(998.01)), partsOwed([ADVANCE], rupees(998))]
  expect(under).toEqual([{ payment: 'advance', online: false, amount: 99 }])
  expect(least).toEqual([{ payment: 'advance', online: true, amount: 100 }])
  const small = held('small', 24, { fee: rupees(23.58) })
  expect(partsOfCancellation([small], rupees(24), 'less-charges').parts).toMatchObject([{ online: false, amount: 42 }])
  const both = partsOfCancellation([ADVANCE], rupees(998.5), 'everything')
  expect(both.owed).toMatchObject([{ online: false, amount: 50 }])
  expect(both.parts, 'with the rest it is enough').toMatchObject([{ online: true, amount: 99_900 }])
})

describe('what waits to be handed over, of a booking that costs more again', () => {
  it.each<[what: string, tasks: number[], remaining: number, taken: number[]]>([
    ['nothing is to be paid', [500], 0, []],
    ['as much is to be paid', [500], 500, [500]],
    ['less is to be paid: the rest is owed anew', [500], 200, [500]],
    ['more is to be paid', [500, 300], 1_000, [300, 500]],
    ['the newest pays for it', [500, 300], 300, [300]],
    ['nothing waits', [], 300, []],
  ])('%s', (_, tasks, remaining, taken) => {
    const rows = tasks.map((amount) => ({ amount: rupees(amount) }))
    expect(takenBack(rows, rupees(remaining)).map(({ amount }) => amount / 100)).toEqual(taken)
  })
})

describe('what goes back of money that a cancelled booking holds again', () => {
  const LATE = held('late', 100, { receivedAt: at(30) })
  it.each([
    ['as everything was to', [ADVANCE], 'everything', [['advance', 999]]],
    ['less the charges, as it was to', [ADVANCE], 'less-charges', [['advance', 975.42]]],
    [
      'the cash too, where everything was to',
      [ADVANCE, CASH],
      'everything',
      [
        ['advance', 999],
        ['cash', 501],
      ],
    ],
    ['nothing of what stayed by the policy', [ADVANCE], 'nothing', []],
    ['not the cash that was kept by the policy of that day', [ADVANCE, CASH], 'less-charges', [['advance', 975.42]]],
    ['all that came after the cancellation', [ADVANCE, LATE], 'nothing', [['late', 100]]],
  ] as const)('%s', (_, payments, gives, parts) => {
    expect(told(partsAfterCancellation(payments, rupees(1_499), { at: at(20), gives }))).toEqual(parts)
  })
})

describe('what a cancellation gives back', () => {
  it.each([
    [
      'in time: all of it less the charges, which counter money has not',
      [ADVANCE, BALANCE, CASH],
      2_000,
      'less-charges',
      [
        ['advance', 975.42],
        ['balance', 488.2],
        ['cash', 501],
      ],
    ],
    ['too late: nothing', [ADVANCE, BALANCE], 1_499, 'nothing', []],
    ['too late, after it became cheaper: what is owed, whole', [ADVANCE, BALANCE], 999, 'nothing', [['balance', 500]]],
    [
      'in time, after it became cheaper: owed whole, the rest less its charge',
      [ADVANCE, BALANCE],
      1_199,
      'less-charges',
      [
        ['advance', 975.42],
        ['balance', 488.2],
      ],
    ],
    [
      'everything',
      [ADVANCE, CASH],
      999,
      'everything',
      [
        ['advance', 999],
        ['cash', 501],
      ],
    ],
    [
      'what is owed at the front desk, also where the policy gives nothing',
      [ADVANCE, CASH],
      1_200,
      'nothing',
      [['cash', 300]],
    ],
  ] as const)('%s', (_, payments, total, gives, parts) => {
    expect(told(partsOfCancellation(payments, rupees(total), gives).parts)).toEqual(parts)
  })

  it('nothing of what its charge uses up', () => {
    const small = held('small', 20, { fee: rupees(23.58) })
    expect(partsOfCancellation([small], rupees(20), 'less-charges')).toEqual({ owed: [], rest: [], parts: [] })
  })

  it('never more than is held, what is owed always, one part a payment, and each choice at least the poorer one', () => {
    const payments = fc
      .array(fc.record({ online: fc.boolean(), held: fc.nat(500_000), fee: fc.nat(20_000), minute: fc.nat(3) }))
      .map((rows) =>
        rows.map(
          (row, nth): HeldPayment => ({
            payment: `payment-${nth}`,
            online: row.online,
            receivedAt: at(row.minute),
            held: paise(row.held),
            fee: paise(row.fee),
          }),
        ),
      )
    fc.assert(
      fc.property(payments, fc.nat(900_000).map(paise), (rows, total) => {
        const kept = rows.reduce((all, row) => all + row.held, 0)
        const [none, policy, full] = (['nothing', 'less-charges', 'everything'] as Rest[]).map((gives) => {
          const { owed, rest, parts } = partsOfCancellation(rows, total, gives)
          expect(sumsOf(owed).all).toBe(Math.max(0, kept - total))
          expect(sumsOf(owed).all + sumsOf(rest).all).toBe(sumsOf(parts).all)
          expect(new Set(parts.map(({ payment }) => payment)).size).toBe(parts.length)
          for (const { payment, online, amount } of parts) {
            const row = rows.find((one) => one.payment === payment)
            expect(amount).toBeGreaterThan(0)
            expect(amount).toBeLessThanOrEqual(row?.held ?? 0)
            expect(online).toBe(row?.online === true && amount >= 100)
          }
          return sumsOf(parts)
        })
        expect(full?.all).toBe(kept)
        expect(none?.all).toBeLessThanOrEqual(policy?.all ?? -1)
        expect(policy?.all).toBeLessThanOrEqual(full?.all ?? -1)
        expect((policy?.online ?? 0) + (policy?.desk ?? 0)).toBe(policy?.all)
        expect(partsOwed([...rows].reverse(), total)).toEqual(partsOwed(rows, total))
      }),
    )
  })
})

it('is said in words, to customers and to staff', () => {
  const sums = sumsOf([
    { payment: 'a', online: true, amount: rupees(500) },
    { payment: 'b', online: false, amount: rupees(300) },
  ])
  expect(returnWords(sums, 'would')).toBe(
    '₹500 goes back to the account you paid from, within 5–7 working days. ₹300 is given back to you at the theatre.',
  )
  expect(returnWords(sums, 'now')).toBe(
    '₹500 is on its way back to you and arrives within 5–7 working days. ₹300 waits for you at the theatre.',
  )
  expect(returnWords({ ...sums, given: rupees(100) }, 'now')).toBe(
    '₹500 is on its way back to you and arrives within 5–7 working days. ₹100 was given back to you at the theatre. ₹200 waits for you at the theatre.',
  )
  expect(returnWordsForStaff(sums)).toBe('₹500 by the payment provider, ₹300 handed over by you')
  expect(returnWordsForStaff({ ...sums, online: ZERO })).toBe('₹300 handed over by you')
  expect(returnWords(sumsOf([]), 'now')).toBe('')
  const kept = asWaiting(sums, { online: rupees(400), desk: rupees(999) })
  expect(returnWords(kept, 'now')).toBe(
    '₹100 is on its way back to you and arrives within 5–7 working days. ₹700 waits until your bank has decided about your payment: then it comes from your bank, or from us within 5–7 working days.',
  )
  expect(kept.all).toBe(sums.all)
})

it('what would go back of a disputed payment is said to wait before it is asked for', () => {
  const parts = [
    { payment: 'advance', online: true, amount: rupees(999) },
    { payment: 'rest', online: true, amount: rupees(500) },
  ]
  expect(returnWordsForStaff(sumsWhileDisputed(parts, new Set(['advance'])))).toBe(
    '₹500 by the payment provider, ₹999 once the dispute is decided',
  )
  expect(sumsWhileDisputed(parts, new Set())).toEqual(sumsOf(parts))
})

it('what became of a cancelled booking’s money is said: what comes back, or why nothing does', () => {
  const none = sumsOf([])
  const coming = sumsOf([{ payment: 'a', online: true, amount: rupees(500) }])
  const told = { received: rupees(999), returned: ZERO, gone: ZERO, taken: ZERO, coming: none, why: 'Too late.' }
  const way = '₹500 is on its way back to you and arrives within 5–7 working days.'
  expect(cancelledWords({ ...told, received: ZERO })).toBe('Nothing was paid for it, so nothing comes back.')
  expect(cancelledWords(told)).toBe('There is no refund for this booking. Too late.')
  // the reason alone, where it says the same
  const moved = 'There is no refund for rescheduled bookings.'
  expect(cancelledWords({ ...told, why: moved })).toBe(moved)
  expect(cancelledWords({ ...told, why: moved, gone: rupees(200) })).toBe(
    `There is no further refund for this booking. ₹200 went back to you before. ${moved}`,
  )
  expect(cancelledWords({ ...told, returned: rupees(500), coming, why: '' })).toBe(way)
  expect(cancelledWords({ ...told, returned: rupees(500), gone: rupees(500), why: '' })).toBe('₹500 went back to you.')
  // by an edit before it
  expect(cancelledWords({ ...told, gone: rupees(200), coming })).toBe(
    `There is no further refund for this booking. ₹200 went back to you before. ${way} Too late.`,
  )
  expect(cancelledWords({ ...told, coming })).toBe(`There is no further refund for this booking. ${way} Too late.`)
  expect(cancelledWords({ ...told, gone: rupees(500), coming, why: moved })).toBe(
    `There is no further refund for this booking. ₹500 went back to you before. ${way} ${moved}`,
  )
  // what a bank took, nobody gave
  const taken = rupees(400)
  const bank = 'Your bank took back ₹400.'
  expect(cancelledWords({ ...told, taken })).toBe(`There is no refund for this booking. ${bank} Too late.`)
  expect(cancelledWords({ ...told, taken, why: moved })).toBe(`${moved} ${bank}`)
  expect(cancelledWords({ ...told, taken, returned: rupees(599), gone: rupees(599), why: '' })).toBe(
    `₹599 went back to you. ${bank}`,
  )
  expect(cancelledWords({ ...told, taken, gone: rupees(200), why: '' })).toBe(
    `There is no further refund for this booking. ₹200 went back to you before. ${bank}`,
  )
  // what was to go back and was withdrawn
  expect(cancelledWords({ ...told, returned: rupees(500), why: '' })).toBe('There is no refund for this booking.')
})

describe('money that came after the cancellation of a booking', () => {
  const none = sumsOf([])
  const online = (amount: number) => sumsOf([{ payment: 'late', online: true, amount: rupees(amount) }])
  const desk = (amount: number) => sumsOf([{ payment: 'late', online: false, amount: rupees(amount) }])
  const moved = 'There is no refund for rescheduled bookings.'
  const before = { received: rupees(999), returned: ZERO, gone: ZERO, taken: ZERO, coming: none, why: moved }
  const late = { received: rupees(4_332.6), gone: ZERO, coming: none, taken: ZERO }
  const back = '₹4,332.60 that came after the cancellation'
  const way = 'arrives within 5–7 working days.'

  it.each([
    [
      'is on its way',
      before,
      { ...late, coming: online(4_332.6) },
      `${moved} ${back} is on its way back to you in full and ${way}`,
    ],
    ['went back', before, { ...late, gone: rupees(4_332.6) }, `${moved} ${back} went back to you in full.`],
    [
      'went back, as money of an edit had',
      { ...before, gone: rupees(200) },
      { ...late, gone: rupees(4_332.6) },
      `There is no further refund for this booking. ₹200 went back to you before. ${moved} ${back} went back to you in full.`,
    ],
    [
      'went back beside what the cancellation gave',
      { ...before, returned: rupees(975.42), coming: online(975.42), why: 'Refunded except payment-gateway charges.' },
      { ...late, gone: rupees(4_332.6) },
      `₹975.42 is on its way back to you and ${way} Refunded except payment-gateway charges. ${back} went back to you in full.`,
    ],
    [
      'was all that was ever paid',
      { ...before, received: ZERO },
      { ...late, gone: rupees(4_332.6) },
      `Nothing had been paid for it when it was cancelled. ${back} went back to you in full.`,
    ],
    [
      'goes back by several ways',
      before,
      { ...late, gone: rupees(4_000), coming: desk(332.6) },
      `${moved} ₹4,332.60 came after the cancellation. ₹4,000 of it went back to you. ₹332.60 waits for you at the theatre.`,
    ],
    [
      'was taken back by a bank',
      before,
      { ...late, taken: rupees(4_332.6) },
      `${moved} ₹4,332.60 came after the cancellation. Your bank took back ₹4,332.60.`,
    ],
  ])('%s', (_, money, lateMoney, words) => {
    expect(cancelledWords({ ...money, late: lateMoney })).toBe(words)
  })

  it('is neither kept nor given back by the cancellation, and counts in what was paid', () => {
    const money = { ...before, late: { ...late, coming: online(4_332.6) } }
    expect(keptOfCancelled(money)).toBe(rupees(999))
    expect(wholeOf(money)).toEqual({ received: rupees(5_331.6), gone: ZERO, coming: rupees(4_332.6), taken: ZERO })
  })
})

it.each([
  ['nothing came back', 0, 0, 0, 999],
  ['all but a charge is on its way', 0, 975.42, 0, 23.58],
  ['some went before, and some a bank took', 200, 300, 400, 99],
  ['more went back than came', 1_200, 0, 0, 0],
])('what is kept of a cancelled booking where %s', (_, gone, online, taken, kept) => {
  const coming = sumsOf([{ payment: 'a', online: true, amount: rupees(online) }])
  const money = { received: rupees(999), gone: rupees(gone), taken: rupees(taken), coming }
  expect(keptOfCancelled(money)).toBe(rupees(kept))
})

it.each([
  ['all of it, while it does', [300, 600], ['online 300', 'desk 600'], [300, 600]],
  ['less, where some was taken back', [300, 600], ['online 300', 'desk 400'], [300, 400]],
  ['nothing of it, where all was', [0, 600], [], [0, 0]],
  ['no more than was told, where more goes back since', [300, 0], ['online 300', 'desk 400'], [300, 0]],
  ['by another way, where it goes by that', [300, 0], ['desk 300'], [0, 300]],
  ['given, where it was handed over', [300, 0], ['gone 300'], [0, 300, 300]],
] as const)('what was told to go back is %s', (_, told, live, words) => {
  const all = ([online, desk, given]: readonly [number, number, number?]) => ({
    ...{ online: rupees(online), desk: rupees(desk), all: rupees(online + desk) },
    ...(given && { given: rupees(given) }),
  })
  const refunds = live.map((one) => {
    const [way, amount] = one.split(' ')
    return { online: way === 'online', amount: rupees(Number(amount)), gone: way === 'gone' }
  })
  expect(stillReturned(all(told), refunds)).toEqual(all(words))
})

it.each([
  ['the advance', { received: 999, remaining: 2_749 }, 'You have paid ₹999; the open ₹2,749 falls away.'],
  ['everything, or more', { received: 3_748 }, 'You have paid ₹3,748.'],
  ['nothing yet', { remaining: 3_748 }, 'You have paid nothing yet; the open ₹3,748 falls away.'],
  ['nothing, of a visit that costs nothing', {}, 'You have paid nothing yet.'],
  [
    'what went back in part',
    { received: 999, refunded: 200, remaining: 700 },
    'You have paid ₹999, of which ₹200 went back or is about to; the open ₹700 falls away.',
  ],
  [
    'what a bank took back',
    { received: 999, refunded: 999, remaining: 700, taken: 999 },
    'You have paid ₹999; the open ₹700 falls away. Your bank took back ₹999.',
  ],
])('who asks to cancel having paid %s reads it, and what is not asked for any more', (_, money, words) => {
  const { received, refunded, remaining, taken } = { received: 0, refunded: 0, remaining: 0, taken: 0, ...money }
  const state = { received: rupees(received), refunded: rupees(refunded), remaining: rupees(remaining) }
  expect(paidBeforeCancelling(state, rupees(taken))).toBe(words)
})
