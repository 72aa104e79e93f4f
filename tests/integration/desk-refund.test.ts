import { expect, test } from 'vitest'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { type BookingEdit, findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { handOverRefund } from '~/features/money/owed-refunds.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { storedBooking } from '../support/purchase'
import { bookByStaff } from '../support/staff-booking'
import { fullDraft, locationAdmin } from '../support/theatre'

onEachDatabase('a refund by staff', (kind) => {
  const app = useApp(kind)
  const staff = () => {
    const admin = locationAdmin(app.theatre.locationId)
    const desk: ActingStaff = { ...admin, id: 'desk', name: 'Sonu', role: 'front-desk' }
    return { admin, desk }
  }
  /** A booking of ₹4,436 by the desk, with so many paise of it in cash. */
  const book = (advance: number, slot: string) =>
    bookByStaff(app, fullDraft(app.theatre, { slotId: app.theatre.aurora.slots[slot] }), advance, staff().desk)
  const refundsOf = async (id: string) => (await storedBooking(app, id)).refunds.map((refund) => refund.id)
  const CANCEL = { reason: 'Ill', refund: 'full' } as const

  test('the front desk sends back up to a set sum, an admin any', async () => {
    const { admin, desk } = staff()
    const dear = await book(50_001, '19:00')
    expect(await cancelByStaff(app.context, desk, dear, CANCEL)).toMatchObject({ ok: false, reason: 'beyond-desk' })
    expect(await cancelByStaff(app.context, admin, dear, CANCEL)).toMatchObject({ ok: true, returned: 50_001 })
    expect(await cancelByStaff(app.context, desk, await book(50_000, '13:00'), CANCEL)).toMatchObject({
      ok: true,
      returned: rupees(500),
    })
    // what an admin sends back of a booking is handed over within the limit too, however many payments it came in
    const parts = await book(40_000, '13:00')
    const taking = { amount: rupees(300), shown: rupees(4_036), mode: 'cash' as const, reference: '' }
    expect(await takePayment(app.context, desk, parts, taking)).toMatchObject({ ok: true })
    await cancelByStaff(app.context, admin, parts, CANCEL)
    const [first = '', second = ''] = await refundsOf(parts)
    expect(await handOverRefund(app.context, desk, parts, first)).toMatchObject({ ok: true })
    expect(await handOverRefund(app.context, desk, parts, second)).toMatchObject({ reason: 'beyond-desk' })
    expect(await handOverRefund(app.context, admin, parts, second)).toMatchObject({ ok: true })
  })

  test('what the front desk began and what it hands over count against one sum, each refund once', async () => {
    const { admin, desk } = staff()
    const both = await book(90_000, '19:00')
    const begun = await findEditable(app.context, desk, both)
    if (!begun) throw new Error('The booking is gone.')
    // ₹400 are struck out, then an admin sends the other ₹500 back
    const less = { advance: rupees(500), mode: 'cash', note: '' } as const
    expect(await updateBooking(app.context, desk, both, begun.version, begun.draft, less)).toMatchObject({ ok: true })
    await cancelByStaff(app.context, admin, both, CANCEL)
    const [rest = ''] = await refundsOf(both)
    expect(await handOverRefund(app.context, desk, both, rest)).toMatchObject({
      reason: 'beyond-desk',
      message: expect.stringContaining('₹400 went back or was taken off already'),
    })
    expect(await handOverRefund(app.context, admin, both, rest)).toMatchObject({ ok: true })

    const own = await book(50_000, '13:00')
    expect(await cancelByStaff(app.context, desk, own, CANCEL)).toMatchObject({ ok: true })
    const [counted = ''] = await refundsOf(own)
    expect(await handOverRefund(app.context, desk, own, counted)).toMatchObject({ ok: true, handed: rupees(500) })
    expect((await storedBooking(app, own)).deskReturned).toBe(rupees(500))
  })

  test('what is needed again before anybody handed it over counts no more', async () => {
    const { desk } = staff()
    const id = await bookByStaff(app, fullDraft(app.theatre), 0, desk)
    const { total } = await storedBooking(app, id)
    const taking = { amount: total, shown: total, mode: 'cash' as const, reference: '' }
    expect(await takePayment(app.context, desk, id, taking)).toMatchObject({ ok: true })
    const people = async (count: number) => {
      const begun = await findEditable(app.context, desk, id)
      if (!begun) throw new Error('The booking is gone.')
      const money = { ...begun.money, mode: 'cash' as const, note: '' }
      return updateBooking(app.context, desk, id, begun.version, { ...begun.draft, people: count }, money)
    }
    for (let turn = 0; turn < 4; turn++) {
      expect(await people(3)).toMatchObject({ ok: true })
      const { deskReturned, refunds } = await storedBooking(app, id)
      const waiting = refunds.filter(({ status }) => status === 'queued').reduce((all, { amount }) => all + amount, 0)
      expect([waiting > 0, deskReturned]).toEqual([true, waiting])
      expect(await people(4)).toMatchObject({ ok: true })
      expect(await storedBooking(app, id)).toMatchObject({ deskReturned: 0, received: total })
    }
    // of what is needed again in part, the rest counts as the desk's own, and is handed over within what it may
    expect(await people(2)).toMatchObject({ ok: true })
    expect(await people(3)).toMatchObject({ ok: true })
    const { deskReturned, refunds } = await storedBooking(app, id)
    const [rest, ...others] = refunds.filter(({ status }) => status === 'queued')
    expect([rest?.amount, rest?.deskCounted, others]).toEqual([deskReturned, true, []])
    expect(await handOverRefund(app.context, desk, id, rest?.id ?? '')).toMatchObject({ ok: true })
    expect((await storedBooking(app, id)).deskReturned).toBe(deskReturned)
  })

  test('what an admin began is not the front desk’s own by a press that begins it anew', async () => {
    const { admin, desk } = staff()
    const edit = async (who: ActingStaff, id: string, changes: Partial<Draft>, money: Partial<BookingEdit> = {}) => {
      const begun = await findEditable(app.context, who, id)
      if (!begun) throw new Error('The booking is gone.')
      const given = { ...begun.money, mode: 'cash' as const, note: '', ...money }
      return updateBooking(app.context, who, id, begun.version, { ...begun.draft, ...changes }, given)
    }
    const waiting = async (id: string) => {
      const { refunds, deskReturned } = await storedBooking(app, id)
      const [task, ...others] = refunds.filter(({ status }) => status === 'queued')
      expect(others).toEqual([])
      return { task: task?.id ?? '', amount: task?.amount, deskReturned }
    }
    const handedOver = async (who: ActingStaff, id: string) =>
      handOverRefund(app.context, who, id, (await waiting(id)).task)
    const CHEAPER = { people: 2, gifts: [] }

    // a payment of ₹100 is struck out, for which ₹100 of the admin's ₹799 are needed again
    const struck = await book(10_000, '19:00')
    app.clock.advanceMinutes(1)
    const taking = { amount: rupees(4_336), shown: rupees(4_336), mode: 'cash' as const, reference: '' }
    await takePayment(app.context, desk, struck, taking)
    expect(await edit(admin, struck, CHEAPER)).toMatchObject({ ok: true, returned: { desk: rupees(799) } })
    const [slip] = (await storedBooking(app, struck)).payments
    expect(await strikeOutPayment(app.context, desk, struck, slip?.id ?? '')).toMatchObject({ ok: true })
    expect(await waiting(struck)).toMatchObject({ amount: rupees(699), deskReturned: rupees(100) })
    expect(await handedOver(desk, struck)).toMatchObject({ reason: 'beyond-desk' })
    expect(await handedOver(admin, struck)).toMatchObject({ ok: true })

    // one guest more, and ₹1 less in cash
    const edited = await book(443_600, '13:00')
    expect(await edit(admin, edited, CHEAPER)).toMatchObject({ ok: true, returned: { desk: rupees(799) } })
    expect(await edit(desk, edited, { people: 3 }, { advance: rupees(4_435) })).toMatchObject({ ok: true })
    expect(await waiting(edited)).toMatchObject({ amount: rupees(598), deskReturned: rupees(1) })
    expect(await handedOver(desk, edited)).toMatchObject({ reason: 'beyond-desk' })
    expect(await edit(desk, edited, { people: 4 })).toMatchObject({ ok: true })
    expect(await waiting(edited)).toMatchObject({ amount: rupees(398) })
    expect(await handedOver(desk, edited)).toMatchObject({ ok: true })
    expect((await storedBooking(app, edited)).deskReturned).toBe(rupees(399))
  })
})
