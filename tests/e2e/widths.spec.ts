import { DEMO_STAFF } from '~sandbox/demo/business'
import { EVERY_PATTERN } from '../support/every-route'
import { signIn } from '../support/sign-in'
import { expect, withJs } from '../support/story'

/** A tablet upright and lying, and a small screen at the desk; phone and large screen are every story's own. */
const WIDTHS = [768, 1024, 1280]

const STANDING = EVERY_PATTERN.filter((pattern) => pattern.startsWith('/admin/') && !/[:*]|\.csv$/.test(pattern))

withJs('no page of the back office is wider than a tablet or a small screen', async ({ page }) => {
  expect(STANDING.length).toBeGreaterThan(30)
  await signIn(page, DEMO_STAFF.owner)
  const tooWide: string[] = []
  for (const address of STANDING) {
    await page.goto(address)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const drawn = await page.evaluate(() => document.documentElement.scrollWidth)
      if (drawn > width) tooWide.push(`${address}: ${drawn} px at ${width}`)
    }
  }
  expect(tooWide).toEqual([])
})
