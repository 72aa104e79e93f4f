import { beforeEach, describe, expect, test } from 'vitest'
import type { Draft } from '~/domain/draft'
import { rupees } from '~/domain/money'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { readDraft, storeDraft } from '~/features/flow/flow-draft.server'
import { enterQuote } from '~/features/flow/flow-quote.server'
import { finishStaffDraft } from '~/features/flow/staff-draft.server'
import { answerBesides, answerStep, pressedOf } from '~/features/flow/step-answer.server'
import { openDraft } from '~/http/draft.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { enteredQuote, quoteOf } from '../support/quotes'
import { basicDraft, fullDraft, locationAdmin, OWNER } from '../support/theatre'

// what a step says is not about the database
describe('the flow answers with values', () => {
  const app = useApp('embedded')
  let owner = ''
  beforeEach(async () => {
    serveHere(app.context)
    owner = await signedIn(app, OWNER)
  })

  const asked = (draft?: string, cookie = '') =>
    new Request(`http://localhost:3000/booking/payment${draft === undefined ? '' : `?draft=${draft}`}`, {
      headers: { Cookie: cookie },
    })
  const read = (draft?: string, cookie?: string) => readDraft(app.context, asked(draft, cookie))
  const quoteFor = (changes: Partial<Draft> = {}) => enteredQuote(app, fullDraft(app.theatre, changes))

  describe('where there is no draft, it says why', () => {
    test('to staff at an address that names none', async () => {
      expect(await read(undefined, owner)).toEqual({ ok: false, reason: 'none-named' })
      expect(await read()).toMatchObject({ ok: true, flowDraft: { draft: { addons: [] } } })
    })

    test('to a stranger, to somebody else, and when it is gone or has become a booking', async () => {
      const staff = { id: OWNER.id }
      const id = await beginStaffBooking(app.context, staff)
      const other = await signedIn(app, locationAdmin(app.theatre.locationId))
      expect(await read(id)).toEqual({ ok: false, reason: 'nobody-signed-in' })
      expect(await read(id, other)).toEqual({ ok: false, reason: 'gone' })
      expect(await read('gone', owner)).toEqual({ ok: false, reason: 'gone' })
      const found = await read(id, owner)
      if (!found.ok || !found.flowDraft.staffActor) throw new Error('The draft is not there.')
      await finishStaffDraft(app.context, staff, found.flowDraft.staffActor.storedDraft, 'b1')
      expect(await read(id, owner)).toEqual({ ok: false, reason: 'booked', bookingId: 'b1' })
      // what it was on its way is not kept either
      expect(await app.context.db.query.staffDrafts.findMany()).toMatchObject([{ content: { done: 'b1' }, trail: [] }])
    })

    test('and a page leads each of them on', async () => {
      const leads = async (draft?: string, cookie?: string) => {
        const led = await openDraft(app.context, asked(draft, cookie)).catch((thrown: Response) => thrown)
        return led instanceof Response ? `${led.status} ${led.headers.get('Location')}` : 'a draft'
      }
      expect(await leads()).toBe('a draft')
      expect(await leads(undefined, owner)).toBe('303 /admin/unfinished-bookings')
      expect(await leads('gone', owner)).toBe('303 /admin/unfinished-bookings')
      expect(await leads('any')).toMatch(/^303 \/login\?next=/)
    })
  })

  test('a draft of staff that was changed at the same moment is refused, with the step to look at', async () => {
    const id = await beginStaffBooking(app.context, { id: OWNER.id })
    const [one, two] = [await read(id, owner), await read(id, owner)]
    if (!one.ok || !two.ok) throw new Error('The draft is not there.')
    const changed = (people: number) => basicDraft(app.theatre, { people })
    expect(await storeDraft(app.context, one.flowDraft, changed(2), undefined)).toEqual({ ok: true })
    expect(await storeDraft(app.context, two.flowDraft, changed(3), undefined)).toMatchObject({
      ok: false,
      reason: 'changed-at-once',
      step: 'customer-details',
    })
  })

  test('a step leads on, shows itself again, or says what is missing', async () => {
    const quote = await quoteFor()
    const answer = (intent: string, changes = {}) =>
      answerStep(app.context, quote, 'cakes', { ...quote.draft, ...changes }, intent)
    expect(await answer('next')).toMatchObject({ ok: true, to: 'gifts' })
    expect(await answer('more')).toMatchObject({ ok: true, to: 'cakes', again: true })
    expect(await answer('next', { cakes: [] })).toMatchObject({ ok: false, faults: { '': 'Select atleast one Cake' } })
  })

  test('what is typed is kept without being judged; on leaving it is said when it does not fit', async () => {
    const quote = await quoteFor()
    const answer = (intent: string, changes = {}) =>
      answerStep(app.context, quote, 'addons', { ...quote.draft, ...changes }, intent)
    const tooLong = { ledName: 'x'.repeat(25), celebrantName: 'Tara' }
    const saved = await answer('keep', tooLong)
    expect(saved).toMatchObject({ keep: { draft: { ledName: 'AARAV MEHTA', celebrantName: 'Tara' } } })
    expect(saved.ok && saved.to).toBeUndefined()
    expect(await answer('leave', { ledName: 'TARA' })).toMatchObject({ ok: true, keep: { draft: { ledName: 'TARA' } } })
    for (const intent of ['leave', 'go:gifts', 'next'])
      expect(await answer(intent, tooLong), intent).toMatchObject({
        ok: false,
        faults: { ledName: 'Led Name can have at most 24 characters' },
        typed: { ledName: tooLong.ledName },
        keep: { ledName: 'AARAV MEHTA', celebrantName: 'Tara' },
      })
    expect(await answer('go:gifts', { ledName: 'TARA' })).toMatchObject({
      to: 'gifts',
      keep: { draft: { ledName: 'TARA' } },
    })
  })

  test('a name that is paid for and left empty is asked for once', async () => {
    const quote = await quoteFor({ ledName: undefined })
    const next = (draft: Draft) => answerStep(app.context, { ...quote, draft }, 'addons', draft, 'next')
    const asked = await next(quote.draft)
    expect(asked).toMatchObject({
      ok: false,
      faults: { ledName: expect.stringMatching(/^Which name shall the lights show/) },
    })
    if (asked.ok || !asked.keep) throw new Error('Nothing was asked.')
    expect(await next(asked.keep)).toMatchObject({ ok: true, to: 'cakes' })
    // taken off and put on again it is asked for again
    const without = await answerStep(app.context, quote, 'addons', { ...asked.keep, addons: [] }, 'remove')
    const { draft } = (without as { keep: { draft: Draft } }).keep
    expect(await next({ ...draft, addons: quote.draft.addons })).toMatchObject({ ok: false })
  })

  test('a card is chosen and stays, its short cut leads on, and an occasion’s asks once for the celebrant', async () => {
    const quote = await quoteFor({ occasionId: undefined, celebrantName: undefined, cakes: [] })
    const { id } = quote.offers.occasions[0] ?? { id: '' }
    const chosen = { ...quote.draft, occasionId: id }
    const answer = (intent: string, draft: Draft = chosen) =>
      answerStep(app.context, { ...quote, draft }, 'occasions', draft, intent)
    expect(await answer(`occasion:${id}`)).toMatchObject({ ok: true, to: 'occasions', again: true })
    expect(await answer('next')).toMatchObject({ ok: true, to: 'addons' })
    expect(await answer(`with:${id}`, { ...chosen, celebrantName: 'Aarav' })).toMatchObject({ ok: true, to: 'cakes' })
    const asked = await answer(`with:${id}`)
    const question = { celebrantName: expect.stringMatching(/^Whose day is it/) }
    expect(asked).toMatchObject({ ok: false, faults: question, keep: { occasionId: id } })
    if (asked.ok || !asked.keep) throw new Error('Nothing was asked.')
    expect(await answer(`with:${id}`, asked.keep)).toMatchObject({ ok: true, to: 'cakes' })
    const packaged = await answerStep(app.context, quote, 'packages', quote.draft, `with:${quote.draft.packageId}`)
    expect(packaged).toMatchObject({ ok: true, to: 'occasions' })
  })

  test('what stands beside a step keeps what it changed, and nothing else', async () => {
    const quote = await quoteFor()
    const beside = (entries: Record<string, string>) =>
      answerBesides(app.context, quote, 'cakes', new Map(Object.entries(entries)))
    expect(await beside({ intent: 'next' })).toBeUndefined()
    expect(await beside({ intent: 'remove-coupon' })).toEqual({
      ok: true,
      to: 'cakes',
      again: true,
      keep: { draft: { ...quote.draft, couponCode: undefined }, dropped: undefined },
    })
  })

  test('what is pressed beside a step keeps what its form says, and a text that does not fit is said beside a good coupon', async () => {
    const quote = await quoteFor({ couponCode: undefined })
    const beside = (intent: string, changes: Partial<Draft>, code = '') => {
      const fields = new Map(Object.entries({ intent, code }))
      return answerBesides(app.context, quote, 'addons', fields, { ...quote.draft, ...changes })
    }
    const good = { ledName: 'TARA' }
    expect(await beside('coupon', good, 'tenth')).toMatchObject({ keep: { draft: { ...good, couponCode: 'TENTH' } } })
    expect(await beside('coupon', good, 'NOTHING')).toMatchObject({ ok: false, typed: good, keep: good })
    const tooLong = { ledName: 'x'.repeat(25), gifts: [] }
    const faults = { ledName: 'Led Name can have at most 24 characters' }
    expect(await beside('coupon', tooLong, 'tenth')).toMatchObject({
      ...{ ok: false, faults, typed: { ledName: tooLong.ledName } },
      keep: { gifts: [], ledName: 'AARAV MEHTA', couponCode: 'TENTH' },
    })
    expect(await beside('coupon', { packageId: app.theatre.aurora.basic }, 'tenth')).toMatchObject({
      ...{ ok: false, faults: { '': 'Coupons are not offered for the Basic package' } },
      keep: { packageId: app.theatre.aurora.basic },
    })
  })

  test.each([
    ['coupon', ['', 'TENTH'], undefined, ['coupon', 'TENTH']],
    ['coupon', ['TENTH', ''], undefined, ['coupon', 'TENTH']],
    ['coupon', ['NOPE', 'TENTH'], 'NOPE', ['coupon', 'TENTH']],
    ['coupon', ['NOPE', 'NOPE'], 'NOPE', ['coupon', 'NOPE']],
    ['next', ['', ' '], undefined, ['next', ' ']],
    ['next', ['', 'TENTH'], undefined, ['coupon', 'TENTH']],
    ['next', ['nope ', 'NOPE'], 'NOPE', ['next', 'nope ']],
    ['pay', ['NOPE', 'TENTH'], 'NOPE', ['coupon', 'TENTH']],
    ['keep', ['', 'TEN'], undefined, ['keep', 'TEN']],
  ])('%s with the coupon’s fields %j, refused %s, means %j', (intent, typed, refused, meant) => {
    const form = new FormData()
    for (const code of typed) form.append('code', code)
    form.set('intent', intent)
    if (refused) form.set('refused', refused)
    const fields = pressedOf(form)
    expect([fields.get('intent'), fields.get('code')]).toEqual(meant)
  })

  test('what is pressed beside a package says which cakes it takes out', async () => {
    const quote = await quoteFor({ couponCode: undefined })
    const basic = { ...quote.draft, packageId: app.theatre.aurora.basic }
    const pressed = new Map([['intent', 'remove-coupon']])
    expect(await answerBesides(app.context, quote, 'packages', pressed, basic)).toMatchObject({
      notice: expect.stringMatching(/^Basic comes without a cake: .* taken out\.$/),
    })
  })

  test('a step that may not be entered names the first that is incomplete', async () => {
    const draft = fullDraft(app.theatre, { customer: undefined })
    expect(enterQuote(await quoteOf(app, draft), 'payment')).toMatchObject({ ok: false, step: 'customer-details' })
  })

  test('every refusal says at which step it is mended', async () => {
    const money = { advance: rupees(0), mode: 'cash' as const, note: '' }
    const book = (staff = OWNER) => placeStaffBooking(app.context, staff, basicDraft(app.theatre), money)
    expect(await book(locationAdmin('elsewhere'))).toMatchObject({ reason: 'out-of-scope', step: 'payment' })
    expect(await book()).toMatchObject({ ok: true })
    const again = basicDraft(app.theatre, { attemptId: 'another' })
    expect(await placeStaffBooking(app.context, OWNER, again, money)).toMatchObject({
      reason: 'slot-taken',
      step: 'slots',
    })
  })
})
