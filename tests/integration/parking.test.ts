import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { locations } from '~/db/schema'
import { calendarFile } from '~/features/booking/calendar-file.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { useApp } from '../support/app'
import { purchase } from '../support/purchase'
import { basicDraft } from '../support/theatre'

describe('where to leave a car', () => {
  const app = useApp('embedded')

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
  })
})
