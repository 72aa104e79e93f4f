import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { enterStep } from '~/domain/booking-steps'
import { type Draft, type Dropped, emptyDraft } from '~/domain/draft'
import { draftCookie, readDraftCookie } from '~/features/flow/draft-cookie.server'
import { reviseQuote } from '~/features/flow/flow-quote.server'
import { ask, everyAddress, serveHere, visit } from '../support/addresses'
import { useApp } from '../support/app'
import { purchase } from '../support/purchase'
import { basicDraft, fullDraft, VISIT } from '../support/theatre'

const STEPS = ['screens', 'slots', 'customerDetails', 'otherdetails/packages', 'otherdetails/occasions']
const ITEMS = ['addons', 'cakes', 'gifts'].map((kind) => `otherdetails/${kind}`)
const VERBS = ['next', 'pay', 'keep', 'leave', 'choose', 'restore', 'coupon', 'remove-coupon', 'go:gifts', 'go:nowhere']
const NAMED = ['with', 'occasion', 'package', 'more', 'less', 'remove']

describe('whatever is pressed', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  const cookieOf = async (draft: Draft, dropped?: Dropped) =>
    (await draftCookie({ draft, dropped })).split(';')[0] ?? ''

  /** Where a press on a step leads with its draft: the status, the address, and the draft that is kept. */
  async function press(step: string, draft: Draft, fields: Record<string, string>, dropped?: Dropped) {
    const at = `/booking/${step}`
    const pattern = at.toLowerCase()
    const found = (await everyAddress()).find((one) => one.pattern.toLowerCase() === pattern)
    if (!found) throw new Error(`There is no ${at}.`)
    const cookie = await cookieOf(draft, dropped)
    const { short, headers } = await visit(found, { at, cookie, fields })
    const sent = headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
    // what the answer does not set stays as it was
    const kept = sent.some((line) => line.split('=')[0] === cookie.split('=')[0]) ? sent : [cookie]
    const back = new Request('http://localhost', { headers: { Cookie: kept.join('; ') } })
    return { status: Number(short.slice(0, 3)), to: short.slice(4), ...(await readDraftCookie(back)) }
  }

  /** What is begun when it is pressed: all of it, or without what a later step needs. */
  const begun = (): Partial<Draft>[] => [
    {},
    { occasionId: undefined, cakes: [] },
    { packageId: app.theatre.aurora.basic, cakes: [] },
    { slotId: undefined },
    { packageId: 'gone', occasionId: 'gone' },
  ]

  /** Whether a press that leads on leads where one may stand; answers whether it led on. */
  async function holds(step: string, change: Partial<Draft>, fields: Record<string, string>): Promise<boolean> {
    const answer = await press(step, { ...fullDraft(app.theatre), ...change }, fields)
    const told = `${step} ${JSON.stringify([change, fields])}`
    expect(answer.status, told).toBeLessThan(500)
    // another tab is guarded where it opens, and says there what is missing
    if (answer.status !== 303 || fields.intent?.startsWith('go:')) return false
    const quote = await reviseQuote(app.context, { draft: answer.draft, dropped: undefined }, answer.draft)
    const to = answer.to.split(/[/?]/).at(-1)?.toLowerCase()
    const wanted = to === 'customerdetails' ? 'customer-details' : to
    const entered = enterStep(wanted as Parameters<typeof enterStep>[0], quote.draft, quote.steps)
    expect(entered, told).toEqual({ ok: true })
    return true
  }

  /** One thing that can be chosen at each step. */
  async function offered(): Promise<Record<string, string>> {
    const draft = fullDraft(app.theatre)
    const { offers } = await reviseQuote(app.context, { draft, dropped: undefined }, draft)
    const lists = { packages: offers?.packages, occasions: offers?.occasions, addons: offers?.addons }
    const all = Object.entries({ ...lists, cakes: offers?.cakes, gifts: offers?.gifts })
    return Object.fromEntries(all.map(([name, list]) => [name, list?.at(-1)?.id ?? '']))
  }

  test('short cuts, Next and Payment lead where one may stand', async () => {
    for (const [name, id] of Object.entries(await offered())) {
      for (const intent of [`with:${id}`, 'next', 'pay']) {
        const ledOn: boolean[] = []
        for (const change of begun())
          ledOn.push(await holds(`otherdetails/${name}`, change, { intent, celebrantName: 'Aarav' }))
        expect(ledOn, `${name}, ${intent}`).toContain(true)
      }
    }
  })

  test('the room of before on another day keeps aside what its day dropped', async () => {
    const before = fullDraft(app.theatre)
    const { draft, dropped } = await press('screens', before, { screen: app.theatre.aurora.id, date: '2027-03-13' })
    expect([draft.date, draft.customer]).toEqual(['2027-03-13', undefined])
    expect(dropped).toMatchObject({ packageId: before.packageId, customer: before.customer })
  })

  test('a second change of mind takes nothing of what the first one dropped', async () => {
    const before = fullDraft(app.theatre, { people: 6 })
    const { aurora } = app.theatre
    const first = await press('slots', before, { slot: aurora.slots['13:00'] ?? '', shown: '2027-03-13' })
    const typed = await press(
      'customerDetails',
      first.draft,
      { name: 'Ira', people: '2', intent: 'keep' },
      first.dropped,
    )
    expect(typed.draft.customer?.name).toBe('Ira')
    const changes: [string, Record<string, string>][] = [
      ['slots', { date: '2027-03-14' }],
      ['screens', { screen: aurora.id, date: '2027-03-14' }],
      ['locations', { location: app.theatre.otherLocationId }],
    ]
    for (const [step, fields] of changes) {
      const second = await press(step, typed.draft, fields, typed.dropped)
      const { cakes, ledName, packageId } = before
      const customer = { ...before.customer, name: 'Ira' }
      expect(second.draft.customer, step).toBeUndefined()
      expect(second.dropped, step).toMatchObject({ customer, people: 6, cakes, ledName, packageId })
    }
  })

  test('going on where one left off loses nothing that is kept aside and not in it', async () => {
    const { attemptId, ...before } = fullDraft(app.theatre)
    const { customer, cakes } = before
    const resume = async (left: Partial<Draft>) => {
      const fields = { intent: 'resume', draft: JSON.stringify({ ...before, ...left }) }
      return press('draft', { ...emptyDraft(attemptId), cityId: 'another' }, fields, { customer, cakes })
    }
    const whole = await resume({})
    expect([whole.draft.cakes, whole.dropped]).toEqual([cakes, undefined])
    const less = await resume({ cakes: [] })
    expect([less.draft.cakes, less.dropped?.cakes]).toEqual([[], cakes])
  })

  test('going on with a copy tries its coupon as the field would: too many codes from a network are tried no more', async () => {
    const copy = (couponCode: string) => JSON.stringify(fullDraft(app.theatre, { couponCode }))
    const go = (couponCode: string, cookie = '') =>
      ask({ at: '/booking/draft', fields: { intent: 'resume', draft: copy(couponCode) }, cookie })
    expect((await go('TENTH')).draft.couponCode).toBe('TENTH')
    for (let tries = 1; tries < 60; tries++) await go(`GUESS${tries}`)
    const { short, said, draft } = await go('TENTH')
    expect(short).toBe('303 /booking/payment')
    expect([said, draft.couponCode]).toEqual([expect.stringContaining('Too many tries'), undefined])
    // what stands in the draft already is tried by nobody
    const own = await cookieOf(fullDraft(app.theatre, { couponCode: 'TENTH' }))
    expect((await go('TENTH', own)).draft.couponCode).toBe('TENTH')
  })

  test('a detail that is too long for a draft is cut, and takes no other with it', async () => {
    const typed = { name: 'A'.repeat(150), email: 'meera.k@gmail.com', number: '98765 43210, or at home 080 4123 4567' }
    const { draft } = await press('customerDetails', fullDraft(app.theatre), {
      ...typed,
      intent: 'keep',
      people: '2.5',
    })
    expect(draft).toMatchObject({
      customer: { name: 'A'.repeat(80), email: typed.email, number: '98765 43210, or at h' },
      people: fullDraft(app.theatre).people,
    })
  })

  test('details that are refused are kept as they were typed', async () => {
    const typed = { name: 'Ira', email: 'ira@example.com', number: '9845012345', people: '6', terms: 'on' }
    const before = fullDraft(app.theatre, { termsAccepted: false })
    const { status, draft } = await press('customerDetails', before, { ...typed, intent: 'next' })
    expect(status).toBe(422)
    const { name, email, number } = typed
    expect(draft).toMatchObject({ customer: { name, email, number }, people: 6, termsAccepted: true })
  })

  test('a package that stands ticked and was not chosen gives way to the one that is brought back', async () => {
    const { basic, celebration } = app.theatre.aurora
    const bringBack = async (begun: Partial<Draft>, packageId: string) => {
      const draft = { ...basicDraft(app.theatre), packageId: undefined, ...begun }
      const pressed = { intent: 'restore', packageId }
      return (await press('otherdetails/packages', draft, pressed, { packageId: celebration })).draft.packageId
    }
    expect(await bringBack({}, basic)).toBe(celebration)
    expect(await bringBack({ packageId: basic }, basic)).toBe(basic)
    expect(await bringBack({ packageId: celebration }, basic)).toBe(basic)
  })

  test('details that were pasted come without what nobody sees, a name with all of it', async () => {
    const typed = {
      name: 'ಕ್\u200dಷಮಾ',
      email: '\u202ameera\u200b.k@gmail.com',
      number: '\u202a+91 98450\u201112345\u202c',
    }
    const clean = { ...typed, email: 'meera.k@gmail.com', number: '9845012345' }
    const before = fullDraft(app.theatre)
    for (const [intent, number] of [
      ['next', clean.number],
      ['keep', '+91 98450\u201112345'],
    ] as const) {
      const { draft } = await press('customerDetails', before, { ...typed, people: '4', terms: 'on', intent })
      expect(draft.customer, intent).toEqual({ ...clean, number })
    }
  })

  test('a sum that no page can have shown fails nothing', async () => {
    const { linkToken } = await purchase(app, basicDraft(app.theatre))
    const at = '/b/:token/cancel'
    expect((await ask({ at, id: linkToken, fields: { refund: '1e300' } })).short).toBe('409')
    const { status } = await press('payment', fullDraft(app.theatre), { total: '1e300', payChoice: 'full' })
    expect(status).toBe(303)
  })

  test('whatever else is sent, a step answers, keeps a draft that can be read, and leads where one may stand', async () => {
    const { aurora, celeste } = app.theatre
    const slots = [aurora.slots['10:00'] ?? '', celeste.slots['10:00'] ?? '']
    const id = fc.constantFrom('', 'nobody', aurora.basic, ...slots, ...Object.values(await offered()))
    const words = fc.constantFrom('', 'Aarav', 'ಆರವ್ 🎉', '👨‍👩‍👧'.repeat(12), 'x'.repeat(300), '\u202Eevil', '<b>')
    const named = (...verbs: string[]) => fc.tuple(fc.constantFrom(...verbs), id).map((parts) => parts.join(':'))
    const fields = fc.record(
      {
        intent: fc.oneof(fc.constantFrom(...VERBS), named(...NAMED)),
        packageId: id,
        occasionId: id,
        screen: id,
        celebrantName: words,
        ledName: words,
        nameOnCake: words,
        slot: fc.oneof(id, named('with')),
        shown: fc.constantFrom(VISIT, '2027-02-30', 'never'),
        date: fc.constantFrom(VISIT, '1999-01-01', ''),
        code: words,
        people: fc.constantFrom('4', '-1', '1e9', 'x'),
        number: words,
        name: words,
        email: words,
      },
      { requiredKeys: [] },
    )
    const steps = fc.constantFrom(...STEPS, ...ITEMS)
    const anything = fc.asyncProperty(steps, fc.constantFrom(...begun()), fields, async (...press) => {
      await holds(...press)
    })
    await fc.assert(anything, { numRuns: 40 })
  })
})
