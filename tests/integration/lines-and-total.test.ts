import { beforeEach, expect, test } from 'vitest'
import { parseRupees } from '~/domain/money'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { confirmationHeaders } from '~/http/after-payment.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { purchase } from '../support/purchase'
import { fullDraft } from '../support/theatre'

/** What a text of a page says of money, in paise: what is free costs nothing, and what is taken off is below it. */
function paiseIn(text: string | null | undefined): number {
  if (text === 'Free') return 0
  const [, minus, rupees = ''] = /^([-−]?)₹([\d,.]+)$/.exec(text?.trim() ?? '') ?? []
  return Number(parseRupees(rupees)) * (minus ? -1 : 1)
}
const sumOf = (texts: readonly (string | null | undefined)[]) =>
  texts.map(paiseIn).reduce((sum, amount) => sum + amount, 0)

/** The sums of every list of lines on a page, and the totals below them. */
function listsOf(page: Document) {
  const items = [...page.querySelectorAll('section')].filter(
    (section) => section.querySelector('h2')?.textContent === 'Selected Items',
  )
  const selected = items.map((list) => [...list.querySelectorAll('li > :last-child')])
  const priced = [...page.querySelectorAll('dl')]
    .filter((list) => list.querySelector('[data-testid=total]'))
    .map((list) => [...list.querySelectorAll('dt + dd:not([data-testid])')])
  const bill = [...page.querySelectorAll('table')].map((table) => [...table.querySelectorAll('tbody td + td')])
  const lists = [...selected, ...priced, ...bill].filter((list) => list.length)
  return lists.map((list) => sumOf(list.map(({ textContent }) => textContent)))
}

/** What stands beside one more of the total's words, as the confirmation has it. */
function confirmedOf(page: Document) {
  const [names, amounts] = [[...page.querySelectorAll('dl > dt')], [...page.querySelectorAll('dl > dd')]]
  const at = names.findIndex(({ textContent }) => textContent === 'Total')
  return [sumOf(amounts.slice(0, at).map((one) => one.textContent)), paiseIn(amounts[at]?.textContent)]
}

onEachDatabase('the lines above a total', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  test('come to it wherever they stand: in the summary of steps and payment, the plan, the confirmation, the booking', async () => {
    // lettering beyond eight letters, guests beyond the room's two, two cakes, and a coupon
    const draft = fullDraft(app.theatre, { couponCode: 'TENTH' })
    const total = 399_240
    const cookie = (await draftCookie({ draft, dropped: undefined })).split(';')[0] ?? ''
    const twice = [total, total]
    // beside the step, and in the sheet of the phone
    for (const [at, lists] of [
      ['/booking/otherdetails/cakes', [...twice, ...twice]],
      ['/booking/payment', twice],
    ] as const)
      expect([at, listsOf(await drawnPage({ at, cookie }))]).toEqual([at, lists])

    const shared = await ask({ at: '/plan/:token?', fields: {}, cookie })
    const [, id = ''] = /^\/plan\/(\w+)$/.exec(shared.headers.get('Location') ?? '') ?? []
    expect(listsOf(await drawnPage({ at: '/plan/:token?', id }))).toEqual(twice)

    const { linkToken } = await purchase(app, draft)
    const confirmed = (await confirmationHeaders(linkToken)).get('Set-Cookie')?.split(';')[0]
    expect(confirmedOf(await drawnPage({ at: '/bookingConfirmation', cookie: confirmed }))).toEqual(twice)
    expect(listsOf(await drawnPage({ at: '/b/:token', id: linkToken }))).toEqual([total])
  })
})
