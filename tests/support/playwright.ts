import AxeBuilder from '@axe-core/playwright'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  type Locator,
  type Page,
} from '@playwright/test'
import type { StoredMail } from '../../sandbox/mailbox/server'
import { BookingPages, plainDay } from './booking-pages'
import { fetchAnew } from './fetch-anew'
import { ScriptlessBrowser } from './scriptless/browser'
import { expectIn as expect } from './scriptless/matchers'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the product was not started.`)
  return value
}

/** Where the built product is served. */
export const productUrl = () => setting('PRODUCT_URL')

/** The mail somebody got, as soon as it is there. */
export async function mailTo(address: string, subject: RegExp): Promise<StoredMail> {
  let found: StoredMail | undefined
  await expect
    .poll(
      async () => {
        const mails = (await (await fetchAnew(`${setting('MAILBOX_URL')}/api/messages`)).json()) as StoredMail[]
        found = mails.find((mail) => mail.to.includes(address) && subject.test(mail.subject))
        return found !== undefined
      },
      { timeout: 60_000, message: `a mail to ${address}` },
    )
    .toBe(true)
  if (!found) throw new Error('The mail did not come.')
  return found
}

/** Does or asks something of the payment emulator by its control interface. */
export async function provider<Answer>(deed: string, sent: object = {}): Promise<Answer> {
  const body = JSON.stringify(sent)
  const answer = await fetchAnew(`${setting('EMULATOR_URL')}/__emu/${deed}`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`${deed} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

/** Fails when axe finds something serious that stays: what is just fading in or out has no true colours yet. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
  }).toPass({ timeout: 60_000 })
}

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
  tag?: '@phone' | '@desktop' | '@both'
  /** Its matter is what only a browser does, layout for one: without scripts too it is told in Chromium. */
  browserOnly?: boolean
  /** Pictures, fonts and motion are part of it. */
  lively?: boolean
}

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

/** Refusals are meant, pictures are blocked; and Remix names every answer that a quicker press has made needless. */
const QUIET = /status of 4\d\d|^AbortError: signal is aborted|ERR_BLOCKED_BY_CLIENT/
/** What the browser says while a story takes its line away, and Remix of an answer that is a proxy's. */
const WITHOUT_LINE = /ERR_INTERNET_DISCONNECTED|status of 502|^console: SyntaxError\n/

const ownHosts = () => [new URL(productUrl()).host, new URL(setting('EMULATOR_URL')).host]

/** A visitor's browser; what goes wrong in it is gathered in `faults`. */
export async function openWorld(
  browser: Browser,
  scripts: boolean,
  faults: string[],
  { lively = false, ...more }: BrowserContextOptions & { lively?: boolean } = {},
) {
  const reducedMotion = lively ? 'no-preference' : 'reduce'
  const context = await browser.newContext({
    reducedMotion,
    ...more,
    javaScriptEnabled: scripts,
    baseURL: productUrl(),
  })
  const own = ownHosts()
  context.on('page', (page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !QUIET.test(message.text())) faults.push(`console: ${message.text()}`)
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

const REPETITION_DAYS = 90

/** A plain day of its own for each story, telling and try, so that none takes another's slot: so many days ahead, or soon after. */
export function ownDay(daysAhead: number, scripts: boolean): number {
  const { project, retry, repeatEachIndex } = base.info()
  const telling = (project.name === 'phone' ? 0 : 2) + (scripts ? 0 : 1) + 4 * retry
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
  const { tag, browserOnly } = telling
  base(`${name} (with JavaScript)`, { tag }, ({ browser }) => tellInBrowser(story, browser, true, telling))
  const without = `${name} (without JavaScript)`
  if (browserOnly) base(without, { tag }, ({ browser }) => tellInBrowser(story, browser, false, telling))
  else base(without, { tag }, () => tellWithoutBrowser(story))
}

async function tellInBrowser(story: Story, browser: Browser, scripts: boolean, { tag, lively }: Telling) {
  const faults: string[] = []
  const { context, page } = await openWorld(browser, scripts, faults, { lively })
  const visitors: BrowserContext[] = []
  let offline = false
  await story({
    page,
    booking: new BookingPages(page, scripts),
    scripts,
    async accessible() {
      const own = page.viewportSize()
      if (!scripts || !own) return
      const others = tag === '@both' ? [] : WIDTHS.filter(({ width }) => width !== own.width)
      for (const size of [...others, own]) {
        await page.setViewportSize(size)
        await expectAccessible(page)
      }
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
      await work(new BookingPages(await quick.newPage(), false))
      const own = { url: productUrl(), httpOnly: true, sameSite: 'Lax' as const }
      await context.addCookies(quick.kept().map((cookie) => ({ ...cookie, ...own })))
    },
    async newVisitor() {
      const other = await openWorld(browser, scripts, faults, { lively })
      visitors.push(other.context)
      return new BookingPages(other.page, scripts)
    },
    somebodyElse: async () => new BookingPages(await openScriptless(faults).newPage(), false),
  })
  // what closing the browser cuts off is no fault
  const seen = faults.filter((fault) => !(offline && WITHOUT_LINE.test(fault)))
  for (const one of [context, ...visitors]) await one.close()
  expect(seen).toEqual([])
}

async function tellWithoutBrowser(story: Story) {
  const faults: string[] = []
  const newVisitor = async () => new BookingPages(await openScriptless(faults).newPage(), false)
  const booking = await newVisitor()
  await story({
    page: booking.page,
    booking,
    scripts: false,
    accessible: async () => {},
    withoutLine: async () => {},
    beforehand: (work) => work(booking),
    newVisitor,
    somebodyElse: newVisitor,
  })
  expect(faults).toEqual([])
}

export { expect }
