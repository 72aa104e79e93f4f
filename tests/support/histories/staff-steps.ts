import { blockedDates } from '~/db/schema'
import { paise, rupees } from '~/domain/money'
import { MOVED_FOR } from '~/domain/moved-for'
import { DESK_MODES } from '~/domain/payment-mode'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { ledgerOfRows } from '~/features/money/desk-money.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { basicDraft } from '../theatre'
import { anyStaff, choice, pick, standing, standingIds } from './choices'
import type { Model } from './model'
import type { Deed } from './steps'

const anyBooking = ({ families, stands }: Model, n: number): string | undefined =>
  pick([...new Set([...stands, ...families.flatMap(({ bookingId }) => bookingId || [])])], n)

export const STAFF_STEPS: Record<string, Deed> = {
  'staff book for somebody': {
    weight: 4,
    run: async (world, model, a) => {
      const draft = basicDraft(world.theatre, choice(world, a))
      const money = { advance: rupees(a % 3 ? 500 : 0), mode: 'cash', note: '' } as const
      const placed = await placeStaffBooking(world.context, anyStaff(world, a), draft, money)
      if (placed.ok) model.stands.add(placed.bookingId)
    },
  },
  'staff cancel a booking': {
    weight: 4,
    run: async (world, model, a, b) => {
      const id = anyBooking(model, a)
      if (!id) return
      const refund = (['policy', 'full', 'none'] as const)[b % 3] ?? 'full'
      const stood = (await world.look()).statuses.get(id) === 'booked'
      const answer = await cancelByStaff(world.context, anyStaff(world, b), id, { reason: 'Asked by phone', refund })
      if (!answer.ok) return
      model.stands.delete(id)
      if (stood) model.cancelled.add(id)
    },
  },
  'two of the staff edit a booking': {
    weight: 4,
    run: async (world, _model, a, b) => {
      const id = pick(await standingIds(world), a)
      const first = id && (await findEditable(world.context, anyStaff(world, a), id))
      if (!first) return
      const movedFor = pick(MOVED_FOR, Math.floor(b / 2))
      const edit = { ...first.money, mode: 'cash', note: `${b}`, tellCustomer: b % 2 === 0, movedFor } as const
      const drafts = [
        { ...first.draft, people: 2 + (b % 4) },
        { ...first.draft, ...choice(world, b) },
      ]
      // both opened the same version; the second one is told so
      const early = await updateBooking(
        world.context,
        anyStaff(world, a),
        id,
        first.version,
        drafts[b % 2] ?? first.draft,
        edit,
      )
      const late = await updateBooking(world.context, anyStaff(world, a + 1), id, first.version, first.draft, edit)
      if (early.ok && late.ok) throw new Error('a stale save went through')
    },
  },
  'staff take a payment': {
    weight: 2,
    run: async (world, _model, a, b) => {
      const booking = await standing(world, a)
      if (!booking) return
      const { remaining } = ledgerOfRows(booking, booking.payments, booking.refunds)
      const amount = b % 2 ? remaining : paise(Math.ceil(remaining / 2))
      const taking = { amount, shown: remaining, mode: pick(DESK_MODES, b) ?? 'cash', reference: '' }
      await takePayment(world.context, anyStaff(world, a), booking.id, taking)
    },
  },
  'staff strike a payment out': {
    weight: 2,
    run: async (world, _model, a, b) => {
      const booking = await standing(world, a)
      const payment = booking && pick(booking.payments, b)
      if (payment) await strikeOutPayment(world.context, anyStaff(world, b), booking.id, payment.id)
    },
  },
  'staff close a day': {
    weight: 1,
    run: async (world, _model, a) => {
      const { date } = choice(world, a)
      if (!date) return
      await world.db
        .insert(blockedDates)
        .values({ date, locationId: null, reason: 'Private event' })
        .onConflictDoNothing()
    },
  },
}
