import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookings } from '~/db/schema'
import { rupees } from '~/domain/money'
import { placeHold } from '~/features/booking/place-booking.server'
import { addSlot, completeDraft, itemId } from '../support/factories'
import { databaseKinds, openProduct, type Product } from '../support/product'

describe.each(databaseKinds)('holding a slot on the %s database', (kind) => {
  let product: Product
  beforeAll(async () => {
    product = await openProduct(kind)
  })
  afterAll(() => product.close())

  const hold = (draft: Awaited<ReturnType<typeof completeDraft>>, claimed?: number) =>
    placeHold(product.context, { draft, dropped: undefined }, claimed === undefined ? undefined : rupees(claimed))

  test('of 50 families who want one slot at once, exactly one gets it and 49 are told', async () => {
    const drafts = await Promise.all(
      Array.from({ length: 50 }, () => completeDraft(product.context, { date: '2027-01-04' })),
    )
    const answers = await Promise.all(drafts.map((draft) => hold(draft)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'slot-taken')).toHaveLength(49)
    const rows = await product.context.db
      .select()
      .from(bookings)
      .where(eq(bookings.visitDate, drafts[0]?.date ?? ('' as never)))
    expect(rows).toHaveLength(1)
  })

  test('a slot that begins at another time but overlaps is refused; adjacent ones both sell', async () => {
    await addSlot(product.context, 'Celeste', '18:00', '21:00')
    await addSlot(product.context, 'Celeste', '13:30', '14:00')
    const date = '2027-01-05'
    const choose = (from: string) => completeDraft(product.context, { screen: 'Celeste', date, from })
    expect(await hold(await choose('17:30'))).toMatchObject({ ok: true })
    expect(await hold(await choose('18:00'))).toMatchObject({ ok: false, reason: 'slot-taken' })
    expect(await hold(await choose('13:30'))).toMatchObject({ ok: true })
    expect(await hold(await choose('14:00'))).toMatchObject({ ok: true })
    expect(await hold(await choose('10:30'))).toMatchObject({ ok: true })
  })

  test('a slot past midnight blocks the next day’s first hours', async () => {
    await addSlot(product.context, 'Nebula', '00:00', '02:00')
    const night = await completeDraft(product.context, { screen: 'Nebula', date: '2027-01-06', from: '22:30' })
    const morning = await completeDraft(product.context, { screen: 'Nebula', date: '2027-01-07', from: '00:00' })
    expect(await hold(night)).toMatchObject({ ok: true })
    expect(await hold(morning)).toMatchObject({ ok: false, reason: 'slot-taken' })
  })

  test('a hold that ran out never blocks, and its end is on record', async () => {
    const date = '2027-01-08'
    const first = await hold(await completeDraft(product.context, { date }))
    const late = await completeDraft(product.context, { date })
    expect(await hold(late)).toMatchObject({ ok: false, reason: 'slot-taken' })
    product.clock.advanceMinutes(15)
    expect(await hold(late)).toMatchObject({ ok: true })
    const bookingId = first.ok ? first.bookingId : ''
    const events = await product.context.db.query.bookingEvents.findMany({
      where: (event) => eq(event.bookingId, bookingId),
    })
    expect(events.map(({ kind: what }) => what)).toEqual(expect.arrayContaining(['held', 'hold-ended']))
  })

  test('a double click is one hold; a changed booking replaces its own hold', async () => {
    const draft = await completeDraft(product.context, { date: '2027-01-09' })
    const [one, two] = await Promise.all([hold(draft), hold(draft)])
    expect(one).toEqual(two)
    const changed = await hold({ ...draft, people: 6 })
    expect(changed).toMatchObject({ ok: true, status: 'pending' })
    expect(changed.ok && one.ok && changed.bookingId !== one.bookingId).toBe(true)
  })

  test('the price is the server’s: a tampered total is refused and books nothing', async () => {
    const draft = await completeDraft(product.context, { date: '2027-01-10', package: 'Celebration', people: 6 })
    const cake = await itemId(product.context, 'Red Velvet')
    const whole = { ...draft, cakes: [{ id: cake, count: 2 }], couponCode: 'LUMIERE10' }
    expect(await hold(whole, 1)).toMatchObject({ ok: false, reason: 'price-changed' })
    const placed = await hold(whole)
    const row = await product.context.db.query.bookings.findFirst({
      where: eq(bookings.id, placed.ok ? placed.bookingId : ''),
      with: { lines: true },
    })
    // 2499 + 2 × 250 + one Red Velvet for its special 150 + one for 699, less 10 %
    expect(row?.subtotal).toBe(rupees(3848))
    expect(row?.total).toBe(rupees(3463.2))
    expect(row?.lines.reduce((total, line) => total + line.amount, 0)).toBe(row?.total)
  })

  test('inside the last hour only Basic is sold', async () => {
    product.clock.set('2027-01-11T10:45:00Z')
    const soon = { date: '2027-01-11', from: '17:00' }
    const dear = await completeDraft(product.context, { ...soon, package: 'Grand Celebration' })
    const cake = await itemId(product.context, 'Pineapple')
    expect(await hold({ ...dear, cakes: [{ id: cake, count: 1 }] })).toMatchObject({
      ok: false,
      reason: 'basic-only',
      message: 'Only Basic Package is allowed before 1 hour',
    })
    expect(await hold(await completeDraft(product.context, soon))).toMatchObject({ ok: true })
  })

  test('a phone number holds at most two slots at a time', async () => {
    const customer = { name: 'Big Family', email: 'big.family@gmail.com', number: '9876512345' }
    const want = async (from: string) =>
      hold(await completeDraft(product.context, { date: '2027-01-14', from, customer }))
    expect(await want('10:00')).toMatchObject({ ok: true })
    expect(await want('13:30')).toMatchObject({ ok: true })
    expect(await want('17:00')).toMatchObject({ ok: false, reason: 'too-many-holds' })
  })

  test('a draft that is not complete is sent to its step', async () => {
    const draft = await completeDraft(product.context, { date: '2027-01-15', occasionId: undefined })
    expect(await hold(draft)).toMatchObject({
      ok: false,
      reason: 'incomplete',
      step: 'occasions',
      message: 'Select atleast one Occasion',
    })
  })
})
