import { describe, expect, it } from 'vitest'
import {
  correctionFault,
  countedAtOnce,
  countedLoss,
  countedReduction,
  deletionFault,
  reductionFault,
  refundFault,
  struckOut,
  struckWords,
  uncountedByCorrection,
  writtenOff,
} from '~/domain/desk-refund'
import { rupees, ZERO } from '~/domain/money'
import type { PaymentMode } from '~/domain/payment-mode'
import type { StaffRole } from '~/domain/staff-role'

const TOO_MUCH = 'The front desk sends back ₹500 at most of a booking. Please ask an admin of the location.'

describe('what somebody may send back of a booking', () => {
  it.each([
    [200, 300, true],
    [200, 301, false],
    [500, 0, true],
    [600, 0, true],
  ])('the desk, which sent ₹%i before: ₹%i more', (before, amount, may) => {
    expect(
      refundFault('front-desk', rupees(amount), { deskLimit: rupees(500), before: rupees(before) }) === undefined,
    ).toBe(may)
  })

  it.each([
    ['front-desk', 500, undefined],
    ['front-desk', 501, TOO_MUCH],
    ['kitchen', 501, TOO_MUCH],
    ['location-admin', 90_000, undefined],
    ['super-admin', 90_000, undefined],
  ] as [StaffRole, number, string | undefined][])('%s, ₹%i: %s', (role, amount, fault) => {
    expect(refundFault(role, rupees(amount), { deskLimit: rupees(500), before: ZERO })).toBe(fault)
  })
})

it('what went back already is said beside the limit', () => {
  expect(refundFault('front-desk', rupees(301), { deskLimit: rupees(500), before: rupees(200) })).toBe(
    'The front desk sends back ₹500 at most of a booking, and ₹200 went back or was taken off already. Please ask an admin of the location.',
  )
})

describe('what deleting a booking loses', () => {
  const DUE =
    '₹3,437 is still due. The front desk writes off or sends back ₹500 at most of a booking. Please ask an admin of the location.'
  it.each([
    ['front-desk', 3_437, 0, 0, DUE],
    ['front-desk', 3_437, 999, 0, DUE.replace('due.', 'due, and ₹999 would go back.')],
    ['front-desk', 300, 201, 0, DUE.replace('₹3,437', '₹300').replace('due.', 'due, and ₹201 would go back.')],
    ['front-desk', 300, 200, 0, undefined],
    [
      'front-desk',
      300,
      0,
      201,
      DUE.replace('₹3,437', '₹300').replace('booking.', 'booking, and ₹201 went back or was taken off already.'),
    ],
    ['front-desk', 0, 501, 0, TOO_MUCH],
    ['front-desk', 0, 500, 0, undefined],
    ['location-admin', 3_437, 999, 900, undefined],
    ['super-admin', 3_437, 999, 900, undefined],
  ] as [
    StaffRole,
    number,
    number,
    number,
    string | undefined,
  ][])('%s writes ₹%i off and sends ₹%i back, after ₹%i: %s', (role, written, returned, before, fault) => {
    const loss = { written: rupees(written), returned: rupees(returned) }
    expect(deletionFault(role, loss, { deskLimit: rupees(500), before: rupees(before) })).toBe(fault)
    expect(countedLoss(loss)).toBe(rupees(written + returned))
  })
})

describe('what makes a booking cost less', () => {
  it.each([
    ['nothing was paid', 4_436, 0, 4_436],
    ['all of it was paid', 400, 400, 400],
    ['a part of it', 800, 300, 800],
    ['more had come before than it cost', 100, 600, 600],
    ['nothing', 0, 0, 0],
  ])('counts as what it takes off, or sends back where that is more: %s', (_, off, returned, counted) => {
    expect(countedReduction({ off: rupees(off), returned: rupees(returned) })).toBe(rupees(counted))
  })

  const REST = 'The front desk takes off or sends back ₹500 at most of a booking'
  const ASK = 'Please ask an admin of the location.'
  it.each([
    ['front-desk', 500, 0, 0, undefined],
    ['front-desk', 501, 0, 0, `₹501 would be taken off. ${REST}. ${ASK}`],
    ['front-desk', 300, 501, 0, `₹501 would go back. ${REST}. ${ASK}`],
    [
      'front-desk',
      301,
      0,
      200,
      `₹301 would be taken off. ${REST}, and ₹200 went back or was taken off already. ${ASK}`,
    ],
    ['location-admin', 4_436, 0, 0, undefined],
    ['super-admin', 4_436, 4_436, 900, undefined],
  ] as [
    StaffRole,
    number,
    number,
    number,
    string | undefined,
  ][])('%s takes ₹%i off, of which ₹%i go back, after ₹%i: %s', (role, off, returned, before, fault) => {
    const reduction = { off: rupees(off), returned: rupees(returned) }
    expect(reductionFault(role, reduction, { deskLimit: rupees(500), before: rupees(before) })).toBe(fault)
  })
})

describe('what counts at once of what a press of the front desk sends back', () => {
  it.each([
    ['nothing is sent', 0, 0, 0, 0, true],
    ['all of it is its own', 400, 0, 400, 400, true],
    ['all of it had somebody else begun', 0, 0, 699, 0, false],
    ['both in one: what is handed over counts then', 200, 0, 699, 0, false],
    ['both: of its own what the provider sends', 200, 150, 699, 150, false],
    ['both, and the provider sends more', 200, 300, 699, 200, false],
  ])('%s', (_, own, online, all, counted, whole) => {
    const sums = { online: rupees(online), desk: rupees(all - online), all: rupees(all) }
    expect(countedAtOnce(rupees(own), sums)).toEqual({ amount: rupees(counted), whole })
  })
})

describe('what an edit strikes out of the money of the desk', () => {
  const rows = (...given: [PaymentMode, number, ('voided' | '')?][]) =>
    given.map(([mode, amount, voided]) => ({ mode, amount: rupees(amount), voided: voided === 'voided' }))
  type Rows = ReturnType<typeof rows>

  it.each([
    ['cash becomes UPI', rows(['cash', 4_436]), rows(['cash', 4_436, 'voided'], ['upi', 4_436]), '₹4,436 in cash'],
    ['a part of it', rows(['cash', 4_436]), rows(['cash', 4_436, 'voided'], ['upi', 4_000]), '₹4,436 in cash'],
    ['a card becomes UPI', rows(['card', 900]), rows(['card', 900, 'voided'], ['upi', 900]), '₹900 by card'],
    ['less of the same', rows(['cash', 800]), rows(['cash', 800, 'voided'], ['cash', 600]), '₹200 in cash'],
    [
      'two rows become one',
      rows(['cash', 500], ['upi', 300]),
      rows(['cash', 500, 'voided'], ['upi', 300, 'voided'], ['cash', 600]),
      '₹300 by UPI',
    ],
    ['one row becomes two', rows(['cash', 999]), rows(['cash', 999, 'voided'], ['cash', 500], ['cash', 499]), ''],
    ['more is received', rows(['cash', 500]), rows(['cash', 500], ['upi', 300]), ''],
    ['was struck out before', rows(['cash', 500, 'voided']), rows(['cash', 500, 'voided']), ''],
    ['two ways', rows(['cash', 500], ['card', 40]), rows(['online', 999]), '₹500 in cash, ₹40 by card'],
  ] as [string, Rows, Rows, string][])('%s', (_name, before, after, words) => {
    expect(struckWords(struckOut(before, after))).toBe(words)
  })

  it('says so when it is too much', () => {
    const struck = struckOut(rows(['cash', 4_436]), rows(['upi', 4_436]))
    expect(refundFault('front-desk', rupees(4_436), { deskLimit: rupees(1_000), before: rupees(0), struck })).toBe(
      '₹4,436 in cash would be struck out. The front desk strikes out or sends back ₹1,000 at most of a booking. Please ask an admin of the location.',
    )
    expect(
      refundFault('super-admin', rupees(4_436), { deskLimit: rupees(1_000), before: rupees(0), struck }),
    ).toBeUndefined()
  })
})

describe('what a technical failure made of a visit’s cost, once it is corrected', () => {
  it.each([
    ['nothing was paid', 400, 0, 400],
    ['a part of it went back', 500, 300, 200],
    ['more went back than was taken off', 100, 600, 0],
  ])('had written off what did not go back: %s', (_, off, returned, written) => {
    expect(writtenOff({ off: rupees(off), returned: rupees(returned) })).toBe(rupees(written))
  })

  it.each([
    ['to the full price', 400, 0, 400],
    ['by a part', 400, 100, 300],
    ['to less than before', 400, 900, 0],
  ])('counts no longer what is not taken off any more: %s', (_, written, off, uncounted) => {
    expect(uncountedByCorrection(rupees(written), rupees(off))).toBe(rupees(uncounted))
  })

  it.each([
    ['front-desk', 'What the visit costs is corrected by an admin of the location.'],
    ['location-admin', undefined],
    ['super-admin', undefined],
  ] as [StaffRole, string | undefined][])('is corrected by whoever may refund any sum: %s', (role, fault) => {
    expect(correctionFault(role)).toBe(fault)
  })
})
