import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { screens } from '~/db/schema'
import { rupees, ZERO } from '~/domain/money'
import { rescheduleByCustomer } from '~/features/booking/customer-changes.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { findRescue, takeOffer } from '~/features/booking/rescue.server'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { findStoredBooking } from '~/features/stored-booking/stored-booking.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { holdSlot, openOrder, pressPay, purchase, storedBooking } from '../support/purchase'
import { basicDraft, date, OWNER } from '../support/theatre'

/** What a database says to a booking that all our own questions let through, as codes of its own. */
const SAYS = {
  taken: { code: '23P01', constraint: 'bookings_no_overlap' },
  busy: { code: '55P03', constraint: '' },
  broken: { code: '22012', constraint: '' },
} as const

onEachDatabase('a database that refuses at the last moment', (kind) => {
  const app = useApp(kind)
  const MONEY = { advance: ZERO, mode: 'cash' as const, note: '' }
  const WEDNESDAY = date('2027-03-10')
  const evening = () => ({ date: WEDNESDAY, slotId: app.theatre.aurora.slots['22:30'] ?? '' })

  /** From now on every booking that takes a slot is refused, as by a server that was a moment quicker. */
  async function refuse(word: keyof typeof SAYS) {
    const { code, constraint } = SAYS[word]
    const says = `raise exception 'not now' using errcode = '${code}', constraint = '${constraint}'`
    await app.context.db.execute(
      sql.raw(`create function refuse_now() returns trigger language plpgsql as $$ begin ${says}; end $$`),
    )
    await app.context.db.execute(sql`create trigger refuse_now before insert or update of slot_from, status on bookings
      for each row execute function refuse_now()`)
  }
  const allow = () => app.context.db.execute(sql`drop function if exists refuse_now() cascade`)
  afterEach(allow)

  const PRESSES: Record<string, () => Promise<() => Promise<unknown>>> = {
    'a visitor who pays': async () => {
      const draft = basicDraft(app.theatre)
      return () => pressPay(app, draft)
    },
    'staff who book': async () => {
      const draft = basicDraft(app.theatre)
      return () => placeStaffBooking(app.context, OWNER, draft, MONEY)
    },
    'staff who change a booking': async () => {
      const { bookingId } = await purchase(app, basicDraft(app.theatre))
      const open = (await findEditable(app.context, OWNER, bookingId)) ?? expect.fail('it cannot be opened')
      const edit = { ...MONEY, ...open.money, movedFor: 'family' as const }
      return () => updateBooking(app.context, OWNER, bookingId, open.version, { ...open.draft, ...evening() }, edit)
    },
    'a customer who moves': async () => {
      const { linkToken } = await purchase(app, basicDraft(app.theatre, { date: WEDNESDAY }))
      return () => rescheduleByCustomer(app.context, linkToken, evening(), { total: rupees(1_499), returned: ZERO })
    },
    'a customer who takes another slot': async () => {
      const { bookingId, linkToken } = await slotLost()
      const stored = await findStoredBooking(app.context.db, bookingId)
      const [offer] = (stored && (await findRescue(app.context, stored)))?.offers ?? []
      if (!offer) throw new Error('Nothing is offered.')
      return () => takeOffer(app.context, linkToken, offer, offer.total)
    },
  }

  /** Late money for a slot that somebody else holds by now. */
  async function slotLost() {
    await app.context.db.update(screens).set({ locationId: app.theatre.locationId })
    const late = await openOrder(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(15)
    await holdSlot(app, basicDraft(app.theatre))
    app.emulator.pay(late.orderId, 'upi', 'success')
    await applyGatewayTruth(app.context, late.orderId)
    return late
  }

  describe.each(Object.keys(PRESSES))('to %s', (who) => {
    test('says that the slot is taken or that it is busy; what is broken is hidden from nobody', async () => {
      const press = (await PRESSES[who]?.()) ?? expect.fail()
      for (const [word, reason] of [
        ['taken', 'slot-taken'],
        ['busy', 'busy'],
      ] as const) {
        await refuse(word)
        expect(await press(), word).toMatchObject({ ok: false, reason })
        await allow()
      }
      await refuse('broken')
      await expect(press()).rejects.toMatchObject({ cause: { code: SAYS.broken.code } })
      await allow()
      expect(await press(), 'and then').toMatchObject({ ok: true })
    })
  })

  test.each(['success', 'authorize'] as const)('lets late money (%s) wait for another slot', async (outcome) => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(15)
    app.emulator.pay(orderId, 'upi', outcome)
    await refuse('broken')
    await expect(applyGatewayTruth(app.context, orderId)).rejects.toMatchObject({ cause: { code: SAYS.broken.code } })
    await allow()
    expect(await storedBooking(app, bookingId), 'nothing half done').toMatchObject({ payments: [], refunds: [] })
    await refuse('taken')
    expect(await applyGatewayTruth(app.context, orderId)).toMatchObject({ ok: true })
    expect((await storedBooking(app, bookingId)).status).not.toBe('booked')
  })
})
