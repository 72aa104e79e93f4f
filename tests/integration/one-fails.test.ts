import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, contactMessages, payments, refunds, uploads } from '~/db/schema'
import { announceDueLetters } from '~/features/booking/due-letters.server'
import { tidyHolds } from '~/features/booking/place-booking.server'
import { forgetOldData } from '~/features/customer/retention.server'
import { cleanUploads } from '~/features/media/uploads.server'
import { reconcileRefundsPage } from '~/features/money/reconcile-payments.server'
import { wakeRefunds } from '~/features/money/refund.server'
import { queueRefund } from '~/features/money/return-owed.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOrder, purchase, storedBooking } from '../support/purchase'
import { atCeleste, basicDraft } from '../support/theatre'

onEachDatabase('of many that a job works on, one that fails', (kind) => {
  const app = useApp(kind)
  const db = () => app.context.db
  const days = (count: number) => app.clock.advanceMinutes(count * 24 * 60)

  /** Does something while the database takes no change of some rows. */
  async function whileStuck(table: 'refunds' | 'bookings' | 'outbox', rows: string, work: () => Promise<unknown>) {
    await db().execute(sql.raw(`alter table ${table} add constraint stuck check (not (${rows})) not valid`))
    try {
      await expect(work()).rejects.toThrow(AggregateError)
    } finally {
      await db().execute(sql.raw(`alter table ${table} drop constraint stuck`))
    }
  }

  /** Two paid bookings, whose payments are the same in all but the place. */
  async function twoBought() {
    const first = await purchase(app, basicDraft(app.theatre))
    const second = await purchase(app, basicDraft(app.theatre, atCeleste(app.theatre)))
    await app.work()
    return [first, second] as const
  }

  test('keeps no other refund from being sent', async () => {
    const bought = await twoBought()
    for (const { bookingId } of bought) {
      const [row] = await db().select().from(payments).where(eq(payments.bookingId, bookingId))
      if (!row) throw new Error('The payment is missing.')
      await db().transaction((tx) =>
        queueRefund(app.context, tx, row, { reason: 'Asked by phone', amount: row.amount }),
      )
    }
    // as if neither job had come, the first one's time before the second one's
    for (const [nth, { bookingId }] of bought.entries())
      await db()
        .update(refunds)
        .set({ nextAt: new Date(app.clock.now().getTime() - 1_000 + nth) })
        .where(eq(refunds.bookingId, bookingId))
    const waits = async ({ bookingId }: { bookingId: string }) => {
      const [refund] = (await storedBooking(app, bookingId)).refunds
      return refund?.nextAt && refund.nextAt <= app.clock.now()
    }
    await whileStuck('refunds', `booking_id = '${bought[0].bookingId}'`, () => wakeRefunds(app.context))
    expect(await Promise.all(bought.map(waits))).toEqual([true, false])
    await wakeRefunds(app.context)
    expect(await Promise.all(bought.map(waits))).toEqual([false, false])
  })

  test('keeps the nightly look from no other refund', async () => {
    const bought = await twoBought()
    const made = bought.map(({ payment }) => app.emulator.ledger.refund(payment.id, { amount: 10_000 }, undefined))
    app.emulator.webhooks.events.length = 0
    app.clock.advanceMinutes(90)
    const known = async () => (await db().select().from(refunds)).map(({ providerRefundId }) => providerRefundId)
    for (const silent of bought) {
      await db().delete(refunds)
      app.emulator.arm({ path: `/v1/payments/${silent.payment.id}`, times: 100, status: 502, body: '<html>' })
      const page = { from: 0, to: app.clock.now().getTime(), skip: 0 }
      await expect(reconcileRefundsPage(app.context, page)).rejects.toThrow(AggregateError)
      expect(await known()).toEqual(
        made.filter(({ payment_id }) => payment_id !== silent.payment.id).map(({ id }) => id),
      )
      app.emulator.clearFaults()
    }
  })

  test('keeps no other family’s letter back', async () => {
    const [first] = await twoBought()
    await db()
      .update(bookings)
      .set({ createdAt: new Date('2027-03-01T06:30:00Z') })
    app.clock.set('2027-03-11T04:30:00Z')
    app.mailbox.mails.length = 0
    await whileStuck('outbox', `dedupe_key like '%${first.bookingId}%'`, () => announceDueLetters(app.context))
    await app.work()
    expect(app.mailbox.mails).toHaveLength(1)
    await announceDueLetters(app.context)
    await app.work()
    expect(app.mailbox.mails).toHaveLength(2)
  })

  test('keeps nothing else from being forgotten', async () => {
    const { bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.clock.advanceMinutes(30)
    await tidyHolds(app.context)
    const message = { name: 'Ravi', email: 'ravi@gmail.com', phone: '9845012345', message: 'Hello' }
    await db()
      .insert(contactMessages)
      .values({ id: 'm', ...message, handledAt: app.clock.now() })
    days(400)
    await whileStuck('bookings', `id = '${bookingId}'`, () => forgetOldData(app.context))
    expect(await db().$count(contactMessages)).toBe(0)
    expect(await storedBooking(app, bookingId)).not.toMatchObject({ customerNumber: '' })
    await forgetOldData(app.context)
    expect(await storedBooking(app, bookingId)).toMatchObject({ customerNumber: '' })
  })

  /** Uploads of long ago that nothing names. */
  async function oldUploads(...keys: string[]) {
    const facts = { width: 30, height: 20, widths: [30], uploadedBy: 'asha', createdAt: app.clock.now() }
    for (const key of keys)
      await db()
        .insert(uploads)
        .values({ key, ...facts })
    days(2)
  }

  /** In the place of a file there is a folder, which is not removed as a file is. */
  const stuck = (key: string) => mkdir(path.join(app.context.settings.DATA_DIR, 'files', key), { recursive: true })

  test('keeps no other upload', async () => {
    await oldUploads('uploads/stuck.webp', 'uploads/gone.webp')
    await stuck('uploads/stuck.webp')
    await app.context.files.put('uploads/gone.webp', Buffer.from('one'), 'image/webp')
    await expect(cleanUploads(app.context)).rejects.toThrow(AggregateError)
    expect((await db().select().from(uploads)).map(({ key }) => key)).toEqual(['uploads/stuck.webp'])
    expect(await app.context.files.read('uploads/gone.webp')).toBeUndefined()
  })

  test('is told of with the next four, and with how many there were', async () => {
    const keys = Array.from({ length: 7 }, (_, nth) => `uploads/${nth}.webp`)
    await oldUploads(...keys)
    for (const key of keys) await stuck(key)
    const failed = await cleanUploads(app.context).catch((error: unknown) => error)
    expect(failed).toMatchObject({ message: '7 of 7 tasks failed', errors: { length: 5 } })
  })
})
