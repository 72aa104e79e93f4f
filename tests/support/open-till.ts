import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { closeDay } from '~/features/money/close-till.server'
import { takePayment } from '~/features/money/take-payment.server'
import { tillDay } from '~/features/money/till.server'
import type { TheatreApp } from './app'
import { purchase } from './purchase'
import { basicDraft, date, OWNER } from './theatre'

const ALL: Scope = { kind: 'all' }
const TODAY = date('2027-03-01')

/** The till of Koramangala on the day on which the test's clock begins. */
export function openTill(app: TheatreApp) {
  const place = () => ({ id: app.theatre.locationId, name: 'Koramangala' })
  const elsewhere = () => ({ id: app.theatre.otherLocationId, name: 'Indiranagar' })
  const day = (on = TODAY, at: ReturnType<typeof place> | undefined = place(), scope: Scope = ALL) =>
    tillDay(app.context, scope, at, on)
  const cash = async (on = TODAY) => (await day(on)).modes.find(({ name }) => name === 'cash')?.net
  /** ₹1,499, of which ₹999 came online today and ₹500 in cash at the desk. */
  async function evening() {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    app.clock.set('2027-03-01T06:35:00Z')
    const taking = { amount: rupees(500), shown: rupees(500), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, OWNER, bookingId, taking)
    return bookingId
  }
  const close = (counted: number, reason = '', staff = OWNER, on = TODAY) =>
    closeDay(app.context, staff, place(), { date: on, openingFloat: rupees(2_000), counted: rupees(counted), reason })
  return { place, elsewhere, day, cash, evening, close }
}
