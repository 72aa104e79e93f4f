import { beforeEach, describe, expect, test } from 'vitest'
import { openQuestion } from '~/domain/booking-texts'
import { type Draft, MAX_ITEMS } from '~/domain/draft'
import { draftCookie, readDraftCookie, storeDraftCookie } from '~/features/flow/draft-cookie.server'
import type { BookingFrame } from '~/features/flow/frame.server'
import type { StepAnswer } from '~/features/flow/step-answer.server'
import { links } from '~/links'
import { serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { postedPage } from '../support/posted-page'
import { from } from '../support/request-from'
import { basicDraft, fullDraft } from '../support/theatre'

/** Without scripts the page with the refusal is drawn in the request that was refused: its headers have the draft from before. */
describe('a step that is refused without scripts', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))

  const cookieOf = async (draft: Draft) => (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
  const press = async (at: string, draft: Draft, fields: Record<string, string>) => {
    const sent = { at, fields, cookie: await cookieOf(draft) }
    const { status, page, answer } = await postedPage<{ frame: BookingFrame }, StepAnswer>(sent)
    return { status, draft: page.frame.draft, total: page.frame.priced?.total, faults: answer.faults, answer }
  }

  test('keeps paying in full ticked when the payment could not be opened', async () => {
    app.emulator.arm({ path: '/v1/orders', times: 3, status: 502, body: '<html>Bad gateway</html>' })
    const pressed = { intent: 'pay', payChoice: 'full', total: '149900' }
    const { status, draft } = await press(links.bookPayment(), basicDraft(app.theatre), pressed)
    expect(status).toBe(502)
    expect(draft.payChoice).toBe('full')
  })

  test('keeps the occasion of the short cut beside the question for whom it is', async () => {
    const { birthday } = app.theatre.items
    const open = basicDraft(app.theatre, { occasionId: undefined })
    const pressed = { intent: `with:${birthday}`, occasionId: '', celebrantName: '' }
    const { status, draft, faults } = await press(links.bookOccasions(), open, pressed)
    expect(status).toBe(422)
    expect(faults).toEqual({ celebrantName: openQuestion('celebrantName') })
    expect(draft.occasionId).toBe(birthday)
  })

  test('keeps what was added while a text does not fit, and counts it', async () => {
    const { ledName, confetti } = app.theatre.items
    const before = fullDraft(app.theatre)
    const typed = 'x'.repeat(25)
    const pressed = { whole: '', [`count:${ledName}`]: '1', ledName: typed, intent: `more:${confetti}` }
    const { status, draft, total, answer } = await press(links.bookAddons(), before, pressed)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ faults: { ledName: expect.any(String) }, typed: { ledName: typed } })
    expect(draft.addons.map(({ id }) => id)).toEqual([ledName, confetti])
    // ₹4,436 before, and ₹149 for confetti
    expect(total).toBe(458_500)
  })

  test.each([
    [links.bookAddons(), 'restore', { whole: '' }],
    [links.bookAddons(), 'next', { whole: '' }],
    [links.bookOccasions(), 'restore', { occasionId: '', celebrantName: '' }],
    [links.bookCustomerDetails(), 'next', { name: '', email: '', number: '', people: '2' }],
  ])('shows what was brought back to a page from before, on which it is pressed again: %s %s', async (at, intent, fields) => {
    const back = fullDraft(app.theatre, { restored: true })
    const stale = { ...fields, intent, beforeRestore: 'yes' }
    // nothing is stored, and the step is seen as it is now
    const led = (await press(at, back, stale).catch((error: unknown) => error)) as Error & { cause: Headers }
    expect([led.message, led.cause.get('Set-Cookie')]).toEqual([`It led to ${at}.`, null])
  })

  test('says that one thing more is too many, and keeps the text beside it', async () => {
    const many = Array.from({ length: MAX_ITEMS }, (_, at) => [`count:another-${at}`, '1'])
    const pressed = {
      ...Object.fromEntries(many),
      whole: '',
      ledName: 'Asha',
      intent: `more:${app.theatre.items.confetti}`,
    }
    const { status, answer } = await press(links.bookAddons(), fullDraft(app.theatre), pressed)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ faults: { '': expect.stringContaining('at most 12') }, typed: { ledName: 'Asha' } })
  })

  test('gives a refused coupon code back as it was typed', async () => {
    const pressed = { intent: 'coupon', code: 'monsoon 25' }
    const { status, answer } = await press(links.bookAddons(), fullDraft(app.theatre), pressed)
    expect(status).toBe(422)
    expect(answer).toMatchObject({ faults: { code: expect.any(String) }, code: 'monsoon 25' })
  })

  test('is known to its own request alone', async () => {
    const mine = basicDraft(app.theatre)
    const brought = new Request('http://localhost:3000', { headers: { Cookie: await cookieOf(mine) } })
    const read = async () => (await readDraftCookie(brought)).draft.people
    const [changed, beside] = await Promise.all([
      from('203.0.113.7', async () => {
        await storeDraftCookie({ draft: { ...mine, people: 5 }, dropped: undefined })
        return read()
      }),
      from('203.0.113.7', async () => {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return read()
      }),
    ])
    expect([changed, beside, await read()]).toEqual([5, 2, 2])
  })
})
