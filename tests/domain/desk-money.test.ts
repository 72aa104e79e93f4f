import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CountedPayment, moneySent, planDeskMoney, takingOf } from '~/domain/desk-money'
import { type Paise, paise, rupees, sum, ZERO } from '~/domain/money'

const NOW = new Date('2027-01-21T12:00:00Z')
const paid = (payment: string, amount: number, more: Partial<CountedPayment> = {}): CountedPayment => ({
  payment,
  amount: rupees(amount),
  held: rupees(amount),
  online: false,
  completes: false,
  receivedAt: new Date('2027-01-20T12:00:00Z'),
  fee: ZERO,
  ...more,
})
const ONLINE = paid('online', 999, { online: true })
const CASH = paid('cash', 400)
const EARLIER = paid('earlier', 500, { receivedAt: new Date('2027-01-18T12:00:00Z') })
const REST = paid('rest', 2_001, { completes: true })
/** ₹800 of it went back when the booking cost less for a while. */
const WHOLE_PARTLY_BACK = paid('whole', 3_000, { online: true, held: rupees(2_200) })
const PARTLY_BACK = paid('rest', 2_001, { completes: true, held: rupees(1_801) })

const plan = (rows: CountedPayment[], advance: number, fullPayment?: boolean, total = 3_000) =>
  planDeskMoney(rupees(total), rows, { advance: rupees(advance), fullPayment }, NOW)

describe('what the staff’s money form does to a ₹3,000 booking', () => {
  it.each([
    ['as it was', [ONLINE, CASH], 1_399, undefined, [], [], 1_601],
    ['a higher advance is a row more', [ONLINE], 1_500, undefined, [], [['advance', 501]], 1_500],
    [
      'a lower one voids what came at the front desk',
      [ONLINE, CASH],
      1_100,
      undefined,
      ['cash'],
      [['advance', 101]],
      1_900,
    ],
    [
      'the newest first, and no more than it takes',
      [EARLIER, CASH],
      700,
      undefined,
      ['cash'],
      [['advance', 200]],
      2_300,
    ],
    ['of one moment what was entered last', [CASH, paid('cash-2', 400)], 400, undefined, ['cash-2'], [], 2_600],
    [
      'earlier ones too where it takes them',
      [EARLIER, CASH],
      300,
      undefined,
      ['cash', 'earlier'],
      [['advance', 300]],
      2_700,
    ],
    ['an advance of the whole total', [ONLINE], 3_000, undefined, [], [['advance', 2_001]], 0],
    ['one as high as what came online', [ONLINE, CASH], 999, undefined, ['cash'], [], 2_001],
    ['the tick adds what is missing', [ONLINE], 999, true, [], [['balance', 2_001]], 0],
    ['the tick stays', [ONLINE, REST], 999, true, [], [], 0],
    ['un-ticking voids what it had added', [ONLINE, REST], 999, false, ['rest'], [], 2_001],
    ['a tick that was not set leaves an earlier completing payment', [ONLINE, REST], 999, undefined, [], [], 0],
    ['what went back in part counts with what is left', [ONLINE, PARTLY_BACK], 999, undefined, [], [], 200],
  ] as const)('%s', (_, rows, advance, fullPayment, voided, added, remaining) => {
    const made = plan([...rows], advance, fullPayment)
    expect(made).toMatchObject({ ok: true, voided, remaining: rupees(remaining) })
    expect(made.ok && made.added.map(({ purpose, amount }) => [purpose, amount / 100])).toEqual(added)
  })

  it('leaves what was received as it is when the total has fallen below it', () => {
    expect(plan([ONLINE], 999, undefined, 800)).toMatchObject({ ok: true, voided: [], added: [], remaining: 0 })
    expect(plan([ONLINE], 1_000, undefined, 800)).toMatchObject({ reason: 'advance-above-total' })
  })

  it.each([
    ['an advance above the total', [ONLINE], 3_001, undefined, 'advance-above-total'],
    ['more than the total and what went back', [WHOLE_PARTLY_BACK], 3_801, undefined, 'advance-above-total'],
    ['all that was received, beside what completed it', [ONLINE, REST], 3_000, undefined, 'advance-above-total'],
    ['the same with the tick', [ONLINE, REST], 1_000, true, 'advance-above-total'],
    ['less than came online', [ONLINE, CASH], 500, undefined, 'advance-below-received'],
    ['taking away a balance that went back in part', [ONLINE, PARTLY_BACK], 999, false, 'balance-went-back'],
    [
      'the same beside one of which all is there',
      [ONLINE, PARTLY_BACK, paid('last', 200, { completes: true })],
      999,
      false,
      'balance-went-back',
    ],
  ] as const)('refuses %s', (_, rows, advance, fullPayment, reason) => {
    expect(plan([...rows], advance, fullPayment)).toMatchObject({ ok: false, reason })
  })

  it.each([
    ['the total', [ONLINE], 3_001, 'the total, ₹3,000'],
    ['the total, and what went back', [WHOLE_PARTLY_BACK], 3_801, '₹3,800, of which ₹800 went back'],
    [
      'that too beside what completed the payment',
      [paid('online', 1_000, { online: true, held: rupees(800) }), REST],
      1_300,
      '₹1,199 beside the ₹2,001 that completed the payment, ₹3,200 in all',
    ],
  ] as const)('says how much an advance can be: %s', (_, rows, advance, most) => {
    expect(plan([...rows], advance)).toMatchObject({ ok: false, message: `Advance can be at most ${most}` })
  })

  it('holds what it adds as money of the front desk that has come now', () => {
    const made = plan([ONLINE], 1_500)
    const added = { payment: 'advance', online: false, receivedAt: NOW, held: rupees(501), fee: 0 }
    expect(made.ok && made.held).toEqual([ONLINE, added])
  })

  it('says how much an advance can be beside what completed the payment, which counts no more once it is un-ticked', () => {
    const message = 'Advance can be at most ₹1,399 beside the ₹2,001 that completed the payment, ₹3,400 in all'
    expect(plan([ONLINE, REST], 1_400, undefined, 3_400)).toMatchObject({ ok: false, message })
    // nor is a sum named first that would be refused as well
    expect(plan([ONLINE, REST], 3_500, undefined, 3_400)).toMatchObject({ ok: false, message })
    expect(plan([ONLINE, REST], 1_399, undefined, 3_400)).toMatchObject({ ok: true, remaining: 0 })
    expect(plan([ONLINE, REST], 3_000, false)).toMatchObject({ ok: true, voided: ['rest'], remaining: 0 })
    // less than was entered before is no more money, however much it is beside the total
    expect(plan([ONLINE, CASH, REST], 1_100)).toMatchObject({ ok: true, voided: ['cash'] })
  })

  it('holds afterwards what was held, less what it voids, plus what it adds; online money stays', () => {
    const rows = fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 300_000 }),
        gone: fc.nat(100),
        online: fc.boolean(),
        last: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    const form = fc.record({
      advance: fc.nat(600_000).map(paise),
      fullPayment: fc.option(fc.boolean(), { nil: undefined }),
    })
    fc.assert(
      fc.property(rows, form, fc.nat(900_000).map(paise), (wanted, typed, total) => {
        const all = wanted.map(({ amount, gone, online, last }, nth) =>
          paid(`payment-${nth}`, 0, {
            amount: paise(amount),
            held: paise(amount - Math.floor((amount * gone) / 100)),
            online,
            completes: last && !online,
          }),
        )
        const made = planDeskMoney(total, all, typed, NOW)
        if (!made.ok) return
        const kept = (some: { held: Paise }[]) => sum(some.map(({ held }) => held))
        const gone = all.filter(({ payment }) => made.voided.includes(payment))
        expect(gone.every(({ online }) => !online)).toBe(true)
        expect(kept(made.held)).toBe(kept(all) - kept(gone) + sum(made.added.map(({ amount }) => amount)))
        expect(made.remaining).toBe(Math.max(0, total - kept(made.held)))
      }),
    )
  })
})

describe('taking money at the front desk for a ₹3,000 booking', () => {
  it.each([
    ['all that is due completes it', [ONLINE], 2_001, 2_001, [['balance', 2_001]], 0],
    ['a part is a row more', [ONLINE], 2_001, 500, [['advance', 500]], 1_501],
    ['the rest of it later', [ONLINE, paid('part', 500)], 1_501, 1_501, [['balance', 1_501]], 0],
    [
      'after an edit made it dearer again',
      [paid('online', 500, { online: true }), REST],
      499,
      100,
      [['advance', 100]],
      399,
    ],
    ['a part of what went back before', [WHOLE_PARTLY_BACK], 800, 300, [['advance', 300]], 500],
    ['all of what went back before', [WHOLE_PARTLY_BACK], 800, 800, [['balance', 800]], 0],
  ] as const)('%s', (_, rows, due, amount, added, remaining) => {
    const taking = takingOf([...rows], rupees(due), rupees(amount))
    const made = taking.ok && planDeskMoney(rupees(3_000), [...rows], taking.form, NOW)
    expect(made).toMatchObject({ ok: true, voided: [], remaining: rupees(remaining) })
    expect(made && (made.ok ? made.added.map((row) => [row.purpose, row.amount / 100]) : made.message)).toEqual(added)
  })

  it.each([
    [2_001, 0, 'no-amount', 'Amount must be more than ₹0'],
    [2_001, 2_002, 'more-than-due', 'Only ₹2,001 is due'],
    [0, 1, 'more-than-due', 'Nothing is due any more'],
  ])('of ₹%i due refuses ₹%i', (due, amount, reason, message) => {
    expect(takingOf([ONLINE], rupees(due), rupees(amount))).toEqual({ ok: false, reason, message })
  })
})

describe('what a program sends of the money it has read', () => {
  const READ = { before: rupees(500), received: rupees(1_499), paid: true, struck: false, versioned: false }

  it.each([
    ['nothing', {}, { advance: rupees(500), fullPayment: undefined }],
    [
      'what was answered',
      { advance: rupees(1_499), fullPayment: true },
      { advance: rupees(500), fullPayment: undefined },
    ],
    ['what was answered and what came', { advance: rupees(1_599) }, { advance: rupees(600), fullPayment: undefined }],
    ['less', { advance: rupees(400) }, { advance: rupees(400), fullPayment: undefined }],
    ['no advance', { advance: ZERO }, { advance: ZERO, fullPayment: undefined }],
    ['that it is not paid', { fullPayment: false }, { advance: rupees(500), fullPayment: false }],
    [
      'that what was answered is not paid',
      { advance: rupees(1_499), fullPayment: false },
      { advance: rupees(500), fullPayment: false },
    ],
    [
      'what there is besides, not paid',
      { advance: rupees(500), fullPayment: false },
      { advance: rupees(500), fullPayment: false },
    ],
  ])('%s', (_, sent, form) => expect(moneySent(sent, READ)).toEqual({ ok: true, form }))

  it('more, and not paid, where nothing completed the payment', () => {
    const sent = { advance: rupees(1_599), fullPayment: false }
    expect(moneySent(sent, { ...READ, before: READ.received })).toEqual({ ok: true, form: sent })
  })

  it('that it is paid now', () => {
    expect(moneySent({ fullPayment: true }, { ...READ, paid: false })).toMatchObject({ form: { fullPayment: true } })
  })

  it.each([
    ['a sum between both', { advance: rupees(1_399) }],
    ['a sum between both, and less', { advance: rupees(1_399), fullPayment: false }],
    ['more and less at once', { advance: rupees(1_599), fullPayment: false }],
  ])('is refused where it could be either: %s', (_, sent) => {
    expect(moneySent(sent, READ)).toMatchObject({ ok: false, reason: 'advance-unclear' })
  })

  it('is no more than there is, once a payment was struck out, unless the version was read', () => {
    const left = { before: rupees(500), received: rupees(500), paid: false, struck: true, versioned: false }
    const refused = { ok: false, reason: 'version-wanted' }
    for (const sent of [{ advance: rupees(1_499), fullPayment: false }, { advance: rupees(1_499) }]) {
      expect(moneySent(sent, left)).toMatchObject(refused)
      expect(moneySent(sent, { ...left, versioned: true })).toMatchObject({ form: { advance: rupees(1_499) } })
      expect(moneySent(sent, { ...left, struck: false })).toMatchObject({ form: { advance: rupees(1_499) } })
    }
    // nor is the tick what came, which was answered before that too
    for (const sent of [{ fullPayment: true }, { advance: rupees(500), fullPayment: true }]) {
      expect(moneySent(sent, left)).toMatchObject(refused)
      expect(moneySent(sent, { ...left, versioned: true })).toMatchObject({ form: { fullPayment: true } })
      expect(moneySent(sent, { ...left, struck: false })).toMatchObject({ form: { fullPayment: true } })
    }
    for (const sent of [{ advance: rupees(500) }, { advance: rupees(400) }, { fullPayment: false }]) {
      expect(moneySent(sent, left)).toMatchObject({ ok: true })
    }
  })
})
