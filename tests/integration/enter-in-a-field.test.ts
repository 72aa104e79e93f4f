import { beforeEach, describe, expect, test } from 'vitest'
import { catalogueItems, locations, payments, screens } from '~/db/schema'
import type { FormAnswer } from '~/platform/form.server'
import { useFurnished, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnForm, drawnPage } from '../support/drawn-form'
import { EVERY_PATTERN } from '../support/every-route'

const FORMS = EVERY_PATTERN.filter((pattern) => /^\/admin\/.*\/(add|invite|edit\/:id)$/.test(pattern))

/** Has the form looked at, and nothing saved. */
const asksOnly = (button: HTMLButtonElement | null) => button?.name === '__intent__' && /"validate"/.test(button.value)
/** Older Safaris pass over what is not. */
const isDrawn = (button: HTMLButtonElement | null) => button !== null && !button.hidden && !button.disabled

/** A browser presses a form's first button for whoever presses Enter in one of its fields, also one that cannot be seen. */
describe('Enter in a field of the back office', () => {
  const app = useApp('embedded')
  const found = useFurnished(app)
  beforeEach(async () => {
    const image = '/media/cakes/a.webp'
    const { db } = app.context
    await Promise.all([
      db.update(catalogueItems).set({ image }),
      db.update(locations).set({ image }),
      db.update(screens).set({ images: [image, '/media/cakes/b.webp'] }),
    ])
  })

  const idOf = (pattern: string) =>
    ({
      ...{ cities: found.records.bengaluru, locations: found.records.koramangala, screens: found.records.aurora },
      ...{ coupons: found.records.coupon, banners: 'banner', staff: 'colleague', occasions: found.records.birthday },
      ...{ addons: found.records.confetti, cakes: found.records.truffle, gifts: found.records.roses },
    })[pattern.split('/')[2] ?? ''] ?? ''

  test.each(FORMS)('saves the form at %s, or does nothing: it takes nothing away', async (at) => {
    const page = await drawnPage({ at, id: idOf(at), cookie: found.cookie })
    const forms = [...page.querySelectorAll('form')].filter((form) =>
      form.querySelector('input[type="text"], input:not([type])'),
    )
    expect(forms.length).toBeGreaterThan(0)
    for (const form of forms) {
      const first = form.querySelector<HTMLButtonElement>('button:not([type="button"]), input[type="submit"]')
      const saves = first && (!first.name || (first.name === 'intent' && first.value === 'save'))
      expect(saves || asksOnly(first), `${first?.outerHTML}`).toBe(true)
      expect(isDrawn(first)).toBe(true)
    }
  })

  test('takes no payment in a way that nobody chose', async () => {
    const page = await drawnPage({
      at: '/admin/bookings/view/:id',
      id: found.records.bookingHere,
      cookie: found.cookie,
    })
    const form = page.querySelector('input[value="take-payment"]')?.closest('form')
    expect([...(form?.querySelectorAll('button[name="mode"]:not([value=""])') ?? [])]).toHaveLength(3)
    const first = form?.querySelector<HTMLButtonElement>('button') ?? null
    expect([first?.name, first?.value, isDrawn(first)]).toEqual(['mode', '', true])
    const drawnFields = await drawnForm(
      { at: '/admin/bookings/view/:id', id: found.records.bookingHere, cookie: found.cookie },
      'take',
    )
    const press = async (amount: string) => {
      const sent = { ...drawnFields, amount, mode: '' }
      const at = '/admin/bookings/view/:id'
      const { short, body } = await visitAt({ at, id: found.records.bookingHere, cookie: found.cookie, fields: sent })
      return [short, (body as FormAnswer).lastResult.error]
    }
    const chosen = 'How it is paid is still to choose: Cash, UPI or Card'
    const { db } = app.context
    const before = await db.$count(payments)
    // an amount that was refused before and fits now is refused no more
    expect(await press('1')).toEqual(['400', { '': [chosen] }])
    expect(await press('50000')).toEqual([
      '400',
      { '': [chosen], amount: [expect.stringMatching(/^Only ₹.* is due$/)] },
    ])
    expect(await db.$count(payments)).toBe(before)
  })
})
