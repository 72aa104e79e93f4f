import { describe, expect, test } from 'vitest'
import { staff } from '~/db/schema'
import { rupees } from '~/domain/money'
import { settleTechnicalFailure } from '~/features/booking/technical-failure.server'
import { furnish, serveHere, signedIn, type Visit } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { storedBooking } from '../support/purchase'
import { OWNER } from '../support/theatre'

/** On the × that closes it, Enter would close it in place of sending. */
describe('a question with something to type', () => {
  const app = useApp('embedded')

  test('has the focus in its first field, and one without a field nowhere in its form', async () => {
    const { context, clock } = app
    serveHere(context)
    const records = await furnish(app)
    const failed = { minutesUsed: 90, charge: rupees(500), reason: 'The projector' }
    const booking = { at: '/admin/bookings/view/:id', id: records.bookingHere }
    const { during } = await storedBooking(app, records.bookingHere ?? '')
    clock.set(during.from.toISOString())
    await context.db.update(staff).set({ totpSince: clock.now(), totpSecret: 'sealed' })
    const cookie = await signedIn(app, OWNER)
    const asked = async (visit: Visit) => {
      const dialog = (await drawnPage({ ...visit, cookie })).querySelector('dialog')
      if (!dialog) throw new Error(`Nothing is asked at ${visit.at}${visit.query}.`)
      const [first] = dialog.querySelectorAll('input:not([type="hidden"], [type="radio"], [type="checkbox"]), textarea')
      const label = first && dialog.querySelector(`label[for="${first.id}"]`)
      const focused = [...dialog.querySelectorAll('[autofocus]')].map(({ outerHTML }) => outerHTML)
      expect(focused, visit.query).toEqual(first ? [first.outerHTML] : [])
      return (label ?? first?.closest('label'))?.textContent
    }
    const colleague = { at: '/admin/staff/:id', id: 'colleague' }
    expect(await asked({ ...colleague, query: '?ask=account' })).toBe('Your own password')
    expect(await asked({ ...colleague, query: '?ask=code' })).toBe('Your own password')
    expect(await asked({ at: '/admin/account/code', query: '?ask=begin' })).toBe('Your own password')
    await signedIn(app, { id: 'vikram', name: 'Vikram', role: 'location-admin', locationId: app.theatre.locationId })
    const place = records.koramangala
    expect(await asked({ at: '/admin/locations', query: `?delete=${place}` })).toBe('Your own password')
    expect(await asked({ ...booking, query: '?delete=1' })).toBe('Reason')
    expect(await asked({ ...booking, query: '?failure=1' })).toBe('Minutes used')
    expect(await asked({ ...booking, query: '?failure=1&minutes=90' })).toBe('Minutes used')
    expect(await settleTechnicalFailure(context, OWNER, booking.id ?? '', failed)).toMatchObject({
      ok: true,
    })
    expect(await asked({ ...booking, query: '?correct=1' })).toBe('Minutes used')
    expect(await asked({ at: '/admin/coupons', query: `?delete=${records.coupon}` })).toBeUndefined()
  })
})
