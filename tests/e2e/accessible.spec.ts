import { seriousFaults } from '../support/accessible'
import { expect, test } from '../support/story'

test('axe complains of what is serious, and again when it is asked again', async ({ page }) => {
  const drawn = (main: string) =>
    `<html lang="en"><title>A page</title><body style="background: #fff">${main}</body></html>`
  await page.setContent(drawn('<main><button></button><p style="color: #aaa">Pale</p></main>'))
  const found = [expect.stringMatching(/^button-name: <button>/), expect.stringMatching(/^color-contrast: <p /)]
  expect(await seriousFaults(page)).toEqual(found)
  expect(await seriousFaults(page)).toEqual(found)
  // a page without a first heading is told of mildly
  await page.setContent(drawn('<main><button>Press</button><p>Black on white</p></main>'))
  expect(await seriousFaults(page)).toEqual([])
})
