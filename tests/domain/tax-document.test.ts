import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CalendarDate } from '~/domain/calendar'
import { type Paise, paise, rupees, sum, ZERO } from '~/domain/money'
import {
  type BookingPapers,
  correctedBy,
  DOCUMENT_KINDS,
  documentNumber,
  documentsDue,
  financialYear,
  KEPT_TEXT,
  papersPromised,
  prefixesOf,
  SEQUENCE_MAX,
  splitBack,
  splitTax,
  splitWords,
  taxedLike,
} from '~/domain/tax-document'

describe('numbers', () => {
  it.each([
    ['2027-03-31', '2627'],
    ['2027-04-01', '2728'],
    ['2026-12-31', '2627'],
    ['2099-04-01', '9900'],
  ])('%s is in the financial year %s', (date, year) => expect(financialYear(date as CalendarDate)).toBe(year))

  it('have at most 16 letters, digits, hyphens and slashes, however many there are', () => {
    for (const kind of DOCUMENT_KINDS) {
      for (const prefix of prefixesOf('Koramangala')) {
        expect(documentNumber(prefix, kind, '2627', SEQUENCE_MAX)).toMatch(/^[A-Z0-9/-]{1,16}$/)
      }
    }
    expect(documentNumber('KOR', 'invoice', '2627', 1)).toBe('KOR/I/2627/00001')
  })

  it.each([
    ['Koramangala', ['KOR', 'KO2']],
    ['HSR', ['HSR', 'HS2']],
    ['80 Ft', ['FTX', 'FT2']],
    ['ಬೆಂಗಳೂರು', ['XXX', 'XX2']],
  ])('of %s begin with %j', (name, first) => {
    const all = prefixesOf(name)
    expect(all.slice(0, 2)).toEqual(first)
    // so many locations of one first letter have numbers of their own
    expect([all.length, new Set(all).size]).toEqual([34 ** 2, 34 ** 2])
  })
})

describe('the tax inside a sum', () => {
  it('is two equal halves beside the taxable value', () => {
    const split = splitTax(rupees(1_180), 1_800)
    expect(split).toEqual({ rate: 1_800, taxable: rupees(1_000), cgst: rupees(90), sgst: rupees(90) })
    expect(split && splitWords(split).map(({ label }) => label)).toEqual(['Taxable value', 'CGST 9 %', 'SGST 9 %'])
    expect(splitTax(rupees(1_180), null)).toBeNull()
  })

  it('of what goes back, part by part, and of what is kept comes to that of the whole', () => {
    // ₹975.42 of ₹999 goes back: by itself it would have a paisa less in each half
    const [back, kept] = [paise(97_542), paise(2_358)] as const
    const halves = [splitBack(rupees(999), [], back, 1_800), splitTax(kept, 1_800)].map((split) => split?.cgst)
    expect([halves, splitTax(rupees(999), 1_800)?.cgst, splitTax(back, 1_800)?.cgst]).toEqual([
      [7_439, 180],
      7_619,
      7_440,
    ])
    const parts = fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: 0, max: 500_000 }),
        fc.integer({ min: 1, max: 4_000 }),
        (sums, kept, rate) => {
          const whole = sum([...sums, kept].map((one) => paise(one)))
          const goneBack = (parts: readonly number[]) => {
            const gone: { total: Paise; half: Paise }[] = []
            return parts.map((one) => {
              const split = splitBack(whole, gone, paise(one), rate)
              gone.push({ total: paise(one), half: split?.cgst ?? ZERO })
              return split
            })
          }
          const back = goneBack(sums)
          const all = [...back, splitTax(paise(kept), rate)]
          expect(all.reduce((total, split) => total + (split?.cgst ?? 0), 0)).toBe(splitTax(whole, rate)?.cgst)
          for (const [nth, split] of back.entries())
            expect(split && split.taxable + split.cgst + split.sgst).toBe(sums[nth])
        },
      ),
    )
    // more than there is left of it, by some fault, is split by itself
    for (const half of [paise(381), ZERO])
      expect(splitBack(rupees(100), [{ total: rupees(50), half }], rupees(100), 1_800)).toEqual(
        splitTax(rupees(100), 1_800),
      )
  })

  it('adds up, whatever the sum and the rate', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 0, max: 4_000 }), (amount, rate) => {
        const split = splitTax(amount as ReturnType<typeof rupees>, rate)
        expect(split && split.taxable + split.cgst + split.sgst).toBe(amount)
        expect(split?.cgst).toBe(split?.sgst)
      }),
    )
  })
})

describe('what a booking’s papers lack', () => {
  const visit = 'Aurora, Koramangala, 12/03/2027, 7:00 PM – 10:00 PM'
  const says = { visit, lines: [{ text: 'Basic', detail: '', amount: rupees(1_499) }] }
  const papers = (changes: Partial<BookingPapers> = {}): BookingPapers => ({
    status: 'booked',
    total: rupees(1_499),
    // of one that was cancelled all is on its way back
    kept: changes.status === 'cancelled' ? rupees(0) : sum((changes.payments ?? []).map(({ amount }) => amount)),
    started: false,
    says,
    payments: [],
    refunds: [],
    documents: [],
    ...changes,
  })
  const paid = (id: string, amount: number, held = amount) => ({ id, amount: rupees(amount), held: rupees(held) })
  const [advance, balance] = [paid('advance', 999), paid('balance', 500)]
  const [first, again] = [paid('first', 1_499), paid('again', 1_499, 0)]
  const back = { id: 'back', amount: rupees(999) }
  const receipt = {
    id: 'd1',
    kind: 'receipt',
    of: 'advance',
    total: rupees(999),
    says,
    came: null,
    cancelled: false,
  } as const
  const invoice = {
    id: 'd2',
    kind: 'invoice',
    of: null,
    total: rupees(1_499),
    says,
    came: rupees(999),
    cancelled: false,
  } as const
  const voucher = { ...receipt, id: 'd4', kind: 'refund', of: 'back' } as const
  const gone = { status: 'cancelled' as const, payments: [advance], refunds: [back] }
  const keeps = { visit, lines: [{ text: KEPT_TEXT, detail: '', amount: rupees(499) }] }
  const charge = { ...invoice, id: 'd3', total: rupees(499), says: keeps, came: rupees(499) } as const
  const struck = { act: 'cancel', id: 'd2', reason: 'A payment on it was struck out' }
  const changed = { act: 'cancel', id: 'd2', reason: 'The booking was changed' }
  const received = { act: 'issue', kind: 'receipt', of: 'balance', amount: rupees(500) }
  const twice = { act: 'issue', kind: 'receipt', of: 'again', amount: rupees(1_499) }
  const whole = { act: 'issue', kind: 'invoice', of: null, amount: rupees(1_499) }

  it.each([
    ['nothing was paid', {}, []],
    ['an advance', { payments: [advance] }, [{ act: 'issue', kind: 'receipt', of: 'advance', amount: rupees(999) }]],
    ['the advance has its receipt', { payments: [advance], documents: [receipt] }, []],
    ['the balance came', { payments: [advance, balance], documents: [receipt] }, [whole]],
    [
      'the balance came, and a part is on its way back',
      { payments: [advance, balance], kept: rupees(1_000), documents: [receipt] },
      [received],
    ],
    ['all was paid at once', { payments: [advance, balance] }, [whole]],
    ['the visit begins, whatever was paid', { payments: [advance], documents: [receipt], started: true }, [whole]],
    ['the balance came after the invoice', { payments: [advance, balance], documents: [receipt, invoice] }, []],
    [
      'it was paid whole twice',
      { payments: [first, again], documents: [{ ...invoice, came: rupees(1_499) }] },
      [twice],
    ],
    ['the same in one minute', { payments: [first, again], kept: rupees(1_499) }, [twice, whole]],
    [
      'what was paid twice went back',
      {
        payments: [first, again],
        documents: [
          { ...invoice, came: rupees(1_499) },
          { ...receipt, of: 'again' },
        ],
        refunds: [{ id: 'back', amount: rupees(1_499) }],
      },
      [{ act: 'issue', kind: 'refund', of: 'back', amount: rupees(1_499) }],
    ],
    [
      'what had gone back of it is paid again',
      { payments: [paid('first', 1_499, 1_299), paid('rest', 200)], documents: [{ ...invoice, came: rupees(1_699) }] },
      [],
    ],
    ['a hold', { status: 'pending' as const, payments: [], started: true }, []],
    [
      'a hold had run out when money came for it, which waits for another slot',
      { status: 'expired' as const, payments: [advance] },
      [{ act: 'issue', kind: 'receipt', of: 'advance', amount: rupees(999) }],
    ],
    ['costs nothing', { total: rupees(0), started: true }, []],
    [
      'it was cancelled, and the advance went back',
      { status: 'cancelled' as const, payments: [advance], refunds: [back], documents: [receipt] },
      [{ act: 'issue', kind: 'refund', of: 'back', amount: rupees(999) }],
    ],
    [
      'it was cancelled after the invoice',
      { status: 'cancelled' as const, payments: [advance, balance], documents: [receipt, invoice] },
      [{ act: 'cancel', id: 'd2', reason: 'The booking was cancelled' }, received],
    ],
    [
      'it costs more after the invoice: anew at the visit',
      { total: rupees(1_999), payments: [advance, balance], documents: [receipt, invoice] },
      [changed, received],
    ],
    [
      'money came after its invoice was cancelled',
      { total: rupees(1_999), payments: [advance, balance], documents: [receipt, { ...invoice, cancelled: true }] },
      [received],
    ],
    [
      'it moved after the invoice',
      { payments: [advance, balance], documents: [receipt, invoice], says: { ...says, visit: 'Borealis' } },
      [changed, whole],
    ],
    [
      'its lines changed after the invoice, and it costs the same',
      {
        payments: [advance, balance],
        documents: [receipt, invoice],
        says: { visit, lines: [{ text: 'Other', detail: '', amount: rupees(1_499) }] },
      },
      [changed, whole],
    ],
    [
      'its payment was struck out',
      { payments: [], documents: [receipt] },
      [{ act: 'cancel', id: 'd1', reason: 'Entered by mistake' }],
    ],
    [
      'one of two payments was struck out',
      { payments: [advance], documents: [receipt, { ...receipt, id: 'd5', of: 'balance', total: rupees(500) }] },
      [{ act: 'cancel', id: 'd5', reason: 'Entered by mistake' }],
    ],
    [
      'a payment on its invoice was struck out: anew when the visit begins',
      { payments: [advance], documents: [receipt, { ...invoice, came: rupees(1_499) }] },
      [struck],
    ],
    [
      'a payment on its invoice was struck out after the visit began',
      { started: true, payments: [advance], documents: [receipt, { ...invoice, came: rupees(1_499) }] },
      [struck, whole],
    ],
    [
      'a payment on its invoice was struck out and entered again in another way',
      { payments: [advance, { ...balance, id: 'again' }], documents: [receipt, { ...invoice, came: rupees(1_499) }] },
      [],
    ],
    [
      'it was cancelled, and a part of the advance is kept',
      {
        status: 'cancelled' as const,
        kept: rupees(499),
        says: keeps,
        payments: [advance],
        documents: [receipt],
        refunds: [{ id: 'back', amount: rupees(500) }],
      },
      [
        { act: 'issue', kind: 'refund', of: 'back', amount: rupees(500) },
        { act: 'issue', kind: 'invoice', of: null, amount: rupees(499) },
      ],
    ],
    [
      'it was cancelled, and the invoice of what is kept is there',
      {
        status: 'cancelled' as const,
        kept: rupees(499),
        says: keeps,
        payments: [advance],
        documents: [receipt, charge],
      },
      [],
    ],
    [
      'what was kept of it went back after all',
      { status: 'cancelled' as const, kept: rupees(0), payments: [advance], documents: [receipt, charge] },
      [{ act: 'cancel', id: 'd3', reason: 'The booking was cancelled' }],
    ],
    [
      'it was cancelled after both payments stood on one invoice, and a part is kept',
      {
        status: 'cancelled' as const,
        kept: rupees(499),
        says: keeps,
        payments: [advance, balance],
        documents: [invoice],
      },
      [
        { act: 'cancel', id: 'd2', reason: 'The booking was cancelled' },
        { act: 'issue', kind: 'receipt', of: 'advance', amount: rupees(999) },
        received,
        { act: 'issue', kind: 'invoice', of: null, amount: rupees(499) },
      ],
    ],
    ['what went back has its voucher', { ...gone, documents: [receipt, voucher] }, []],
    [
      'what went back did not arrive, and as much went back of another payment',
      { ...gone, refunds: [{ ...back, id: 'other' }], documents: [receipt, voucher] },
      [
        { act: 'cancel', id: 'd4', reason: 'It did not arrive' },
        { act: 'issue', kind: 'refund', of: 'other', amount: rupees(999) },
      ],
    ],
    [
      'what went back did not arrive',
      { status: 'cancelled' as const, payments: [advance], documents: [receipt, voucher] },
      [{ act: 'cancel', id: 'd4', reason: 'It did not arrive' }],
    ],
    [
      'what had not arrived went again',
      { ...gone, documents: [receipt, { ...voucher, cancelled: true }] },
      [{ act: 'issue', kind: 'refund', of: 'back', amount: rupees(999) }],
    ],
    [
      'less of it went again, since a part went in another way',
      { ...gone, refunds: [{ id: 'back', amount: rupees(400) }], documents: [receipt, voucher] },
      [
        { act: 'cancel', id: 'd4', reason: 'It did not arrive' },
        { act: 'issue', kind: 'refund', of: 'back', amount: rupees(400) },
      ],
    ],
    ['its payment was struck out long ago', { payments: [], documents: [{ ...receipt, cancelled: true }] }, []],
    [
      'it costs more during the visit',
      { total: rupees(1_999), started: true, payments: [advance, balance], documents: [receipt, invoice] },
      [
        { act: 'cancel', id: 'd2', reason: 'The booking was changed' },
        { ...whole, amount: rupees(1_999) },
      ],
    ],
  ] as [string, Partial<BookingPapers>, unknown[]][])('%s', (_, changes, due) => {
    expect(documentsDue(papers(changes))).toEqual(due)
  })

  const [basic, cake] = [
    { text: 'Basic', detail: '1', amount: rupees(999) },
    { text: 'Cake', detail: '1', amount: rupees(500) },
  ]
  it.each([
    ['as it was', [basic, cake], []],
    ['with a line more that costs nothing', [basic, cake, { ...cake, amount: ZERO }], [changed, whole]],
    ['with more of one', [basic, { ...cake, detail: '2' }], [changed, whole]],
    ['with another in the place of one', [basic, { ...cake, text: 'Gift' }], [changed, whole]],
    [
      'with one dearer and one cheaper',
      [
        { ...basic, amount: rupees(899) },
        { ...cake, amount: rupees(600) },
      ],
      [changed, whole],
    ],
  ])('of a booking that costs as much as on its invoice: %s', (_, lines, due) => {
    const documents = [receipt, { ...invoice, says: { visit, lines: [basic, cake] } }]
    expect(documentsDue(papers({ payments: [advance, balance], documents, says: { visit, lines } }))).toEqual(due)
  })
})

describe('what a paper corrects', () => {
  const paper = (number: string, kind: (typeof DOCUMENT_KINDS)[number], payment: string | null = null, minute = 0) => ({
    ...{ id: number, number, kind, payment, issuedAt: new Date(Date.UTC(2027, 2, 12, 10, minute)) },
  })
  const [advance, balance] = [paper('R1', 'receipt', 'advance'), paper('R2', 'receipt', 'balance')]
  const [first, second] = [paper('I1', 'invoice'), paper('I2', 'invoice')]
  const back = (of: string) => paper('B1', 'refund', of)

  it.each([
    ['a receipt voucher', 'R2', [first, advance, balance], null],
    ['the first invoice', 'I1', [advance, first], null],
    ['an invoice made anew', 'I2', [advance, first, second], 'I1'],
    ['a third one', 'I3', [first, second, paper('I3', 'invoice')], 'I2'],
    ['money that goes back', 'B1', [advance, balance, first, back('balance')], 'R2'],
    ['the same, where its receipt voucher was issued with it', 'B1', [first, back('balance'), balance], 'R2'],
    [
      'the same, where its receipt voucher was issued later',
      'B1',
      [first, second, back('balance'), paper('R2', 'receipt', 'balance', 1)],
      'I2',
    ],
    [
      'money that no paper named by then',
      'B1',
      [back('balance'), paper('I1', 'invoice', null, 1), paper('R2', 'receipt', 'balance', 1)],
      null,
    ],
    ['money that only an invoice names', 'B1', [first, second, back('advance')], 'I2'],
    ['the same, where the invoice is made anew after it', 'B1', [first, back('advance'), second], 'I1'],
    ['money that no paper names', 'B1', [balance, back('advance')], null],
    ['a paper of another booking', 'B2', [advance, first], null],
  ])('of %s', (_, id, papers, corrects) => expect(correctedBy(id, papers)).toBe(corrects))
})

describe('how a paper is taxed', () => {
  const at = (minute: number) => new Date(Date.UTC(2027, 2, 12, 10, minute))
  const paper = (
    number: string,
    kind: (typeof DOCUMENT_KINDS)[number],
    minute: number,
    payment: string | null = null,
  ) => ({
    ...{ number, kind, payment, issuedAt: at(minute) },
  })
  const [advance, invoice] = [paper('R1', 'receipt', 1, 'advance'), paper('I1', 'invoice', 5)]
  const anew = paper('I2', 'invoice', 6)

  it.each([
    [
      'the receipt voucher of an advance is of its own day',
      paper('', 'receipt', 9, 'balance'),
      [advance],
      20,
      undefined,
    ],
    ['what goes back is as its receipt voucher', paper('', 'refund', 9, 'advance'), [advance, invoice], 20, 'R1'],
    [
      'what goes back of no receipt voucher is as the invoice',
      paper('', 'refund', 9, 'balance'),
      [advance, invoice],
      20,
      'I1',
    ],
    [
      'an invoice made anew of a visit that is ahead is of its own day',
      paper('', 'invoice', 9),
      [invoice],
      20,
      undefined,
    ],
    ['one of a visit that begins as it is made is as the one before it', paper('', 'invoice', 9), [invoice], 9, 'I1'],
    ['one of a visit that had begun before any is so too', paper('', 'invoice', 9), [invoice, anew], 3, 'I2'],
    ['the first invoice is of its own day', paper('', 'invoice', 9), [advance], 5, undefined],
    ['a receipt voucher in the place of an invoice is as that', paper('', 'receipt', 9, 'early'), [invoice], 20, 'I1'],
    ['so is one of an invoice that had been made anew', paper('', 'receipt', 9, 'early'), [invoice, anew], 20, 'I2'],
    [
      'so is one beside which a later receipt voucher stands',
      paper('', 'receipt', 9, 'early'),
      [invoice, paper('R2', 'receipt', 6, 'balance')],
      20,
      'I1',
    ],
    ['so is one of what came as the invoice was issued', paper('', 'receipt', 9, 'same'), [invoice], 20, 'I1'],
    ['one of what came after the invoice is of its own day', paper('', 'receipt', 9, 'late'), [invoice], 20, undefined],
  ])('%s', (_, one, papers, begins, like) => {
    const came = ({ advance: at(1), early: at(4), same: at(5), late: at(7), balance: at(4) } as Record<string, Date>)[
      one.payment ?? ''
    ]
    expect(taxedLike(one, papers, { came, visitBegins: at(begins) })?.number).toBe(like)
  })
})

it.each([
  [
    'a part is paid',
    1_499,
    999,
    500,
    false,
    /^The receipt .* within minutes.*; your invoice once everything is paid or/,
  ],
  ['nothing is paid', 1_499, 0, 1_499, false, /^Your invoice .* once everything is paid or/],
  ['all is paid', 1_499, 1_499, 0, false, /^Your invoice .* within minutes/],
  ['the visit has begun', 1_499, 999, 500, true, /^Your invoice .* within minutes/],
  ['it costs nothing', 0, 0, 0, false, /^undefined$/],
])('the papers that come where %s', (_, total, received, remaining, started, words) => {
  const money = { total: rupees(total), received: rupees(received), remaining: rupees(remaining) }
  expect(String(papersPromised({ ...money, started }))).toMatch(words)
})
