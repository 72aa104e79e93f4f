import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paise, rupees, sum } from '~/domain/money'
import {
  hasEnded,
  isComingBack,
  isLateRefund,
  isLiveRefund,
  makeRoom,
  newRefund,
  REFUND_STATUSES,
  REFUND_WAITS_MS,
  type RefundLife,
  type RefundNews,
  type RefundStatus,
  refundAfter,
  refundableOf,
  refundDueAt,
  refundWords,
  returnedByNow,
  waitsForDispute,
  waitsNoMoreWords,
} from '~/domain/refund-life'

const NOW = new Date('2027-03-01T06:30:00Z')
const HOUR_MS = 3_600_000
const later = (ms: number) => new Date(NOW.getTime() + ms)
const life = (status: RefundStatus, more: Partial<RefundLife> = {}): RefundLife => ({
  ...newRefund(NOW, { byHand: false }),
  status,
  ...more,
})
const NEWS: RefundNews[] = ['taken', 'silence', 'failed', 'processed', 'again', 'handed-over', 'dropped']
/** What each news makes of a refund by its status; nothing where the news is none for it. */
const tableOf = (more: Partial<RefundLife>) =>
  Object.fromEntries(
    REFUND_STATUSES.map((status) => [
      status,
      NEWS.flatMap((news) => {
        const next = refundAfter(life(status, more), news, NOW)
        return next ? [`${news} → ${next.status}`] : []
      }),
    ]),
  )

describe('the life of a refund', () => {
  it('by the provider', () =>
    expect(tableOf({})).toEqual({
      queued: ['taken → pending', 'silence → queued', 'failed → failed', 'processed → processed', 'dropped → dropped'],
      pending: ['taken → pending', 'silence → pending', 'failed → failed', 'processed → processed'],
      failed: ['processed → processed', 'again → queued', 'handed-over → processed', 'dropped → dropped'],
      'with-staff': ['processed → processed', 'again → queued', 'handed-over → processed', 'dropped → dropped'],
      processed: ['failed → failed'],
      // it had given way to another, and went all the same
      dropped: ['processed → processed'],
    }))

  it('by hand', () =>
    expect(tableOf({ byHand: true })).toMatchObject({
      queued: ['handed-over → processed', 'dropped → dropped'],
      pending: [],
      processed: [],
    }))

  it('that was made in the provider’s console is not tried again', () =>
    expect(refundAfter(life('pending', { origin: 'provider' }), 'failed', NOW)?.status).toBe('dropped'))

  it('that waits for a dispute is looked at when that may be over; any other soon, and one by hand never by itself', () =>
    expect(
      [{ byHand: false, heldUntil: later(5 * HOUR_MS) }, { byHand: false }, { byHand: true }].map(
        (one) => newRefund(NOW, one).nextAt,
      ),
    ).toEqual([later(5 * HOUR_MS), later(HOUR_MS / 6), null]))

  it('is tried again after growing times, then goes to staff; each further try goes back to them at once', () => {
    let at = life('queued')
    for (const [nth, wait] of REFUND_WAITS_MS.entries()) {
      const failed = refundAfter(at, 'failed', NOW)
      expect(failed).toMatchObject({ status: 'failed', failures: nth + 1, nextAt: later(wait) })
      at = refundAfter(failed ?? at, 'again', NOW) ?? at
      expect(at.status).toBe('queued')
    }
    expect([...REFUND_WAITS_MS].sort((a, b) => a - b)).toEqual([...REFUND_WAITS_MS])
    for (const failures of [5, 6]) {
      const given = refundAfter(at, 'failed', NOW)
      expect(given).toMatchObject({ status: 'with-staff', failures, nextAt: null })
      at = refundAfter(given ?? at, 'again', NOW) ?? at
    }
  })

  it('meets silence at growing pauses of an hour at most, for as long as it lasts', () => {
    let at: RefundLife | undefined = life('queued')
    const pauses: number[] = []
    for (let nth = 0; nth < 9; nth++) {
      at = at && refundAfter(at, 'silence', NOW)
      pauses.push(((at?.nextAt?.getTime() ?? 0) - NOW.getTime()) / 60_000)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
    expect(at).toMatchObject({ status: 'queued', failures: 0 })
  })

  it('asks about a pending one at least once a day', () => {
    const asked = (ageMs: number) => refundAfter(life('pending'), 'taken', later(ageMs))?.nextAt
    expect(asked(0)).toEqual(later(HOUR_MS))
    expect(asked(5 * HOUR_MS)).toEqual(later(10 * HOUR_MS))
    expect(asked(90 * HOUR_MS)).toEqual(later(114 * HOUR_MS))
  })

  it('never ends anywhere but processed or dropped, whatever happens, and knows its next look while it is under way', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...NEWS), { maxLength: 30 }), fc.boolean(), (news, byHand) => {
        let at = newRefund(NOW, { byHand })
        for (const one of news) at = refundAfter(at, one, NOW) ?? at
        const open = at.status === 'queued' || at.status === 'pending' || at.status === 'failed'
        expect(at.nextAt !== null).toBe(open && !byHand)
        if (!open && at.status !== 'with-staff') expect(isLiveRefund(at.status)).toBe(at.status === 'processed')
      }),
    ))
})

describe('a refund is late', () => {
  const late = (status: RefundStatus, hours: number) =>
    isLateRefund({ status, createdAt: NOW, dueAt: refundDueAt(NOW) }, later(hours * HOUR_MS))

  it.each([
    ['queued', 24, 25],
    ['failed', 24, 25],
    ['with-staff', 24, 25],
    ['pending', 168, 169],
  ] as const)('%s: not after %i hours, but after %i', (status, still, over) =>
    expect([late(status, still), late(status, over)]).toEqual([false, true]))

  it('never when it is done', () => expect([late('processed', 999), late('dropped', 999)]).toEqual([false, false]))
})

describe('what staff say of a refund that waits for it no more', () => {
  const words = (status: RefundStatus, byHand: boolean) => [
    waitsNoMoreWords({ status, byHand }, 'handed-over'),
    waitsNoMoreWords({ status, byHand }, 'again'),
  ]

  it('is answered by what became of it', () => {
    const back = 'Give nothing for it, or take it back.'
    const sending = 'The payment provider is sending this now.'
    const sent = 'The payment provider has sent this already.'
    const why = 'the booking needs the money, or it went back in another way.'
    const other = [`This is not to be handed over any more: ${why} ${back}`, `This is not to be sent any more: ${why}`]
    expect(words('queued', false)).toEqual([`${sending} ${back}`, sending])
    expect(words('pending', false)).toEqual([`${sending} ${back}`, sending])
    expect(words('processed', false)).toEqual([`${sent} ${back}`, sent])
    expect(words('processed', true)).toEqual(['This was handed over already.', 'This was handed over already.'])
    for (const byHand of [false, true]) expect(words('dropped', byHand)).toEqual(other)
  })

  it('is not sent where it is to be handed over', () =>
    expect(words('queued', true)[1]).toBe('This is to be handed over now, not sent.'))
})

it.each([
  ['nothing', [], [0, 0, 0]],
  ['each status', REFUND_STATUSES.map((status) => ({ status, origin: 'ours' as const })), [100, 400, 0]],
  ['what was begun in the provider’s console', [{ status: 'processed', origin: 'provider' } as const], [100, 0, 0]],
  [
    'what a bank took, and gave back again',
    (['processed', 'dropped'] as const).map((status) => ({ status, origin: 'dispute' as const })),
    [0, 0, 100],
  ],
])('what has gone back by now, still comes and was taken by a bank: %s', (_, rows, [
  gone = 0,
  coming = 0,
  taken = 0,
]) => {
  const refunds = rows.map((row) => ({ ...row, amount: rupees(100) }))
  expect(returnedByNow(refunds)).toEqual({ gone: rupees(gone), coming: rupees(coming), taken: rupees(taken) })
})

it('is at its end once the money has gone, or will not go', () =>
  expect(REFUND_STATUSES.filter(hasEnded)).toEqual(['processed', 'dropped']))

it('nobody sends what a bank takes by a dispute', () =>
  expect(
    (['ours', 'provider', 'dispute'] as const).map((origin) => isComingBack({ status: 'pending', origin })),
  ).toEqual([true, true, false]))

describe('a refund of a disputed payment', () => {
  it('waits until that is decided, unless the provider has it already', () =>
    expect(REFUND_STATUSES.filter((status) => waitsForDispute(status, true))).toEqual([
      'queued',
      'failed',
      'with-staff',
    ]))

  it('says so in the back office', () => {
    const words = (disputed: boolean) =>
      (['with-staff', 'pending'] as const).map((one) => refundWords(one, { byHand: false, disputed }))
    expect(words(true)).toEqual(['waits until the dispute is decided', 'on its way'])
    expect(words(false)).toEqual(['could not be sent, waits for you', 'on its way'])
    const given = (by: string | null, byHand = true) => refundWords('processed', { byHand, disputed: false, by })
    expect([given('Asha Rao'), given(null), given('Asha Rao', false)]).toEqual([
      'handed over by Asha Rao',
      'handed over',
      'done',
    ])
    expect(refundWords('dropped', { byHand: true, disputed: false, by: 'Asha Rao' })).toBe('not sent')
  })
})

describe('never more goes back than was paid', () => {
  const back = (amount: number, status: RefundStatus, minute = 0) => ({
    amount: rupees(amount),
    status,
    silences: 0,
    createdAt: later(minute * 60_000),
  })

  it('all but dropped refunds count', () => {
    const all = REFUND_STATUSES.map((status) => back(10, status))
    expect(refundableOf(rupees(100), all)).toBe(rupees(50))
    expect(refundableOf(rupees(30), all), 'and never below nothing').toBe(0)
  })

  it('what was not sent gives way to what went back elsewhere, the newest first', () => {
    const sent = [back(300, 'processed'), back(50, 'pending', 3), back(900, 'dropped', 4)]
    const refunds = [...sent, back(400, 'queued', 1), back(200, 'failed', 2)]
    expect(makeRoom(rupees(1_000), refunds, rupees(50))).toEqual([])
    expect(makeRoom(rupees(1_000), refunds, rupees(150))).toEqual([{ refund: refunds[4], left: rupees(100) }])
    expect(makeRoom(rupees(1_000), refunds, rupees(600))).toEqual([
      { refund: refunds[4], left: 0 },
      { refund: refunds[3], left: rupees(50) },
    ])
  })

  it('what may have gone already gives way last', () => {
    const [old, silent] = [back(300, 'queued'), { ...back(300, 'queued', 1), silences: 1 }]
    for (const refunds of [
      [old, silent],
      [silent, old],
    ])
      expect(makeRoom(rupees(600), refunds, rupees(300))).toEqual([{ refund: old, left: 0 }])
    const newest = { ...back(300, 'queued', 2), silences: 1 }
    expect(makeRoom(rupees(600), [silent, newest], rupees(300)), 'of those the newest').toEqual([
      { refund: newest, left: 0 },
    ])
  })

  it('so that all fits, where what was sent leaves the room', () => {
    const statuses = fc.constantFrom(...REFUND_STATUSES)
    const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), statuses), { maxLength: 6 })
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 1_000 }), (some, gone) => {
        const refunds = some.map(([amount, status], nth) => ({ ...back(0, status, nth), amount: paise(amount) }))
        const changed = new Map(makeRoom(paise(1_000), refunds, paise(gone)).map(({ refund, left }) => [refund, left]))
        const after = refunds.map((one) => ({ ...one, amount: changed.get(one) ?? one.amount }))
        const sent = after.filter(({ status }) => status === 'pending' || status === 'processed')
        const live = sum(after.filter(({ status }) => isLiveRefund(status)).map(({ amount }) => amount))
        expect(live + gone).toBeLessThanOrEqual(Math.max(1_000, sum(sent.map(({ amount }) => amount)) + gone))
      }),
    )
  })
})
