import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, customers, reviews } from '~/db/schema'
import { customerData, forgetCustomer } from '~/features/customer/customer-data.server'
import { listReviews, shownReviews } from '~/features/review/reviews.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { editBooking } from '../support/booking-edit'
import { onEachDatabase } from '../support/database'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { purchase } from '../support/purchase'
import { atCeleste, basicDraft, date, locationAdmin, OWNER } from '../support/theatre'

const SAID = { stars: '5', text: 'The candle path made my mother cry.', name: 'Meera K.' }

onEachDatabase('a family’s review', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  async function press(at: string, fields: Record<string, string>, { id = '', cookie = '' } = {}) {
    const { short, said, body } = await ask({ at, id, fields, cookie })
    const { lastResult } = (body ?? {}) as { lastResult?: { error: Record<string, string[]> } }
    return { short, said, errors: lastResult?.error }
  }
  const write = (id: string, changes = {}) => press('/b/:token', { intent: 'review', ...SAID, ...changes }, { id })
  const rows = () => app.context.db.select().from(reviews)
  const evening = async (changes: Parameters<typeof basicDraft>[1] = {}, over = true) => {
    const bought = await purchase(app, basicDraft(app.theatre, changes))
    if (over) app.clock.set('2027-03-13T06:30:00Z')
    return bought
  }
  const decide = async (state: 'shown' | 'hidden', version: number, cookie: string) =>
    press('/admin/reviews', { id: (await rows())[0]?.id ?? '', state, version: String(version) }, { cookie })

  test('a review is written once the evening is over, once a booking, and changed until staff have decided', async () => {
    const { linkToken } = await evening({}, false)
    expect(await write(linkToken)).toMatchObject({ short: '409', errors: { '': [expect.stringContaining('is over')] } })
    app.clock.set('2027-03-13T06:30:00Z')
    expect(await write(linkToken)).toMatchObject({ short: `303 /b/${linkToken}`, said: 'Thank you for your review!' })
    await write(linkToken, { stars: '4', version: '1' })
    expect(await rows()).toMatchObject([{ stars: 4, text: SAID.text, name: SAID.name, state: 'pending', version: 2 }])
    expect(await shownReviews(app.context)).toEqual([])
    const cookie = await signedIn(app, OWNER)
    expect(await decide('shown', 2, cookie)).toMatchObject({
      short: '303 /admin/reviews',
      said: 'The review is shown.',
    })
    expect(await write(linkToken, { text: 'Or not', version: '3' })).toMatchObject({ short: '409' })
    // whoever decides reads first: whose it is and how it stands, the words, and then the buttons
    const review = (await drawnPage({ at: '/admin/reviews', cookie })).querySelector('li:has(> form)')
    expect([...(review?.querySelectorAll('h2, h2 + span, p, form') ?? [])].map((part) => part.tagName)).toEqual([
      ...['H2', 'SPAN', 'P', 'P', 'P', 'FORM'],
    ])
    expect(review?.querySelector('h2 + span')?.textContent).toBe('Shown')
    expect(await rows()).toMatchObject([{ text: SAID.text, state: 'shown' }])
  })

  test('whoever writes second reads what was written before, and replaces it only knowingly', async () => {
    const { linkToken: id } = await evening()
    const page = { at: '/b/:token', id }
    const drawn = () => drawnForm(page, 'review-form')
    // both parents open the letter's link before either has written
    const second = { ...(await drawn()), stars: '1', text: 'The cake was dry.', name: 'Arun' }
    expect(await write(id, await drawn().then((form) => ({ ...form, ...SAID })))).toMatchObject({
      short: `303 /b/${id}`,
    })
    expect(await write(id, second)).toMatchObject({ short: '409', errors: { '': [expect.stringContaining('before')] } })
    expect(await rows()).toMatchObject([{ stars: 5, text: SAID.text, name: SAID.name, version: 1 }])
    // the same words are kept already, however often they are sent
    expect(await write(id, { version: '0' })).toMatchObject({ short: `303 /b/${id}` })
    expect(await rows()).toMatchObject([{ version: 1 }])

    const refused = await drawnPage({ ...page, fields: second })
    expect(refused.querySelector('#review dl')?.textContent).toContain(SAID.text)
    const field = (name: string) => refused.querySelector<HTMLInputElement>(`#review-form [name="${name}"]`)?.value
    expect(['text', 'name', 'version'].map(field)).toEqual([second.text, 'Arun', '1'])
    // a form that was faulty is still of what it was filled from
    const faulty = await drawnPage({ ...page, fields: { ...second, text: ' ' } })
    expect(faulty.querySelector<HTMLInputElement>('#review-form [name="version"]')?.value).toBe('0')
    expect(await write(id, { ...second, version: '1' })).toMatchObject({ short: `303 /b/${id}` })
    expect(await rows()).toMatchObject([{ stars: 1, text: second.text, name: 'Arun', version: 2 }])
    // a change goes on from what the page shows now
    expect(await drawn()).toMatchObject({ version: '2', text: second.text })
    expect(await write(id, { version: '1', text: 'From an older page' })).toMatchObject({ short: '409' })
    expect(await rows()).toMatchObject([{ text: second.text, version: 2 }])
  })

  test('by a version that no record can have, nothing is replaced and nothing breaks', async () => {
    const { linkToken } = await evening()
    await write(linkToken)
    for (const version of ['2147483647', '2147483648', '3000000000', '1e300', '-1', '1.5', 'x'])
      expect(await write(linkToken, { text: 'Another', version }), version).toMatchObject({ short: '409' })
    expect(await rows()).toMatchObject([{ text: SAID.text, version: 1 }])
  })

  test('what is missing or too long is said at its field, and nothing is kept', async () => {
    const { linkToken } = await evening()
    const { short, errors } = await write(linkToken, { stars: '6', text: ' ', name: 'x'.repeat(61) })
    expect([short, errors]).toEqual([
      '400',
      {
        stars: ['Please choose one to five stars'],
        text: ['What you say is required'],
        name: ['The name to show can have at most 60 characters'],
      },
    ])
    for (const stars of ['0x5', '5e0', '+5', '4.5', '0', ''])
      expect((await write(linkToken, { stars })).errors, stars).toEqual({ stars: ['Please choose one to five stars'] })
    expect(await rows()).toEqual([])
  })

  test('it is shown when staff agree, under the name that was given, and the audit log says who agreed', async () => {
    const { linkToken } = await evening()
    await write(linkToken)
    const cookie = await signedIn(app, OWNER)
    await decide('shown', 1, cookie)
    expect(await shownReviews(app.context)).toEqual([
      { id: expect.any(String), stars: 5, text: SAID.text, name: SAID.name, when: 'March 2027' },
    ])
    app.clock.advanceMinutes(1)
    await decide('hidden', 2, cookie)
    expect(await shownReviews(app.context)).toEqual([])
    const reviewed = eq(auditLog.entity, 'Review')
    const log = await app.context.db.select().from(auditLog).where(reviewed).orderBy(auditLog.at, auditLog.id)
    expect(log.map(({ staffName, changes }) => [staffName, changes])).toEqual([
      ['Asha Rao', { Shown: ['not decided', 'yes'] }],
      ['Asha Rao', { Shown: ['yes', 'no'] }],
    ])
    expect(JSON.stringify(log)).not.toContain('Meera')
  })

  test('it stands under the month of its evening, though the booking is moved to another one afterwards', async () => {
    const { linkToken, bookingId } = await evening()
    await write(linkToken)
    const moved = await editBooking(app, bookingId, () => ({ date: date('2027-06-15') }), { movedFor: 'business' })
    expect(moved).toMatchObject({ ok: true })
    await decide('shown', 1, await signedIn(app, OWNER))
    expect((await shownReviews(app.context)).map(({ when }) => when)).toEqual(['March 2027'])
    const read = await listReviews(app.context, { kind: 'all' }, {})
    expect(read.reviews.map(({ booking }) => booking)).toEqual([expect.stringContaining('/03/2027')])
  })

  test('the last that staff agreed to is on the page, however long ago it was written', async () => {
    const early = await evening()
    await write(early.linkToken, { text: 'The first words of all' })
    const others = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        evening(
          {
            date: date(`2027-04-${String((index % 28) + 1).padStart(2, '0')}`),
            ...(index > 27 && { slotId: app.theatre.aurora.slots['10:00'] }),
          },
          false,
        ),
      ),
    )
    const at = (minutes: number) => new Date(app.clock.now().getTime() + minutes * 60_000)
    await app.context.db.insert(reviews).values(
      others.map(({ bookingId }, index) => ({
        ...{ bookingId, stars: 5, text: `Words ${index}`, name: 'Tara', state: 'shown' as const },
        ...{ createdAt: at(index + 1), decidedAt: at(index + 1) },
      })),
    )
    const cookie = await signedIn(app, OWNER)
    app.clock.advanceMinutes(60)
    const first = (await rows()).find(({ text }) => text === 'The first words of all')
    const sent = { id: first?.id ?? '', state: 'shown', version: '1' }
    expect(await press('/admin/reviews', sent, { cookie })).toMatchObject({ said: 'The review is shown.' })
    const shown = (await shownReviews(app.context)).map(({ text }) => text)
    expect([shown.length, shown[0]]).toEqual([30, 'The first words of all'])
  })

  test('a decision about words that were changed meanwhile is refused, and one about another location’s too', async () => {
    const { linkToken } = await evening(atCeleste(app.theatre))
    await write(linkToken)
    await write(linkToken, { text: 'Terrible', version: '1' })
    const cookie = await signedIn(app, OWNER)
    expect((await decide('shown', 1, cookie)).said).toBe('It was changed since you read it. Please read it again.')
    const manager = await signedIn(app, locationAdmin(app.theatre.locationId))
    expect((await decide('shown', 2, manager)).short).toBe('404')
    expect(await rows()).toMatchObject([{ state: 'pending' }])
  })

  test('it is handed over and forgotten with the person, from the public page too', async () => {
    const { linkToken } = await evening()
    await write(linkToken)
    await decide('shown', 1, await signedIn(app, OWNER))
    const [person] = await app.context.db.select().from(customers)
    const handed = await customerData(app.context, OWNER, person?.id ?? '')
    expect(handed?.data.reviews).toMatchObject([{ text: SAID.text, stars: 5 }])
    expect(await forgetCustomer(app.context, OWNER, person?.id ?? '', 'asked')).toMatchObject({ ok: true })
    expect(await rows()).toEqual([])
    expect(await shownReviews(app.context)).toEqual([])
  })
})
