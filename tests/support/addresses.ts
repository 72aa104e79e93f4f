import type { MetaDescriptor } from '@remix-run/node'
import { beforeEach } from 'vitest'
import {
  banners,
  blockedDates,
  contactMessages,
  documentSeries,
  moneyCases,
  paymentAttempts,
  reviews,
  savedFilters,
  staff,
  taxDocuments,
} from '~/db/schema'
import { paise } from '~/domain/money'
import type { StaffRole } from '~/domain/staff-role'
import type { DocumentContent } from '~/domain/tax-document'
import { placeStaffBooking } from '~/features/booking/staff-booking.server'
import { beginStaffBooking } from '~/features/flow/begin-staff-draft.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { authCookie, openSession } from '~/features/staff/staff-session.server'
import { takeNotice } from '~/http/notice.server'
import type { AppContext } from '~/platform/context.server'
import type { TheatreApp } from './app'
import { EVERY_ROUTE } from './every-route'
import { OWN_PASSWORD } from './owner'
import { storedPassword } from './stored-password'
import { atCeleste, basicDraft, date, OWNER } from './theatre'

const SITE = 'http://localhost:3000'

type Handler = (args: { request: Request; params: Record<string, string>; context: object }) => unknown

interface RouteModule {
  loader?: Handler
  action?: Handler
  /** What a page says about itself to browsers and searches; files and calls say nothing. */
  meta?: (given: object) => MetaDescriptor[]
  default?: unknown
}

/** One address of the product with the module behind it. */
interface Address {
  pattern: string
  /** A layout answers for its part of the page only. */
  layout: boolean
  load(): Promise<RouteModule>
}

const modules = import.meta.glob<RouteModule>('../../app/routes/**/*.{ts,tsx}')

/** Every address of `app/routes.ts`. */
export async function everyAddress(): Promise<Address[]> {
  return EVERY_ROUTE.map(({ pattern, layout, file }) => {
    const load = modules[`../../app/${file}`]
    if (!load) throw new Error(`There is no file ${file}.`)
    return { pattern, layout, load }
  })
}

/** The address of a pattern as it stands in `app/routes.ts`; its own page, where there is also a layout. */
export async function addressAt(pattern: string): Promise<Address> {
  const found = (await everyAddress()).find((one) => one.pattern === pattern && !one.layout)
  if (!found) throw new Error(`There is no ${pattern}.`)
  return found
}

/** Makes this context that of the running program, which the routes ask for. */
export function serveHere(context: AppContext): void {
  Object.assign(globalThis, { [Symbol.for('lumiere.context')]: context })
}

/** Does work on the database and takes back all that it changed. */
export async function undone(context: AppContext, work: (context: AppContext) => Promise<void>): Promise<void> {
  const done = new Error('done')
  await context.db
    .transaction(async (tx) => {
      await work({ ...context, db: tx })
      throw done
    })
    .catch((error: unknown) => {
      if (error !== done) throw error
    })
}

/** What an address answered: `200`, `404`, or `303 /where`. */
export async function answerOf(work: () => unknown): Promise<{ short: string; headers: Headers; body: unknown }> {
  const result = await Promise.resolve()
    .then(work)
    .catch((thrown: unknown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
  if (result instanceof Response) {
    const to = result.headers.get('Location')
    const where = to ? ` ${new URL(to, SITE).pathname}` : ''
    return { short: `${result.status}${where}`, headers: result.headers, body: undefined }
  }
  const { data, init } = (result ?? {}) as { data?: unknown; init?: ResponseInit | null }
  return { short: String(init?.status ?? 200), headers: new Headers(init?.headers), body: data ?? result }
}

export interface Visit {
  /** As in `app/routes.ts`. */
  at: string
  id?: string
  query?: string
  /** Sent as a form; without them the address is only read. */
  fields?: Record<string, string>
  cookie?: string
}

/** Asks one address, its own module only: a browser may ask for that alone. */
export async function visit(address: Address, { at, id = '', query = '', fields, cookie = '' }: Visit) {
  const { loader, action } = await address.load()
  const handler = fields ? action : loader
  if (!handler) throw new Error(`${at} takes no ${fields ? 'POST' : 'GET'}.`)
  const request = new Request(`${SITE}${at.replace(/:\w+\??/, id)}${query}`, {
    headers: { Cookie: cookie, Accept: 'text/html' },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  })
  return answerOf(() => handler({ request, params: { id, token: id }, context: {} }))
}

/** Asks the page at `at`. */
export const visitAt = async (asked: Visit) => visit(await addressAt(asked.at), asked)

/** Asks the address of a pattern; answers also what the browser's next request would bring: the notice, the draft, and what is kept aside. */
export async function ask(wanted: Visit) {
  const answer = await visitAt(wanted)
  const { draft, dropped } = await readDraftCookie(nextAfter(answer))
  return { ...answer, said: await saidBy(answer), draft, dropped }
}

/** The notice that the next page would show after an answer. */
export const saidBy = async (answer: { headers: Headers }) => (await takeNotice(nextAfter(answer))).notice?.text

const nextAfter = ({ headers }: { headers: Headers }) =>
  new Request(SITE, {
    headers: {
      Cookie: headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; '),
    },
  })

const PAPER: DocumentContent = {
  seller: {
    name: 'Lumière',
    address: '80 Feet Road',
    gstin: null,
    phone: '9876543210',
    email: 'hello@lumiere.example',
  },
  ...{ sac: '999699', placeOfSupply: 'Karnataka (29)', lines: [], tax: null, paid: null },
  booking: { code: 'LUM-1', visit: 'Aurora, Koramangala' },
}

const hashOfOwn = storedPassword(OWN_PASSWORD)

/** Adds a member of staff who is signed in, with a password of their own; answers the cookie. */
export async function signedIn(
  { context }: TheatreApp,
  { id, name, role, locationId }: { id: string; name: string; role: StaffRole; locationId: string | null },
): Promise<string> {
  const email = `${id}@lumiere.example`
  await context.db
    .insert(staff)
    .values({ id, name, email, number: '9845012345', passwordHash: await hashOfOwn, role, locationId })
  const token = await openSession(context, id, new Request(SITE))
  return authCookie(context, token).split(';')[0] ?? ''
}

/** Things at both locations that staff could look at and change, by name. */
export async function furnish(app: TheatreApp): Promise<Record<string, string>> {
  const { context, theatre } = app
  const { db } = context
  const book = async (changes: Parameters<typeof basicDraft>[1]) => {
    const money = { advance: paise(0), mode: 'cash' as const, note: '' }
    const placed = await placeStaffBooking(context, OWNER, basicDraft(theatre, changes), money)
    if (!placed.ok) throw new Error(placed.message)
    return placed.bookingId
  }
  const banner = { title: 'Lit', description: 'Up', link: 'https://lumiere.example', image: '/media/banners/a.webp' }
  await db.insert(banners).values({ id: 'banner', ...banner })
  const day = date('2027-05-01')
  await db.insert(blockedDates).values([
    { id: 'blocked-here', date: day, locationId: theatre.locationId, reason: 'Repairs' },
    { id: 'blocked-there', date: day, locationId: theatre.otherLocationId, reason: 'Repairs' },
    { id: 'blocked-all', date: day, locationId: null, reason: 'Holiday' },
  ])
  const message = { name: 'Tara', phone: '9845000001', email: 'tara@gmail.com', message: 'Do you have popcorn?' }
  await db.insert(contactMessages).values({ id: 'message', ...message })
  const coupon = await db.query.coupons.findFirst()
  const colleague = { name: 'Farah', email: 'farah@lumiere.example', passwordHash: '-', role: 'super-admin' as const }
  await db.insert(staff).values({ id: 'colleague', ...colleague })
  const kept = { name: 'Due', asked: { due: 'yes' }, createdAt: context.clock.now() }
  await db.insert(savedFilters).values({ id: 'filter-of-colleague', staffId: 'colleague', ...kept })
  const bookingHere = await book({})
  const bookingThere = await book(atCeleste(theatre))
  const said = { stars: 5, text: 'Lovely', name: 'Meera' }
  await db.insert(reviews).values([
    { ...said, id: 'review-here', bookingId: bookingHere },
    { ...said, id: 'review-there', bookingId: bookingThere },
  ])
  const unsettled = { amount: paise(49_900), currency: 'INR', openedAt: context.clock.now() }
  const year = { kind: 'invoice', year: '2627' } as const
  await db.insert(documentSeries).values([
    { id: 'here', place: theatre.locationId, prefix: 'KOR', ...year },
    { id: 'there', place: theatre.otherLocationId, prefix: 'IND', ...year },
  ])
  const paper = {
    kind: 'invoice',
    sequence: 1,
    date: day,
    issuedAt: context.clock.now(),
    total: paise(149_900),
  } as const
  await db.insert(taxDocuments).values([
    {
      id: 'paper-here',
      seriesId: 'here',
      number: 'KOR/I/2627/00001',
      bookingId: bookingHere,
      content: PAPER,
      ...paper,
    },
    {
      id: 'paper-there',
      seriesId: 'there',
      number: 'IND/I/2627/00001',
      bookingId: bookingThere,
      content: PAPER,
      ...paper,
    },
  ])
  await db.insert(moneyCases).values([
    {
      id: 'case-here',
      kind: 'dispute',
      reference: 'disp_1',
      providerPaymentId: 'pay_1',
      bookingId: bookingHere,
      ...unsettled,
    },
    { id: 'case-nowhere', kind: 'unknown-payment', reference: 'pay_2', providerPaymentId: 'pay_2', ...unsettled },
  ])
  // given up: nobody asks about them any more by itself
  const givenUp = { purpose: 'full', status: 'ordered', refusals: 5, nextCheckAt: null } as const
  const order = (id: string, bookingId: string) => ({
    ...{ id, bookingId, token: id, receipt: id, providerOrderId: id },
    ...{ keyId: 'rzp_test', amount: paise(99_900) },
    ...givenUp,
  })
  await db.insert(paymentAttempts).values([order('order-here', bookingHere), order('order-there', bookingThere)])
  return {
    bengaluru: theatre.cityId,
    koramangala: theatre.locationId,
    indiranagar: theatre.otherLocationId,
    aurora: theatre.aurora.id,
    celeste: theatre.celeste.id,
    coupon: coupon?.id ?? '',
    banner: 'banner',
    birthday: theatre.items.birthday,
    confetti: theatre.items.confetti,
    truffle: theatre.items.truffle,
    roses: theatre.items.roses,
    bookingHere,
    bookingThere,
    paperHere: 'paper-here',
    paperThere: 'paper-there',
    reviewHere: 'review-here',
    reviewThere: 'review-there',
    auroraSlot: theatre.aurora.slots['13:00'] ?? '',
    celesteSlot: theatre.celeste.slots['13:00'] ?? '',
    blockedHere: 'blocked-here',
    blockedThere: 'blocked-there',
    blockedAll: 'blocked-all',
    message: 'message',
    caseHere: 'case-here',
    caseNowhere: 'case-nowhere',
    orderHere: 'order-here',
    orderThere: 'order-there',
    filterOfColleague: 'filter-of-colleague',
    customer: (await db.query.customers.findFirst())?.id ?? '',
    /** Another member's. */
    draftHere: await beginStaffBooking(context, { id: 'colleague' }, { screenId: theatre.aurora.id }),
  }
}

/** For a suite: each test finds these things, served here, and the owner signed in by `cookie`. */
export function useFurnished(app: TheatreApp): { records: Record<string, string>; cookie: string } {
  const found = { records: {}, cookie: '' }
  beforeEach(async () => {
    serveHere(app.context)
    found.records = await furnish(app)
    found.cookie = await signedIn(app, OWNER)
  })
  return found
}
