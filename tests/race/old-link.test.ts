import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ZERO } from '~/domain/money'
import {
  cancelByCustomer,
  findChangeable,
  previewMove,
  rescheduleByCustomer,
} from '~/features/booking/customer-changes.server'
import { changeTexts, confirmTexts, textsOf } from '~/features/booking/customer-texts.server'
import { findCustomerBooking } from '~/features/booking-pages/customer-booking.server'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onPostgres } from '../support/database'
import { purchase, storedBooking } from '../support/purchase'
import { date, fullDraft } from '../support/theatre'

onPostgres('a link that is taken from the wrong address', () => {
  const app = useApp('postgres')

  test.each([
    'cancelled',
    'moved',
    'written',
    'confirmed',
  ] as const)('is good no more for who pressed before the address was corrected: %s', async (pressed) => {
    const { context, theatre } = app
    const { bookingId } = await purchase(app, fullDraft(theatre, { date: date('2027-03-10') }))
    const { linkToken, total, ledName, nameOnCake } = await storedBooking(app, bookingId)
    const found = await findChangeable(context, linkToken)
    const shown = await findCustomerBooking(context, linkToken)
    const texts = shown && textsOf(context, shown.booking)
    if (!found || !texts) throw new Error('The booking cannot be changed.')
    const move = { date: date('2027-03-11'), slotId: theatre.aurora.slots['19:00'] ?? '' }
    const moved = (await previewMove(context, found, move)).priced?.total ?? ZERO
    const stranger = { ledName, nameOnCake, celebrantName: 'Stranger' }
    const press = {
      cancelled: () => cancelByCustomer(context, linkToken, found.options.cancellation.sums.all),
      moved: () => rescheduleByCustomer(context, linkToken, move, { total: moved, returned: ZERO }),
      written: () => changeTexts(context, linkToken, stranger, { texts: texts.shown, total }),
      confirmed: () => confirmTexts(context, linkToken, texts.shown),
    }[pressed]
    const { events: before, ...untouched } = await storedBooking(app, bookingId)
    let answer: ReturnType<typeof press> | undefined
    await context.db.transaction(async (tx) => {
      const within = { ...app, context: { ...context, db: tx as unknown as typeof context.db } }
      const corrected = await editBooking(within, bookingId, ({ customer }) => ({
        customer: { name: '', number: '', ...customer, email: 'meera.right@gmail.com' },
      }))
      expect(corrected).toMatchObject({ ok: true, readdressed: true })
      answer = press()
      expect(await Promise.race([answer, after(400, 'waits')])).toBe('waits')
    })
    expect(await answer).toMatchObject({ ok: false })
    const { status, visitDate, celebrantName, textsConfirmedAt } = untouched
    const { events, ...booking } = await storedBooking(app, bookingId)
    expect(booking).toMatchObject({ status, visitDate, celebrantName, textsConfirmedAt })
    expect(events.slice(before.length)).toContain('link-renewed')
  })
})
