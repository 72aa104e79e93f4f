import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '~/db/client.server'
import { LOCKS } from '~/db/locks'
import { isMigrated } from '~/db/migrate.server'
import { rowsOf } from '~/db/rows-of'
import { bookings } from '~/db/schema'
import { databaseTrouble } from '~/db/trouble.server'
import { ZERO } from '~/domain/money'
import { setAttendance } from '~/features/booking/attendance.server'
import { sendLetterAgain } from '~/features/booking/booking-letters.server'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { returnAtOnce } from '~/features/booking/rescue.server'
import { sendDetails } from '~/features/booking/send-details.server'
import { tickPreparation, untickPreparation } from '~/features/front-desk/tick-preparation.server'
import { releaseHold } from '~/features/money/leave-payment.server'
import { askForMoney, extendHold } from '~/features/money/money-request.server'
import { handOverRefund, refundOwed, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { pollPayments } from '~/features/money/poll-payments.server'
import { strikeOutPayment } from '~/features/money/strike-payment.server'
import { takePayment } from '~/features/money/take-payment.server'
import { addNote, removeNote } from '~/features/stored-booking/internal-notes.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { closedGate } from '../support/gate'
import { claimOf, openOrder, pressPay, purchase, sendWebhook, statusOf, storedBooking } from '../support/purchase'
import { StaffTab } from '../support/staff-tab'
import { standingStill } from '../support/standing-still'
import { atCeleste, basicDraft, date, OWNER } from '../support/theatre'

const FAMILIES = 60
/** Waits until nobody else has it, which is as long as a page's connection may wait. */
const LONG_WAIT = sql`select pg_advisory_xact_lock(1, 1)`
/** Those who come before somebody who wants another screen: more than pages have connections. */
const AHEAD = 20

onPostgres('while somebody keeps a transaction open', () => {
  const app = useApp('postgres')

  const stuck = (statement: ReturnType<typeof sql>) => standingStill(app.context.client, statement)

  const lockOf = (screenId: string) =>
    sql`select pg_advisory_xact_lock(${LOCKS.screen.number}::integer, hashtext(${screenId}))`

  /** How many connections stand at the database's own lock. */
  async function countWaiting(): Promise<number> {
    const [row] = rowsOf<{ waiting: number }>(
      await app.context.client.urgentDb.execute(sql`
        select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`),
    )
    return row?.waiting ?? 0
  }

  /** What came of something and how long it took, in milliseconds. */
  async function timed<T>(work: Promise<T>) {
    const began = performance.now()
    const outcome = await work.catch((error: unknown) => error)
    return { outcome, took: performance.now() - began }
  }

  test('on a screen, sixty families who want it are told after 3 seconds, and nobody else notices', async () => {
    const letGo = await stuck(lockOf(app.theatre.aurora.id))
    let answered = 0
    const families = (count: number) =>
      Array.from({ length: count }, () =>
        timed(pressPay(app, basicDraft(app.theatre))).finally(() => {
          answered += 1
        }),
      )
    const before = families(AHEAD)
    expect(await pressPay(app, basicDraft(app.theatre, atCeleste(app.theatre)))).toMatchObject({ ok: true })
    // nobody elsewhere stands behind them
    expect(answered).toBeLessThan(AHEAD)
    const waiting = [...before, ...families(FAMILIES - AHEAD)]
    let most = 0
    while (answered < FAMILIES) {
      most = Math.max(most, await countWaiting())
      // a look costs the processors that the families need
      await pause(20)
    }
    const told = await Promise.all(waiting)
    await letGo()
    expect([most > 0, most <= 2]).toEqual([true, true])
    for (const { outcome, took } of told) {
      expect(outcome).toMatchObject({
        ok: false,
        reason: 'busy',
        message: expect.stringContaining('Nothing was charged'),
      })
      // two by two it would be 90 seconds for the last
      expect(took).toBeLessThan(45_000)
    }
    expect(await pressPay(app, basicDraft(app.theatre))).toMatchObject({ ok: true })
  })

  test('on a screen, a customer who cancels or moves is told beside the form, and nothing is changed', async () => {
    serveHere(app.context)
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre, { date: date('2027-03-10') }))
    const before = await storedBooking(app, bookingId)
    const query = `?date=2027-03-11&slot=${app.theatre.aurora.slots['19:00']}`
    const own = (page: 'cancel' | 'reschedule', fields?: Record<string, string>) =>
      ask({ at: `/b/:token/${page}`, id: linkToken, query, fields })
    const [cancel, move] = [(await own('cancel')).body, (await own('reschedule')).body] as [
      { sums: { all: number } },
      { move: { slotId: string; total: number; returned: { all: number } } },
    ]
    const { slotId, total, returned } = move.move
    const moving = { date: '2027-03-11', slot: slotId, total: String(total), returned: String(returned.all) }
    const letGo = await stuck(lockOf(app.theatre.aurora.id))
    const answers = [await own('cancel', { refund: String(cancel.sums.all) }), await own('reschedule', moving)]
    // what was chosen stands in the page's address, and the page is drawn as it was
    expect((await own('reschedule')).body).toMatchObject(move)
    await letGo()
    for (const { short, body, headers } of answers) {
      expect([short, body]).toEqual(['503', { fault: expect.stringMatching(/Please try again .*nothing was changed/) }])
      expect(headers.get('Retry-After')).toBe('5')
    }
    expect(await storedBooking(app, bookingId)).toEqual(before)
    expect((await own('reschedule', moving)).short).toBe(`303 /b/${linkToken}`)
  })

  test('on a booking, its customer who wants the money back at once is asked to press again', async () => {
    const { bookingId, linkToken } = await purchase(app, basicDraft(app.theatre))
    const letGo = await stuck(sql`select id from bookings where id = ${bookingId} for update`)
    const told = await returnAtOnce(app.context, linkToken)
    await letGo()
    expect(told).toMatchObject({ reason: 'busy', message: expect.stringContaining('Please try again') })
    expect(await returnAtOnce(app.context, linkToken)).toMatchObject({ reason: 'over' })
  })

  test('on a screen, staff who cancel or edit are told in the form that they sent, and nothing is changed', async () => {
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const before = await storedBooking(app, bookingId)
    const tab = new StaffTab(cookie)
    await tab.begin(`/booking/edit/${bookingId}`)
    const note = 'by the window'
    const money = {
      advance: String(before.total / 100),
      mode: 'cash',
      note,
      version: String(before.version),
      shownReturn: '0',
    }
    const edit = () => tab.step('/booking/payment', money)
    const wanted = { intent: 'delete', reason: 'Asked by phone', refund: 'policy' }
    const cancel = () => ask({ at: '/admin/bookings/view/:id', id: bookingId, fields: wanted, cookie })
    const letGo = await stuck(lockOf(app.theatre.aurora.id))
    const answers = [await edit(), await cancel()]
    await letGo()
    const words = expect.stringMatching(/Please try again .*nothing was changed/)
    for (const [index, typed] of [{ note }, { reason: wanted.reason, refund: 'policy' }].entries()) {
      const lastResult = expect.objectContaining({
        error: { '': [words] },
        initialValue: expect.objectContaining(typed),
      })
      expect(answers[index]).toMatchObject({ short: '503', body: { lastResult } })
      expect(answers[index]?.headers.get('Retry-After')).toBe('5')
    }
    expect(await storedBooking(app, bookingId)).toEqual(before)
    expect((await edit()).short).toBe(`303 /admin/bookings/view/${bookingId}`)
    expect((await cancel()).short).toBe('303 /admin/bookings')
  })

  test('on a screen, a program is told when to come again', async () => {
    const api = await openApi(app)
    const token = await api.logIn('super-admin')
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const letGo = await stuck(lockOf(app.theatre.aurora.id))
    const { status, headers, body } = await api.ask('DELETE', `/api/bookings/${bookingId}`, { json: {}, token })
    await letGo()
    expect([status, headers.get('Retry-After'), body.error]).toEqual([503, '5', expect.stringContaining('try again')])
  })

  test('on a booking, staff who change it are told, and it stands as it was', async () => {
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const open = await findEditable(app.context, OWNER, bookingId)
    if (!open) throw new Error('The booking cannot be opened.')
    const letGo = await stuck(sql`select 1 from bookings where id = ${bookingId} for update`)
    const edit = { ...open.money, mode: 'cash' as const, note: 'by the window' }
    const [saved, cancelled] = await Promise.all([
      timed(updateBooking(app.context, OWNER, bookingId, open.version, open.draft, edit)),
      timed(cancelByStaff(app.context, OWNER, bookingId, { reason: 'Asked by phone', refund: 'policy' })),
    ])
    await letGo()
    expect(saved.outcome).toMatchObject({ ok: false, reason: 'busy' })
    expect(cancelled.outcome).toMatchObject({ ok: false, reason: 'busy' })
    const [row] = await app.context.db.select().from(bookings).where(eq(bookings.id, bookingId))
    expect(row).toMatchObject({ status: 'booked', version: open.version, note: open.stored.note })
  })

  test('on a booking, whatever else is done about it is refused, not thrown, whoever asks', async () => {
    const { context } = app
    const { bookingId: id, linkToken } = await purchase(app, basicDraft(app.theatre))
    const { payments, version, total } = await storedBooking(app, id)
    const shown = ZERO
    const note = { about: 'booking', text: 'By the window', asksApproval: false } as const
    const letGo = await stuck(sql`select 1 from bookings where id = ${id} for update`)
    const told = await Promise.all([
      setAttendance(context, OWNER, id, 'arrived'),
      takePayment(context, OWNER, id, { amount: total, mode: 'cash', reference: '', shown }),
      askForMoney(context, OWNER, id, { sum: 'full', shown }),
      extendHold(context, OWNER, id, { deadline: 'two-hours' }),
      addNote(context, OWNER, id, note),
      removeNote(context, OWNER, id, 'none'),
      sendDetails(context, OWNER, id),
      sendLetterAgain(context, OWNER, id, 'none'),
      refundOwed(context, OWNER, id),
      handOverRefund(context, OWNER, id, 'none'),
      sendRefundAgain(context, OWNER, id, 'none'),
      strikeOutPayment(context, OWNER, id, payments[0]?.id ?? ''),
      tickPreparation(context, OWNER, { bookingId: id, item: 'none', wanted: '' }),
      untickPreparation(context, OWNER, { bookingId: id, item: 'none' }),
      payOnOwnPage(context, linkToken, { sum: 'due', shown }),
    ])
    await letGo()
    expect(new Set(told.map((one) => ('reason' in one ? one.reason : 'done')))).toEqual(new Set(['busy']))
    expect(await storedBooking(app, id)).toMatchObject({ version, payments })
  })

  test('on a booking that is paid, its customer is led on and waits, instead of an error after the money', async () => {
    serveHere(app.context)
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    const { signature, paymentId } = claimOf(app, app.emulator.pay(orderId, 'upi', 'success'))
    const { attempts } = await storedBooking(app, bookingId)
    const claim = { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature }
    const fields = { token: attempts[0]?.token ?? '', ...claim }
    const letGo = await stuck(lockOf(app.theatre.aurora.id))
    const back = await ask({ at: '/payment/verify', fields })
    await letGo()
    expect(back.short).toBe('303 /bookingConfirmation')
    // the order is asked about by itself
    app.clock.advanceMinutes(2)
    await pollPayments(app.context)
    await app.work()
    expect(await statusOf(app, bookingId)).toBe('booked')
  })

  test('on a booking whose payment is left, its slot stays held, instead of an error', async () => {
    const { orderId, bookingId } = await openOrder(app, basicDraft(app.theatre))
    app.emulator.pay(orderId, 'upi', 'pending')
    const letGo = await stuck(lockOf(app.theatre.aurora.id))
    const left = await releaseHold(app.context, { orderId })
    await letGo()
    expect(left).toMatchObject({ outcome: 'kept' })
    expect(await statusOf(app, bookingId)).toBe('pending')
  })

  test('on every connection that pages have, health is judged and webhooks are taken in', async () => {
    const { orderId } = await openOrder(app, basicDraft(app.theatre))
    const payment = app.emulator.pay(orderId, 'upi', 'success')
    const letGo = await stuck(LONG_WAIT)
    const crowd = Array.from({ length: 40 }, () => app.context.db.execute(LONG_WAIT).catch(() => {}))
    const first = Promise.race([
      Promise.all([
        isMigrated(app.context.client, app.context.settings.MIGRATIONS_DIR),
        sendWebhook(app, 'order.paid', payment),
      ]),
      Promise.all(crowd).then(() => 'after the crowd'),
    ])
    expect(await first).toEqual([true, 'accepted'])
    await letGo()
    await Promise.all(crowd)
  })

  test('every connection gives up by itself', async () => {
    const { db, jobsDb, urgentDb } = app.context.client
    const limits = async (pool: Database) =>
      rowsOf<Record<string, number>>(
        await pool.execute(
          sql`select name, setting::int as ms from pg_settings where name in
              ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout')`,
        ),
      ).map(({ ms }) => ms)
    for (const pool of [db, jobsDb, urgentDb]) for (const ms of await limits(pool)) expect(ms).toBeGreaterThan(0)
  })

  test('a statement that takes too long, and a transaction that stands still, are ended; the next one is served', async () => {
    const { db } = app.context
    const slow = db.transaction(async (tx) => {
      await tx.execute(sql`set local statement_timeout = 50`)
      await tx.execute(sql`select pg_sleep(20)`)
    })
    expect(databaseTrouble(await slow.catch((error: unknown) => error))).toBe('busy')
    const over = closedGate()
    const still = db.transaction(async (tx) => {
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 50`)
      await over.opened
      // what such a transaction still asks must not run on anybody else's connection
      return tx.execute(sql`insert into cities (id, name) values ('stray', 'Stray')`)
    })
    const outcome = await still.catch((error: unknown) => error)
    expect(databaseTrouble(outcome)).toMatch(/busy|away/)
    over.open()
    await Promise.all(Array.from({ length: 20 }, () => db.execute(sql`select 1`)))
    expect(rowsOf(await db.execute(sql`select 1 from cities where id = 'stray'`))).toEqual([])
  })

  test('two transactions that wait for each other both get through', async () => {
    const { db } = app.context
    const { aurora, celeste } = app.theatre
    let tries = 0
    let holding = 0
    const bothHaveOne = closedGate()
    const both = [
      [aurora.id, celeste.id],
      [celeste.id, aurora.id],
    ].map(([first, second]) =>
      db.transaction(async (tx) => {
        tries += 1
        await tx.execute(sql`update screens set description = description || '1' where id = ${first}`)
        holding += 1
        if (holding === 2) bothHaveOne.open()
        await bothHaveOne.opened
        await tx.execute(sql`update screens set description = description || '2' where id = ${second}`)
      }),
    )
    await Promise.all(both)
    // the database ends one of them, or both when both look at the same moment, and then perhaps once more
    expect(tries).toBeGreaterThan(2)
    const rows = rowsOf<{ description: string }>(
      await db.execute(sql`select description from screens where id in (${aurora.id}, ${celeste.id})`),
    )
    for (const { description } of rows) expect([...description].sort().join('')).toBe('12')
  })

  test.each([
    { given: 2, comes: 'done' },
    { given: 3, comes: 'busy' },
  ])('a transaction that the database gives up $given times is $comes', async ({ given, comes }) => {
    const { db } = app.context
    for (const code of ['40P01', '40001']) {
      let tries = 0
      const outcome = await db
        .transaction(async (tx) => {
          tries += 1
          await tx.execute(sql`insert into cities (id, name) values (${code}, 'Once')`)
          if (tries <= given) await tx.execute(sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`))
        })
        .then(
          () => 'done',
          (error: unknown) => databaseTrouble(error),
        )
      expect([outcome, tries]).toEqual([comes, 3])
      const stored = rowsOf(await db.execute(sql`select 1 from cities where id = ${code}`))
      expect(stored).toHaveLength(comes === 'done' ? 1 : 0)
    }
  })

  test('what is done while no other server does it is done once, whatever comes of it', async () => {
    const { client } = app.context
    let times = 0
    const outcome = client.exclusively('jobQueue', async () => {
      times += 1
      await client.db.execute(sql.raw(`do $$ begin raise exception using errcode = '40P01'; end $$`))
    })
    await expect(outcome.catch((error: unknown) => databaseTrouble(error))).resolves.toBe('busy')
    expect(times).toBe(1)
  })
})
