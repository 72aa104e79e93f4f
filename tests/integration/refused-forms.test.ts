import { describe, expect, test } from 'vitest'
import { couponForm } from '~/features/coupon/coupon-forms.server'
import { answerMoney } from '~/features/money/money-answer.server'
import { closingForm } from '~/features/money/till-forms.server'
import { useFurnished } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { EVERY_PATTERN } from '../support/every-route'
import { COUPON } from '../support/sent-forms'
import { OWNER, VISIT } from '../support/theatre'

const FORMS = EVERY_PATTERN.filter((pattern) => /^\/admin\/.*\/(add|invite)$/.test(pattern))

/** The list above a form says what is to be put right: whoever reads it out, or follows it, knows each by its words. */
describe('a form of the back office that is refused', () => {
  const app = useApp('embedded')
  const found = useFurnished(app)

  test.each(FORMS)('says at %s of no two fields the same', async (at) => {
    const page = await drawnPage({ at, cookie: found.cookie, fields: { version: '0' } })
    const words = [...page.querySelectorAll(':is([role=alert], [data-fault]) li')].map(({ textContent }) => textContent)
    expect(words.length).toBeGreaterThan(0)
    expect([...new Set(words)]).toEqual(words)
  })

  test.each([...FORMS, '/admin/account'])('speaks at %s of what is far too long in our words', async (at) => {
    const empty = await drawnPage({ at, cookie: found.cookie })
    const typed = empty.querySelectorAll(
      'textarea, input:not([type=hidden], [type=file], [type=checkbox], [type=radio])',
    )
    const names = [...typed].map((field) => field.getAttribute('name') ?? '')
    const fields = Object.fromEntries(names.map((name) => [name, 'x'.repeat(3_000)]))
    const page = await drawnPage({ at, cookie: found.cookie, fields })
    const words = page.querySelector('[role=alert], [data-fault]')?.textContent
    expect(words).toBeTruthy()
    // what zod says by itself
    expect(words).not.toMatch(/expected|Invalid (input|option|string)|Too (big|small)/)
  })

  test('takes a text of which nothing is to be seen for none', async () => {
    const unseen = '\u200b \u3164'
    const words = { counted: '0', openingFloat: '0', reason: unseen }
    expect(closingForm.parse(words).reason).toBe('')
    const [coupon] =
      couponForm(VISIT).safeParse({ ...COUPON, scrollCoupon: 'true', scrollingText: unseen }).error?.issues ?? []
    expect(coupon?.message).toBe('Scrolling text is required to show it')
    const form = new FormData()
    for (const [name, value] of Object.entries({ intent: 'settle', id: 'any', note: unseen })) form.append(name, value)
    const settled = await answerMoney(app.context, OWNER, form)
    expect(settled).toEqual({ ok: false, reason: 'invalid', message: 'Say it in a few words' })
  })

  test('says of a narrow field what is wrong below its row, and not in a column as narrow', async () => {
    const fields = {
      ...{ 'slots[0].from': '', 'slots[0].to': '', 'packages[0].name': '', 'packages[0].price': '10,50' },
      ...{ 'packages[0].customPrices[0].date': '', 'packages[0].customPrices[0].price': '10,50' },
    }
    const page = await drawnPage({ at: '/admin/screens/add', cookie: found.cookie, fields })
    for (const name of Object.keys(fields)) {
      const field = page.querySelector(`[name="${name}"]`)
      const fault = page.getElementById(field?.getAttribute('aria-describedby') ?? '')
      expect([name, fault?.textContent]).toEqual([name, expect.stringMatching(/is required|wrong place/)])
      expect([name, fault?.parentElement?.localName]).toEqual([name, field?.closest('li, fieldset')?.localName])
    }
  })
})
