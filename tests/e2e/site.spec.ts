import { formatDate } from '~/domain/calendar'
import { links } from '../../app/links'
import { atBothWidths } from '../support/accessible'
import { dateAhead, plainDay } from '../support/booking-pages'
import { fresh } from '../support/own-mark'
import { mailTo } from '../support/product'
import { settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { SITE_PAGES } from '../support/site-pages'
import { StaffPages } from '../support/staff-pages'
import { expect, withAndWithoutJs, withJs } from '../support/story'

/** How long a banner is shown. */
const TURN_MS = 4_000

for (const { path, heading } of SITE_PAGES) {
  withAndWithoutJs(
    `${path} stands, is accessible and fits the window`,
    async ({ booking, page, accessible }) => {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' })).toBeVisible()
      await booking.settled()
      await accessible()
      await atBothWidths(page, async () => {
        const width = page.viewportSize()?.width
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      })
    },
    { browserOnly: true },
  )
}

withAndWithoutJs('a page that is missing looks like the site', async ({ page, accessible }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page is not showing')
  await expect(page.getByRole('banner')).toBeVisible()
  // what is missing may be a booking whose link lost a letter
  await expect(page.getByRole('main').getByRole('link', { name: 'Where is my booking?' })).toBeVisible()
  await accessible()
  // one outside the site's frame has a name of its own too: its address is a secret
  const paper = await page.goto(`/b/${'x'.repeat(40)}/papers/none`)
  expect(paper?.status()).toBe(404)
  expect(await page.locator('title').textContent()).toMatch(/^This page is not showing · /)
})

withAndWithoutJs(
  'an evening is found by people, day, price and place, and booked from there',
  async ({ page, booking, scripts, accessible }) => {
    await page.goto('/')
    await booking.settled()
    await page.getByRole('main').getByRole('link', { name: 'Find an evening' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find an evening')
    await booking.settled()
    const people = page.getByLabel('For how many?')
    await people.fill('90')
    await booking.press('Search')
    await expect(people).toHaveAccessibleDescription(/Our largest room is for 12 people/)
    const date = dateAhead(plainDay(270))
    const searchForSix = async () => {
      await booking.settled()
      await people.fill('6')
      await page.getByLabel('Near which day?').fill(date)
      await page.getByLabel('Under (₹)').fill('2,500')
      await page.getByLabel('Where?').selectOption('Koramangala')
      await booking.press('Search')
      // 1,499 for four, and two more at 250
      await expect(page.getByText(/Basic: Package ₹1,499 \+ Extra Persons Amount ₹500/).first()).toBeVisible()
      await booking.settled()
    }
    await searchForSix()
    // on the way back the fields say what that list was asked for
    await page.goBack()
    await expect(people).toHaveAccessibleDescription(/Our largest room/)
    await expect(people).toHaveValue('90')
    await expect(page.getByLabel('Where?')).toHaveValue('')
    await searchForSix()
    await expect(page.getByText('Celeste')).toHaveCount(0)
    await expect(page.getByText(/Celebration ₹2,999/)).toHaveCount(0)
    await accessible()
    await booking.settled()
    await booking.press(new RegExp(`^10:00 AM –\\W*1:00 PM Aurora, .*${formatDate(date)}`))
    await booking.seesStep('Customer Details')
    await expect(page.getByLabel('Number of people')).toHaveValue('6')
    await page.goto('/booking/slots')
    await booking.settled()
    // every day of the calendar says how full it is, and from what price
    const day = page.locator(`button[name="date"][value="${date}"]`)
    await expect(day).toHaveAttribute('aria-label', /4 of 4 slots free, from ₹1,499/)
    if (scripts) await accessible()
  },
  { tag: '@phone' },
)

withAndWithoutJs('a visitor writes, the business gets a mail and marks it as handled', async (world) => {
  const { booking, page, scripts } = world
  const name = fresh('Asha')
  await page.goto(links.contact())
  const opened = Date.now()
  await booking.settled()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Phone').fill('9845000001')
  await page.getByLabel('Email').fill('asha@lumiere.example')
  await page.getByLabel('Message').fill('   ')
  // whoever is faster than two seconds is asked again
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(2_000)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('Message')).toHaveAccessibleDescription(/Message is required/)
  await expect(page.getByLabel('Name')).toHaveValue(name)
  // what was refused has the focus, and a ring that shows it
  if (scripts) await expect(page.getByLabel('Message')).toHaveCSS('outline-style', 'solid')
  await page.getByLabel('Message').fill('Is the Velvet room free on Sunday?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Message Sent Successfully').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  const mail = await mailTo('hello@lumiere.example', new RegExp(name))
  expect(mail.text).toContain('Is the Velvet room free on Sunday?')

  await signIn(page)
  await page.goto(links.adminMessages({ search: name, state: 'open' }))
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  // that one waits is told in the menu, which makes no page longer than it is
  const emptyStrip = () =>
    page.evaluate(() => {
      const end = Math.ceil((document.querySelector('main')?.getBoundingClientRect().bottom ?? 0) + window.scrollY)
      return document.documentElement.scrollHeight - Math.max(window.innerHeight, end)
    })
  if (scripts) await expect.poll(emptyStrip).toBeLessThanOrEqual(0)
  await booking.settled()
  await page.getByRole('button', { name: 'Mark as handled' }).press('Enter')
  await new StaffPages(page, scripts).told('The message is handled.')
  // what was pressed has gone with its message: who goes on by keys is where the list was
  if (scripts) await expect(page.locator('main :focus')).toContainText('Nothing fits these filters')
  await expect(page.getByRole('heading', { level: 2, name })).toHaveCount(0)
  await page.goto(links.adminMessages({ search: name, state: 'handled' }))
  await expect(page.getByText(/Handled by/)).toBeVisible()
})

withAndWithoutJs('photographs are filtered, opened, turned and closed', async ({ page, scripts, accessible }) => {
  await page.goto(links.gallery())
  const photographs = page.getByRole('list', { name: 'Photographs' }).getByRole('link')
  await expect(photographs).toHaveCount(26)
  await page.getByRole('link', { name: 'Smoke Entry', exact: true }).click()
  await expect(photographs).toHaveCount(8)
  await photographs.nth(2).click()
  const box = page.getByRole('dialog', { name: 'Photographs' })
  await expect(box.getByText('3 / 8')).toBeVisible()
  await accessible()
  await box.getByRole('link', { name: 'Next photograph' }).click()
  await expect(box.getByText('4 / 8')).toBeVisible()
  if (scripts) {
    await page.keyboard.press('ArrowLeft')
    await expect(box.getByText('3 / 8')).toBeVisible()
    const swipe = async (from: number, to: number) => {
      const finger = { identifier: 0, clientY: 300 }
      await box.dispatchEvent('touchstart', { touches: [{ ...finger, clientX: from }] })
      await box.dispatchEvent('touchend', { changedTouches: [{ ...finger, clientX: to }] })
    }
    const zoom = (scale: number) =>
      page.evaluate((value) => {
        Object.defineProperty(window.visualViewport, 'scale', { value, configurable: true })
      }, scale)
    await swipe(300, 200)
    await expect(box.getByText('4 / 8')).toBeVisible()
    // what a finger moves over a photograph that two have made larger is the photograph
    await zoom(2)
    await swipe(300, 200)
    await zoom(1)
    await settled(page)
    await swipe(200, 300)
    await expect(box.getByText('3 / 8')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(photographs.nth(2)).toBeFocused()
  } else {
    await box.getByRole('link', { name: 'Close' }).click()
  }
  await expect(box).toHaveCount(0)
  await expect(photographs).toHaveCount(8)
  await page.goto(links.gallery({ photo: 99 }))
  await expect(box.getByText('HTML Element Not Found')).toBeVisible()
})

withJs('what is to be said is said on the page when the file of its toasts does not come', async ({ page }) => {
  await page.route('**/assets/toaster-*.js', (route) => route.abort('blockedbyclient'))
  await page.goto(links.editBooking('nobody'))
  await expect(page.getByRole('alert').filter({ hasText: 'No Access Login again' })).toBeVisible()
  await settled(page)
  await expect(page.getByText('No Access Login again'), 'once').toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose Your Location')
})

withJs(
  'a photograph that does not come says why',
  async ({ page }) => {
    // nobody looks at the others
    await page.route('**/media/**', (route) => route.abort('blockedbyclient'))
    const photograph = '**/media/w*/gallery/candle-path-1.webp'
    const says = async (answer: number | 'abort', text: string) => {
      await page.route(photograph, (route) =>
        answer === 'abort' ? route.abort('blockedbyclient') : route.fulfill({ status: answer, body: '' }),
      )
      await page.goto(links.gallery({ show: 'candle-path', photo: 1 }))
      await expect(page.getByRole('alert').filter({ hasText: text, visible: true })).toBeVisible()
      await page.unroute(photograph)
    }
    await says(404, 'Image Not Found')
    await says(200, 'Image Not Found')
    await says(403, 'Error Loading AJAX : Forbidden')
    await says(410, 'Error Loading AJAX : Not Found')
    await says(500, 'Something Went Wrong, Please Try Again Later')
    await says('abort', 'Error Loading Page')
  },
  { lively: true, meant: /status of 500/ },
)

withAndWithoutJs(
  'the phone’s menu slides in, leads on and is closed again',
  async ({ booking, page }) => {
    await page.goto(links.home())
    await booking.settled()
    const button = page.locator('summary[aria-label="Menu"]')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await button.click()
    for (const label of ['Home', 'About', 'Gallery', 'Testimonials', 'Contact', 'Book Now'])
      await expect(menu.getByRole('link', { name: label })).toBeVisible()
    await menu.getByRole('link', { name: 'Gallery' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Gallery')
    await expect(menu).toBeHidden()
    await button.click()
    await expect(menu).toBeVisible()
    // beside the menu
    await page.mouse.click(20, 400)
    await expect(menu).toBeHidden()
  },
  { tag: '@phone', browserOnly: true },
)

withAndWithoutJs(
  'the banners turn, pause and are chosen by their thumbnails',
  async ({ page, scripts }) => {
    if (scripts) await page.clock.install()
    await page.goto(links.home())
    const thumbnails = page.getByRole('list', { name: 'All banners' }).getByRole('link')
    const slides = page.locator('[id^="banner-"]')
    if (!scripts) {
      await expect(page.getByRole('button', { name: /the banners/ })).toHaveCount(0)
      await thumbnails.nth(1).click()
      await expect(page).toHaveURL(/#banner-2$/)
      await expect(slides.nth(1)).toBeInViewport({ ratio: 0.4 })
      return
    }
    const current = page.getByRole('list', { name: 'All banners' }).locator('[aria-current]')
    const first = (await current.getAttribute('aria-label')) ?? ''
    // it turns by itself
    await settled(page)
    await page.clock.runFor(TURN_MS + 1_000)
    await expect(current).not.toHaveAttribute('aria-label', first)
    await page.getByRole('button', { name: 'Pause the banners' }).click()
    await expect(page.getByRole('button', { name: 'Play the banners' })).toBeVisible()
    await thumbnails.nth(2).click()
    await expect(thumbnails.nth(2)).toHaveAttribute('aria-current', 'true')
    // whatever would turn it has had the time
    await page.clock.runFor(20_000)
    await expect(thumbnails.nth(2)).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Next of the banners' }).click()
    await expect(thumbnails.nth(3)).toHaveAttribute('aria-current', 'true')
  },
  { browserOnly: true, lively: true },
)

withJs('who asked for less motion gets none, and the coupon line stands under pointer and focus', async ({ page }) => {
  await page.goto(links.home())
  await settled(page)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    // a line that does not run by is read as it stands: every word of it lies within the window
    const texts = page.getByRole('region', { name: 'Offers' }).getByRole('listitem').filter({ visible: true })
    const ends = await texts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
    expect(ends.length).toBeGreaterThan(1)
    expect(Math.max(...ends)).toBeLessThanOrEqual(width)
  }
  await expect(page.getByRole('button', { name: 'Play the banners' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play the services' })).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(links.home())
  const offers = page.getByRole('region', { name: 'Offers' })
  const line = offers.locator('.ticker')
  await expect(line).toHaveCSS('animation-duration', '40s')
  await expect(line).toHaveCSS('animation-play-state', 'running')
  await offers.hover()
  await expect(line).toHaveCSS('animation-play-state', 'paused')
  await page.mouse.move(0, 0)
  await expect(line).toHaveCSS('animation-play-state', 'running')
  await offers.focus()
  await expect(line).toHaveCSS('animation-play-state', 'paused')
})

withJs('the chat stands beside the page, and covers nothing of it', async ({ page }) => {
  await page.goto(links.bookLocations())
  for (const width of [320, 390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const chat = page.getByRole('link', { name: /^Chat with us/ }).filter({ visible: true })
    const covered = () =>
      chat.evaluate((link) => {
        const one = link.getBoundingClientRect()
        if (link.closest('header'))
          return link.closest('header')?.scrollWidth === window.innerWidth ? [] : ['the header']
        // scrolled anywhere, no word and no button reaches into its column
        return [...document.querySelectorAll('main :is(p, a, button, h1, h2, li, span)')]
          .filter((other) => other.getClientRects().length > 0 && other.getBoundingClientRect().right > one.left)
          .map((other) => other.textContent)
      })
    // what moves on the way to a width may be wider
    await expect.poll(covered, `at ${width} px`).toEqual([])
  }
})

withJs('services stand side by side, one to five', async ({ page }) => {
  await page.goto(links.home())
  const strip = page.getByRole('list', { name: 'Services We Provide' })
  await expect(strip.getByRole('listitem')).toHaveCount(7)
  // both of one layout: a window that has just become smaller is laid out anew
  const sideBySide = () =>
    strip.evaluate((list) => Math.round((list.clientWidth + 20) / ((list.querySelector('li')?.clientWidth ?? 1) + 20)))
  for (const [width, visible] of [
    [400, 1],
    [500, 2],
    [800, 3],
    [1100, 4],
    [1300, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(sideBySide, `${width} px`).toBe(visible)
  }
})

withAndWithoutJs(
  'one question is open at a time',
  async ({ page }) => {
    await page.goto(links.about())
    const questions = page.locator('details[name="questions"]')
    await questions.nth(0).locator('summary').click()
    await questions.nth(1).locator('summary').click()
    await expect(questions.nth(1)).toHaveAttribute('open', '')
    await expect(questions.nth(0)).not.toHaveAttribute('open')
  },
  { browserOnly: true },
)

withJs('every page starts at its top, on the way back too', async ({ page }) => {
  const top = () => page.evaluate(() => window.scrollY)
  await page.goto(links.home())
  await settled(page)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund Policy')
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A cinema of your own')
  await expect.poll(top).toBe(0)
})

withJs('who does not see a page that opens hears its heading, on the way back too', async ({ page, booking }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(links.home())
  await booking.settled()
  // the browser itself says that a page was loaded
  await expect(heading).not.toBeFocused()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).press('Enter')
  await expect(heading).toHaveText('Gallery')
  await expect(heading).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'All', exact: true })).toBeFocused()
  await page.goBack()
  await expect(heading).toHaveText('A cinema of your own')
  await expect(heading).toBeFocused()

  await page.getByRole('banner').getByRole('link', { name: 'Book Now' }).press('Enter')
  await expect(heading).toHaveText('Choose Your Location')
  await expect(heading).toBeFocused()
  await page.getByRole('button', { name: /^Koramangala/ }).press('Enter')
  await expect(heading).toHaveText('Select Your Screen')
  await expect(heading).toBeFocused()
})

withJs('a heading that two pages share is heard anew on the way back', async ({ page, booking }) => {
  const heading = page.getByRole('heading', { level: 1 })
  await page.goto(links.terms())
  await booking.settled()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /Refund/ })
    .press('Enter')
  await expect(heading).toHaveText(/Refund/)
  await expect(heading).toBeFocused()
  await heading.evaluate((one) =>
    one.addEventListener('focus', () => one.setAttribute('data-heard', one.textContent ?? '')),
  )
  await page.goBack()
  await expect(heading).toHaveText(/Terms/)
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAttribute('data-heard', /Terms/)
})

withJs('a search that is half made stays when another city is chosen', async ({ page, booking }) => {
  await page.goto(links.findEvening())
  await booking.settled()
  const people = page.getByLabel('For how many?')
  await people.fill('6')
  await page.getByLabel('City').selectOption({ label: 'Mysuru' })
  await booking.settled()
  await expect(page.getByLabel('City').locator('option:checked')).toHaveText('Mysuru')
  await expect(people).toHaveValue('6')
})

withJs('a message that is half written stays when another city is chosen', async ({ page, booking }) => {
  await page.goto(links.contact())
  await booking.settled()
  const message = page.getByLabel('Message')
  await message.fill('We would like to come with forty people')
  await page.getByLabel('City').selectOption({ label: 'Mysuru' })
  await booking.settled()
  await expect(page).toHaveURL(/\/contact$/)
  await expect(message).toHaveValue('We would like to come with forty people')
  await page.reload()
  await expect(page.getByLabel('City').locator('option:checked')).toHaveText('Mysuru')
})
