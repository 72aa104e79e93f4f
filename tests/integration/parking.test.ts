import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { locations } from '~/db/schema'
import { calendarFile } from '~/features/booking/calendar-file.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { useStaffApi } from '../support/api'
import { useApp } from '../support/app'
import { purchase } from '../support/purchase'
import { basicDraft } from '../support/theatre'

/** A line of the file that nobody wrote, by a line break of whatever kind. */
const SMUGGLED = /[\r\n](ATTACH|X-A)|\r(?!\n)|(?<!\r)\n/

describe('where to leave a car', () => {
  const app = useApp('embedded')
  const by = useStaffApi(app)

  test('is told with the address: in the mail, in the calendar and on the booking’s page', async () => {
    const { context, theatre } = app
    const parking = 'Basement, gate 2'
    await context.db.update(locations).set({ parking }).where(eq(locations.id, theatre.locationId))
    const { linkToken } = await purchase(app, basicDraft(theatre))
    await app.work()
    const [mail] = app.mailbox.mails
    expect(mail?.text).toContain(`Parking: ${parking}`)
    const found = await findCustomerBooking(context, linkToken)
    if (!found) throw new Error('There is no booking.')
    expect(found.view.parking).toBe(parking)
    const facts = { link: 'https://lumiere.example/b/x', address: null, promise: '' }
    expect(calendarFile(found.booking, context.business, { ...facts, parking })).toContain('Parking: Basement')
    expect(calendarFile(found.booking, context.business, { ...facts, parking: '' })).not.toContain('Parking')
    for (const odd of [
      'Gate\rATTACH:x',
      'Gate\r\nATTACH:x',
      'Gate\nATTACH:x',
      'Gate\r\r\nATTACH:x',
      'Gate\u0085\vX-A:1',
    ]) {
      const rooms = { ...found.booking, screenName: odd, locationName: odd }
      expect(calendarFile(rooms, context.business, { ...facts, parking: odd, address: odd })).not.toMatch(SMUGGLED)
    }
  })

  test('is stored with the line breaks of texts, also by a program', async () => {
    const json = { parking: 'Gate 2\rBehind\r\nthe shop\nLeft' }
    const path = `/api/locations/${app.theatre.locationId}`
    expect((await by.api.ask('PUT', path, { json, token: by.owner })).status).toBe(200)
    const [stored] = await app.context.db.select().from(locations).where(eq(locations.id, app.theatre.locationId))
    expect(stored?.parking).toBe('Gate 2\nBehind\nthe shop\nLeft')
  })
})
