import {
  type Browser,
  type BrowserContext,
  test as base,
  type Locator,
  type Page,
  type Request,
} from '@playwright/test'
import { atBothWidths, expectAccessible } from './accessible'
import { BookingPages, plainDay } from './booking-pages'
import { PreparingVisitor } from './preparing-visitor'
import { productUrl, providerUrl } from './product'
import { ScriptlessBrowser } from './scriptless/browser'
import { expectIn as expect } from './scriptless/matchers'
import { noteToasts } from './toasts'

type Story = (world: World) => Promise<void>

interface World {
  page: Page
  booking: BookingPages
  scripts: boolean
  /** axe on the page as it is, at both widths in one telling or the other; it needs scripts itself, and the world without them has the same markup. */
  accessible(): Promise<void>
  /** Does something while the browser has no connection; nothing without scripts, where the browser says so itself. */
  withoutLine(work: () => Promise<void>): Promise<void>
  /** What leads up to the story, done by the same visitor without scripts, which is quick. */
  beforehand(work: (visitor: BookingPages) => Promise<void>): Promise<void>
  newVisitor(): Promise<BookingPages>
  /** Somebody else, whom the story only needs: always without scripts, which is quick. */
  somebodyElse(): Promise<BookingPages>
}

interface Telling {
  /** In which windows it is told with scripts: on a desk unless it says otherwise. */
  tag?: '@phone' | '@both'
  /** Its matter is what only a browser does, layout for one: without scripts too it is told in Chromium. */
  browserOnly?: boolean
  /** Pictures, fonts and motion are part of it. */
  lively?: boolean
  /** What the browser says of that which goes wrong on purpose. */
  meant?: RegExp
}

/** Refusals are meant, pictures are blocked; and Remix names every answer that a quicker press has made needless. */
const QUIET = /status of 4\d\d|^AbortError: signal is aborted|ERR_BLOCKED_BY_CLIENT/
/** What the browser says while a story takes its line away, and Remix of an answer that is a proxy's. */
const WITHOUT_LINE = /ERR_INTERNET_DISCONNECTED|status of 502|^console: SyntaxError\n/

/** What Remix says of an answer that ends before its end. */
const CUT_OFF = 'TypeError: network error'

/**
 * Tells whether a page is being left or loaded anew at the moment: what it still waited for is cut off then. A request that no
 * page comes of, as a file that is kept, ends it too.
 */
function watchLeaving(page: Page): () => boolean {
  let leavingBy: Request | undefined
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) leavingBy = request
  })
  page.on('requestfailed', (request) => {
    if (request === leavingBy) leavingBy = undefined
  })
  page.on('domcontentloaded', () => {
    leavingBy = undefined
  })
  return () => leavingBy !== undefined
}

const ownHosts = () => [new URL(productUrl()).host, new URL(providerUrl()).host]

/** A visitor's browser; what goes wrong in it is gathered in `faults`. */
async function openWorld(browser: Browser, scripts: boolean, faults: string[], lively = false) {
  const reducedMotion = lively ? 'no-preference' : 'reduce'
  const context = await browser.newContext({ reducedMotion, javaScriptEnabled: scripts, baseURL: productUrl() })
  await noteToasts(context)
  const own = ownHosts()
  context.on('page', (page) => {
    const isLeft = watchLeaving(page)
    page.on('console', (message) => {
      const text = message.text()
      if (message.type() !== 'error' || QUIET.test(text) || (text === CUT_OFF && isLeft())) return
      faults.push(`console: ${text}`)
    })
    page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
    page.on('request', (request) => {
      const { host, protocol } = new URL(request.url())
      if (protocol.startsWith('http') && !own.includes(host)) faults.push(`foreign request: ${request.url()}`)
    })
  })
  const page = await context.newPage()
  if (!lively) await withoutPictures(page)
  return { context, page }
}

/** Blocked in the browser itself: asking here about every request would take the time that it saves. */
async function withoutPictures(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setBlockedURLs', { urls: ['*/media/*', '*.woff2'] })
}

export const test = base

/** How often this story was begun before in this run, by a repetition or another try. */
export const earlierTries = () => base.info().retry + 2 * base.info().repeatEachIndex

/** With scripts and without, in two windows. */
const TELLINGS = 4
const REPETITION_DAYS = 90

function placeOfTelling(scripts: boolean): number {
  return (base.info().project.name === 'phone' ? 0 : 2) + (scripts ? 0 : 1)
}

/** A number, counted from 0, that no other telling or try of this story has. */
export const tellingNumber = (scripts: boolean) => placeOfTelling(scripts) + TELLINGS * earlierTries()

/** A plain day of its own for each story, telling and try, so that none takes another's slot: so many days ahead, or soon after. */
export function ownDay(daysAhead: number, scripts: boolean): number {
  const { retry, repeatEachIndex } = base.info()
  const telling = placeOfTelling(scripts) + TELLINGS * retry
  let day = daysAhead + REPETITION_DAYS * repeatEachIndex - 1
  for (let passed = 0; passed <= telling; passed++) day = plainDay(day + 1)
  return day
}

/** Counts what is pressed besides typing: what a daily act costs at the desk. */
export function countPresses() {
  return {
    made: 0,
    async press(what: Locator) {
      this.made += 1
      await what.press('Enter')
    },
  }
}

/** A reader of pages as wide as the window of this telling. */
export function openScriptless(faults: string[]) {
  return new ScriptlessBrowser(productUrl(), base.info().project.use.viewport?.width ?? 0, ownHosts(), faults)
}

/** One story told twice: with scripts and without. It also fails on console errors and on requests to strangers. */
export function withAndWithoutJs(name: string, story: Story, telling: Telling = {}): void {
  withJs(`${name} (with JavaScript)`, story, telling)
  withoutJs(name, story, telling)
}

/** One story told with scripts only: they are its matter. */
export function withJs(name: string, story: Story, telling: Telling = {}): void {
  base(name, { tag: telling.tag }, ({ browser }) => tellInBrowser(story, browser, true, telling))
}

/** One story told without scripts only: with them nothing would be new. */
export function withoutJs(name: string, story: Story, telling: Telling = {}): void {
  const { tag, browserOnly } = telling
  const without = `${name} (without JavaScript)`
  if (browserOnly) base(without, { tag }, ({ browser }) => tellInBrowser(story, browser, false, telling))
  else base(without, { tag }, () => tellWithoutBrowser(story))
}

async function tellInBrowser(story: Story, browser: Browser, scripts: boolean, { tag, lively, meant }: Telling) {
  const faults: string[] = []
  const { context, page } = await openWorld(browser, scripts, faults, lively)
  const visitors: BrowserContext[] = []
  let offline = false
  await story({
    page,
    booking: new BookingPages(page, scripts),
    scripts,
    async accessible() {
      if (!scripts) return
      if (tag === '@both') await expectAccessible(page)
      else await atBothWidths(page, () => expectAccessible(page))
    },
    async withoutLine(work) {
      if (!scripts) return
      offline = true
      await context.setOffline(true)
      await work()
      await context.setOffline(false)
    },
    async beforehand(work) {
      const quick = openScriptless(faults)
      quick.take(await context.cookies())
      await work(new PreparingVisitor(await quick.newPage(), false))
      const own = { url: productUrl(), httpOnly: true, sameSite: 'Lax' as const }
      await context.addCookies(quick.kept().map((cookie) => ({ ...cookie, ...own })))
    },
    async newVisitor() {
      const other = await openWorld(browser, scripts, faults, lively)
      visitors.push(other.context)
      return new BookingPages(other.page, scripts)
    },
    somebodyElse: async () => new PreparingVisitor(await openScriptless(faults).newPage(), false),
  })
  // what closing the browser cuts off is no fault
  const seen = faults.filter((fault) => !(offline && WITHOUT_LINE.test(fault)) && !meant?.test(fault))
  for (const one of [context, ...visitors]) await one.close()
  expect(seen).toEqual([])
}

async function tellWithoutBrowser(story: Story) {
  const faults: string[] = []
  const openPage = () => openScriptless(faults).newPage()
  const booking = new BookingPages(await openPage(), false)
  await story({
    page: booking.page,
    booking,
    scripts: false,
    accessible: async () => {},
    withoutLine: async () => {},
    beforehand: (work) => work(new PreparingVisitor(booking.page, false)),
    newVisitor: async () => new BookingPages(await openPage(), false),
    somebodyElse: async () => new PreparingVisitor(await openPage(), false),
  })
  expect(faults).toEqual([])
}

export { expect }
