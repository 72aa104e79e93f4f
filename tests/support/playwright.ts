import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test'
import type { StoredMail } from '../../sandbox/mailbox/server'
import { BookingPages, plainDay } from './booking-pages'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the product was not started.`)
  return value
}

export const productUrl = () => setting('PRODUCT_URL')

/** The mail somebody got, as soon as it is there. */
export async function mailTo(address: string, subject: RegExp): Promise<StoredMail> {
  let found: StoredMail | undefined
  await expect
    .poll(
      async () => {
        const mails = (await (await fetch(`${setting('MAILBOX_URL')}/api/messages`)).json()) as StoredMail[]
        found = mails.find((mail) => mail.to.includes(address) && subject.test(mail.subject))
        return found !== undefined
      },
      { timeout: 30_000, message: `a mail to ${address}` },
    )
    .toBe(true)
  if (!found) throw new Error('The mail did not come.')
  return found
}

/** Fails when axe finds something serious that stays: what is just fading in or out has no true colours yet. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
  }).toPass({ timeout: 60_000 })
}

interface World {
  page: Page
  booking: BookingPages
  scripts: boolean
  /** axe on the page as it is; it needs scripts itself, so the world without them, with the same markup, goes unasked. */
  accessible(): Promise<void>
  /** Does something while the browser has no connection; nothing without scripts, where the browser says so itself. */
  withoutLine(work: () => Promise<void>): Promise<void>
  newVisitor(): Promise<BookingPages>
}

/** Refusals are meant; and Remix names every answer that a quicker press of the same button has made needless. */
const QUIET = /status of 4\d\d|^AbortError: signal is aborted/
/** What the browser says while a story takes its line away. */
const WITHOUT_LINE = /ERR_INTERNET_DISCONNECTED|status of 502/

/** A visitor's browser; what goes wrong in it is gathered in `faults`. */
export async function openWorld(
  browser: Browser,
  viewport: { width: number; height: number } | null,
  scripts: boolean,
  faults: string[],
  more: BrowserContextOptions = {},
) {
  const context = await browser.newContext({
    ...more,
    viewport: viewport ?? undefined,
    javaScriptEnabled: scripts,
    baseURL: productUrl(),
  })
  const page = await context.newPage()
  const own = [new URL(productUrl()).host, new URL(setting('EMULATOR_URL')).host]
  page.on('console', (message) => {
    if (message.type() === 'error' && !QUIET.test(message.text())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`))
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !own.includes(host)) faults.push(`foreign request: ${request.url()}`)
  })
  return { context, page }
}

export const test = base

/** A day of its own for each story, telling and try, so that none takes another's slot: so many days ahead, or soon after. */
export function ownDay(daysAhead: number, scripts: boolean): number {
  const { project, retry } = base.info()
  return plainDay(daysAhead + (project.name === 'phone' ? 0 : 2) + (scripts ? 0 : 1) + 4 * retry)
}

/** One story told twice: with scripts and without. It also fails on console errors and on requests to strangers. */
export function withAndWithoutJs(name: string, story: (world: World) => Promise<void>): void {
  for (const scripts of [true, false]) {
    base(`${name} (${scripts ? 'with' : 'without'} JavaScript)`, async ({ browser, viewport }) => {
      const faults: string[] = []
      const { context, page } = await openWorld(browser, viewport, scripts, faults)
      const others: (typeof context)[] = []
      const newVisitor = async () => {
        const other = await openWorld(browser, viewport, scripts, faults)
        others.push(other.context)
        return new BookingPages(other.page, scripts)
      }
      let offline = false
      const withoutLine = async (work: () => Promise<void>) => {
        if (!scripts) return
        offline = true
        await context.setOffline(true)
        await work()
        await context.setOffline(false)
      }
      const accessible = async () => {
        if (scripts) await expectAccessible(page)
      }
      await story({ page, booking: new BookingPages(page, scripts), scripts, accessible, withoutLine, newVisitor })
      // what closing the browser cuts off is no fault
      const seen = faults.filter((fault) => !(offline && WITHOUT_LINE.test(fault)))
      for (const one of [context, ...others]) await one.close()
      expect(seen).toEqual([])
    })
  }
}

export { expect }
