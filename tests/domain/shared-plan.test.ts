import { describe, expect, it } from 'vitest'
import { BOOKING_TEXT_NAMES, eachText } from '~/domain/booking-texts'
import { emptyDraft } from '~/domain/draft'
import { ledSurcharge } from '~/domain/led-lettering'
import { rupees } from '~/domain/money'
import { priceBooking } from '~/domain/pricing'
import { draftOfPlan, planChanges, planOf, toTypeAgain, withoutCode } from '~/domain/shared-plan'
import { day } from './sample-offers'

const DRAFT = {
  ...emptyDraft('own-attempt'),
  cityId: 'bengaluru',
  locationId: 'koramangala',
  screenId: 'aurora',
  date: day('2027-03-12'),
  slotId: 'evening',
  people: 6,
  packageId: 'royal',
  occasionId: 'birthday',
  couponCode: 'LOVE10',
  termsAccepted: true,
  customer: { name: 'Meera Krishnan', email: 'meera@gmail.com', number: '9845012345' },
  gifts: [{ id: 'rose', count: 2 }],
  payChoice: 'full' as const,
  ...eachText((name) => `Secret ${name}`),
  toldLater: [BOOKING_TEXT_NAMES[0] ?? 'ledName'],
}

describe('a plan to show around', () => {
  it('holds neither the person nor what was typed', () => {
    const text = JSON.stringify(planOf(DRAFT))
    for (const word of ['Meera', 'gmail', '98450', 'Secret', 'own-attempt', 'full', 'toldLater', 'termsAccepted']) {
      expect(text).not.toContain(word)
    }
    expect(planOf(DRAFT)).toMatchObject({ screenId: 'aurora', people: 6, gifts: DRAFT.gifts, couponCode: 'LOVE10' })
  })

  it.each([
    'AARAV',
    'AARAV MEHTA',
    'आरव मेहता जी',
    '',
  ])('costs in lights what “%s” costs, and takes nothing of it along', (ledName) => {
    const plan = planOf({ ...DRAFT, ledName })
    expect(ledSurcharge(plan.ledName ?? '').amount).toBe(ledSurcharge(ledName).amount)
    expect(draftOfPlan(plan, 'another')).toMatchObject({ ledName: undefined, attemptId: 'another', packageId: 'royal' })
  })
})

it.each([
  ['', []],
  ['AARAV', ['No plan keeps the name in lights: please type it again.']],
  ['AARAV MEHTA', ['No plan keeps the name in lights: please type it again; its letters are ₹90 of the plan’s price.']],
])('a plan with “%s” in lights says what is to be typed again', (ledName, words) => {
  expect(toTypeAgain(planOf({ ...DRAFT, ledName }))).toEqual(words)
})

describe('the price of a plan', () => {
  const coupon = { code: '10% LOVE', type: 'percentage' as const, discount: 1_000, expireDate: day('2027-12-31') }
  const input = {
    visitDate: DRAFT.date,
    package: { id: 'royal', name: 'Royal', price: rupees(2_000), customPrices: [] },
    people: 2,
    ...{ minPeople: 2, extraPersonPrice: rupees(200), occasion: null, addons: [], cakes: [], gifts: [], ledName: '' },
  }
  it('is the same for friends, who read what the coupon is worth and not its code', () => {
    const own = priceBooking({ ...input, coupon })
    const shown = withoutCode(own)
    expect(JSON.stringify(shown)).not.toContain('LOVE')
    expect(shown).toMatchObject({ total: rupees(1_800), subtotal: own.subtotal, couponPrice: own.couponPrice })
    expect(shown.lines.at(-1)).toMatchObject({ kind: 'coupon', name: '10% off', explanation: '10% off' })
    expect(shown.summary.at(-1)).toEqual({ title: 'Coupon', amount: rupees(-200), explanations: ['10% off'] })
  })
  it('without a coupon is as it is', () => {
    const own = priceBooking({ ...input, coupon: null })
    expect(withoutCode(own)).toEqual(own)
  })
})

describe('what has changed since', () => {
  const made = {
    ...{ total: rupees(4_000), items: ['Royal', 'Rose'] },
    ...{ place: 'Aurora, Koramangala', slot: '7:00 PM – 10:00 PM' },
  }
  const now = { ...made, against: [] }
  it.each([
    ['nothing', now, []],
    ['the price', { ...now, total: rupees(4_250) }, ['The price was ₹4,000; it is ₹4,250 now.']],
    [
      'an item and with it the price',
      { ...now, total: rupees(3_802), items: ['Royal'] },
      ['Rose is not offered any more.', 'The price was ₹4,000; it is ₹3,802 now.'],
    ],
    ['the slot', { ...now, against: ['This slot has gone meanwhile.'] }, ['This slot has gone meanwhile.']],
    ['the room', { ...now, total: undefined }, ['This room is not open for booking any more.']],
    [
      'where the room is',
      { ...now, place: 'Aurora, Indiranagar' },
      ['The room was Aurora, Koramangala; it is Aurora, Indiranagar now.'],
    ],
    [
      'when the slot is',
      { ...now, slot: '7:30 PM – 10:30 PM' },
      ['The slot was 7:00 PM – 10:00 PM; it is 7:30 PM – 10:30 PM now.'],
    ],
    ['a slot that is not there', { ...now, slot: null }, []],
  ])('%s', (_, is, words) => {
    expect(planChanges(made, is)).toEqual(words)
  })

  it('of a plan that was made before they were kept, neither place nor slot', () => {
    expect(planChanges({ ...made, place: null, slot: null }, now)).toEqual([])
  })
})
