import { setTimeout } from 'node:timers/promises'
import { isSettled } from '../support/settled'
import type { Driver } from './driver'

const PATIENCE_MS = 30_000
const LOOK_AGAIN_MS = 100
const MARK = 'data-told'

/** Somebody who books, in any browser: finds by what is read, presses, types, and waits for what is meant. */
export class Visitor {
  constructor(
    private readonly driver: Driver,
    private readonly site: string,
  ) {}

  async open(path: string) {
    await this.driver.goto(`${this.site}${path}`)
    await this.settled()
  }

  /** Presses the first button, link or summary in sight whose name is this. */
  async press(name: RegExp) {
    await this.find('button, a, summary', name)
    await this.driver.click(`[${MARK}]`)
  }

  /** Presses what this selector finds. */
  async pressAt(selector: string) {
    await this.find(selector, /(?:)/)
    await this.driver.click(`[${MARK}]`)
  }

  /** Types into the field of this label what is to stand there. */
  async fill(label: RegExp, text: string) {
    await this.find('input, textarea', label)
    await this.driver.run((mark: string) => {
      document.querySelector<HTMLInputElement>(`[${mark}]`)?.select()
    }, MARK)
    await this.driver.type(`[${MARK}]`, text)
  }

  /** Waits until the page says this somewhere in sight. */
  sees(words: RegExp) {
    return this.until(
      `“${words.source}” on the page`,
      (source: string) => new RegExp(source).test(document.body.innerText),
      words.source,
    )
  }

  /** Waits until the page has this title in it, and has come to rest. */
  async arrives(title: RegExp) {
    await this.until(
      `the heading “${title.source}”`,
      (source: string) => new RegExp(source).test(document.querySelector('h1')?.innerText ?? ''),
      title.source,
    )
    await this.settled()
  }

  /** Where the focus is, by its label. */
  focused(label: RegExp) {
    return this.until(
      `the focus in “${label.source}”`,
      (source: string) => {
        const { activeElement: at } = document
        return (
          at instanceof HTMLInputElement && [...(at.labels ?? [])].some((one) => new RegExp(source).test(one.innerText))
        )
      },
      label.source,
    )
  }

  async inFrame(selector: string, work: (inside: Visitor) => Promise<void>) {
    await this.until(`frame ${selector}`, (wanted: string) => document.querySelector(wanted) !== null, selector)
    return this.driver.inFrame(selector, (inside) => work(new Visitor(inside, this.site)))
  }

  /** Whether the page is wider than the window. */
  overflows() {
    return this.driver.run(() => document.documentElement.scrollWidth - window.innerWidth)
  }

  private settled() {
    return this.until('the page at rest', isSettled)
  }

  /** Marks the first thing in sight that this selector finds and whose name or label fits, once it rests and nothing lies over it. */
  private find(selector: string, name: RegExp) {
    return this.until(
      `“${name.source}” to press or to fill`,
      (wanted: string, source: string, mark: string) => {
        for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
        const named = (one: Element): string => {
          const by = one.getAttribute('aria-labelledby')?.split(' ') ?? []
          const labels =
            one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement ? [...(one.labels ?? [])] : []
          const texts = [...by.map((id) => document.getElementById(id)), ...labels].map((part) => part?.innerText ?? '')
          return one.getAttribute('aria-label') ?? (texts.join(' ') || (one.textContent ?? ''))
        }
        const found = [...document.querySelectorAll<HTMLElement>(wanted)].find(
          (one) =>
            one.getClientRects().length > 0 &&
            !one.closest('[aria-hidden="true"]') &&
            !(one as HTMLButtonElement).disabled &&
            new RegExp(source).test(named(one).replace(/\s+/g, ' ').trim()),
        )
        if (!found) return false
        found.setAttribute(mark, '')
        found.scrollIntoView({ block: 'center', behavior: 'instant' })
        // what a notice lies over is pressed once that is gone
        const { left, top, width, height } = found.getBoundingClientRect()
        // nor is anything that moves yet: a pointer would miss it
        const place = `${left} ${top} ${width} ${height}`
        const rests = found.dataset.toldAt === place
        found.dataset.toldAt = place
        if (!rests) return false
        const there = document.elementFromPoint(left + width / 2, top + height / 2)
        return found.contains(there) || (there?.closest('label')?.contains(found) ?? false)
      },
      ...[selector, name.source, MARK],
    )
  }

  private async until(what: string, holds: (...args: never[]) => boolean, ...args: unknown[]) {
    const latest = Date.now() + PATIENCE_MS
    // between two documents there is nothing to ask
    while (!(await this.driver.run(holds, ...args).catch(() => false))) {
      if (Date.now() > latest) {
        const shown = await this.driver.run(() => `${location.href}\n${document.body.innerText}`).catch(String)
        throw new Error(`There is no ${what}. The page was:\n${shown.slice(0, 2_000)}`)
      }
      await setTimeout(LOOK_AGAIN_MS)
    }
  }
}
