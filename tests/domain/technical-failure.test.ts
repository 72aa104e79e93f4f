import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, rupees } from '~/domain/money'
import type { StoredLine } from '~/domain/selection'
import { correctedMoney, correctedOutcome, keptCharge, rentForTimeUsed } from '~/domain/technical-failure'
import { day, time } from './sample-offers'

/** A room of ₹1,500 for three hours, with extras for ₹900. */
const visit = { total: rupees(2_400), rent: rupees(1_500), slotMinutes: 180 }

describe('after a technical failure a visit costs the rent for the time used', () => {
  it.each([
    ['nothing was used', visit, 0, 0],
    ['half of the slot', visit, 90, 750],
    ['the whole slot: only the extras', visit, 180, 1_500],
    ['a minute, to the paisa', visit, 1, 8.33],
    ['a coupon made it cheaper than its rent', { ...visit, total: rupees(400) }, 90, 400],
  ])('%s', (_, failed, minutes, charge) => {
    expect(rentForTimeUsed(failed, minutes)).toBe(rupees(charge))
  })

  it('never costs more than before, and never less for more time', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 }).map(paise)
    const failures = fc.record({
      total: amount,
      rent: amount,
      slotMinutes: fc.integer({ min: 1, max: 1_440 }),
    })
    fc.assert(
      fc.property(failures, fc.nat(1_440), fc.nat(1_440), (failed, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)].map((one) => Math.min(one, failed.slotMinutes))
        const [cheaper, dearer] = [rentForTimeUsed(failed, less ?? 0), rentForTimeUsed(failed, more ?? 0)]
        expect(cheaper).toBeLessThanOrEqual(dearer)
        expect(dearer).toBeLessThanOrEqual(failed.total)
      }),
    )
  })
})

describe('what was charged after a technical failure', () => {
  const line = (kind: StoredLine['kind'], unitPrice: number, explanation?: string) => ({
    ...{ kind, unitPrice: rupees(unitPrice), explanation },
  })
  const [from, to] = [time('19:00'), time('22:00')]
  const stored = {
    ...{ screenId: 'aurora', visitDate: day('2027-01-21'), slotFrom: from, slotTo: to },
    lines: [line('package', 2_500), line('reduction', 900, '40 of 180 minutes used')],
  }
  const own = { screenId: 'aurora', date: day('2027-01-21'), slot: { from, to } }

  it.each([
    ['the visit that it was judged for', own, true],
    ['another date', { ...own, date: day('2027-01-22') }, false],
    ['another room', { ...own, screenId: 'celeste' }, false],
    ['an earlier slot', { ...own, slot: { from: time('16:00'), to: time('19:00') } }, false],
    ['a longer one', { ...own, slot: { from, to: time('23:00') } }, false],
    ['no slot yet', { ...own, slot: undefined }, false],
  ])('%s', (_, visit, kept) => {
    const charge = { amount: rupees(900), explanation: '40 of 180 minutes used' }
    expect(keptCharge(stored, visit)).toEqual(kept ? charge : undefined)
  })

  it('is nothing where nothing was judged, and may be nothing at all', () => {
    expect(keptCharge({ ...stored, lines: [line('package', 2_500)] }, own)).toBeUndefined()
    expect(keptCharge({ ...stored, lines: [line('reduction', 0)] }, own)).toEqual({ amount: 0, explanation: null })
  })
})

describe('what a correction of the charge does with the money of a visit', () => {
  const held = (amount: number) => [
    { payment: 'cash', online: false, held: rupees(amount), fee: rupees(0), receivedAt: new Date(0) },
  ]
  it.each([
    ['too little was charged, and the rest has gone back', 75, 0, 750, { back: 0, needed: 0, due: 675 }],
    ['it waits to be handed over, and pays first', 75, 4_000, 750, { back: 0, needed: 675, due: 0 }],
    ['a part of it waits', 75, 500, 750, { back: 0, needed: 500, due: 175 }],
    ['too much was charged', 750, 0, 75, { back: 675, needed: 0, due: 0 }],
    ['nothing was paid', 0, 0, 750, { back: 0, needed: 0, due: 750 }],
  ])('%s', (_, kept, waits, charge, { back, needed, due }) => {
    const visit = { held: kept ? held(kept) : [], waits: rupees(waits) }
    expect(correctedMoney(visit, rupees(charge))).toMatchObject({
      ...{ returned: { all: rupees(back) }, needed: rupees(needed), due: rupees(due) },
    })
  })
})

describe('what a correction says of the money of a visit', () => {
  const held = (amount: number, online = false) =>
    amount ? [{ payment: 'one', online, held: rupees(amount), fee: rupees(0), receivedAt: new Date(0) }] : []
  it.each([
    ['nothing goes back, and nothing is due', [75], 0, 0, 75],
    ['nothing changes: ₹2,981.67 stays to be handed over, and nothing is due', [1_454.33], 2_981.67, 0, 1_454.33],
    ['nothing changes: ₹500 goes back online as before, and nothing is due', [75], 0, 500, 75],
    [
      'nothing changes: ₹300 stays to be handed over, ₹500 goes back online as before, and nothing is due',
      ...([[75], 300, 500, 75] as const),
    ],
    ['₹675 is not handed over any more, ₹3,325 stays to be handed over', [75], 4_000, 0, 750],
    ['₹500 is not handed over any more, ₹175 is due', [75], 500, 0, 750],
    ['₹675 is due, ₹500 goes back online as before', [75], 0, 500, 750],
    ['₹75 more goes back (₹75 handed over by you), ₹500 stays to be handed over', [75], 500, 0, 0],
    ['₹75 goes back (₹75 handed over by you)', [75], 0, 0, 0],
    ['₹75 is due', [0], 0, 0, 75],
  ])('%s', (words, [kept], waits, going, charge) => {
    const visit = { held: held(kept ?? 0), waits: rupees(waits), going: rupees(going) }
    expect(correctedOutcome(visit, rupees(charge))).toBe(words)
  })
})
