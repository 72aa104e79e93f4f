import { describe, expect, it } from 'vitest'
import {
  BOOKING_STEPS,
  type BookingStep,
  cardLeadsTo,
  enterStep,
  firstIncompleteStep,
  isLeftOut,
  nextStep,
  type StepOffers,
  stepFault,
  stepsFor,
} from '~/domain/booking-steps'
import { type Draft, emptyDraft } from '~/domain/draft'
import { day, OFFERS } from './sample-offers'

const WITH_CAKE: StepOffers = { offers: OFFERS, cakes: true, staff: false }
const WITHOUT_CAKE: StepOffers = { ...WITH_CAKE, cakes: false }
const NOTHING_OFFERED: StepOffers = { ...WITH_CAKE, offers: { ...OFFERS, occasions: [], cakes: [] } }

const COMPLETE: Draft = {
  ...emptyDraft('attempt'),
  cityId: 'bengaluru',
  locationId: 'indiranagar',
  screenId: 'aurora',
  date: day('2027-01-21'),
  slotId: 'evening',
  customer: { name: 'Asha', email: 'asha@gmail.com', number: '9876543210' },
  people: 4,
  termsAccepted: true,
  occasionId: 'birthday',
  cakes: [{ id: 'vanilla', count: 1 }],
}

describe('the steps', () => {
  it('stand in the tab order, cakes only with a package that includes Cake', () => {
    expect(stepsFor(WITH_CAKE)).toEqual([...BOOKING_STEPS])
    expect(stepsFor(WITHOUT_CAKE)).toEqual(BOOKING_STEPS.filter((step) => step !== 'cakes'))
  })

  it.each([
    ['locations', WITH_CAKE, 'screens'],
    ['addons', WITH_CAKE, 'cakes'],
    ['addons', WITHOUT_CAKE, 'gifts'],
    ['gifts', WITHOUT_CAKE, 'payment'],
    ['payment', WITH_CAKE, undefined],
  ] as const)('after %s', (step, offers, next) => {
    expect(nextStep(step, offers)).toBe(next)
  })
})

const LEADS: [string, BookingStep, Partial<Draft>, StepOffers, BookingStep][] = [
  ['to what must be chosen next', 'packages', { occasionId: undefined, cakes: [] }, WITH_CAKE, 'occasions'],
  ['past what only may be chosen', 'occasions', { cakes: [] }, WITH_CAKE, 'cakes'],
  ['to the next step where nothing must be', 'occasions', { cakes: [] }, WITHOUT_CAKE, 'addons'],
  ['to the next step when all is chosen', 'packages', {}, WITH_CAKE, 'occasions'],
  ['nowhere beyond the payment', 'gifts', {}, WITH_CAKE, 'payment'],
]

describe('the short cut on a card leads', () => {
  it.each(LEADS)('%s', (_, step, change, offers, to) => {
    expect(cardLeadsTo(step, { ...COMPLETE, ...change }, offers)).toBe(to)
  })
})

const TERMS = 'Please accept the terms and conditions'
const MISSING: [string, Partial<Draft>, StepOffers, BookingStep, string | undefined][] = [
  ['nothing', {}, WITH_CAKE, 'payment', undefined],
  ['a location', { locationId: undefined }, WITH_CAKE, 'locations', 'Please choose a location'],
  ['a screen', { screenId: undefined }, WITH_CAKE, 'screens', 'Please choose a screen'],
  ['a screen that vanished', {}, { ...WITH_CAKE, offers: undefined }, 'screens', 'Please choose a screen'],
  ['a slot', { slotId: undefined }, WITH_CAKE, 'slots', 'Please choose a date and a slot'],
  ['a date', { date: undefined }, WITH_CAKE, 'slots', 'Please choose a date and a slot'],
  ['details', { customer: undefined }, WITH_CAKE, 'customer-details', 'Please enter your details'],
  ['terms', { termsAccepted: false }, WITH_CAKE, 'customer-details', TERMS],
  ['an answer about the terms', { termsAccepted: undefined }, WITH_CAKE, 'customer-details', TERMS],
  ['room', { people: 11 }, WITH_CAKE, 'customer-details', 'Choose between 4 and 10 people'],
  ['an occasion', { occasionId: undefined }, WITH_CAKE, 'occasions', 'Select atleast one Occasion'],
  ['an occasion still on offer', { occasionId: 'gone' }, WITH_CAKE, 'occasions', 'Select atleast one Occasion'],
  ['a cake', { cakes: [] }, WITH_CAKE, 'cakes', 'Select atleast one Cake'],
  ['a cake still on offer', { cakes: [{ id: 'gone', count: 1 }] }, WITH_CAKE, 'cakes', 'Select atleast one Cake'],
  ['a cake, without the tab', { cakes: [] }, WITHOUT_CAKE, 'payment', undefined],
  ['what nobody offers', { occasionId: undefined, cakes: [] }, NOTHING_OFFERED, 'payment', undefined],
  ['a shorter LED name', { ledName: 'x'.repeat(25) }, WITH_CAKE, 'addons', 'Led Name can have at most 24 characters'],
  ['a shorter LED number', { ledNumber: '123' }, WITH_CAKE, 'addons', 'Led Number can have at most 2 digits'],
  ['less icing', { nameOnCake: 'x'.repeat(41) }, WITH_CAKE, 'cakes', 'Name On Cake can have at most 40 characters'],
]

describe('a draft that lacks', () => {
  it.each(MISSING)('%s', (_, change, offers, step, fault) => {
    const draft = { ...COMPLETE, ...change }
    expect(firstIncompleteStep(draft, offers)).toEqual({ step, fault })
    expect(stepFault(step, draft, offers)).toBe(fault)
  })

  it.each(MISSING)('%s enters exactly the steps up to there', (_, change, offers, step, fault) => {
    const steps = stepsFor(offers)
    const open = steps.filter((wanted) => enterStep(wanted, { ...COMPLETE, ...change }, offers).ok)
    expect(open).toEqual(steps.slice(0, steps.indexOf(step) + 1))
    for (const wanted of steps.slice(open.length)) {
      expect(enterStep(wanted, { ...COMPLETE, ...change }, offers)).toEqual({ ok: false, step, fault })
    }
  })
})

it.each<[string, BookingStep, StepOffers]>([
  ['an occasion', 'occasions', { ...WITH_CAKE, offers: undefined }],
  ['a cake', 'cakes', { ...WITH_CAKE, offers: undefined }],
  ['a cake of a package without Cake', 'cakes', WITHOUT_CAKE],
])('nobody is held up for want of %s where none can be chosen', (_, step, offers) => {
  expect(stepFault(step, { ...COMPLETE, occasionId: undefined, cakes: [] }, offers)).toBeUndefined()
})

describe('a step that can be left out', () => {
  it.each<[BookingStep, Partial<Draft>]>([
    ['packages', { packageId: 'any' }],
    ['addons', { addons: [{ id: 'any', count: 1 }] }],
    ['gifts', { gifts: [{ id: 'any', count: 1 }] }],
  ])('is open until something is chosen: %s', (step, chosen) => {
    expect(isLeftOut(step, emptyDraft('attempt'))).toBe(true)
    expect(isLeftOut(step, { ...emptyDraft('attempt'), ...chosen })).toBe(false)
  })

  it('is none in which something must be chosen', () => {
    const must = BOOKING_STEPS.filter((step) => !['packages', 'addons', 'gifts'].includes(step))
    expect(must.filter((step) => isLeftOut(step, emptyDraft('attempt')))).toEqual([])
  })
})

describe('entering', () => {
  it('a tab that does not exist leads to where the booking stands', () => {
    expect(enterStep('cakes', COMPLETE, WITHOUT_CAKE)).toMatchObject({ ok: false, step: 'payment' })
    expect(enterStep('cakes', emptyDraft('attempt'), WITHOUT_CAKE)).toMatchObject({ ok: false, step: 'locations' })
  })

  it('staff may leave out the e-mail rule and the tick', () => {
    const customer = { name: 'Asha', email: 'asha@work.example', number: '9876543210' }
    const draft = { ...COMPLETE, termsAccepted: false, customer }
    expect(firstIncompleteStep(draft, { ...WITH_CAKE, staff: true }).step).toBe('payment')
    expect(firstIncompleteStep(draft, WITH_CAKE)).toEqual({ step: 'customer-details', fault: 'invalid gmail id' })
    const of = (email: string) =>
      firstIncompleteStep({ ...draft, customer: { ...customer, email } }, { ...WITH_CAKE, staff: true })
    expect(of('').step).toBe('payment')
    expect(of('asha@work')).toEqual({ step: 'customer-details', fault: 'Invalid email address' })
  })
})
