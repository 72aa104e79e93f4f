import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookings, screens } from '~/db/schema'
import { serveHere, signedIn, visitAt } from '../support/addresses'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnForm } from '../support/drawn-form'
import { OWNER, VISIT } from '../support/theatre'

onEachDatabase('a room for whose guests nothing is included', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  test('a room whose packages include nobody is sold for each guest, and to nobody at all', async () => {
    const { aurora, locationId } = app.theatre
    const { db } = app.context
    const cookie = await signedIn(app, OWNER)
    const page = { at: '/admin/screens/edit/:id', id: aurora.id, cookie }
    const form = await drawnForm(page, 'screen')
    const save = (minPeople: string) => visitAt({ ...page, fields: { ...form, description: 'Warm', minPeople } })
    expect((await save('-1')).short).toBe('400')
    expect((await save('0')).short).toBe('303 /admin/screens')
    const room = await db.query.screens.findFirst({ where: eq(screens.id, aurora.id) })
    expect(room?.minPeople).toBe(0)

    // by telephone one person stands there until another number is typed
    const desk = { at: '/admin/bookings/new', cookie }
    const query = `?date=${VISIT}&place=${aurora.id}:${aurora.slots['19:00']}`
    const { body } = await visitAt({ ...desk, query })
    expect(body).toMatchObject({ page: { limits: { min: 1, max: 8 }, form: { people: '1' } } })

    const api = await openApi(app)
    const booking = (numberOfPeople: number | undefined, totalPrice: number) => ({
      ...{ totalPrice, date: VISIT, slot: { from: '19:00', to: '22:00' } },
      ...{ screen: { _id: aurora.id }, location: { _id: locationId }, package: { name: 'Basic' } },
      occasion: { name: 'Birthday', celebrantName: 'Aarav' },
      customer: { name: 'Meera Krishnan', email: 'meera@gmail.com', number: '9845012345' },
      otherInfo: { numberOfPeople },
    })
    const book = (json: unknown) => api.ask('POST', '/api/bookings/customerBooking', { json })
    expect(await book(booking(0, 1_499))).toMatchObject({
      status: 422,
      body: { error: 'Choose between 1 and 8 people' },
    })
    expect(await db.$count(bookings)).toBe(0)
    // one comes at least, and costs what a guest costs
    expect(await book(booking(undefined, 1_699))).toMatchObject({ status: 201 })
    const stored = await db.query.bookings.findFirst()
    expect(stored).toMatchObject({ people: 1, minPeople: 0, total: 169_900 })
  })
})
