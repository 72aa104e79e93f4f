import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chargedFor, type LedgerPayment, type LedgerRefund, ledgerOf } from '~/domain/ledger'
import { paise, rupees, ZERO } from '~/domain/money'

const paid = (amount: number, more: Partial<LedgerPayment> = {}): LedgerPayment => ({
  amount: rupees(amount),
  status: 'captured',
  voided: false,
  ...more,
})
const back = (amount: number, status: LedgerRefund['status'] = 'processed'): LedgerRefund => ({
  amount: rupees(amount),
  status,
})

describe('where the money of a ₹3,000 booking stands', () => {
  it.each([
    ['nothing paid', [], [], 0, 3_000, 0, 'unpaid'],
    ['the advance', [paid(999)], [], 999, 2_001, 0, 'part-paid'],
    ['advance and balance', [paid(999), paid(2_001)], [], 3_000, 0, 0, 'paid'],
    ['a voided balance', [paid(999), paid(2_001, { voided: true })], [], 999, 2_001, 0, 'part-paid'],
    ['more than the total', [paid(3_500)], [], 3_500, 0, 500, 'paid'],
    ['too much, given back', [paid(3_500)], [back(500, 'queued')], 3_500, 0, 0, 'paid'],
    ['a refund that was dropped', [paid(3_500)], [back(500, 'dropped')], 3_500, 0, 500, 'paid'],
    ['everything given back', [paid(999, { status: 'refunded' })], [back(999)], 999, 3_000, 0, 'unpaid'],
  ] as const)('%s', (_, payments, refunds, received, remaining, refundDue, state) => {
    expect(ledgerOf({ total: rupees(3_000), status: 'booked' }, payments, refunds)).toMatchObject({
      received: rupees(received),
      remaining: rupees(remaining),
      refundDue: rupees(refundDue),
      state,
    })
  })

  it('is paid when there is nothing to pay', () =>
    expect(ledgerOf({ total: paise(0), status: 'booked' }, []).state).toBe('paid'))

  it.each([
    ['pending', 2_001, 3_000],
    ['booked', 2_001, 3_000],
    ['expired', 0, 999],
    ['cancelled', 0, 999],
  ] as const)('%s, with ₹999 received: ₹%i remain, it brings in ₹%i', (status, remaining, income) =>
    expect(ledgerOf({ total: rupees(3_000), status }, [paid(999)])).toMatchObject({
      remaining: rupees(remaining),
      income: rupees(income),
      state: 'part-paid',
    }))

  it('balances: total = received − refunded + remaining − refund due, in any order of rows', () => {
    const amounts = fc.array(fc.nat(500_000), { maxLength: 6 })
    fc.assert(
      fc.property(fc.nat(1_000_000).map(paise), amounts, amounts, (total, ins, outs) => {
        const booking = { total, status: 'booked' } as const
        const payments = ins.map((amount) => paid(amount / 100))
        const refunds = outs.map((amount) => back(amount / 100))
        const ledger = ledgerOf(booking, payments, refunds)
        expect(ledger.received - ledger.refunded + ledger.remaining - ledger.refundDue).toBe(total)
        expect(Math.min(ledger.remaining, ledger.refundDue)).toBe(0)
        expect(ledgerOf(booking, [...payments].reverse(), [...refunds].reverse())).toEqual(ledger)
      }),
    )
  })
})

describe('what a booking’s money may be kept for', () => {
  it.each([
    ['a hold that may still stand', 'pending', false, 3_000],
    ['what stands', 'booked', true, 3_000],
    ['what stood and was cancelled', 'cancelled', true, 3_000],
    ['a hold that ran out', 'expired', false, 0],
    ['a hold that was deleted', 'cancelled', false, 0],
  ] as const)('%s', (_, status, wasBooked, expected) =>
    expect(chargedFor({ status, wasBooked, total: rupees(3_000) })).toBe(expected ? rupees(expected) : ZERO))
})
