import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { blockedDates, bookings, catalogueItems, cities, locations, offerChanges, packages, screens } from '~/db/schema'
import { monthOf, type YearMonth } from '~/domain/calendar'
import type { Draft, Dropped } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { unbroken } from '~/domain/unbroken'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { type DraftState, resolveQuote } from '~/features/booking/quote.server'
import { beginBookingAt, beginEdit, beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { customerDetailsForm } from '~/features/flow/customer-details-form.server'
import { deskStep } from '~/features/flow/desk-step.server'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { describeDraft } from '~/features/flow/draft-words.server'
import { enterQuote, locationsFor, reviseQuote } from '~/features/flow/flow-quote.server'
import { type BookingFrame, frameOf } from '~/features/flow/frame.server'
import { judgeAnswer } from '~/features/flow/open-answer.server'
import { finalOn, promisesOf, reviewOf } from '~/features/flow/review.server'
import { draftAgain } from '~/features/flow/same-again.server'
import { openSlots, slotLeadsTo, slotStep } from '~/features/flow/slot-step.server'
import { findStaffDraft, forgetStaffDraft, listStaffDrafts, newStaffDraft } from '~/features/flow/staff-draft.server'
import { answerBesides, answerStep, bringBack } from '~/features/flow/step-answer.server'
import { unfinishedBookings } from '~/features/flow/unfinished-bookings.server'
import { phoneBooking, placePhoneBooking } from '~/features/front-desk/phone-booking.server'
import { phoneForm } from '~/features/front-desk/phone-form.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { ask, serveHere, signedIn, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { openEdit } from '../support/booking-edit'
import { drawnPage } from '../support/drawn-form'
import { holdSlot, openOrder, purchase, storedBooking } from '../support/purchase'
import { enteredQuote, quoteOf } from '../support/quotes'
import { statementsOf } from '../support/statements'
import { atCeleste, basicDraft, date, fullDraft, locationAdmin, OWNER, openedByStaff, VISIT } from '../support/theatre'

/** What the steps of the flow show and say, each by its own function; stories press what is drawn of it. */
describe('the steps of the flow', () => {
  const app = useApp('embedded')
  beforeEach(async () => {
    serveHere(app.context)
    await signedIn(app, OWNER)
  })
  const quoteFor = (changes: Partial<Draft> = {}) => enteredQuote(app, fullDraft(app.theatre, changes))
  const staff = { ...OWNER, email: 'owner@x.example', sessionId: 's' }

  test('each step of the frame is done, open or ahead', async () => {
    const states = async (changes: Partial<Draft>, step: Parameters<typeof frameOf>[2]) => {
      const { steps } = frameOf(app.context, await quoteOf(app, fullDraft(app.theatre, changes)), step)
      return Object.fromEntries(steps.map((one) => [one.step, one.state]))
    }
    expect(await states({ cakes: [] }, 'occasions')).toMatchObject({
      slots: 'done',
      'customer-details': 'done',
      packages: 'done',
      occasions: 'current',
      cakes: 'open',
      payment: 'ahead',
    })
  })

  test('the frame says where and when, what it costs and whether a coupon is taken; the last step for whom', async () => {
    const quote = await quoteFor({ couponCode: 'TENTH' })
    const { name, email, number } = quote.draft.customer ?? expect.fail('Nobody books.')
    expect(frameOf(app.context, quote, 'payment')).toMatchObject({
      place: {
        ...{ screen: 'Aurora', location: 'Koramangala', date: 'Friday, 12/03/2027' },
        slot: unbroken('7:00 PM – 10:00 PM'),
      },
      whose: `${name}, ${email}, ${number}`,
      priced: { total: quote.priced.total },
      coupon: { offered: true, code: 'TENTH' },
    })
    // what the browser prices early by
    expect(frameOf(app.context, quote, 'gifts').pricing).toMatchObject({
      coupon: { type: 'percentage', discount: 1_000, active: true },
    })
    const basic = await quoteOf(app, basicDraft(app.theatre, { slotId: undefined }))
    expect(frameOf(app.context, basic, 'gifts')).toMatchObject({
      place: { slot: null },
      whose: null,
      coupon: { offered: false, code: null },
    })
    const bare = frameOf(app.context, await quoteOf(app, basicDraft(app.theatre, { screenId: undefined })), 'screens')
    expect([bare.place, bare.priced, bare.coupon]).toEqual([undefined, null, { offered: false, code: null }])
  })

  test('the review names the people and every text, and the promises follow what is paid', async () => {
    const quote = await quoteFor({ celebrantName: undefined, ledName: undefined, nameOnCake: 'Aarav, 7' })
    expect(reviewOf(quote).map(({ label, words }) => [label, words])).toEqual([
      ['People', '4'],
      ['Led Name', 'You tell us later'],
      ['Name On Cake', 'Aarav, 7'],
    ])
    const { advance, full } = promisesOf(app.context, await quoteFor({ date: date('2027-03-10') }))
    expect(advance).toContain('₹')
    expect(full).toContain('₹')
    expect(full).not.toBe(advance)
  })

  test('the slots of a day say what the payment page would: that nothing comes back of the chosen one, or of the first free', async () => {
    const quote = await quoteFor()
    const on = async (day: string, free: string, chosen?: string) => {
      const slots = await slotStep(app.context, quote, quote.screen).slots(date(day))
      const shown = slots.map((slot) => ({ ...slot, state: slot.from >= free ? 'available' : 'booked' }))
      return finalOn(app.context, date(day), shown, slots.find(({ from }) => from === chosen)?.id)
    }
    const near = 'Visits less than 72 hours away cannot be moved or refunded.'
    const friday = 'Visits on a Friday cannot be moved or refunded.'
    expect(await on('2027-03-12', '00:00')).toBe(friday)
    expect(await on('2027-03-12', '24:00'), 'where no slot is free').toBe('')
    expect(await on('2027-03-10', '00:00')).toBe('')
    // it is noon, three days before
    expect(await on('2027-03-04', '00:00')).toBe(near)
    expect(await on('2027-03-04', '12:00')).toBe('')
    expect(await on('2027-03-04', '00:00', '19:00'), 'of the chosen one').toBe('')
  })

  test('a slot leads on to the details, or back to the payment when all is answered', async () => {
    expect(slotLeadsTo(await quoteFor())).toBe('payment')
    expect(slotLeadsTo(await quoteOf(app, fullDraft(app.theatre, { packageId: undefined })))).toBe('customer-details')
    expect(slotLeadsTo(await quoteOf(app, fullDraft(app.theatre, { termsAccepted: false })))).toBe('customer-details')
  })

  test('a month says how full each day is, with its price from, also beside a day of another month', async () => {
    await holdSlot(app, basicDraft(app.theatre))
    const closed = date('2027-03-15')
    await app.context.db.insert(blockedDates).values({ date: closed, reason: 'Private event' })
    const quote = await quoteFor()
    const step = slotStep(app.context, quote, quote.screen)
    const march = await step.month(VISIT, step.grid(monthOf(VISIT)))
    expect(march.fullness[VISIT]).toEqual({ free: 3, of: 4, from: '₹1,499' })
    expect(march.fullness[closed]).toBeUndefined()
    expect(march.slots.map(({ from, state }) => [from, state])).toContainEqual(['19:00', 'held'])
    const april = await step.month(VISIT, step.grid(monthOf(date('2027-04-20'))))
    expect(april.slots).toEqual(march.slots)
    expect(april.fullness[VISIT]).toBeUndefined()
  })

  test('the slots of a customer take one statement, which says what is on offer as well as what is taken', async () => {
    const { context } = app
    const draft = fullDraft(app.theatre)
    const opened = async (wanted?: YearMonth, given: Draft = draft, on = VISIT) => {
      const { quote, foreseen } = await openSlots(context, { draft: given, dropped: undefined }, wanted)
      if (!quote.screen) throw new Error('There is no such room.')
      const step = slotStep(context, quote, quote.screen, foreseen)
      return step.month(on, step.grid(wanted ?? monthOf(on)))
    }
    const before = await opened()
    const held = basicDraft(app.theatre)
    await holdSlot(app, held)
    const closed = date('2027-03-15')
    expect(before.fullness[closed]).toBeDefined()
    await context.db.insert(blockedDates).values({ date: closed, reason: 'Private event' })
    // the room as it is now is read once
    const march = await opened()
    expect(march.fullness[closed]).toBeUndefined()
    expect(march.fullness[VISIT]).toEqual({ free: 3, of: 4, from: '₹1,499' })
    const alone = await quoteFor()
    const step = slotStep(context, alone, alone.screen)
    expect(march).toEqual(await step.month(VISIT, step.grid(monthOf(VISIT))))
    expect(await statementsOf(context.db, () => opened())).toEqual([expect.stringMatching(/offer_changes.*bookings/s)])
    // a date of another month than the one that is shown is looked at by itself
    const april = monthOf(date('2027-04-20'))
    expect((await opened(april)).slots).toEqual(march.slots)
    expect((await opened(april, { ...draft, date: undefined })).fullness[date('2027-04-20')]).toMatchObject({ free: 4 })
    const later = date('2027-04-20')
    await holdSlot(app, basicDraft(app.theatre, { date: later }))
    expect((await opened(monthOf(VISIT), draft, later)).slots).toContainEqual(
      expect.objectContaining({ from: '19:00', state: 'held' }),
    )
    // a draft's own hold is no obstacle to it, nor is a day that was closed since it was chosen
    expect((await opened(undefined, held)).fullness[VISIT]).toMatchObject({ free: 4 })
    expect((await opened(undefined, { ...draft, date: closed })).slots).toEqual(march.slots)
    await context.db.delete(offerChanges)
    expect(await opened()).toEqual(march)
    // without a room nothing is asked for
    const roomless = { draft: { ...draft, screenId: undefined }, dropped: undefined }
    expect(await statementsOf(context.db, () => openSlots(context, roomless, undefined))).toEqual([])
    // a month in which nothing can be chosen has nothing to say, but for what is taken on the day that was chosen
    const days = step.grid(monthOf(VISIT)).weeks.flat()
    await context.db
      .insert(blockedDates)
      .values(days.filter((day) => day.date !== closed).map((day) => ({ date: day.date, reason: 'Repairs' })))
    expect(await opened()).toEqual({ fullness: {}, slots: march.slots })
  })

  test('a coupon is judged at its field; without anything dropped nothing is brought back', async () => {
    const quote = await quoteFor()
    const coupon = (code: string) =>
      answerBesides(app.context, quote, 'gifts', new Map(Object.entries({ intent: 'coupon', code })))
    expect(await coupon(' ')).toMatchObject({ ok: false, faults: { code: 'Please enter a coupon code' } })
    const refused = { ok: false, faults: { code: expect.stringMatching(/\w/) }, code: 'NOTHING' }
    expect(await coupon('NOTHING')).toMatchObject(refused)
    expect(await coupon('tenth')).toMatchObject({
      ...{ ok: true, to: 'gifts', again: true, notice: 'Coupon TENTH applied' },
      keep: { draft: { couponCode: 'TENTH' } },
    })
    expect(await bringBack(app.context, quote, 'gifts')).toEqual({ ok: true, to: 'gifts' })
    const { roses } = app.theatre.items
    const gifts = ['no longer offered', roses].map((id) => ({ id, count: 1 }))
    const dropped = { ...quote.draft, celebrantName: 'Ira', gifts }
    const bare = { ...quote, draft: { ...quote.draft, celebrantName: undefined, gifts: [] }, dropped }
    const pressed = new Map([['intent', 'restore']])
    expect(await answerBesides(app.context, bare, 'gifts', pressed)).toEqual({
      ...(await bringBack(app.context, bare, 'gifts')),
      again: true,
    })
    expect(await bringBack(app.context, bare, 'gifts')).toMatchObject({
      ...{ ok: true, to: 'gifts', notice: 'What is still available is back. Some of it is not offered here.' },
      keep: { draft: { celebrantName: 'Ira', gifts: [{ id: roses, count: 1 }] }, dropped: undefined },
    })
  })

  test('what another city dropped is offered back once a room is chosen, and kept until then', async () => {
    const { aurora, locationId } = app.theatre
    await app.context.db.insert(cities).values({ id: 'mysuru', name: 'Mysuru' })
    const before = fullDraft(app.theatre)
    let state: DraftState = { draft: before, dropped: undefined }
    const cookie = async () => (await draftCookie(state)).split(';')[0] ?? ''
    const press = async (at: string, fields: Record<string, string>) => {
      state = await ask({ at, fields, cookie: await cookie() })
    }
    const isOffered = async (at: string) => {
      const { body } = await visitAt({ at, cookie: await cookie() })
      return (body as { frame: BookingFrame }).frame.canRestore
    }
    await press('/booking/draft', { cityId: 'mysuru' })
    expect(await isOffered('/booking/locations')).toBe(false)
    await press('/booking/locations', { location: locationId })
    expect(await isOffered('/booking/screens')).toBe(false)
    await press('/booking/screens', { screen: aurora.id })
    expect(await isOffered('/booking/slots')).toBe(true)
    // whoever goes back to the rooms chooses one before anything can come back
    expect(await isOffered('/booking/screens')).toBe(false)
    const { customer, packageId, cakes } = before
    expect(state.dropped).toMatchObject({ customer, packageId, cakes })
    await press('/booking/slots', { intent: 'restore' })
    expect(state).toMatchObject({ draft: { customer, packageId, cakes }, dropped: undefined })
  })

  test('what cannot come back as it was is said', async () => {
    const { roses, truffle } = app.theatre.items
    const quote = await quoteFor({ cakes: [], gifts: [], packageId: app.theatre.aurora.basic })
    const draft = { ...quote.draft, people: undefined }
    const told = async (dropped: Dropped) => {
      const { notice, keep } = await bringBack(app.context, { ...quote, draft, dropped }, 'gifts')
      return [notice, keep?.draft]
    }
    expect(await told({ people: 40, gifts: [{ id: roses, count: 1 }] })).toEqual([
      'Your selections are back. This screen takes 2 to 8 people: it is for 8 now, not for 40.',
      expect.objectContaining({ people: 8, gifts: [{ id: roses, count: 1 }] }),
    ])
    expect(await told({ people: 6, cakes: [{ id: truffle, count: 1 }] })).toEqual([
      'Your selections are back. Basic comes without a cake: Chocolate Truffle was taken out.',
      expect.objectContaining({ people: 6, cakes: [] }),
    ])
  })

  test('what another room sells under the same name comes back as this room’s, and what it does not sell is named', async () => {
    const { aurora, celeste, items } = app.theatre
    const quote = await enteredQuote(app, fullDraft(app.theatre, atCeleste(app.theatre)))
    const dropped = { packageId: aurora.celebration, cakes: [{ id: items.truffle, count: 1 }] }
    const back = async () => {
      const { notice, keep } = await bringBack(
        app.context,
        { ...quote, draft: { ...quote.draft, packageId: undefined, cakes: [] }, dropped },
        'slots',
      )
      return [keep?.draft.packageId, keep?.draft.cakes.length, notice]
    }
    expect(await back()).toEqual([celeste.celebration, 1, 'Your selections are back.'])
    const grand = { id: celeste.celebration, name: 'Grand' }
    const offers = {
      ...quote.offers,
      packages: quote.offers.packages.map((one) => (one.id === grand.id ? { ...one, ...grand } : one)),
    }
    Object.assign(quote, { offers })
    expect((await back())[2]).toContain('What is still available is back. Celebration is not offered here.')
  })

  test('a text that several ask for stays with the one that was chosen first, and of two cakes it is said which', async () => {
    const { redVelvet, truffle, ledName } = app.theatre.items
    const arch = newId()
    const plain = { description: '', position: 0, image: null, special: false, specialPrice: null }
    const lights = { ...plain, id: arch, kind: 'addon' as const, name: 'Name Arch', price: rupees(499) }
    await app.context.db.insert(catalogueItems).values(lights)
    /** Above which field each card has, in the order of the catalogue, and what is said below it. */
    const cards = async (step: 'cakes' | 'addons', ...ids: string[]) => {
      const draft = fullDraft(app.theatre, { [step]: ids.map((id) => ({ id, count: 1 })) })
      const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0]
      const page = await drawnPage({ at: `/booking/otherdetails/${step}`, cookie })
      return [...page.querySelectorAll('li')].flatMap((card) => {
        const field = card.querySelector('input.control')
        const hint = page.getElementById(field?.getAttribute('aria-describedby') ?? '')
        const said = hint?.textContent?.match(/Written on this cake[^.]*\./)?.[0]
        return field ? [[card.querySelector('h2')?.textContent, field.getAttribute('name'), said]] : []
      })
    }
    const first = 'Written on this cake, which you chose first.'
    expect(await cards('cakes', redVelvet)).toEqual([['Red Velvet', 'nameOnCake', undefined]])
    expect(await cards('cakes', redVelvet, truffle)).toEqual([['Red Velvet', 'nameOnCake', first]])
    expect(await cards('cakes', truffle, redVelvet)).toEqual([['Chocolate Truffle', 'nameOnCake', first]])
    expect(await cards('addons', ledName, arch)).toEqual([['LED Name', 'ledName', undefined]])
  })

  test('another package takes cakes out, and says which', async () => {
    const basic = { packageId: app.theatre.aurora.basic }
    const next = async (changes: Partial<Draft>) => {
      const quote = await quoteFor(changes)
      return answerStep(app.context, quote, 'packages', { ...quote.draft, ...basic }, 'next')
    }
    expect(await next({ nameOnCake: 'Aarav' })).toMatchObject({
      ok: true,
      notice: 'Basic comes without a cake: Red Velvet, Chocolate Truffle with the name on it were taken out.',
    })
    expect(await next({ cakes: [{ id: app.theatre.items.truffle, count: 2 }] })).toMatchObject({
      notice: 'Basic comes without a cake: Chocolate Truffle was taken out.',
    })
    expect(await next({ cakes: [] })).toMatchObject({ ok: true, notice: undefined })
  })

  describe('an add-on that the package gives already', () => {
    const FOG = {
      kind: 'addon',
      name: 'Fog Entry',
      price: rupees(499),
      description: '',
      image: null,
      special: false,
    } as const
    const furnish = async (name = FOG.name) => {
      const [added] = await app.context.db
        .insert(catalogueItems)
        .values({ ...FOG, name, position: 9 })
        .returning()
      const inclusions = ['4k Dolby Theater', 'Decoration', 'Smoke Entry']
      await app.context.db.update(packages).set({ inclusions }).where(eq(packages.id, app.theatre.aurora.celebration))
      return added?.id ?? ''
    }
    const words = 'Celebration gives Fog Entry already: taken out.'

    test('is taken out when the package is chosen, and it is said, wherever one goes on to', async () => {
      const addons = [{ id: await furnish(), count: 1 }]
      const quote = await quoteFor({ packageId: app.theatre.aurora.basic, addons })
      expect([quote.draft.addons, quote.selection.notices]).toEqual([addons, []])
      const other = { ...quote.draft, packageId: app.theatre.aurora.celebration }
      for (const intent of ['next', 'pay', 'go:addons', `with:${app.theatre.aurora.celebration}`]) {
        const answered = await answerStep(app.context, quote, 'packages', other, intent)
        expect([intent, answered]).toEqual([intent, expect.objectContaining({ ok: true, notice: words })])
        expect(answered.keep).toMatchObject({ draft: { addons: [] } })
      }
      // a draft of before, or of a program, that says so all the same
      const { bookingId } = await purchase(app, basicDraft(app.theatre, { packageId: other.packageId, addons }))
      const { lines, total } = await storedBooking(app, bookingId)
      expect(lines.map(({ name }) => name)).not.toContain('Fog Entry')
      expect((await quoteFor({ packageId: other.packageId, addons })).selection.notices).toEqual([words])
      expect(total).toBeGreaterThan(0)
    })

    test('is not offered on the telephone page, where a caller is told before anything is booked', async () => {
      const fog = await furnish()
      const { aurora, items } = app.theatre
      const form = (packageId: string) =>
        phoneForm(
          app.context,
          new URLSearchParams({
            ...{
              number: '9845012345',
              name: 'Ravi',
              date: '2027-03-20',
              place: `${aurora.id}:${aurora.slots['19:00']}`,
            },
            ...{ people: '2', packageId, occasionId: items.birthday, [`count.${fog}`]: '1' },
          }),
        )
      const page = (packageId: string) => phoneBooking(app.context, OWNER, form(packageId))
      expect((await page(aurora.basic)).addons.map(({ name }) => name)).toContain('Fog Entry')
      const given = await page(aurora.celebration)
      expect([given.addons.map(({ name }) => name).includes('Fog Entry'), given.notices]).toEqual([false, [words]])
      expect(await placePhoneBooking(app.context, OWNER, form(aurora.celebration))).toMatchObject({ message: words })
    })
  })

  test('what is no longer offered is said with the next answer, and then out of the draft; a hold keeps it', async () => {
    const { aurora, items } = app.theatre
    const gifts = [{ id: items.roses, count: 1 }]
    const free = { ...(await quoteFor({ gifts })).draft, slotId: aurora.slots['10:00'] }
    const held = fullDraft(app.theatre, { gifts })
    await openOrder(app, held)
    await app.context.db
      .update(catalogueItems)
      .set({ archivedAt: app.clock.now() })
      .where(eq(catalogueItems.id, items.roses))
    const answered = async (draft: Draft, intent: string) => {
      const quote = await enteredQuote(app, draft)
      return answerStep(app.context, quote, 'packages', quote.draft, intent)
    }
    const said = 'Something you selected is no longer offered and was taken out.'
    for (const intent of ['next', 'pay', 'go:addons', 'again'])
      expect(await answered(free, intent)).toMatchObject({ ok: true, notice: said, keep: { draft: { gifts: [] } } })
    // nothing is said by what only keeps: nothing is lost by it either
    for (const intent of ['keep', 'leave'])
      expect(await answered(free, intent)).toMatchObject({ ok: true, keep: { draft: { gifts } } })
    const next = await answered({ ...free, gifts: [] }, 'next')
    expect(next).toMatchObject({ ok: true, notice: undefined })
    // what is held can still be paid as it was chosen (rule S2)
    expect(await answered(held, 'pay')).toMatchObject({ ok: true, notice: undefined, keep: { draft: { gifts } } })
    const quote = await enteredQuote(app, free)
    const ofStaff = {
      ...quote,
      staffActor: {
        ...openedByStaff({ ...newStaffDraft(), draft: free }),
        staff,
        stored: undefined,
      },
    }
    expect(await answerStep(app.context, ofStaff, 'packages', quote.draft, 'next')).toMatchObject({
      keep: { draft: { gifts } },
    })
  })

  test('the short cut of a card leads to what must be chosen next, Pay to the payment', async () => {
    const quote = await quoteFor()
    const answer = (step: 'packages' | 'cakes', intent: string, changes: Partial<Draft> = {}) =>
      answerStep(app.context, quote, step, { ...quote.draft, ...changes }, intent)
    const { celebration } = app.theatre.aurora
    expect(await answer('packages', `with:${celebration}`, { occasionId: undefined })).toMatchObject({
      ...{ ok: true, to: 'occasions' },
    })
    expect(await answer('packages', `with:${celebration}`)).toMatchObject({ ok: true, to: 'occasions' })
    expect(await answer('cakes', 'pay')).toMatchObject({ ok: true, to: 'payment' })
    expect(await answer('cakes', 'pay', { cakes: [] })).toMatchObject({ ok: false })
  })

  test('what was booked before is filled in anew, as far as it is still offered', async () => {
    const { bookingId } = await purchase(app, fullDraft(app.theatre))
    const again = async () => {
      const stored = await findStoredBooking(app.context.db, bookingId)
      return stored ? draftAgain(app.context, stored) : expect.fail('The booking is gone.')
    }
    expect(await again()).toMatchObject({
      step: 'slots',
      draft: {
        screenId: app.theatre.aurora.id,
        people: 4,
        customer: { name: 'Meera Krishnan' },
        ledName: 'AARAV MEHTA',
      },
    })
    await app.context.db.update(screens).set({ active: false }).where(eq(screens.id, app.theatre.aurora.id))
    const elsewhere = await again()
    expect(elsewhere).toMatchObject({ step: 'screens', draft: { locationId: app.theatre.locationId } })
    expect(elsewhere.words).toMatch(/^Aurora is not open/)
    await app.context.db.update(locations).set({ active: false })
    const nowhere = await again()
    expect(nowhere).toMatchObject({ step: 'locations', draft: { customer: { name: 'Meera Krishnan' }, addons: [] } })
  })

  test('the details of a customer are judged whole; staff may leave out the address and the terms', () => {
    const limits = { minPeople: 2, capacity: 8 }
    const typed = { name: 'Asha', number: '98450 12345', people: '3' }
    const read = (fields: object, byStaff: boolean) => {
      const { success, data, error } = customerDetailsForm(limits, { staff: byStaff }).safeParse(fields)
      return success ? data : error.issues.map(({ path }) => path[0]).sort()
    }
    const twice = customerDetailsForm(limits, { staff: true }).safeParse({ ...typed, people: ['3', '4'] })
    expect(twice.error?.issues.map(({ message }) => message)).toEqual(['Choose between 2 and 8 people'])
    expect(read(typed, false)).toEqual(['email', 'terms'])
    expect(read(typed, true)).toMatchObject({ number: '9845012345', people: 3, terms: false, email: '' })
    expect(read({ ...typed, email: 'asha@' }, true)).toEqual(['email'])
    expect(read({ ...typed, number: '12', people: '9' }, true)).toEqual(['number', 'people'])
    for (const people of ['0x3', '3e0', '+3', '3.5', 'three'])
      expect(read({ ...typed, people }, true)).toEqual(['people'])
  })

  describe('of staff', () => {
    test('nothing is begun of a booking that does not stand; a slot that is picked brings its place', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
      expect(await beginEdit(app.context, staff, bookingId)).toEqual({ ok: false, reason: 'not-booked' })
      expect(await beginEdit(app.context, staff, 'nobody')).toEqual({ ok: false, reason: 'not-found' })
      const { id: screenId, slots } = app.theatre.aurora
      const at = { screenId, slotId: slots['13:00'] ?? '', date: VISIT }
      const id = await beginBookingAt(app.context, staff, at)
      const { cityId, locationId } = app.theatre
      expect(await listStaffDrafts(app.context, staff)).toMatchObject([{ id, draft: { cityId, locationId, ...at } }])
    })

    test('an edit begins with what was received and noted of its booking', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      await app.context.db.update(bookings).set({ note: 'Wheelchair' }).where(eq(bookings.id, bookingId))
      const { money } = await openEdit(app, bookingId)
      const begun = await beginEdit(app.context, staff, bookingId)
      const kept = begun.ok ? await findStaffDraft(app.context, staff, begun.draftId) : undefined
      expect(kept?.desk).toEqual({ ...money, mode: 'cash', note: 'Wheelchair' })
    })

    test('the locations are those of their scope, and of visitors all that are open', async () => {
      const desk = { advance: rupees(0), mode: 'cash' as const, note: '' }
      const kept = openedByStaff({ draft: basicDraft(app.theatre), editing: null, desk })
      const names = async (by: typeof OWNER | undefined) => {
        const staffActor = by && { ...kept, staff: { ...staff, ...by }, stored: undefined }
        return (await locationsFor(app.context, { staffActor })).map(({ name }) => name)
      }
      expect(await names(undefined)).toEqual(['Indiranagar', 'Koramangala'])
      expect(await names(OWNER)).toEqual(['Indiranagar', 'Koramangala'])
      expect(await names(locationAdmin(app.theatre.locationId))).toEqual(['Koramangala'])
    })

    test('what was begun is listed with where it goes on', async () => {
      const listed = () => unfinishedBookings(app.context, staff)
      const { cityId, locationId } = app.theatre
      const fresh = await beginStaffBooking(app.context, staff, { cityId, locationId, screenId: app.theatre.aurora.id })
      expect(await listed()).toMatchObject([
        { id: fresh, customer: 'Nobody yet', place: 'Aurora', resume: `/booking/slots?draft=${fresh}` },
      ])
      const full = await beginStaffBooking(app.context, staff, fullDraft(app.theatre))
      expect((await listed()).find(({ id }) => id === full)).toMatchObject({
        id: full,
        what: 'New booking',
        customer: 'Meera Krishnan',
        place: 'Aurora, 12/03/2027, 7:00 PM – 10:00 PM',
        resume: `/booking/payment?draft=${full}`,
      })
    })

    test('what was begun at a location that is no longer theirs is listed to nobody', async () => {
      const { cityId, locationId, otherLocationId } = app.theatre
      const of = (where: string) => ({ ...staff, ...locationAdmin(where), id: staff.id })
      const begun = await beginStaffBooking(app.context, of(locationId), {
        ...{ cityId, locationId, screenId: app.theatre.aurora.id },
      })
      expect(await unfinishedBookings(app.context, of(locationId))).toMatchObject([{ id: begun }])
      expect(await unfinishedBookings(app.context, of(otherLocationId))).toEqual([])
    })

    test('what was begun is thrown away by who began it, pressed once or twice', async () => {
      const { cityId, locationId } = app.theatre
      const begun = await beginStaffBooking(app.context, staff, { cityId, locationId, screenId: app.theatre.aurora.id })
      const throwAway = (who: Pick<typeof staff, 'id'>) => forgetStaffDraft(app.context, who, begun)
      expect(await throwAway(locationAdmin(locationId))).toBe(false)
      expect(await unfinishedBookings(app.context, staff)).toHaveLength(1)
      expect([await throwAway(staff), await throwAway(staff)]).toEqual([true, true])
      expect(await unfinishedBookings(app.context, staff)).toEqual([])
    })

    test('an answer from an older page hands back what was sent, with one mark, that of today', async () => {
      const draft = fullDraft(app.theatre)
      const desk = { advance: rupees(0), mode: 'cash' as const, note: '' }
      const staffActor = { ...openedByStaff({ draft, editing: null, desk }), staff, stored: undefined }
      const form = new FormData()
      for (const [name, value] of [
        ['draft', 'of another page'],
        ['people', '5'],
      ] as const)
        form.set(name, value)
      const judged = await judgeAnswer(app.context, { ...(await quoteFor()), staffActor }, form)
      const mark = `${staffActor.storedDraft.id}.1.page`
      expect(judged).toMatchObject({
        ok: false,
        overtaken: {
          fields: [
            ['people', '5'],
            ['draft', mark],
          ],
        },
      })
    })

    test('the day of a booking that is changed stays open to it, whatever was closed since', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      await app.context.db.insert(blockedDates).values({ date: VISIT, reason: 'Private event' })
      const open = await openEdit(app, bookingId)
      const { stored, draft, version } = open
      const desk = { ...open.money, mode: 'cash' as const, note: '' }
      const staffActor = { ...openedByStaff({ draft, editing: { bookingId, version }, desk }), staff, stored }
      const entered = await quoteFor({ date: date('2027-03-19') })
      app.clock.set('2027-03-14T06:30:00Z')
      const step = slotStep(app.context, { ...entered, staffActor }, entered.screen)
      const days = step.grid(monthOf(VISIT)).weeks.flat()
      expect(days.find((one) => one.date === VISIT)).toMatchObject({ date: VISIT, state: 'available' })
      expect(days.find((one) => one.date === date('2027-03-11'))).toMatchObject({ state: 'past' })
    })

    test('an edit that takes another room opens there on the day of its booking, while that can be had', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const { stored, draft, version, money } = await openEdit(app, bookingId)
      const desk = { ...money, mode: 'cash' as const, note: '' }
      const staffActor = { ...openedByStaff({ draft, editing: { bookingId, version }, desk }), staff, stored }
      const elsewhere = { ...atCeleste(app.theatre), date: undefined, slotId: undefined }
      const quote = await quoteOf(app, basicDraft(app.theatre, elsewhere))
      const screen = quote.screen ?? expect.fail('There is no room.')
      const days = () => [slotStep(app.context, { ...quote, staffActor }, screen), slotStep(app.context, quote, screen)]
      expect(days().map(({ opensOn }) => opensOn)).toEqual([VISIT, '2027-03-01'])
      app.clock.set('2027-03-14T06:30:00Z')
      expect(days().map(({ opensOn }) => opensOn)).toEqual(['2027-03-14', '2027-03-14'])
    })

    test('a booking is changed in a room that has no location any more', async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const roomTo = (locationId: string | null) =>
        app.context.db.update(screens).set({ locationId }).where(eq(screens.id, app.theatre.aurora.id))
      await roomTo(null)
      const { stored, draft, version } = await openEdit(app, bookingId)
      const desk = { advance: rupees(0), mode: 'cash' as const, note: '' }
      const staffActor = { ...openedByStaff({ draft, editing: { bookingId, version }, desk }), staff, stored }
      const place = async (changes: Partial<Draft> = {}) => {
        const quote = await reviseQuote(
          app.context,
          { draft, dropped: undefined, staffActor },
          { ...draft, ...changes },
        )
        return frameOf(app.context, quote, 'payment').place
      }
      const monday = { date: date('2027-03-15') }
      // as the booking keeps it: where it was sold, and on another day where its room is
      for (const changes of [{}, monday])
        expect(await place(changes)).toMatchObject({ screen: 'Aurora', location: 'Koramangala' })
      await roomTo(app.theatre.otherLocationId)
      expect(await place()).toMatchObject({ location: 'Koramangala' })
      expect(await place(monday)).toMatchObject({ location: 'Indiranagar' })
    })

    test('a draft in words is whole, and empty where nothing is chosen', async () => {
      const addons = [{ id: app.theatre.items.confetti, count: 2 }]
      const draft = fullDraft(app.theatre, { addons, ledName: undefined })
      expect(await describeDraft(app.context, await quoteOf(app, draft))).toMatchObject({
        ...{ Location: 'Koramangala', Screen: 'Aurora', People: '4', Package: 'Celebration', Occasion: 'Birthday' },
        ...{ Addons: '2 × Confetti', Cakes: 'Red Velvet, Chocolate Truffle', Gifts: 'Rose Bouquet' },
        ...{ Customer: 'Meera Krishnan', Phone: draft.customer?.number, Slot: '7:00 PM – 10:00 PM' },
      })
      const { customer: _, ...nobody } = { ...draft, screenId: undefined, slotId: undefined }
      expect(await describeDraft(app.context, await quoteOf(app, nobody))).toMatchObject({
        ...{ Location: 'Koramangala', Screen: '', Slot: '', Customer: '', Phone: '' },
      })
    })

    test('the last step knows what was received, and whether the visit moves or costs another sum', async () => {
      const { bookingId } = await purchase(app, fullDraft(app.theatre, { payChoice: 'full' }))
      const open = await openEdit(app, bookingId)
      const { stored, draft, version } = open
      const desk = { ...open.money, mode: 'cash' as const, note: '' }
      const actor = { ...openedByStaff({ draft, editing: { bookingId, version }, desk }), staff, stored }
      const step = async (changes: Partial<Draft>) => {
        const quote = await resolveQuote(
          app.context,
          app.context.db,
          { draft: { ...draft, ...changes }, dropped: undefined },
          { staff: true, stored },
        )
        const entered = enterQuote(quote, 'packages')
        if (!entered.ok) throw new Error(entered.message)
        return deskStep(app.context, entered.quote, actor)
      }
      expect(await step({})).toMatchObject({
        ...{ moved: false, fullPayment: true, total: rupees(4_436) },
        money: { received: rupees(4_436), online: rupees(4_436) },
        mail: draft.customer?.email,
      })
      expect(await step({ slotId: app.theatre.aurora.slots['13:00'] })).toMatchObject({ moved: true })
      expect(await step({ people: 5 })).toMatchObject({ moved: false, fullPayment: false })
      const entered = await quoteFor()
      expect(deskStep(app.context, { ...entered, slot: undefined }, actor), 'without a slot').toMatchObject({
        moved: true,
      })
      const [online] = stored.payments
      const cash = online && { ...online, id: 'at the desk', mode: 'cash' as const, amount: rupees(100) }
      const more = { ...stored, payments: cash ? [...stored.payments, cash] : [] }
      expect(deskStep(app.context, entered, { ...actor, stored: more })).toMatchObject({
        money: { received: rupees(4_536), online: rupees(4_436), completed: 0 },
      })
      const rest = cash && { ...cash, purpose: 'balance' as const }
      const whole = { ...stored, payments: rest ? [...stored.payments, rest] : [] }
      expect(deskStep(app.context, entered, { ...actor, stored: whole })).toMatchObject({
        money: { received: rupees(4_536), completed: rupees(100) },
      })
      const anew = { ...openedByStaff({ draft, editing: null, desk }), staff, stored: undefined }
      expect(deskStep(app.context, entered, anew)).toMatchObject({
        moved: false,
        fullPayment: true,
        money: null,
      })
      // nobody has said of a booking that is begun that all of it was paid
      const begun = { ...openedByStaff({ ...newStaffDraft(), draft }), staff, stored: undefined }
      expect(deskStep(app.context, entered, begun)).toMatchObject({ fullPayment: false, mode: 'cash', note: '' })
      // what was bought keeps its price while it is changed, step by step
      await app.context.db.update(packages).set({ price: rupees(2_999) })
      const revised = await reviseQuote(app.context, { draft, dropped: undefined, staffActor: actor }, draft)
      expect([revised.priced?.total, revised.steps.staff]).toEqual([rupees(4_436), true])
    })
  })
})
