import { expect } from '@playwright/test'
import { ScriptlessLocator } from './locator'
import { ScriptlessPage } from './page'
import { plain, textOf } from './roles'

type Text = string | RegExp

const verdict = (pass: boolean, found: unknown, wanted: unknown) => ({
  pass,
  message: () => `found: ${JSON.stringify(found)}\nexpected: ${String(wanted)}`,
})

const compare = (found: string, wanted: Text) =>
  verdict(wanted instanceof RegExp ? wanted.test(found) : found === wanted, found, wanted)

const text = (locator: ScriptlessLocator) => plain(textOf(locator.one()))

/** Playwright's judgements on a page that stands still: what is not so now will not come. */
const still = expect.extend({
  toHaveText: (locator: ScriptlessLocator, wanted: Text) =>
    compare(text(locator), wanted instanceof RegExp ? wanted : plain(wanted)),
  toContainText: (locator: ScriptlessLocator, wanted: Text) => {
    const found = text(locator)
    return verdict(wanted instanceof RegExp ? wanted.test(found) : found.includes(plain(wanted)), found, wanted)
  },
  toHaveValue: (locator: ScriptlessLocator, wanted: Text) => compare(locator.value(), wanted),
  toHaveAccessibleDescription: (locator: ScriptlessLocator, wanted: Text) => compare(locator.description(), wanted),
  toHaveAttribute: (locator: ScriptlessLocator, name: string, wanted: Text = /.*/s) => {
    const value = locator.one().getAttribute(name)
    return value === null ? verdict(false, value, wanted) : compare(value, wanted)
  },
  toHaveCount: (locator: ScriptlessLocator, wanted: number) =>
    verdict(locator.all().length === wanted, locator.all().length, wanted),
  toHaveURL: (page: ScriptlessPage, wanted: Text) => compare(page.url(), wanted),
  toBeAttached: (locator: ScriptlessLocator) => verdict(locator.all().length === 1, locator.all().length, 'one'),
  toBeVisible: (locator: ScriptlessLocator) => verdict(isVisible(locator), locator.all().length, 'visible'),
  toBeHidden: (locator: ScriptlessLocator) => verdict(!isVisible(locator), locator.all().length, 'hidden'),
  toBeChecked: (locator: ScriptlessLocator) => is(locator, ':checked'),
  toBeDisabled: (locator: ScriptlessLocator) => is(locator, ':disabled'),
  toBeEmpty: (locator: ScriptlessLocator) => verdict(text(locator) === '', text(locator), 'empty'),
})

function isVisible(locator: ScriptlessLocator): boolean {
  return locator.all().length > 0 && locator.page.drawn.has(locator.one())
}

const is = (locator: ScriptlessLocator, state: string) => verdict(locator.one().matches(state), 'not', state)

/** Judges pages with and without scripts in the same words. */
export const expectIn: typeof expect = new Proxy(expect, {
  apply(target, self, [actual, ...more]) {
    const stands = actual instanceof ScriptlessLocator || actual instanceof ScriptlessPage
    return Reflect.apply(stands ? still : target, self, [actual, ...more])
  },
})
