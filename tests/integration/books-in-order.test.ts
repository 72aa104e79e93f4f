import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '~/db/schema'
import { paise, rupees } from '~/domain/money'
import { sendLetterAgain } from '~/features/booking/booking-letters.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { cancelByCustomer } from '~/features/booking/customer-changes.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { checkBooks } from '~/features/money/books-check.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { applyGatewayTruth } from '~/features/money/settle-payment.server'
import { seedDemo } from '~sandbox/demo/seed'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, comeBack, openOrder, paymentOf, purchase } from '../support/purchase'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'

const DAY = 24 * 60

onEachDatabase('books in order', (kind) => {
  const app = useApp(kind)
  const db = () => app.context.db
  const broken = async () => [...new Set((await checkBooks(app.context)).map(({ invariant }) => invariant))]
  /** A booking that was paid for by the advance. */
  const stored = (changes = {}) => purchase(app, basicDraft(app.theatre, changes))

  test('finds nothing wrong in a theatre’s ordinary week', async () => {
    const { context, theatre } = app
    const cancelled = await stored()
    expect(await cancelByCustomer(context, cancelled.linkToken, paise(0))).toMatchObject({ ok: true })
    const early = { date: date('2027-03-09') }
    const whole = await stored(early)
    await cancelByStaff(context, OWNER, whole.bookingId, { reason: 'The projector is broken', refund: 'full' })
    await stored({
      couponCode: 'TENTH',
      packageId: theatre.aurora.celebration,
      cakes: [],
      ...atCeleste(theatre, '13:00'),
    })
    const late = await openOrder(app, basicDraft(theatre, { ...early, slotId: theatre.aurora.slots['10:00'] }))
    await releaseHold(context, { orderId: late.orderId })
    await comeBack(app, app.emulator.pay(late.orderId, 'upi', 'success'))
    const lost = await openOrder(app, basicDraft(theatre, { ...early, slotId: theatre.aurora.slots['13:00'] }))
    app.clock.advanceMinutes(20)
    await stored({ ...early, slotId: theatre.aurora.slots['13:00'] })
    app.emulator.pay(lost.orderId, 'upi', 'success')
    await applyGatewayTruth(context, lost.orderId)
    await bookAtDesk(app, basicDraft(theatre, { date: date('2027-03-10') }), 200)
    const partly = await stored({ date: date('2027-03-11') })
    const payment = await paymentOf(app, partly.bookingId)
    await db().transaction((tx) => queueRefund(context, tx, payment, { reason: 'Asked by phone', amount: rupees(500) }))
    await app.work()
    expect(await checkBooks(context)).toEqual([])
  })

  test('a confirmation counts once, though it was sent again and emptied after a month', async () => {
    const { bookingId } = await stored()
    await app.work()
    const [mail] = await db().select().from(outbox).where(eq(outbox.kind, 'confirmation'))
    expect(await sendLetterAgain(app.context, OWNER, bookingId, mail?.id ?? '')).toMatchObject({ ok: true })
    expect(await broken()).toEqual([])
    await app.work()
    app.clock.advanceMinutes(40 * DAY)
    await forgetOldData(app.context)
    expect((await db().select().from(outbox)).map(({ payload }) => payload)).toEqual([{ bookingId }, { bookingId }])
    expect(await broken()).toEqual([])
  })
})

onEachDatabase('the demo’s books', (kind) => {
  const app = useApp(kind)
  test('are right', async () => {
    await app.database.clear()
    const { business } = app.context
    const now = app.clock.now()
    await seedDemo(app.context.db, { now, zone: business.timeZone, appUrl: business.appUrl, phone: '9845012345' })
    expect(await checkBooks(app.context)).toEqual([])
  })
})
