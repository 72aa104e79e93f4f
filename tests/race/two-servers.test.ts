import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowsOf } from '~/db/rows-of'
import { bookings, catalogueItems, outbox, screens } from '~/db/schema'
import { addDays, type ClockTime, todayIn } from '~/domain/calendar'
import { DEMO_STAFF } from '~sandbox/demo/business'
import { beginRequest } from '../support/begun-request'
import { onPostgres } from '../support/database'
import { startTwoServers, type TwoServers } from '../support/two-servers'
import { formIn, Walker } from '../support/walker'

const SHOPPERS = 50

const LAST_ONE_ENDS_A_SERVER = { shuffle: false } as const

onPostgres(
  'two servers on one database',
  () => {
    let shop: TwoServers
    beforeAll(async () => {
      shop = await startTwoServers({ RATE_LIMIT_FACTOR: '10' }, { blank: true })
    })
    afterAll(() => shop?.stop())

    test('started at the same moment, they migrated once', async () => {
      const done = rowsOf(await shop.client.db.execute(sql`select hash from drizzle.__drizzle_migrations`))
      expect(done).toHaveLength(readMigrationFiles({ migrationsFolder: 'drizzle' }).length)
      for (const url of shop.each) expect((await fetch(`${url}/readyz`)).status).toBe(200)
    })

    test(`${SHOPPERS} shoppers, one slot: one winner, one e-mail`, async () => {
      const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, (_, index) => walkToPayment(shop, index)))
      const answers = await Promise.all(shoppers.map(({ walker, total }) => walker.pressPay(total)))
      const places = answers.map((answer) => `${answer.status} ${answer.headers.get('Location')}`)
      expect(places.filter((place) => place === '303 /booking/payment')).toHaveLength(1)
      expect(places.filter((place) => place === '303 /booking/slots')).toHaveLength(SHOPPERS - 1)

      const loser = shoppers[places.indexOf('303 /booking/slots')]
      expect(await (await loser?.walker.open('/booking/slots'))?.text()).toContain('Someone has just taken this slot.')

      const winner = shoppers[places.indexOf('303 /booking/payment')]
      if (!winner) throw new Error('Nobody won.')
      await payOnHostedPage(winner.walker)
      expect(await (await winner.walker.open('/bookingConfirmation')).text()).toContain('Booking Confirmed!')

      const stored = await shop.client.db
        .select({ id: bookings.id, status: bookings.status, email: bookings.customerEmail })
        .from(bookings)
        .where(and(eq(bookings.visitDate, VISIT_DATE), eq(bookings.slotFrom, SLOT)))
      expect(stored).toEqual([{ id: expect.any(String), status: 'booked', email: winner.email }])
      await shop.mailbox.waitFor(({ to }) => to.includes(winner.email))
      // the demo's own bookings had their mails long ago
      const sent = and(isNotNull(outbox.sentAt), sql`${outbox.payload} ->> 'bookingId' = ${stored[0]?.id}`)
      await expect.poll(() => shop.client.db.$count(outbox, sent)).toBe(1)
      expect(shop.mailbox.mails.map(({ to }) => to)).toEqual([winner.email])
    })

    test('who signs in at one server is known to the other, and signed out of both', async () => {
      const walker = new Walker(shop.url)
      const signedIn = await walker.submit('/login', { email: DEMO_STAFF.owner, password: DEMO_STAFF.password })
      expect(signedIn.headers.get('Location')).toBe('/admin/dashboard')
      for (let turn = 0; turn < 4; turn++) expect((await walker.open('/admin/dashboard')).status).toBe(200)
      const copied = walker.copy()
      await walker.submit('/logout', {})
      for (let turn = 0; turn < 2; turn++) {
        expect((await copied.open('/admin/dashboard')).headers.get('Location')).toMatch(/^\/login/)
      }
    })

    test('they count tries together', async () => {
      const guess = () => new Walker(shop.url).submit('/login', { email: DEMO_STAFF.owner, password: 'wrong#1' })
      for (let tries = 0; tries < 2; tries++) expect((await guess()).status).toBe(401)
      // one at each; a hundred are allowed here, and 97 more are as good as made
      await shop.client.db.execute(sql`update rate_limits set tries = tries + 97 where tries = 2`)
      expect((await guess()).status).toBe(401)
      const refused = await guess()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(await refused.text()).toMatch(/Too many tries\. Please try again in 1?\d minutes\./)
    })

    test('on SIGTERM a server finishes what it began and leaves the rest to the other', async () => {
      const [first] = shop.servers
      const slow = Array.from({ length: 6 }, () => beginRequest(`${shop.each[0]}/booking/locations`, 'GET'))
      for (const { asked } of slow) asked.end()
      const ended = new Promise((resolve) => first?.once('exit', resolve))
      await Promise.all(slow.map(({ begun }) => begun))
      first?.kill('SIGTERM')
      expect(await Promise.all(slow.map(({ status }) => status))).toEqual([200, 200, 200, 200, 200, 200])
      expect(await ended).toBe(0)
      expect((await fetch(`${shop.each[1]}/readyz`)).status).toBe(200)
    })
  },
  LAST_ONE_ENDS_A_SERVER,
)

const SLOT = '17:00' as ClockTime
/** Named once: a run may go past midnight. */
const VISIT_DATE = addDays(todayIn('Asia/Kolkata', new Date()), 45)

/** One family answers every step of the flow; all of them want the same slot. */
async function walkToPayment({ url, client }: TwoServers, index: number) {
  const screen = await client.db.query.screens.findFirst({
    where: eq(screens.name, 'Aurora'),
    with: { slots: true, packages: true },
  })
  const occasion = await client.db.query.catalogueItems.findFirst({
    where: and(eq(catalogueItems.kind, 'occasion'), eq(catalogueItems.name, 'Movie Night')),
  })
  const slot = screen?.slots.find(({ from }) => from === SLOT)
  const basic = screen?.packages.find(({ name }) => name === 'Basic')
  if (!screen?.locationId || !slot || !basic || !occasion) throw new Error('The demo business is not there.')
  const mark = String(index).padStart(3, '0')
  const email = `family.${mark}@gmail.com`
  const walker = new Walker(url)
  const step = async (path: string, fields: Record<string, string>, next: string) => {
    const answer = await walker.submit(`/booking/${path}`, fields)
    expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 303, `/booking/${next}`])
  }
  await step('locations', { location: screen.locationId }, 'screens')
  await step('screens', { screen: screen.id }, 'slots')
  await step('slots', { slot: `with:${slot.id}`, shown: VISIT_DATE }, 'customerDetails')
  const customer = { name: `Family ${mark}`, email, number: `9000000${mark}`, people: String(screen.minPeople) }
  await step('customerDetails', { ...customer, terms: 'on', intent: 'next' }, 'otherdetails/packages')
  await step('otherdetails/packages', { packageId: basic.id, intent: 'next' }, 'otherdetails/occasions')
  await step('otherdetails/occasions', { occasionId: occasion.id, intent: 'next' }, 'otherdetails/addons')
  const page = await (await walker.open('/booking/payment')).text()
  const total = /name="total" value="(\d+)"/.exec(page)?.[1]
  if (!total) throw new Error('The payment page shows no total.')
  return { walker, email, total }
}

/** Pays as a browser without scripts does: the provider's page, and back with its form. */
async function payOnHostedPage(walker: Walker): Promise<void> {
  const checkout = formIn(await (await walker.open('/booking/payment')).text(), /checkout\/embedded/)
  const stranger = new Walker(checkout.action)
  const send = async ({ action, fields }: typeof checkout) => {
    const answer = await stranger.submit(action, fields)
    return (await stranger.open(answer.headers.get('Location') ?? '')).text()
  }
  const choice = formIn(await send(checkout), /\/upi$/)
  const paid = formIn(await send(choice), /payment\/return/)
  // the provider's page posts from its own site, without the visitor's cookies
  const back = await fetch(paid.action, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: new URL(checkout.action).origin, 'Sec-Fetch-Site': 'cross-site' },
    body: new URLSearchParams(paid.fields),
  })
  expect([back.status, back.headers.get('Location')]).toEqual([303, '/bookingConfirmation'])
  walker.keep(back)
}
