import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newCode, newId, newToken } from '~/db/new-id'
import { bookings, catalogueItems, packages, screens } from '~/db/schema'
import { addDays } from '~/domain/calendar'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import {
  beginStaffDraft,
  findStaffDraft,
  forgetOldStaffDrafts,
  newStaffDraft,
} from '~/features/flow/staff-draft.server'
import { unfinishedBookings } from '~/features/flow/unfinished-bookings.server'
import { holdPhoneBooking, phoneBooking, placePhoneBooking } from '~/features/front-desk/phone-booking.server'
import { findPhoneForm, finishPhoneForm, savePhoneForm } from '~/features/front-desk/phone-draft.server'
import { phoneFaults } from '~/features/front-desk/phone-faults'
import { draftOf, phoneForm } from '~/features/front-desk/phone-form.server'
import { addNote } from '~/features/stored-booking/internal-notes.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { holdSlot, purchase, storedBooking } from '../support/purchase'
import { basicDraft, locationAdmin, OWNER, VISIT } from '../support/theatre'

onEachDatabase('a telephone booking', (kind) => {
  const app = useApp(kind)
  const CALLER = { number: '98450 12345', name: 'Ravi Menon', email: '', attempt: 'attempt-one', deadline: 'two-hours' }
  const filled = (more: Record<string, string> = {}) => {
    const { aurora, items } = app.theatre
    const place = `${aurora.id}:${aurora.slots['19:00']}`
    const typed = { ...CALLER, date: VISIT, place, people: '2', packageId: aurora.basic, occasionId: items.birthday }
    return phoneForm(app.context, new URLSearchParams({ ...typed, ...more }))
  }
  const page = (more?: Record<string, string>, staff = OWNER) => phoneBooking(app.context, staff, filled(more))
  const place = (more?: Record<string, string>, staff = OWNER) => placePhoneBooking(app.context, staff, filled(more))

  test('that is held only is no confirmed one: its address leads to the booking', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const confirmation = async (bookingId: string) =>
      (await ask({ at: '/bookingConfirmation', query: `?booking=${bookingId}`, cookie })).short
    const held = await holdPhoneBooking(app.context, OWNER, filled())
    const booked = await place({ attempt: 'attempt-two', date: '2027-03-14' })
    if (!held.ok || !booked.ok) throw new Error('It was not placed.')
    expect(await confirmation(held.bookingId)).toBe(`302 /admin/bookings/view/${held.bookingId}`)
    expect(await confirmation(booked.bookingId)).toBe('200')
  })

  test('shows what is free, what is on offer and what it costs', async () => {
    await purchase(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] }))
    const { places, form, total, packages, occasions, cakes, limits, taken } = await page()
    expect(places.map(({ words }) => words.split(' – ')[0])).not.toContain('Aurora, 10:00 AM')
    expect(form.place).toBe(`${app.theatre.aurora.id}:${app.theatre.aurora.slots['19:00']}`)
    expect([total, taken, limits]).toEqual([rupees(1_499), false, { min: 2, max: 8 }])
    expect([packages.length, occasions.length, cakes.length]).toEqual([2, 1, 0])
    const rich = { packageId: app.theatre.aurora.celebration, people: '4', [`count.${app.theatre.items.roses}`]: '2' }
    expect((await page(rich)).total).toBe(rupees(2_499 + 2 * 200 + 2 * 399))
    expect((await page(rich)).cakes).toHaveLength(2)
    expect((await page()).texts.map(({ name }) => name)).toEqual(['celebrantName'])
    const lettered = {
      ...rich,
      [`count.${app.theatre.items.ledName}`]: '1',
      [`count.${app.theatre.items.truffle}`]: '1',
    }
    expect((await page(lettered)).texts.map(({ name }) => name)).toEqual(['celebrantName', 'ledName', 'nameOnCake'])
    expect((await page({ couponCode: 'tenth' })).total).toBe(rupees(1_499))
  })

  test('says at once, at its field and nowhere else, what is wrong with the coupon or the day', async () => {
    for (const couponCode of ['LOVE1O', 'TENTH']) {
      const { said, notices } = await page({ couponCode })
      const couponOut = expect.stringMatching(`^Coupon ${couponCode} was taken out: `)
      expect({ said, notices }).toEqual({ said: { couponCode: couponOut }, notices: [] })
    }
    const { said: atCoupon, notices } = await page({ couponCode: 'LOVE1O', occasionId: 'gone' })
    expect(Object.keys(atCoupon)).toEqual(['couponCode'])
    expect(notices).toEqual(['The occasion you chose is no longer offered.'])
    const { said, taken, places } = await page({ date: '2027-02-28' })
    expect({ said, taken, places }).toEqual({ said: { date: 'This day is over' }, taken: false, places: [] })
    expect((await page()).said).toEqual({})
  })

  test('says at once that a room does not take so many, and tells no price for them', async () => {
    const fits = await page({ people: '8' })
    expect([fits.unfit, fits.total]).toEqual([null, rupees(1_499 + 6 * 200)])
    for (const people of ['9', '1', '30']) {
      const { unfit, total, summary, advanceSum } = await page({ people })
      expect([unfit, total, summary, advanceSum]).toEqual(['Choose between 2 and 8 people', 0, [], 0])
    }
    expect(fits.placeIs).toBe('Aurora, Koramangala: for 2 to 8 people')
  })

  test('offers its places by location, in words short enough for a phone, to whoever sells in several', async () => {
    serveHere(app.context)
    const offered = async (staff: Parameters<typeof signedIn>[1]) => {
      const cookie = await signedIn(app, staff)
      const drawn = await drawnPage({ at: '/admin/bookings/new', query: `?date=${VISIT}`, cookie })
      const place = drawn.querySelector('select[name=place]')
      const groups = [...(place?.querySelectorAll('optgroup') ?? [])].map(({ label, children }) => [
        label,
        children[0]?.textContent,
      ])
      const hint = drawn.getElementById(place?.getAttribute('aria-describedby') ?? '')?.textContent
      return { groups, ungrouped: place?.querySelectorAll(':scope > option').length, hint }
    }
    const { groups, ungrouped, hint } = await offered(OWNER)
    expect(Object.fromEntries(groups)).toEqual({
      Koramangala: 'Aurora, 10:00 AM – 1:00 PM',
      Indiranagar: expect.stringMatching(/^Celeste, /),
    })
    expect([ungrouped, hint]).toEqual([0, expect.stringMatching(/^\w+, \w+: for \d+ to \d+ people$/)])
    // one place has nothing to tell apart
    const own = await offered(locationAdmin(app.theatre.locationId))
    expect([own.groups, own.hint]).toEqual([[], 'Aurora, Koramangala: for 2 to 8 people'])
    expect(own.ungrouped).toBeGreaterThan(1)
  })

  test('opens on the next day where nothing is free on this one, unless the day was named', async () => {
    const opened = async (query = '') =>
      (await phoneBooking(app.context, OWNER, phoneForm(app.context, new URLSearchParams(query)))).form.date
    expect(await opened()).toBe('2027-03-01')
    // half past one at night: the desk's day is still the one before, and its last slot has begun
    app.clock.set('2027-03-01T20:00:00Z')
    expect(await opened()).toBe('2027-03-02')
    expect(await opened('date=2027-03-01')).toBe('2027-03-01')
  })

  test('of a slot that is gone asks for another one, and is not made at a time that nobody chose', async () => {
    await purchase(app, basicDraft(app.theatre))
    const gone = await page()
    expect(gone.form.place).toBe('')
    expect([gone.taken, gone.packages.length, gone.total]).toEqual([true, 2, rupees(1_499)])
    // the next field that is typed says nothing of a place
    const later = await page({ place: '', wanted: gone.form.wanted, note: 'Window side' })
    expect([later.form.place, later.taken]).toEqual(['', true])
    const asked = filled({ place: '', wanted: gone.form.wanted })
    const refused = await placePhoneBooking(app.context, OWNER, asked)
    if (refused.ok) throw new Error('It was booked.')
    expect(Object.keys(phoneFaults([refused], asked, later))).toEqual(['place'])
    // on a day on which it is free it is chosen still, and another choice stands
    expect((await page({ place: '', wanted: gone.form.wanted, date: '2027-03-14' })).taken).toBe(false)
    const other = `${app.theatre.aurora.id}:${app.theatre.aurora.slots['10:00']}`
    expect((await page({ place: other, wanted: gone.form.wanted })).form).toMatchObject({ place: other, wanted: '' })
    expect((await page({ place: '' })).form.place).not.toBe('')
  })

  test('offers no place of a room that is switched off', async () => {
    await app.context.db.update(screens).set({ active: false }).where(eq(screens.id, app.theatre.aurora.id))
    expect((await page()).places.map(({ words }) => words.split(',')[0])).not.toContain('Aurora')
  })

  test('offers no place of a room that has no package, and so could not be booked', async () => {
    await app.context.db.delete(packages).where(eq(packages.screenId, app.theatre.aurora.id))
    expect(new Set((await page()).places.map(({ words }) => words.split(',')[0]))).toEqual(new Set(['Celeste']))
  })

  test('is made at the sum that its page said, or at none', async () => {
    const { total } = await page()
    const price = (sum: number) =>
      app.context.db
        .update(packages)
        .set({ price: rupees(sum) })
        .where(eq(packages.id, app.theatre.aurora.basic))
    await price(1_999)
    const shown = String(total)
    for (const book of [placePhoneBooking, holdPhoneBooking])
      expect(await book(app.context, OWNER, filled({ shown }))).toMatchObject({
        reason: 'price-changed',
        message: 'It comes to ₹1,999 now, not ₹1,499. Tell the caller, then press again.',
      })
    expect(await app.context.db.$count(bookings)).toBe(0)
    const booked = await place({ shown: String((await page({ shown })).total) })
    expect(booked.ok).toBe(true)
    // its answer was lost, and the price changes before it is sent again: it is booked already
    await price(2_499)
    expect(await place({ shown: String(rupees(1_999)) })).toEqual(booked)
  })

  test('of a number that was corrected goes to nobody who was known by the wrong one', async () => {
    const [anil, bina] = ['98450 11111', '98450 22222']
    await place({ number: anil, name: 'Anil Rao', email: 'anil@gmail.com', attempt: 'attempt-anil' })
    await place({ number: bina, name: 'Bina Das', email: '', attempt: 'attempt-bina', date: '2027-03-13' })
    const found = (await page({ number: anil, name: '', email: '', date: '2027-03-14' })).form
    expect(found).toMatchObject({ name: 'Anil Rao', email: 'anil@gmail.com' })
    const { number: filledFor, name: filledName, email: filledEmail } = found.filledIn
    const carried = { filledFor, filledName, filledEmail, name: filledName, email: filledEmail, date: '2027-03-14' }
    const corrected = { ...carried, number: bina, attempt: 'attempt-three' }
    expect(await place(corrected)).toMatchObject({ ok: false, reason: 'caller-changed' })
    expect((await page(corrected)).form).toMatchObject({ name: 'Bina Das', email: '' })
    expect((await page({ ...carried, number: '98450 33333' })).form).toMatchObject({ name: '', email: '' })
    expect((await page({ ...carried, number: anil })).form).toMatchObject({ name: 'Anil Rao' })
  })

  test('in another room is for as many as that room takes at least, unless somebody said how many come', async () => {
    await app.context.db.update(screens).set({ minPeople: 4 }).where(eq(screens.id, app.theatre.celeste.id))
    const { aurora, celeste } = app.theatre
    const [here, there] = [aurora, celeste].map(({ id, slots }) => `${id}:${slots['19:00']}`)
    const people = async (more: Record<string, string>) => {
      const { form, total } = await page({ intent: 'recalculate', packageId: '', ...more })
      return [form.people, total]
    }
    expect(await people({ place: there ?? '', people: '2', fewest: '2' })).toEqual(['4', rupees(1_499)])
    expect(await people({ place: here ?? '', people: '4', fewest: '4' })).toEqual(['2', rupees(1_499)])
    expect(await people({ place: here ?? '', people: '3', fewest: '4' })).toEqual(['3', rupees(1_699)])
    // what stands there when it is booked is what was seen
    expect((await page({ intent: 'book', place: there ?? '', people: '2', fewest: '2' })).form.people).toBe('2')
  })

  test('books by the rules of the steps, once, with what was paid', async () => {
    const booked = await place({ advance: '500', mode: 'upi', note: 'Wheelchair' })
    if (!booked.ok) throw new Error(booked.message)
    expect(await storedBooking(app, booked.bookingId)).toMatchObject({
      status: 'booked',
      source: 'staff',
      customerNumber: '9845012345',
      total: rupees(1_499),
      note: 'Wheelchair',
      payments: [{ mode: 'upi', amount: rupees(500) }],
    })
    expect(await place({ advance: '500', mode: 'upi', note: 'Wheelchair' })).toEqual(booked)
    expect(await place({ advance: '600', mode: 'upi', note: 'Wheelchair' })).toMatchObject({ reason: 'placed-already' })
    expect(await place({ attempt: 'attempt-two' })).toMatchObject({ ok: false, reason: 'slot-taken' })
    expect((await page()).taken).toBe(true)
  })

  test('writes the name on the cake and the letters as the steps do', async () => {
    const { aurora, items } = app.theatre
    const booked = await place({
      packageId: aurora.celebration,
      ledName: 'AARAV',
      nameOnCake: 'Happy Birthday',
      [`count.${items.ledName}`]: '1',
      [`count.${items.truffle}`]: '1',
    })
    if (!booked.ok) throw new Error(booked.message)
    expect(await storedBooking(app, booked.bookingId)).toMatchObject({ ledName: 'AARAV', nameOnCake: 'Happy Birthday' })
  })

  test.each([
    [{ name: '' }, 'Name is required'],
    [{ number: '12' }, 'Phone number must be exactly 10 digits'],
    [{ people: '9' }, 'Choose between 2 and 8 people'],
    [{ occasionId: '' }, 'Select atleast one Occasion'],
    [{ advance: '10,50' }, 'Advance has a comma or a space in the wrong place. Type 1,499, or 10.50 with a point'],
    [{ advance: 'lots' }, 'Advance must be an amount in rupees, 0 or more'],
    [{ advance: '2000' }, 'Advance can be at most the total, ₹1,499'],
    [{ place: '' }, 'Please choose a screen'],
    [{ email: 'ravi@gmail' }, 'Invalid email address'],
    [{ couponCode: 'LOVE1O' }, expect.stringMatching(/^Coupon LOVE1O was taken out: /)],
    [{ celebrantName: 'x'.repeat(41) }, 'Celebrant’s Name can have at most 40 characters'],
    [{ ledName: 'அ'.repeat(90), ledNumber: 'ab' }, 'Led Name can have at most 24 characters'],
  ])('with %o is refused: %s', async (more, message) => {
    expect(await place(more)).toMatchObject({ ok: false, message })
  })

  test.each([
    [{ name: '', number: '12' }, ['number', 'name']],
    [{ people: '9' }, ['people']],
    [{ occasionId: '' }, ['occasionId']],
    [{ advance: '2000' }, ['advance']],
    [{ place: '' }, ['place']],
    [{ email: 'ravi@gmail' }, ['email']],
    [{ email: 'ravi@gmail', name: '' }, ['name', 'email']],
    [{ couponCode: 'LOVE1O' }, ['couponCode']],
    [{ date: '2027-02-28' }, ['date']],
    [{ date: '2027-02-28', place: '' }, ['date']],
    [{ place: '', people: '99' }, ['place']],
    [{ ledName: 'x'.repeat(25), ledNumber: 'ab' }, ['ledName', 'ledNumber']],
    [{ people: '2.5' }, ['people']],
    [{ people: '4x' }, ['people']],
    [{ people: '' }, ['people']],
    [{ advance: '' }, ['advance']],
    [{ date: '' }, ['date']],
    [{ date: '2027-02-30' }, ['date']],
    [{ 'count.roses': '100' }, ['']],
    [{ 'count.roses': '-1' }, ['']],
  ])('says at its fields what is wrong with %o', async (more, fields) => {
    const refused = await place(more)
    const drawn = await page(more)
    expect(refused.ok).toBe(false)
    if (!refused.ok) expect(Object.keys(phoneFaults([refused], filled(more), drawn))).toEqual(fields)
    expect(drawn.form.number).toBe(filled(more).number)
  })

  test('says at once what is still to be chosen, the cake that a package includes too, beside other faults', async () => {
    const more = { packageId: app.theatre.aurora.celebration, occasionId: '' }
    for (const [also, fields] of [
      [{}, ['occasionId', 'cakes']],
      [{ advance: 'lots' }, ['occasionId', 'cakes', 'advance']],
    ] as const) {
      const refused = await place({ ...more, ...also })
      if (refused.ok) throw new Error('It was booked.')
      expect(Object.keys(phoneFaults([refused], filled(more), await page(more)))).toEqual(fields)
    }
    const tooLong = { ...more, occasionId: app.theatre.items.birthday, celebrantName: 'x'.repeat(41) }
    expect((await page(tooLong)).toChoose).toEqual({ cakes: 'Select atleast one Cake' })
    expect((await page(more)).toChoose).toEqual({
      occasionId: 'Select atleast one Occasion',
      cakes: 'Select atleast one Cake',
    })
  })

  test.each([
    [{ intent: 'book', advance: '99999' }, ['advance']],
    [{ intent: 'book', advance: 'lots', couponCode: 'LOVE1O' }, ['couponCode', 'advance']],
    [{ intent: 'hold', deadline: 'time', time: '', sum: 'own', own: '0.50' }, ['time', 'own']],
    [{ intent: 'hold', deadline: 'time', time: 'x', advance: '10' }, ['advance', 'time']],
    [{ intent: 'hold', deadline: '', sum: 'own', own: '0.50' }, ['deadline', 'own']],
  ])('tells all its faults in one answer, each at its field and in the order of the page: %o', async (more, last) => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { aurora } = app.theatre
    const place = `${aurora.id}:${aurora.slots['19:00']}`
    const chosen = { date: VISIT, place, people: '2', packageId: aurora.celebration, occasionId: '' }
    const fields = { ...CALLER, ...chosen, number: '12', name: '', advance: '0', ...more }
    const drawn = await drawnPage({ at: '/admin/bookings/new', cookie, fields })
    const told = [...drawn.querySelectorAll('[role=alert] a')].map((link) => link.getAttribute('href'))
    const all = ['number', 'name', 'occasionId', ...last.filter((name) => name === 'couponCode'), 'cakes']
    const names = [...all, ...last.filter((name) => name !== 'couponCode')]
    expect(told).toEqual(names.map((name) => `#phone-${name}`))
    expect(drawn.querySelector('[role=alert]')?.textContent).toContain(`${names.length} things are to be put right`)
    const wrong = [...drawn.querySelectorAll('[aria-invalid=true]')].map(({ id }) => `#${id}`)
    expect(wrong).toEqual(told)
    // the browser says one at a time, the server all of them
    const form = drawn.querySelector('form:has([name=attempt])')
    expect(form?.hasAttribute('novalidate')).toBe(true)
    expect(drawn.getElementById('phone-occasionId')?.hasAttribute('required')).toBe(true)
  })

  /** So many more gifts at ₹10 each; answers their ids as the page has them. */
  const moreGifts = async (many: number) => {
    const gift = { kind: 'gift', price: rupees(10), description: '', image: null, special: false } as const
    const values = Array.from({ length: many }, (_, at) => ({ ...gift, name: `Gift ${at}`, position: 10 + at }))
    return (await app.context.db.insert(catalogueItems).values(values).returning()).map(({ id }) => id)
  }

  test('takes what is typed at the last thing of a long list, as its page sends it: with none of all others', async () => {
    const gifts = await moreGifts(40)
    const typed = Object.fromEntries(gifts.map((id, at) => [`count.${id}`, at === 39 ? ' 03' : '0']))
    expect((await page(typed)).total).toBe(rupees(1_499 + 30))
    await signedIn(app, OWNER)
    await savePhoneForm(app.context, OWNER, filled(typed))
    const saved = await findPhoneForm(app.context, OWNER, CALLER.attempt)
    expect(saved).toMatchObject({ form: { counts: { [gifts[39] ?? '']: '3' } } })
    const booked = await place(typed)
    if (!booked.ok) throw new Error(booked.message)
    expect(await storedBooking(app, booked.bookingId)).toMatchObject({ total: rupees(1_499 + 30) })
  })

  test('of more different things than a booking can have is refused at their fold, and takes none of them out', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const gifts = await moreGifts(13)
    const wanted = Object.fromEntries(gifts.map((id) => [`count.${id}`, '1']))
    const { aurora, items } = app.theatre
    const chosen = { place: `${aurora.id}:${aurora.slots['19:00']}`, packageId: aurora.basic, people: '2' }
    const fields = { ...CALLER, ...chosen, occasionId: items.birthday, date: VISIT, advance: '0', ...wanted }
    for (const intent of ['book', 'hold']) {
      const drawn = await drawnPage({ at: '/admin/bookings/new', cookie, fields: { ...fields, intent } })
      const words = 'A booking can have at most 12 different gifts: take another one out first.'
      expect(drawn.querySelector('[role=alert]')?.textContent).toBe(words)
      const wrong = drawn.querySelector('[aria-invalid=true]')
      expect([wrong?.id, wrong?.closest('details')?.hasAttribute('open')]).toEqual(['phone-gifts', true])
      const typed = gifts.map((id) => drawn.querySelector(`[name="count.${id}"]`)?.getAttribute('value'))
      expect(typed).toEqual(gifts.map(() => '1'))
    }
    expect(await app.context.db.$count(bookings)).toBe(0)
    expect((await place({ ...wanted, [`count.${gifts[0]}`]: '0' })).ok).toBe(true)
  })

  test('of a single fault counts none, and of a note that asks first says so beside the rest', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const booked = await place()
    if (!booked.ok) throw new Error(booked.message)
    const note = { about: 'customer', text: 'Broke a lamp', asksApproval: true } as const
    await addNote(app.context, OWNER, booked.bookingId, note)
    const { aurora, items } = app.theatre
    const chosen = { place: `${aurora.id}:${aurora.slots['10:00']}`, packageId: aurora.basic, people: '2' }
    const fields = { ...CALLER, ...chosen, intent: 'book', attempt: 'attempt-two', date: VISIT, advance: '0' }
    const told = async (more: Record<string, string>) =>
      (await drawnPage({ at: '/admin/bookings/new', cookie, fields: { ...fields, ...more } })).querySelector(
        '[role=alert]',
      )?.textContent
    expect(await told({ approved: 'on', occasionId: '' })).toBe('Select atleast one Occasion')
    const asks = 'A note says to ask before this customer is booked again. Tick that you have asked.'
    expect(await told({ occasionId: '', advance: '9999' })).toBe(
      `3 things are to be put right:${asks}Select atleast one OccasionAdvance can be at most the total, ₹1,499`,
    )
    expect(await told({ occasionId: items.birthday })).toBe(asks)
  })

  test('that is not finished is kept for its person, taken up again, and gone after a week or once it is booked', async () => {
    await signedIn(app, OWNER)
    await signedIn(app, { ...OWNER, id: 'somebody' })
    const { items } = app.theatre
    const typed = filled({
      note: 'Calls back',
      [`count.${items.roses}`]: '2',
      approved: 'on',
    })
    const unfinished = async (who = OWNER) => {
      const rows = await unfinishedBookings(app.context, { ...who, email: '', sessionId: '' })
      return rows.map(({ what, customer, resume }) => [what, customer, resume])
    }
    const nothing = phoneForm(app.context, new URLSearchParams({ attempt: 'attempt-empty' }))
    expect(await savePhoneForm(app.context, OWNER, nothing)).toBe(false)
    expect(await savePhoneForm(app.context, OWNER, { ...typed, note: 'Calls' })).toBe(true)
    expect(await savePhoneForm(app.context, OWNER, typed)).toBe(true)
    expect(await unfinished()).toEqual([['Telephone booking', 'Ravi Menon', '/admin/bookings/new?draft=attempt-one']])
    expect(await findPhoneForm(app.context, OWNER, 'attempt-one')).toEqual({ form: { ...typed, approved: false } })
    // it is made on one page, so no other has changed it before
    expect(await findStaffDraft(app.context, OWNER, 'attempt-one')).toMatchObject({ version: 1, trail: [] })
    const other = { ...OWNER, id: 'somebody' }
    expect(await findPhoneForm(app.context, other, 'attempt-one')).toBeUndefined()
    expect(await savePhoneForm(app.context, other, { ...typed, note: 'Mine' })).toBe(false)
    expect(await findPhoneForm(app.context, OWNER, 'attempt-one')).toMatchObject({ form: { note: 'Calls back' } })
    const booked = await placePhoneBooking(app.context, OWNER, typed)
    if (!booked.ok) throw new Error(booked.message)
    await finishPhoneForm(app.context, OWNER, typed, booked.bookingId)
    expect([await unfinished(), await savePhoneForm(app.context, OWNER, typed)]).toEqual([[], false])
    expect(await findPhoneForm(app.context, OWNER, 'attempt-one')).toEqual({ done: booked.bookingId })
    // a page that keeps for the first time after its booking stands keeps nothing
    await finishPhoneForm(app.context, OWNER, { ...typed, attempt: 'attempt-fast' }, booked.bookingId)
    expect(await savePhoneForm(app.context, OWNER, { ...typed, attempt: 'attempt-fast' })).toBe(false)
    for (const id of ['attempt-one', 'attempt-fast'])
      expect(await findStaffDraft(app.context, OWNER, id)).toMatchObject({ done: booked.bookingId, trail: [] })
    // nor does one that names what its person is changing
    const draft = await draftOf(app.context, typed)
    const changing = { ...newStaffDraft(), draft, editing: { bookingId: booked.bookingId, version: 1 } }
    const { id: attempt } = await beginStaffDraft(app.context, OWNER, changing)
    expect(await savePhoneForm(app.context, OWNER, { ...typed, attempt })).toBe(false)
    await savePhoneForm(app.context, OWNER, { ...typed, attempt: 'attempt-two' })
    app.clock.advanceMinutes(7 * 24 * 60 + 1)
    await forgetOldStaffDrafts(app.context)
    expect(await findPhoneForm(app.context, OWNER, 'attempt-two')).toBeUndefined()
  })

  test('says in the fold of the cakes that the first one is free, as the step does', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { aurora, items } = app.theatre
    const fold = async (counts = '') => {
      const place = `date=2027-03-12&screen=${aurora.id}&slot=${aurora.slots['19:00']}&packageId=${aurora.celebration}`
      const page = await drawnPage({ at: '/admin/bookings/new', query: `?${place}${counts}`, cookie })
      const folds = [...page.querySelectorAll('details')]
      return folds.find((one) => one.querySelector('summary')?.textContent === 'Cakes')?.textContent ?? ''
    }
    expect(await fold()).toContain('Your package includes a cake: the first one is free.')
    expect(await fold()).toContain('Chocolate Truffle Included, ₹599 for each further one')
    expect(await fold(`&count.${items.redVelvet}=1`)).toContain('Chocolate Truffle ₹599')
  })

  test('knows who calls: bookings, and how often they did not come, within one’s own location', async () => {
    expect((await page()).caller).toBeNull()
    const booked = await place()
    if (!booked.ok) throw new Error(booked.message)
    await app.context.db.update(bookings).set({ attendance: 'no-show' }).where(eq(bookings.id, booked.bookingId))
    const { caller, form } = await page({ name: '' })
    expect(caller).toMatchObject({ name: 'Ravi Menon', bookings: 1, noShows: 1 })
    expect(form.name).toBe('Ravi Menon')
    const other = locationAdmin(app.theatre.otherLocationId)
    expect((await page({}, other)).caller).toBeNull()
    const rooms = (await page({}, other)).places.map(({ words }) => words.replace(/\W.*/, ''))
    expect(new Set(rooms)).toEqual(new Set(['Celeste']))
    const away = { attempt: 'attempt-three', place: `${app.theatre.aurora.id}:${app.theatre.aurora.slots['13:00']}` }
    expect(await place(away, other)).toMatchObject({ reason: 'out-of-scope' })
  })

  test('of a known number without a name is made for whoever is known by it, unless it was emptied', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { aurora, items } = app.theatre
    // as a page without scripts sends it: nobody was filled in
    const send = async (attempt: string, date: string, more: Record<string, string>) => {
      const place = `${aurora.id}:${aurora.slots['19:00']}`
      const typed = {
        ...CALLER,
        email: 'ravi@menon.example',
        name: '',
        attempt,
        date,
        place,
        people: '2',
        advance: '0',
      }
      const fields = { ...typed, packageId: aurora.basic, occasionId: items.birthday, ...more }
      await ask({ at: '/admin/bookings/new', cookie, fields: { intent: 'book', ...fields } })
      const found = await app.context.db.query.bookings.findFirst({ where: eq(bookings.visitDate, date as never) })
      return found && [found.customerName, found.customerEmail]
    }
    expect(await send('attempt-one', '2027-03-14', {})).toBeUndefined()
    expect(await send('attempt-two', '2027-03-14', { name: 'Ravi Menon' })).toEqual([
      'Ravi Menon',
      'ravi@menon.example',
    ])
    expect(await send('attempt-three', '2027-03-15', { email: '' })).toEqual(['Ravi Menon', 'ravi@menon.example'])
    expect(await send('attempt-four', '2027-03-16', { email: 'r@menon.example' })).toEqual([
      'Ravi Menon',
      'r@menon.example',
    ])
    const emptied = { filledFor: '9845012345', filledName: 'Ravi Menon', filledEmail: '' }
    expect(await send('attempt-five', '2027-03-17', emptied)).toBeUndefined()
    // who typed another name leaves out the address that is known of somebody else
    expect(await send('attempt-six', '2027-03-18', { name: 'Asha Menon', email: '' })).toEqual(['Asha Menon', ''])
  })

  test('is held until what somebody chose of what is offered, and never as nobody chose', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { aurora, items } = app.theatre
    const place = `${aurora.id}:${aurora.slots['19:00']}`
    const chosen = { ...CALLER, date: VISIT, place, people: '2', packageId: aurora.basic, occasionId: items.birthday }
    const draw = (more: Record<string, string>) =>
      drawnPage({ at: '/admin/bookings/new', cookie, fields: { ...chosen, advance: '0', ...more } })
    const checked = (drawn: Document) => drawn.querySelector('[name=deadline]:checked')?.getAttribute('value')
    expect(checked(await draw({ intent: 'recalculate', deadline: 'tonight' }))).toBe('tonight')
    expect(checked(await draw({ intent: 'recalculate', deadline: '' }))).toBe('two-hours')
    // 10 PM is no deadline of a slot at 7 PM today: the page has what it offers first chosen, and nothing is held of itself
    for (const deadline of ['', 'tonight']) {
      const refused = await draw({ intent: 'hold', deadline, date: '2027-03-01' })
      expect(refused.querySelector('[role=alert]')?.textContent).toBe('Choose until when the slot is held')
      expect(refused.querySelector('[aria-invalid=true]')?.id).toBe('phone-deadline')
      expect(checked(refused)).toBe(deadline ? 'half-hour' : 'two-hours')
    }
    expect(await app.context.db.$count(bookings)).toBe(0)
  })

  test('knows who calls again about a slot that is held for them, which is no booking yet', async () => {
    const held = await holdPhoneBooking(app.context, OWNER, filled({ email: 'ravi@gmail.com' }))
    if (!held.ok) throw new Error(held.message)
    const again = await page({ name: '', attempt: 'attempt-two' })
    expect(again.caller).toMatchObject({
      bookings: 0,
      last: [{ id: held.bookingId, words: expect.stringMatching(/^Held until 2:00 PM: 12\/03\/2027, Aurora/) }],
    })
    expect(again.form).toMatchObject({ name: 'Ravi Menon', email: 'ravi@gmail.com' })
    app.clock.advanceMinutes(3 * 60)
    expect((await page({ attempt: 'attempt-two' })).caller).toBeNull()
  })

  test('calls nobody as whoever holds a slot with their number, and writes to no such address', async () => {
    const number = '9845012345'
    const stranger = basicDraft(app.theatre, {
      ...{
        slotId: app.theatre.aurora.slots['10:00'],
        customer: { name: 'Somebody', email: 'stranger@gmail.com', number },
      },
    })
    await holdSlot(app, stranger)
    const first = await page({ name: '', email: '' })
    expect(first.form).toMatchObject({ name: 'Somebody', email: '' })
    const booked = await place({ email: 'ravi@gmail.com' })
    expect(booked).toMatchObject({ ok: true })
    const { form, caller } = await page({ name: '', email: '', attempt: 'attempt-two' })
    expect([form.name, form.email]).toEqual(['Ravi Menon', 'ravi@gmail.com'])
    expect(caller).toMatchObject({ bookings: 1, last: [{ words: expect.stringMatching(/^Held until/) }, {}] })
    // whoever wants no letters has the field emptied, and it stays so while the rest is typed
    const { filledIn: was } = form
    const filledIn = { filledFor: was.number, filledName: was.name, filledEmail: was.email }
    const emptied = await page({ name: 'Ravi', email: '', attempt: 'attempt-two', ...filledIn })
    expect([emptied.form.name, emptied.form.email, emptied.form.filledIn]).toEqual(['Ravi', '', was])
  })

  test('knows the desk’s own hold by name and address, however many strangers hold slots with its number', async () => {
    const held = await holdPhoneBooking(app.context, OWNER, filled({ email: 'ravi@gmail.com' }))
    if (!held.ok) throw new Error(held.message)
    for (const days of [1, 2, 3]) {
      const customer = { name: 'Somebody', email: 'stranger@gmail.com', number: '9845012345' }
      await holdSlot(app, basicDraft(app.theatre, { date: addDays(VISIT, days), customer }))
    }
    const { form, caller } = await page({ name: '', email: '', attempt: 'attempt-two' })
    expect([form.name, form.email]).toEqual(['Ravi Menon', 'ravi@gmail.com'])
    expect(caller).toMatchObject({ bookings: 0, last: [{ id: held.bookingId }, {}, {}] })
  })

  test('knows a customer whose bookings were all cancelled, but nobody by a hold that was deleted, or at another location', async () => {
    const { aurora, locationId, otherLocationId } = app.theatre
    const [asha, number] = ['Asha', '9845012345']
    const cancel = (id: string) => cancelByStaff(app.context, OWNER, id, { reason: 'No', refund: 'none' })
    const held = await holdSlot(
      app,
      basicDraft(app.theatre, {
        ...{ slotId: aurora.slots['10:00'], customer: { name: 'Somebody', email: 'stranger@gmail.com', number } },
      }),
    )
    await cancel(held.bookingId)
    const asked = { name: '', email: '' }
    const unknown = await page(asked)
    expect([unknown.caller, unknown.form.name]).toEqual([null, ''])
    const { bookingId } = await purchase(
      app,
      basicDraft(app.theatre, { customer: { name: asha, email: 'asha@gmail.com', number } }),
    )
    await cancel(bookingId)
    const { caller, form } = await page(asked)
    expect(caller).toMatchObject({ name: asha, bookings: 0, noShows: 0, cancelled: 1, booked: true, last: [] })
    expect([form.name, form.email]).toEqual([asha, 'asha@gmail.com'])
    expect((await page(asked, locationAdmin(otherLocationId))).caller).toBeNull()
    expect((await page(asked, locationAdmin(locationId))).caller?.name).toBe(asha)
    // it leads here from the customer's page, with the number alone, and says who that is
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const drawn = await drawnPage({ at: '/admin/bookings/new', query: `?number=${number}`, cookie })
    expect(drawn.querySelector('[name=name]')?.getAttribute('value')).toBe(asha)
    expect(drawn.body.textContent).toContain('Asha: 0 bookings, 1 cancelled')
    // and whoever books again is called as by the first of their own, as the list of customers has them (rule D6)
    await purchase(app, basicDraft(app.theatre, { customer: { name: 'A. Rao', email: 'asha@gmail.com', number } }))
    expect((await page(asked)).caller).toMatchObject({ name: asha, bookings: 1, cancelled: 1 })
  })

  test('without a name is made unseen for nobody who only holds a slot with its number', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { aurora, items } = app.theatre
    const customer = { name: 'Somebody', email: 'stranger@gmail.com', number: '9845012345' }
    await holdSlot(app, basicDraft(app.theatre, { slotId: aurora.slots['10:00'], customer }))
    // as a page without scripts sends it: nobody was filled in
    const place = `${aurora.id}:${aurora.slots['19:00']}`
    const typed = { ...CALLER, name: '', email: '', date: VISIT, place, people: '2', advance: '0' }
    const fields = { ...typed, packageId: aurora.basic, occasionId: items.birthday }
    for (const intent of ['book', 'hold']) {
      const drawn = await drawnPage({ at: '/admin/bookings/new', cookie, fields: { ...fields, intent } })
      expect(drawn.querySelector('[role=alert]')?.textContent).toBe('Name is required')
      // the name is shown, so that the next press is of somebody who saw it
      expect(drawn.querySelector('[name=name]')?.getAttribute('value')).toBe('Somebody')
    }
    expect(await app.context.db.$count(bookings, eq(bookings.source, 'staff'))).toBe(0)
  })

  test('counts all that a caller had, however much it was, and names the last three', async () => {
    const booked = await place()
    if (!booked.ok) throw new Error(booked.message)
    const [row] = await app.context.db.select().from(bookings)
    if (!row) throw new Error('The booking is not there.')
    const again = Array.from({ length: 59 }, (_, nth) => {
      const ids = { id: newId(), code: newCode(), linkToken: newToken(), attemptId: newId() }
      const days = (at: Date) => new Date(at.getTime() + (nth + 1) * 86_400_000)
      const during = { from: days(row.during.from), to: days(row.during.to) }
      return { ...row, ...ids, visitDate: addDays(row.visitDate, nth + 1), during, attendance: 'no-show' as const }
    })
    await app.context.db.insert(bookings).values(again)
    expect((await page()).caller).toMatchObject({ bookings: 60, noShows: 59, last: { length: 3 } })
  })
})
