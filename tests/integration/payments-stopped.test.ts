import { sql } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { rupees } from '~/domain/money'
import { startPayment } from '~/features/money/checkout.server'
import { payOnOwnPage } from '~/features/money/pay-on-own-page.server'
import { paymentsStopped } from '~/features/money/payments-stopped.server'
import AdminLayout, { loader } from '~/routes/admin/layout'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { askedMoney } from '../support/asked-money'
import { onEachDatabase } from '../support/database'
import { drawn } from '../support/drawn'
import { holdSlot } from '../support/purchase'
import { queriesOf } from '../support/statements'
import { basicDraft, date, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('payments that cannot be begun', (kind) => {
  const app = useApp(kind)
  let cookies: Record<'owner' | 'admin' | 'desk' | 'kitchen', string>
  beforeEach(async () => {
    serveHere(app.context)
    const { locationId } = app.theatre
    cookies = {
      owner: await signedIn(app, OWNER),
      admin: await signedIn(app, locationAdmin(locationId)),
      desk: await signedIn(app, { id: 'desk', name: 'Dora', role: 'front-desk', locationId }),
      kitchen: await signedIn(app, { id: 'cook', name: 'Kiran', role: 'kitchen', locationId }),
    }
  })

  /** What stands above a page of theirs. */
  async function said(who: keyof typeof cookies) {
    const request = new Request('http://localhost:3000/admin', { headers: { Cookie: cookies[who] } })
    const page = await drawn({ loader: () => loader({ request, params: {}, context: {} }), Component: AdminLayout })
    return new JSDOM(page).window.document.querySelector('main > [role="status"] p')?.textContent
  }
  const heldAt = (time: '10:00' | '13:00' | '19:00') =>
    holdSlot(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots[time] }))
  const begin = async (held: { attemptId: string | null }) => startPayment(app.context, held.attemptId ?? '')

  test.each([
    ['nobody answers', { cut: true }, /^.* The last answer: \w+: .+$/],
    ['our keys are refused', { status: 401, body: '{"error":{}}' }, /^.* The last answer: \w+: .+$/],
    ['the provider is in trouble', { status: 502, body: '<html>Bad gateway</html>' }, /^.* The last answer: \w+: .+$/],
  ])('are told to staff on every page until one begins: %s', async (_, trouble, ofOwner) => {
    const evening = await heldAt('19:00')
    expect(await said('owner')).toBeUndefined()
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 99, ...trouble })
    expect(await begin(evening)).toMatchObject({ ok: false })
    const words = (bookings: string) =>
      `Nobody has begun to pay online since 01/03/2027, 12:00 PM: ${bookings} could not, since the payment provider refuses or does not answer.`
    expect(await said('desk')).toBe(words('1 booking'))
    expect(await said('admin')).toBe(words('1 booking'))
    expect(await said('owner')).toMatch(ofOwner)
    expect(await said('kitchen')).toBeUndefined()
    app.clock.advanceMinutes(1)
    expect(await begin(await heldAt('10:00'))).toMatchObject({ ok: false })
    expect(await said('desk')).toBe(words('2 bookings'))

    app.emulator.reset()
    app.clock.advanceMinutes(1)
    expect(await begin(await heldAt('13:00'))).toMatchObject({ ok: true })
    expect(await said('owner')).toBeUndefined()
  })

  test('are told no more once the first order is made, also of a booking that could not be paid before', async () => {
    const [evening, morning] = [await heldAt('19:00'), await heldAt('10:00')]
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 99, cut: true })
    for (const held of [evening, morning]) {
      app.clock.advanceMinutes(1)
      await begin(held)
    }
    app.emulator.reset()
    app.clock.advanceMinutes(1)
    expect(await said('desk')).toMatch(/^Nobody has begun to pay online since 01\/03\/2027, 12:01 PM: 2 bookings /)
    expect(await begin(evening)).toMatchObject({ ok: true })
    expect(await said('desk')).toBeUndefined()
    // and away again
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 99, cut: true })
    app.clock.advanceMinutes(1)
    await begin(morning)
    expect(await said('desk')).toMatch(/^Nobody has begun to pay online since 01\/03\/2027, 12:04 PM: 1 booking /)
  })

  test('are not told of one family whose order alone is refused, but once a second one is', async () => {
    const { slots } = app.theatre.aurora
    const description = 'Amount exceeds maximum amount allowed.'
    const body = JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description } })
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 99, status: 400, body })
    const { customer } = basicDraft(app.theatre)
    for (const slotId of [slots['19:00'], slots['10:00']]) {
      await begin(await holdSlot(app, basicDraft(app.theatre, { slotId, customer })))
      app.clock.advanceMinutes(1)
    }
    expect(await said('desk')).toBeUndefined()
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual(['A family could not pay online'])
    expect(app.mailbox.mails[0]?.text.replace(/\s+/g, ' ')).toContain('If others are refused too, look in')
    await begin(await heldAt('13:00'))
    expect(await said('owner')).toBe(
      `Nobody has begun to pay online since 01/03/2027, 12:00 PM: 3 bookings could not, since the payment provider refuses or does not answer. The last answer: BAD_REQUEST_ERROR: ${description}`,
    )
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toEqual([
      'A family could not pay online',
      'Nobody can pay online',
    ])
    expect(app.mailbox.mails[1]?.text.replace(/\s+/g, ' ')).not.toContain('may be about this one payment')
    // of that, too, once
    await begin(await holdSlot(app, basicDraft(app.theatre, { date: date('2027-03-11') })))
    app.clock.advanceMinutes(31)
    await app.work()
    expect(app.mailbox.mails).toHaveLength(2)
  })

  test('are told no more half an hour after the last that was tried', async () => {
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 9, cut: true })
    await begin(await heldAt('19:00'))
    app.clock.advanceMinutes(29)
    expect(await said('desk')).toMatch(/^Nobody has begun to pay online since /)
    app.clock.advanceMinutes(1)
    expect(await said('desk')).toBeUndefined()
  })

  test('are told by when they were tried last: an order of a booking’s own page is tried again hours later', async () => {
    const { token } = await askedMoney(app).hold()
    const shown = rupees(999)
    const press = () => payOnOwnPage(app.context, token, { sum: 'asked', shown })
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 9, cut: true })
    expect(await press()).toMatchObject({ reason: 'no-order' })
    app.clock.advanceMinutes(40)
    expect(await said('desk')).toBeUndefined()
    expect(await press()).toMatchObject({ reason: 'no-order' })
    expect(await said('desk')).toMatch(
      /^Nobody has begun to pay online since 01\/03\/2027, 12:40 PM: 1 booking could not/,
    )
    app.clock.advanceMinutes(30)
    expect(await said('desk')).toBeUndefined()
  })

  test('are looked for at every page without reading each order that was ever made', async () => {
    const { db } = app.context
    app.emulator.arm({ method: 'POST', path: '/v1/orders', times: 9, cut: true })
    const { attemptId } = await holdSlot(app, basicDraft(app.theatre))
    await begin({ attemptId })
    await db.execute(sql`
      insert into payment_attempts select copy.*
      from payment_attempts one, generate_series(1, 20000) n, jsonb_populate_record(one, jsonb_build_object(
        'id', 'copy' || n, 'token', 'token' || n, 'receipt', 'receipt' || n, 'provider_order_id', 'order' || n, 'last_error', null,
        'status', 'ordered', 'order_tried_at', one.order_tried_at - make_interval(mins => n)
      )) copy where one.id = ${attemptId}`)
    await db.execute(sql`analyze payment_attempts`)
    const looks = await queriesOf(db, () => paymentsStopped(app.context))
    expect(looks).toHaveLength(1)
    for (const look of looks) {
      const plan = JSON.stringify(rowsOf(await db.execute(sql.raw(`explain (analyze, format json) ${look}`))))
      expect(plan).not.toMatch(/"Seq Scan"[^{}]*"Relation Name":"payment_attempts"/)
    }
    expect(await paymentsStopped(app.context)).toMatchObject({ count: 1 })
  })
})
