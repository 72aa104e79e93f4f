import { beforeEach, describe, expect, test } from 'vitest'
import { setAttendance } from '~/features/booking/attendance.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { deskVisit } from '~/features/front-desk/desk-visit.server'
import { closeDay } from '~/features/money/close-till.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { holdSlot, purchase } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

/** What the front desk sees at once, without looking for it. */
describe('the front desk sees', () => {
  const app = useApp('embedded')
  let cookie = ''
  beforeEach(async () => {
    serveHere(app.context)
    cookie = await signedIn(app, OWNER)
  })
  const headOf = async (id: string) =>
    (await drawnPage({ at: '/admin/bookings/view/:id', id, cookie })).querySelector('h1')?.parentElement?.textContent

  test('above a booking that it is cancelled, or only held', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    expect(await headOf(bookingId)).not.toMatch(/Cancelled|Held/)
    await cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'none' })
    expect(await headOf(bookingId)).toContain('Cancelled')
    const held = await holdSlot(app, basicDraft(app.theatre))
    expect(await headOf(held.bookingId)).toContain('Held')
  })

  test('a message for guests who run late while they are awaited, and not before or after', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const late = async () => Boolean((await deskVisit(app.context, { kind: 'all' }, bookingId))?.contact.late)
    expect(await late()).toBe(false)
    // the visit begins at seven
    app.clock.set('2027-03-12T12:30:00Z')
    expect(await late()).toBe(true)
    await setAttendance(app.context, OWNER, bookingId, 'arrived')
    expect(await late()).toBe(false)
  })

  test('no choice made for it where a closed till is corrected', async () => {
    const place = { id: app.theatre.locationId, name: 'Koramangala' }
    await closeDay(app.context, OWNER, place, {
      ...{ date: date('2027-03-01'), openingFloat: 0 as never, counted: 0 as never, reason: '' },
    })
    const query = `?date=2027-03-01&location=${place.id}`
    const page = await drawnPage({ at: '/admin/till', query, cookie })
    expect(page.querySelector<HTMLSelectElement>('select[name="sign"]')?.value).toBe('')
    const fields = { intent: 'correct', entry: 'an-entry', sign: '', amount: '9', reason: 'Found in the drawer' }
    const refused = await drawnPage({ at: '/admin/till', query, cookie, fields })
    expect(refused.body.textContent).toContain('Choose more or less')
    // without scripts too the page opens at what is refused
    expect(refused.querySelector('[autofocus]')?.textContent).toContain('Choose more or less')
  })
})
