import { beforeEach, describe, expect, test } from 'vitest'
import { ID_LENGTH } from '~/db/new-id'
import { BOOKING_TEXT_NAMES, bookingText, eachText, unitsOf } from '~/domain/booking-texts'
import { NAME_MAX, PEOPLE_MAX } from '~/domain/customer-details'
import { type Draft, emptyDraft, ITEM_KINDS, MAX_COUNT, MAX_ITEMS } from '~/domain/draft'
import { EMAIL_MAX } from '~/domain/email-address'
import { LONGEST } from '~/domain/text-limits'
import { DRAFT_COOKIE_BYTES, draftCookie, parseMirror, readDraftCookie } from '~/features/flow/draft-cookie.server'
import { day } from '../domain/sample-offers'
import { serveHere } from '../support/addresses'
import { useApp } from '../support/app'

/** Browsers keep so much of a cookie's name, value and attributes together. */
const BROWSERS_KEEP = 4_096

const id = (at: number) => String(at).padStart(ID_LENGTH, 'z')
const filled = (text: string, most: number) => text.repeat(most).slice(0, most - (most % text.length))

/** Everything that a draft can hold, each text at its longest. */
function heaviest(text: string): Draft {
  const items = Array.from({ length: MAX_ITEMS }, (_, at) => ({ id: id(at), count: MAX_COUNT }))
  return {
    ...emptyDraft(id(0)),
    ...{ cityId: id(1), locationId: id(2), screenId: id(3), date: day('2027-01-21'), slotId: id(4) },
    ...{ people: PEOPLE_MAX, termsAccepted: true, packageId: id(5), occasionId: id(6) },
    customer: { name: filled(text, NAME_MAX), email: filled(text, EMAIL_MAX), number: '9'.repeat(LONGEST.phone) },
    ...Object.fromEntries(ITEM_KINDS.map((kind) => [kind, items])),
    ...eachText((name) => (bookingText(name).digits ? '9'.repeat(unitsOf(name)) : filled(text, unitsOf(name)))),
    couponCode: 'X'.repeat(LONGEST.couponCode),
    toldLater: [...BOOKING_TEXT_NAMES],
    payChoice: 'advance',
  }
}

const back = async (cookie: string) =>
  readDraftCookie(new Request('http://localhost', { headers: { Cookie: cookie.split(';')[0] ?? '' } }))

describe('the cookie of a draft', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  test.each([
    ['Latin', 'a'],
    ['Devanagari', 'क्षि'],
    ['Kannada', 'ಅ'],
    ['Tamil', 'ஸ்ரீ'],
    ['Chinese', '囍'],
    ['emoji', '🎂'],
    ['quotation marks', '"'],
    ['backslashes', '\\'],
    ['letters that base64 writes with its two odd signs', '\u0fff'],
  ])('the heaviest draft fits its cookie and comes back whole, written in %s', async (_, text) => {
    const draft = heaviest(text)
    const cookie = await draftCookie({ draft, dropped: undefined })
    expect(cookie.length).toBeLessThanOrEqual(DRAFT_COOKIE_BYTES)
    expect(DRAFT_COOKIE_BYTES + '; Secure'.length).toBeLessThanOrEqual(BROWSERS_KEEP)
    expect(await back(cookie)).toEqual({ draft, dropped: undefined })
  })

  test('signs that nobody types on purpose weigh nothing', async () => {
    for (const text of ['\u0001', '\ud83c', '\n']) {
      const cookie = await draftCookie({ draft: heaviest(text), dropped: undefined })
      expect(cookie.length).toBeLessThanOrEqual(DRAFT_COOKIE_BYTES)
      expect((await back(cookie)).draft).toMatchObject({ attemptId: id(0), customer: { name: '' } })
    }
  })

  test('that holds no draft is a fresh one, and so is a browser’s copy that names no city', async () => {
    const wrong = await back(await draftCookie({ draft: { ...heaviest('a'), attemptId: '' }, dropped: undefined }))
    expect(wrong).toMatchObject({ draft: { addons: [] }, dropped: undefined })
    expect(wrong.draft.attemptId).toHaveLength(ID_LENGTH)
    const { attemptId, ...copy } = heaviest('a')
    const begun = parseMirror(copy)
    expect(begun).toEqual({ ...copy, attemptId: expect.any(String) })
    expect(begun?.attemptId, 'another attempt').not.toBe(attemptId)
    for (const none of [undefined, 'text', {}, { ...copy, cityId: undefined }])
      expect(parseMirror(none)).toBeUndefined()
  })

  test('and what is sent as one carry no price, whatever is added to them', async () => {
    const prices = { price: 1, amount: 1, total: 1, totalPrice: 1, discount: 1, coupon: { price: 1 } }
    const { attemptId, ...draft } = heaviest('a')
    const priced = { ...draft, ...prices, customer: draft.customer && { ...draft.customer, ...prices } }
    const cookie = await draftCookie({ draft: { ...priced, attemptId }, dropped: undefined })
    expect((await back(cookie)).draft).toEqual({ ...draft, attemptId })
    expect(parseMirror(priced)).toEqual({ ...draft, attemptId: expect.any(String) })
  })

  test('what was dropped is given up where both do not fit, and comes back where they do', async () => {
    const place = ['attemptId', 'cityId', 'locationId', 'screenId', 'date', 'slotId']
    const heavy = Object.fromEntries(Object.entries(heaviest('ಅ')).filter(([name]) => !place.includes(name)))
    expect(await back(await draftCookie({ draft: heaviest('ಅ'), dropped: heavy }))).toEqual({
      draft: heaviest('ಅ'),
      dropped: undefined,
    })
    const early = { ...emptyDraft(id(0)), cityId: id(1) }
    expect(await back(await draftCookie({ draft: early, dropped: heavy }))).toEqual({ draft: early, dropped: heavy })
  })
})
