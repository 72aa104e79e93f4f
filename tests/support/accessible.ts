import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expectIn as expect } from './scriptless/matchers'
import { MILD_RULES, smallAxe } from './small-axe'

/** The windows in which pages are judged. */
const WIDTHS = [390, 1440]

/** Fails when axe finds something serious that stays: what is just fading in or out has no true colours yet. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => expect(await seriousFaults(page)).toEqual([])).toPass({ timeout: 60_000 })
}

/** Does something at both widths, at the page's own last. */
export async function atBothWidths(page: Page, work: () => Promise<void>): Promise<void> {
  const own = page.viewportSize()
  if (!own) throw new Error('The page has no window.')
  for (const width of [...WIDTHS.filter((one) => one !== own.width), own.width]) {
    await page.setViewportSize({ ...own, width })
    await work()
  }
}

/** What axe complains of on a page as it is, with the marks of which. */
export async function seriousFaults(page: Page): Promise<string[]> {
  // axe is a large script: a page in which it runs already needs no other
  if ((await page.evaluate('typeof axe')) !== 'object') await page.evaluate(smallAxe())
  // its builder hands it over twice; only what a page frames still needs it
  const axeSource = page.frames().length > 1 ? smallAxe() : 'void 0'
  // what axe does not complain of is not written out, which would take as long as finding it
  const judge = new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] })
  judge.disableRules(MILD_RULES)
  const { violations } = await judge.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
