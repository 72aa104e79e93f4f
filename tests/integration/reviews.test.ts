import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, bookings, catalogueItems, customers, reviews, screens } from '~/db/schema'
import { customerData, forgetCustomer } from '~/features/customer/customer-data.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { shownReviews } from '~/features/review/reviews.server'
import { takeNotice } from '~/http/notice.server'
import { everyAddress, serveHere, signedIn, visit } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase } from '../support/purchase'
import { atCeleste, basicDraft, fullDraft, locationAdmin, OWNER } from '../support/theatre'

const SAID = { stars: '5', text: 'The candle path made my mother cry.', name: 'Meera K.' }

onEachDatabase('after the evening', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  async function press(at: string, fields: Record<string, string>, { id = '', cookie = '' } = {}) {
    const found = (await everyAddress()).find(({ pattern }) => pattern === at)
    if (!found) throw new Error('There is no such page.')
    const { short, headers, body } = await visit(found, { at, id, fields, cookie })
    const cookies = headers.getSetCookie().map((line) => line.split(';')[0])
    const back = new Request('http://localhost', { headers: { Cookie: cookies.join('; ') } })
    const { notice } = await takeNotice(back)
    const { lastResult } = (body ?? {}) as { lastResult?: { error: Record<string, string[]> } }
    return { short, said: notice?.text, errors: lastResult?.error, draft: (await readDraftCookie(back)).draft }
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
    await write(linkToken, { stars: '4' })
    expect(await rows()).toMatchObject([{ stars: 4, text: SAID.text, name: SAID.name, state: 'pending', version: 2 }])
    expect(await shownReviews(app.context)).toEqual([])
    const cookie = await signedIn(app, OWNER)
    expect(await decide('shown', 2, cookie)).toMatchObject({
      short: '303 /admin/reviews',
      said: 'The review is shown.',
    })
    expect(await write(linkToken, { text: 'Or not' })).toMatchObject({ short: '409' })
    expect(await rows()).toMatchObject([{ text: SAID.text, state: 'shown' }])
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

  test('a decision about words that were changed meanwhile is refused, and one about another location’s too', async () => {
    const { linkToken } = await evening(atCeleste(app.theatre))
    await write(linkToken)
    await write(linkToken, { text: 'Terrible' })
    const cookie = await signedIn(app, OWNER)
    expect((await decide('shown', 1, cookie)).said).toBe('It was changed since you read it. Please read it again.')
    const manager = await signedIn(app, locationAdmin(app.theatre.locationId))
    await expect(decide('shown', 2, manager)).resolves.toMatchObject({ short: '404' })
    expect(await rows()).toMatchObject([{ state: 'pending' }])
  })

  test('is handed over and forgotten with the person, from the public page too', async () => {
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

  test('“Same again” fills a new draft with what is still offered, and says what is not', async () => {
    const { theatre, context } = app
    const { linkToken, bookingId } = await purchase(app, fullDraft(theatre))
    const booking = await context.db.query.bookings.findFirst({ where: eq(bookings.id, bookingId) })
    app.clock.set('2027-03-13T06:30:00Z')
    await context.db.update(catalogueItems).set({ active: false }).where(eq(catalogueItems.id, theatre.items.roses))
    const { short, said, draft } = await press('/b/:token', { intent: 'again' }, { id: linkToken })
    expect(short).toBe('303 /booking/slots')
    expect(said).toMatch(/Not offered any more: Rose Bouquet\.$/)
    const { attemptId, ...chosen } = draft
    expect(attemptId).not.toBe(booking?.attemptId)
    expect(chosen).toMatchObject({
      ...{ cityId: theatre.cityId, locationId: theatre.locationId, screenId: theatre.aurora.id, people: 4 },
      ...{ packageId: theatre.aurora.celebration, occasionId: theatre.items.birthday, ledName: 'AARAV MEHTA' },
      ...{ gifts: [], customer: { name: 'Meera Krishnan', number: booking?.customerNumber } },
    })
    expect([chosen.date, chosen.slotId, chosen.termsAccepted]).toEqual([undefined, undefined, undefined])
  })

  test('a room that is closed by now leads to the others, and staff get a draft of their own', async () => {
    const { theatre, context } = app
    const { linkToken } = await evening()
    const cookie = await signedIn(app, OWNER)
    expect((await press('/b/:token', { intent: 'again' }, { id: linkToken, cookie })).short).toBe('303 /booking/slots')
    await context.db.update(screens).set({ active: false }).where(eq(screens.id, theatre.aurora.id))
    const { short, said } = await press('/b/:token', { intent: 'again' }, { id: linkToken })
    expect([short, said]).toEqual([
      '303 /booking/screens',
      'Aurora is not open for booking any more. Please choose another one.',
    ])
  })
})
