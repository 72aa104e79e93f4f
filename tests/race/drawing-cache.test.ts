import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookings, cities, packagePrices, packages, screens } from '~/db/schema'
import { addMonths, monthOf } from '~/domain/calendar'
import { onPostgres } from '../support/database'
import { startTwoServers, type TwoServers } from '../support/two-servers'
import { Walker, walkToPayment, walkToSlots } from '../support/walker'

const SLOTS = '/booking/slots'
const PACKAGES = '/booking/otherdetails/packages'
const PAYMENT = '/booking/payment'

interface Page {
  /** What is seen: the page without its scripts. */
  shown: string
  nonces: string[]
  policy: string
  /** The texts among the data for its scripts. */
  texts: string[]
  /** The browser's copy of the draft. */
  mirror: Record<string, unknown> | undefined
  html: string
}

async function read(answer: Response): Promise<Page> {
  const html = await answer.text()
  if (answer.status !== 200) throw new Error(`${answer.url} answered ${answer.status}.`)
  const stream = [...html.matchAll(/streamController\.enqueue\(("(?:[^"\\]|\\.)*")\)/g)].map(([, text = '']) => text)
  const texts = (
    JSON.parse(
      stream
        .map((text) => JSON.parse(text))
        .join('')
        .split('\n')[0] ?? '[]',
    ) as unknown[]
  ).filter((one) => typeof one === 'string')
  const mirror = texts.find((text) => text.startsWith('{"') && text.includes('"payChoice"'))
  return {
    html,
    texts,
    shown: html.replace(/<script[\s\S]*?<\/script>/g, ''),
    nonces: [...html.matchAll(/ nonce="([^"]+)"/g)].map(([, nonce = '']) => nonce),
    policy: answer.headers.get('Content-Security-Policy') ?? '',
    mirror: mirror && JSON.parse(mirror),
  }
}

onPostgres('pages that are drawn once for all who are shown the same', () => {
  let shop: TwoServers
  beforeAll(async () => {
    shop = await startTwoServers({ RATE_LIMIT_FACTOR: '20' })
  })
  afterAll(() => shop?.stop())

  /** What a visitor is shown by each server. */
  const look = (walker: Walker, path = SLOTS) =>
    Promise.all(shop.each.map(async (site) => read(await fetch(`${site}${path}`, { headers: walker.headers() }))))
  const seen = async (walker: Walker, path?: string) => {
    const pages = await look(walker, path)
    for (const { shown } of pages) expect(shown).toBe(pages[0]?.shown)
    return pages[0] as Page
  }
  const taken = ({ shown }: Page) => shown.split('Being booked').length - 1

  test('two visitors of one room, date and month see the same; nonce and draft are each one’s own', async () => {
    const [{ walker: asha }, { walker: ravi }] = [await walkToSlots(shop.url, 40), await walkToSlots(shop.url, 40)]
    const nonces = new Set<string>()
    for (let turn = 0; turn < 3; turn++) {
      const pages = (await Promise.all([asha, ravi, asha, ravi].map((one) => look(one)))).flat()
      for (const { shown, nonces: own, policy, mirror } of pages) {
        expect(shown).toBe(pages[0]?.shown)
        expect(own.length).toBeGreaterThan(3)
        expect(new Set(own).size).toBe(1)
        expect(policy).toContain(`'nonce-${own[0]}'`)
        expect(nonces.has(own[0] ?? '')).toBe(false)
        nonces.add(own[0] ?? '')
        expect(mirror).toMatchObject({ date: expect.any(String), screenId: expect.any(String) })
        expect(mirror).not.toHaveProperty('attemptId')
      }
    }
  })

  test('what somebody typed is in nobody else’s page, whatever it is', async () => {
    const names = [`Quentessa </script><b>&"$& \u2028`, 'Ravi "\\" $1 O’Neil']
    const families = await Promise.all(
      names.map((name, at) =>
        walkToPayment(shop.url, { name, email: `kept${at}@gmail.com`, number: `981230007${at}` }, 41),
      ),
    )
    const stranger = (await walkToSlots(shop.url, 41)).walker
    // as React writes them
    const shownNames = ['Quentessa &lt;/script&gt;&lt;b&gt;&amp;&quot;$&amp; \u2028', 'Ravi &quot;\\&quot; $1 O’Neil']
    const whose = shownNames.map((name, at) => `${name.trim()}, kept${at}@gmail.com, 981230007${at}`)
    for (let turn = 0; turn < 2; turn++) {
      for (const path of [PAYMENT, PACKAGES, SLOTS, '/booking/screens', '/']) {
        const pages = await Promise.all(families.map(({ walker }) => look(walker, path)))
        for (const [at, both] of pages.entries()) {
          for (const { html, mirror, shown } of both) {
            expect(shown.split(whose[at] ?? '').length - 1).toBe(path === PAYMENT ? 1 : 0)
            expect(shown.replace(whose[at] ?? '', '')).toBe(pages[0]?.[0]?.shown.replace(whose[0] ?? '', ''))
            if (path !== '/')
              expect(mirror?.customer).toEqual({
                name: names[at]?.trim(),
                email: `kept${at}@gmail.com`,
                number: `981230007${at}`,
              })
            expect(html).not.toContain(`kept${1 - at}@gmail.com`)
            expect(html).not.toContain(`981230007${1 - at}`)
            expect(html).not.toContain(at ? 'Quentessa' : 'Neil')
          }
        }
        if (path === PACKAGES || path === PAYMENT) continue
        for (const { html } of await look(stranger, path)) expect(html).not.toMatch(/Quentessa|Neil|kept\d|98123000/)
      }
    }
  })

  test('other dates, rooms, months, choices and cities are other pages', async () => {
    const { walker, date } = await walkToSlots(shop.url, 42)
    const { walker: later } = await walkToSlots(shop.url, 43)
    const month = addMonths(monthOf(date), 2)
    const rooms = [
      ...(await (await walker.open('/booking/screens')).text()).matchAll(/name="screen"[^>]*value="([^"]+)"/g),
    ]
    const other = await walkToSlots(shop.url, 42)
    await other.answer('/booking/screens', { screen: rooms.at(-1)?.[1] ?? '' })
    await other.answer(SLOTS, { date })
    const asked = () =>
      Promise.all([
        ...[seen(walker), seen(later), seen(walker, `${SLOTS}?month=${month}`), seen(other.walker)],
        ...[seen(walker, '/booking/screens'), seen(walker, `${SLOTS}?photo=1`)],
      ])
    const first = await asked()
    expect(new Set(first.map(({ shown }) => shown)).size).toBe(first.length)
    expect((await asked()).map(({ shown }) => shown)).toEqual(first.map(({ shown }) => shown))

    const family = { name: 'Asha Rao', email: 'people@gmail.com', number: '9812300097' }
    const { walker: buyer } = await walkToPayment(shop.url, family, 42)
    const four = await seen(buyer, PACKAGES)
    await buyer.submit('/booking/customerDetails', { ...family, people: '6', terms: 'on', intent: 'next' })
    expect((await seen(buyer, PACKAGES)).shown).not.toBe(four.shown)

    await shop.client.db.insert(cities).values({ id: 'another-city', name: 'Another City' })
    const traveller = new Walker(shop.url)
    await traveller.submit('/booking/draft', { cityId: 'another-city' })
    const [here, there] = [await seen(walker, '/'), await seen(traveller, '/')]
    expect(there.shown).not.toBe(here.shown)
    expect((await seen(walker, '/')).shown).toBe(here.shown)
  })

  test('a slot that is held, freed or closed is so on the next page of everybody, on both servers', async () => {
    const { db } = shop.client
    const [one, two] = [(await walkToSlots(shop.url, 44)).walker, (await walkToSlots(shop.url, 44)).walker]
    const free = await seen(one)
    const buyer = await walkToPayment(shop.url, { name: 'Asha Rao', email: 'held@gmail.com', number: '9812300099' }, 44)
    const paid = await buyer.walker.pressPay(buyer.total)
    expect(paid.headers.get('Location')).toBe('/booking/payment')
    for (const visitor of [one, two]) expect(taken(await seen(visitor))).toBe(taken(free) + 1)
    expect((await seen(buyer.walker)).shown).not.toContain('Being booked')

    const [hold] = await db.select().from(bookings).where(eq(bookings.customerEmail, 'held@gmail.com'))
    const ends = (holdEndsAt: Date) =>
      db
        .update(bookings)
        // a minute's tidying may come between its end and its new end
        .set({ holdEndsAt, status: 'pending' })
        .where(eq(bookings.id, hold?.id ?? ''))
    for (let turn = 0; turn < 3; turn++) {
      await ends(new Date(Date.now() - 1_000))
      for (const visitor of [two, one]) expect((await seen(visitor)).shown).toBe(free.shown)
      await ends(new Date(Date.now() + 900_000))
      for (const visitor of [two, one]) expect(taken(await seen(visitor))).toBe(taken(free) + 1)
    }
    // by the clock alone: free from the instant at which the hold ends, and not before
    const end = Date.now() + 600
    await ends(new Date(end))
    for (let held = true; held; ) {
      const asked = Date.now()
      const shown = await look(two)
      held = shown.some((page) => taken(page) > taken(free))
      // a server knows the database's clock to half of the second in which it was told it
      if (held) expect(asked).toBeLessThan(end + 500)
      else expect(Date.now()).toBeGreaterThanOrEqual(end)
    }
    await db
      .update(bookings)
      .set({ status: 'booked' })
      .where(eq(bookings.id, hold?.id ?? ''))
    for (const visitor of [one, two]) expect((await seen(visitor)).shown).toContain('>Booked<')
  })

  test('no page that is asked for after a change shows what was before, however many ask at once', async () => {
    const { db } = shop.client
    // none of its own for the day, whichever day it is
    await db.delete(packagePrices)
    const { walker } = await walkToPayment(
      shop.url,
      { name: 'Asha Rao', email: 'crowd@gmail.com', number: '9812300098' },
      45,
    )
    const { walker: other } = await walkToSlots(shop.url, 45)
    let stop = false
    const crowd = [walker, other].map(async (one) => {
      while (!stop) await look(one)
    })
    try {
      for (let turn = 0; turn < 8; turn++) {
        const price = 200_100 + turn * 100
        await db.update(packages).set({ price: price as never })
        await db.update(screens).set({ description: `The room of turn ${turn}` })
        const words = `₹${(price / 100).toLocaleString('en-IN')}`
        for (const page of await look(walker, PACKAGES)) expect(page.shown).toContain(words)
        for (const page of [...(await look(walker)), ...(await look(other))]) {
          expect(page.shown).toContain(`from ${words}`)
          expect(page.shown).toContain(`The room of turn ${turn}`)
        }
      }
    } finally {
      stop = true
      await Promise.all(crowd)
    }
  })
})
