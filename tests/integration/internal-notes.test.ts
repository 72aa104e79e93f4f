import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { bookings, customers, internalNotes } from '~/db/schema'
import type { Scope } from '~/domain/staff-role'
import { customerData, forgetCustomer } from '~/features/customer/customer-data.server'
import { beginStaffDraft, newStaffDraft } from '~/features/flow/staff-draft.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { holdPhoneBooking, phoneBooking, placePhoneBooking } from '~/features/front-desk/phone-booking.server'
import { phoneForm } from '~/features/front-desk/phone-form.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { addNote, removeNote } from '~/features/stored-booking/internal-notes.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { purchase, storedBooking } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { StaffTab } from '../support/staff-tab'
import { atCeleste, basicDraft, locationAdmin, OWNER, VISIT } from '../support/theatre'

onEachDatabase('notes of staff', (kind) => {
  const app = useApp(kind)
  const note = (text: string, more: Partial<Parameters<typeof addNote>[3]> = {}) => ({
    ...({ about: 'booking', text, asksApproval: false } as const),
    ...more,
  })
  const notesAt = async (id: string) =>
    (await deskVisit(app.context, { kind: 'all' }, id))?.notes.map(({ text, by }) => `${by}: ${text}`)
  const RAVI = { name: 'Ravi Menon', email: 'ravi.menon@gmail.com', number: '9845012345' }
  const two = async () => {
    const at = async (time: string) => {
      const slotId = app.theatre.aurora.slots[time]
      return (await purchase(app, basicDraft(app.theatre, { customer: RAVI, slotId }))).bookingId
    }
    return [await at('19:00'), await at('13:00')]
  }

  test('stand at their booking, those about a customer at each of theirs, by name', async () => {
    const [first = '', second = ''] = await two()
    expect(await addNote(app.context, OWNER, first, note('Cake comes at 8'))).toEqual({ ok: true })
    await addNote(app.context, OWNER, first, note('Likes the corner', { about: 'customer' }))
    expect(await notesAt(second)).toEqual([`${OWNER.name}: Likes the corner`])
    expect(await notesAt(first)).toHaveLength(2)
    const other = locationAdmin(app.theatre.otherLocationId)
    expect(await addNote(app.context, other, first, note('Hm'))).toMatchObject({ reason: 'not-found' })
    const [cake] = await app.context.db
      .select()
      .from(internalNotes)
      .where(and(eq(internalNotes.bookingId, first), eq(internalNotes.text, 'Cake comes at 8')))
    // one of another booking is not taken away here
    await removeNote(app.context, OWNER, second, cake?.id ?? '')
    expect(await notesAt(first)).toHaveLength(2)
    await removeNote(app.context, OWNER, first, cake?.id ?? '')
    expect(await notesAt(first)).toEqual([`${OWNER.name}: Likes the corner`])
  })

  test('begin with the note of the booking itself, named as its field is, beside the day and on its own page', async () => {
    serveHere(app.context)
    const bookingId = await bookByStaff(app, basicDraft(app.theatre))
    await editBooking(app, bookingId, () => ({}), { note: 'Window seat, please' })
    await addNote(app.context, OWNER, bookingId, note('Cake comes at 8'))
    const cookie = await signedIn(app, OWNER)
    for (const panel of [
      { at: '/admin/today', query: `?booking=${bookingId}&date=${VISIT}` },
      { at: '/admin/bookings/view/:id', id: bookingId },
    ]) {
      const page = await drawnPage({ ...panel, cookie })
      const named = [...page.querySelectorAll('section')].find(
        (one) => (one.ariaLabel ?? one.querySelector('h2, h3')?.textContent) === 'Notes for staff',
      )
      const read = [...(named?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
      expect(read.slice(0, 3)).toEqual(['Note', 'Window seat, please', 'Cake comes at 8'])
      expect([...page.querySelectorAll('p')].filter((one) => one.textContent === 'Window seat, please')).toHaveLength(1)
    }
  })

  test('that are sent twice by one form, since the answer was lost, are one', async () => {
    const [id = ''] = await two()
    const form = newId()
    const add = (entry: string | undefined, text = 'Cake comes at 8', more: Parameters<typeof note>[1] = {}) =>
      addNote(app.context, OWNER, id, note(text, { entry, ...more }))
    expect(await Promise.all([add(form), add(form)])).toEqual([{ ok: true }, { ok: true }])
    app.clock.advanceMinutes(11)
    expect(await add(form)).toEqual({ ok: true })
    expect(await notesAt(id)).toHaveLength(1)
    // the same words of another form were meant, and so were other words of this one
    await add(newId())
    await add(form, 'Cake comes at 9')
    await add(undefined)
    expect(await notesAt(id)).toHaveLength(4)
    // nor is a tick lost that was set before it was sent again
    await add(form, undefined, { about: 'customer' })
    await add(form, undefined, { asksApproval: true })
    expect(await notesAt(id)).toHaveLength(6)
  })

  test('one that asks for approval stops the next telephone booking until somebody was asked', async () => {
    const [id = ''] = await two()
    await addNote(app.context, OWNER, id, note('Broke the projector', { asksApproval: true }))
    const number = (await storedBooking(app, id)).customerNumber
    const { aurora, items } = app.theatre
    const place = `${aurora.id}:${aurora.slots['10:00']}`
    const typed = { attempt: 'attempt-again', number, name: 'Ravi', date: VISIT, place, people: '2' }
    const wanted = { ...typed, packageId: aurora.basic, occasionId: items.birthday }
    const form = (more: Record<string, string> = {}) =>
      phoneForm(
        app.context,
        new URLSearchParams({ ...wanted, place: `${aurora.id}:${aurora.slots['10:00']}`, ...more }),
      )
    expect((await phoneBooking(app.context, OWNER, form())).approvals).toMatchObject([{ text: 'Broke the projector' }])
    expect(await placePhoneBooking(app.context, OWNER, form())).toMatchObject({ reason: 'approval-asked' })
    expect(await holdPhoneBooking(app.context, OWNER, form())).toMatchObject({ reason: 'approval-asked' })
    expect(await placePhoneBooking(app.context, OWNER, form({ approved: 'on' }))).toMatchObject({ ok: true })
    expect((await phoneBooking(app.context, OWNER, form({ number: '9845099999' }))).approvals).toEqual([])
  })

  test('and the steps as well, where staff go through them for a new booking', async () => {
    serveHere(app.context)
    const [id = ''] = await two()
    await addNote(app.context, OWNER, id, note('Broke the projector', { asksApproval: true }))
    const tab = new StaffTab(await signedIn(app, OWNER))
    // kept as it was typed by whoever went on without Proceed
    const customer = { ...RAVI, number: RAVI.number.replace(/^\d{5}/, '$& ') }
    const draft = basicDraft(app.theatre, { customer, slotId: app.theatre.aurora.slots['10:00'] })
    const content = { ...newStaffDraft(), draft: { ...draft, attemptId: 'attempt-by-steps' } }
    tab.draft = (await beginStaffDraft(app.context, OWNER, content)).id
    const fields = { advance: '0', mode: 'cash', note: 'By the steps' }
    const refused = await tab.step('/booking/payment', fields)
    expect(refused.short).toBe('422')
    expect(JSON.stringify(refused.body)).toContain('"approved":["A note says to ask')
    expect((await tab.answer('/booking/payment', { ...fields, approved: 'on' })).short).toBe('303 /bookingConfirmation')
    // a change of what was approved once asks nothing
    const edit = new StaffTab(await signedIn(app, { ...OWNER, id: 'owner-too', name: 'Another' }))
    await edit.begin(`/booking/edit/${id}`)
    const version = String((await storedBooking(app, id)).version)
    const saved = await edit.step('/booking/payment', { ...fields, advance: '999', version })
    expect(saved.short).toBe(`303 /admin/bookings/view/${id}`)
  })

  test('of another location say no more than that somebody is to be asked, and stay there', async () => {
    const [id = ''] = await two()
    await addNote(app.context, OWNER, id, note('Broke the projector', { asksApproval: true }))
    await addNote(app.context, OWNER, id, note('Likes the corner', { about: 'customer' }))
    const there = atCeleste(app.theatre)
    const elsewhere = (await purchase(app, basicDraft(app.theatre, { ...there, customer: RAVI }))).bookingId
    const other = locationAdmin(app.theatre.otherLocationId)
    const read = (scope: Scope) => deskVisit(app.context, scope, elsewhere)
    const seen = (await read(scopeOf(other)))?.notes
    expect(seen).toMatchObject([{ asksApproval: true, removable: false, by: 'Koramangala' }])
    expect(JSON.stringify(seen)).not.toMatch(/projector|corner/)
    await removeNote(app.context, other, elsewhere, seen?.[0]?.id ?? '')
    expect((await read({ kind: 'all' }))?.notes).toHaveLength(2)
    const form = phoneForm(app.context, new URLSearchParams({ number: RAVI.number }))
    expect((await phoneBooking(app.context, other, form)).approvals).toEqual(seen)
    // the booking moves there, with what was noted of it
    await addNote(app.context, OWNER, id, note('Cake comes at 8'))
    await app.context.db.update(bookings).set({ locationId: app.theatre.otherLocationId }).where(eq(bookings.id, id))
    const moved = (await deskVisit(app.context, scopeOf(other), id))?.notes.find(({ ofCustomer }) => !ofCustomer)
    expect(moved).toMatchObject({ removable: false })
    await removeNote(app.context, other, id, moved?.id ?? '')
    expect(await app.context.db.$count(internalNotes)).toBe(3)
  })

  test('are shown to the person on request, and go when they are forgotten', async () => {
    const [id = ''] = await two()
    await addNote(app.context, OWNER, id, note('About the evening'))
    await addNote(app.context, OWNER, id, note('About the person', { about: 'customer' }))
    const customer = (await app.context.db.select().from(customers))[0]?.id ?? ''
    const kept = await customerData(app.context, OWNER, customer)
    expect(JSON.stringify(kept?.data.internalNotes)).toContain('About the person')
    app.clock.advanceMinutes(20 * 24 * 60)
    expect(await forgetCustomer(app.context, OWNER, customer, 'asked')).toMatchObject({ ok: true })
    expect(await app.context.db.select().from(internalNotes)).toEqual([])
  })
})
