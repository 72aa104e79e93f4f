import { type BookingPages, type Customer, dateAhead, someCustomer } from '../support/booking-pages'
import { mailTo } from '../support/product'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { enterCall } from '../support/staff-pages'
import { countPresses, expect, ownDay, withAndWithoutJs } from '../support/story'
import { edgeOfToast } from '../support/toasts'

/** Books a free place of a day for a caller, who pays nothing yet. */
async function bookPlace(visitor: BookingPages, date: string, place: RegExp, caller: Customer) {
  await visitor.page.goto(`/admin/today?date=${date}`)
  await visitor.settled()
  await visitor.press(place)
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('New booking')
  await enterCall(visitor.page, caller)
  await visitor.press('Book now')
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
}

withAndWithoutJs(
  'the day beside a booking stays as it is at the desk, also when the line was away',
  async ({ booking, page, scripts, accessible, beforehand, somebodyElse, withoutLine }) => {
    const date = dateAhead(ownDay(230, scripts))
    const caller = someCustomer('Leela Fernandes')
    const other = someCustomer('Neil Pereira')
    await signIn(page, MANAGER_MAIL)
    await beforehand(async (visitor) => {
      await bookPlace(visitor, date, /^Book Aurora, 1:30 PM/, caller)
      if (scripts) await bookPlace(visitor, date, /^Book Aurora, 5:00 PM/, other)
    })
    await page.goto(`/admin/today?date=${date}`)
    const card = page.getByRole('article').filter({ hasText: caller.name })
    await expect(card).toContainText('Booked')
    await expect(card).toContainText(/₹[\d,]+ due/)
    await booking.settled()
    await card.getByRole('link', { name: caller.name }).click()
    const panel = page.getByRole('region', { name: caller.name })
    await expect(panel.getByRole('button', { name: 'Expected' })).toHaveAttribute('aria-pressed', 'true')
    await booking.settled()
    await accessible()
    const address = page.url()
    if (scripts) {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
      })
      await panel.getByRole('button', { name: 'Copy link' }).click()
      await expect(panel.getByText('Not copied: open their page')).toBeVisible()
    }

    const colleague = await somebodyElse()
    await signIn(colleague.page, MANAGER_MAIL)
    const find = page.getByRole('combobox', { name: 'Find' })
    if (scripts) {
      // its file comes when it is first opened
      await page.keyboard.press('Control+k')
      await find.press('Escape')
      await expect(find).toHaveCount(0)
    }
    await withoutLine(async () => {
      await expect(page.getByText(/^Offline: what you see may be out of date/)).toBeVisible()
      // what is open stays open, and what is typed and pressed is not lost
      await panel.getByLabel('Amount (₹)').fill('500')
      await panel.getByRole('button', { name: 'Cash' }).click()
      await expect(panel.getByRole('alert')).toContainText('please check your connection')
      await expect(panel.getByLabel('Amount (₹)')).toHaveValue('500')
      // whatever leads away: a key, the browser, what was found, a link
      for (const leave of [
        () => panel.getByLabel('Amount (₹)').press('Escape'),
        () => page.goBack(),
        async () => {
          await page.keyboard.press('Control+k')
          await find.fill('new b')
          await find.press('Enter')
        },
        () => page.getByRole('link', { name: 'Week', exact: true }).press('Enter'),
      ]) {
        await leave()
        await expect(page.getByText(/^Offline: this cannot be opened now/)).toBeVisible()
        await booking.settled()
        await expect(page).toHaveURL(address)
        await expect(panel.getByLabel('Amount (₹)')).toHaveValue('500')
      }
    })
    if (scripts) {
      // an answer of ours that failed is no lost line: it is said, and nothing is held
      await page.route('**/admin/today/changes**', (route) =>
        route.fulfill({ status: 502, headers: { 'X-Request-Id': 'one-of-ours' }, body: '' }),
      )
      const notFollowing = page.getByText(/^This page does not follow by itself just now/)
      // while it asks, as it does on a new line, it does not ask once more
      const lookedAt = async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
        return notFollowing.isVisible()
      }
      await expect.poll(lookedAt).toBe(true)
      await page.getByRole('link', { name: 'Close' }).click()
      // the amount that was typed is not taken yet
      await page.getByRole('button', { name: 'Leave without saving' }).click()
      await expect(panel).toHaveCount(0)
      await page.unroute('**/admin/today/changes**')
      await page.goto(address)
      await booking.settled()
    }
    await colleague.page.goto(address)
    await colleague.press('Cash')
    await expect(colleague.page.getByRole('article').filter({ hasText: caller.name })).toContainText('Paid')
    if (!scripts) await page.goto(address)
    // what a tab asks when it comes into sight again
    else await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(card).toContainText('Paid')
    await expect(page.getByText(/^Offline/)).toHaveCount(0)

    // a note that is half typed stays while a colleague's comes, and is added once
    await panel.getByText('Add a note').click()
    await panel.getByLabel('Note for staff').fill('They come late')
    await colleague.page.getByText('Add a note').click()
    await colleague.page.getByLabel('Note for staff').fill('Cake in the fridge')
    await colleague.press('Add the note')
    await expect(colleague.page.getByRole('region', { name: 'Notes for staff' })).toContainText('Cake in the fridge')
    const notes = panel.getByRole('region', { name: 'Notes for staff' })
    if (scripts) {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(notes).toContainText('Cake in the fridge')
      await expect(panel.getByLabel('Note for staff')).toHaveValue('They come late')
      // nor is it lost by a key or a press that closes the panel, or opens another
      const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
      const otherCard = page.getByRole('article').getByRole('link', { name: other.name })
      for (const leave of [
        () => panel.getByLabel('Note for staff').press('Escape'),
        () => panel.getByRole('link', { name: 'Close' }).click(),
        () => otherCard.press('Enter'),
      ]) {
        await leave()
        await leaving.getByRole('button', { name: 'Stay here' }).click()
        await expect(leaving).toHaveCount(0)
        await expect(panel.getByLabel('Note for staff')).toHaveValue('They come late')
      }
      await expect(page).toHaveURL(address)
    }
    await booking.settled()
    await panel.getByRole('button', { name: 'Add the note' }).click()
    await expect(notes.getByText('They come late')).toHaveCount(1)
    await expect(notes).toContainText('Cake in the fridge')
    if (scripts) await expect(panel.locator('summary', { hasText: 'Add a note' })).toBeFocused()
    await expect(panel.getByLabel('Note for staff')).toHaveValue('')
    if (scripts) {
      // on a phone what is pressed next stands at the top
      const edge = (page.viewportSize()?.width ?? 0) < 600 ? 'bottom' : 'top'
      await expect.poll(() => edgeOfToast(page, 'Note added')).toBe(edge)
    }
    await booking.settled()

    // the panel closes, the day stays, and the week counts it
    await panel.getByRole('link', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
    await expect(page).toHaveURL(new RegExp(`date=${date}`))
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Week')
    await expect(page.locator(`a[href*="date=${date}"]`).filter({ hasText: /\d visits?/ })).toContainText(
      /[1-9]\d* visits?/,
    )
    await booking.settled()
    await accessible()
    if (!scripts) return

    // whose session ended is told so by the page that stands open
    await page.goto(`/admin/today?date=${date}`)
    await booking.settled()
    await page.context().clearCookies()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await page.getByRole('link', { name: 'Log in and come back here' }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Ftoday/)
  },
  { tag: '@both' },
)

withAndWithoutJs(
  'guests pay by two presses, and are not said to have come weeks before',
  async ({ booking, page, scripts, accessible, beforehand }) => {
    const date = dateAhead(ownDay(240, scripts))
    const caller = someCustomer('Dev Malhotra')
    await signIn(page, MANAGER_MAIL)
    await beforehand((visitor) => bookPlace(visitor, date, /^Book Aurora, 5:00 PM/, caller))
    await page.goto(`/admin/today?date=${date}`)
    await booking.settled()
    const presses = countPresses()
    const card = page.getByRole('article').filter({ hasText: caller.name })

    // the balance: the card, and how it was paid
    await presses.press(card.getByRole('link', { name: caller.name }))
    const panel = page.getByRole('region', { name: caller.name })
    await expect(panel.getByLabel('Amount (₹)')).toHaveValue('1499')
    await booking.settled()
    await accessible()
    await presses.press(panel.getByRole('button', { name: 'UPI', exact: true }))
    await expect(card).toContainText('Paid')
    expect(presses.made).toBeLessThanOrEqual(3)
    await expect(panel.getByText(/UPI, balance/)).toBeVisible()
    await expect(panel.getByLabel('Amount (₹)')).toHaveCount(0)

    await expect(panel.getByRole('button', { name: 'Arrived' })).toHaveCount(0)
    await expect(panel.getByText(/“Arrived” can be noted from .+“Did not come” can be noted from/)).toBeVisible()
    await booking.settled()

    await expect(panel.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:+91${caller.number}`)
    const chat = (await panel.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')) ?? ''
    expect(new URL(chat).searchParams.get('text')).toContain('It is confirmed and paid.')
    await booking.settled()
    await panel.getByRole('button', { name: 'Send mail again' }).press('Enter')
    expect((await mailTo(caller.email, /^Your booking/)).text).toContain('Everything is paid.')
  },
)

withAndWithoutJs(
  'a part is taken, more than is due is not',
  async ({ booking, page, scripts, beforehand, accessible }) => {
    const date = dateAhead(ownDay(250, scripts))
    const caller = someCustomer('Kiran Bose')
    await signIn(page, MANAGER_MAIL)
    await beforehand((visitor) => bookPlace(visitor, date, /^Book Aurora, 5:00 PM/, caller))
    await page.goto(`/admin/today?date=${date}`)
    await page.getByRole('article').getByRole('link', { name: caller.name }).click()
    await booking.settled()
    await page.getByLabel('Amount (₹)').fill('1500')
    await page.getByRole('button', { name: 'Cash', exact: true }).press('Enter')
    await expect(page.getByLabel('Amount (₹)')).toHaveAccessibleDescription(/Only ₹1,499 is due/)
    await accessible()
    await page.getByLabel('Amount (₹)').fill('499')
    // Enter chooses no way: it says that one is to be chosen, and what was wrong with the amount is over
    await page.getByLabel('Amount (₹)').press('Enter')
    await expect(
      page
        .locator('[role=alert], [data-fault]')
        .filter({ hasText: 'How it is paid is still to choose: Cash, UPI or Card' }),
    ).toBeVisible()
    await expect(page.getByText('Only ₹1,499 is due')).toHaveCount(0)
    await expect(page.getByLabel('Amount (₹)')).toHaveValue('499')
    await booking.settled()
    await page.getByRole('button', { name: 'Card', exact: true }).press('Enter')
    await expect(page.getByLabel('Amount (₹)')).toHaveValue('1000')
    await expect(page.getByText('Card, payment')).toBeVisible()
    await booking.settled()
    // the booking's own page does the same
    await page.getByRole('link', { name: 'Open the booking' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
    await booking.settled()
    await accessible()
    // what was taken meanwhile in another tab is seen with the refusal, and the next press is of what is due by then
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(page.url())
    await elsewhere.getByLabel('Amount (₹)').fill('100')
    await elsewhere.getByRole('button', { name: 'UPI', exact: true }).press('Enter')
    await expect(elsewhere.getByText('UPI, payment')).toBeVisible()
    await elsewhere.close()
    await page.getByRole('button', { name: 'Cash', exact: true }).press('Enter')
    await expect(page.locator('[role=alert], [data-fault]').filter({ hasText: 'Meanwhile ₹900 is due' })).toBeVisible()
    await expect(page.getByRole('row', { name: /^Remaining/ })).toContainText('₹900')
    await expect(page.getByText('UPI, payment')).toBeVisible()
    await booking.settled()
    await page.getByLabel('Amount (₹)').fill('900')
    await page.getByRole('button', { name: 'Cash', exact: true }).press('Enter')
    await expect(page.getByText('Cash, balance')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Remaining/ })).toContainText('₹0')
    await booking.settled()
    // it was ₹800: what was entered by mistake is struck out, and the other payments stay
    await page.getByRole('link', { name: 'Strike out ₹900' }).click()
    const question = page.getByRole('dialog', { name: 'Strike out ₹900 in cash?' })
    await expect(question).toContainText('₹900 is due')
    await expect(
      question.getByRole('checkbox', { name: /^Tell the customer, where they have heard of it/ }),
    ).toBeChecked()
    await booking.settled()
    await accessible()
    await question.getByRole('button', { name: 'Strike out' }).press('Enter')
    await expect(page.getByText('₹900 in cash struck out, ₹900 is due').last()).toBeVisible()
    await expect(page.getByRole('row', { name: /^Remaining/ })).toContainText('₹900')
    await expect(page.getByRole('link', { name: 'Strike out ₹499' })).toBeVisible()
  },
)

withAndWithoutJs(
  'the till is counted and closed, and corrected by an entry',
  async ({ booking, page, scripts, accessible }) => {
    // each telling closes a day of its own, long before the demo's bookings
    const date = dateAhead(-(200 + ownDay(1, scripts)))
    await signIn(page, MANAGER_MAIL)
    const presses = countPresses()
    // on a phone the menu, and the till in it
    presses.made = 2
    await page.goto(`/admin/till?date=${date}`)
    await booking.settled()
    await accessible()
    await page.getByLabel('Opening float (₹)').fill('2000')
    await page.getByLabel('Counted cash (₹)').fill('1800')
    if (scripts) await expect(page.getByText('₹200 too little')).toBeVisible()
    await presses.press(page.getByRole('button', { name: 'Close the day' }))
    await expect(page.getByLabel('Reason of a difference')).toHaveAccessibleDescription(
      /₹200 too little: what is the reason\?/,
    )
    await page.getByLabel('Reason of a difference').fill('Change for the cook')
    await presses.press(page.getByRole('button', { name: 'Close the day' }))
    await expect(page.getByRole('heading', { name: 'Closed', exact: true })).toBeVisible()
    expect(presses.made).toBeLessThanOrEqual(4)
    const closed = page.getByRole('main').locator('section').filter({ hasText: 'Change for the cook' })
    await expect(closed).toBeVisible()
    // what was pressed is gone, and in its place stands how it was closed
    if (scripts) await expect(closed).toBeFocused()
    await booking.settled()
    await accessible()
    await page.getByText('Correct by an entry').click()
    await page.getByLabel('There was').selectOption('less')
    await page.getByLabel('Amount (₹)').fill('50')
    await page.getByLabel('Reason', { exact: true }).fill('A note was torn')
    const enter = page.getByRole('button', { name: 'Enter the correction' })
    if (scripts) {
      // it arrives, and its answer does not: whoever presses again enters it once
      await page.route(
        ({ pathname }) => pathname === '/admin/till.data',
        async (route) => {
          await route.fetch()
          await route.abort('blockedbyclient')
        },
        { times: 1 },
      )
      await enter.press('Enter')
      await expect(page.getByRole('alert')).toContainText('please check your connection')
    }
    await enter.press('Enter')
    await expect(page.getByText('A note was torn')).toBeVisible()
    await expect(page.getByText('₹1,750', { exact: true })).toBeVisible()
    if (!scripts) return
    await expect(page.locator('summary', { hasText: 'Correct by an entry' })).toBeFocused()

    // one that arrives, and then the line drops before the page that follows it
    let dropped = true
    await page.route(
      ({ pathname }) => pathname === '/admin/till.data',
      (route) => (dropped && route.request().method() === 'GET' ? route.abort('blockedbyclient') : route.continue()),
    )
    await page.getByText('Correct by an entry').click()
    await page.getByLabel('Amount (₹)').fill('25')
    await page.getByLabel('Reason', { exact: true }).fill('A coin was found')
    await page.getByLabel('There was').selectOption('more')
    await enter.press('Enter')
    await expect(page.getByText(/look whether it arrived before you send it again/)).toBeVisible()
    dropped = false
    await page.getByRole('link', { name: 'Load the page again' }).click()
    await expect(page.getByText('A coin was found')).toBeVisible()
    await expect(page.getByText('₹1,775', { exact: true })).toBeVisible()
    await booking.settled()
    // a page that is only asked for keeps the frame's place, and comes by itself
    dropped = true
    await page.getByRole('link', { name: 'The day before' }).click()
    const away = page.getByRole('alert').filter({ hasText: 'We could not be reached' })
    await expect(away).toContainText('look whether it arrived before you send it again')
    dropped = false
    await away.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Till')
  },
)

withAndWithoutJs(
  'a booking, a day and a page are found by what is typed',
  async ({ booking, page, scripts, accessible, beforehand }) => {
    const date = dateAhead(ownDay(290, scripts))
    const caller = someCustomer('Zubin Dastur')
    await signIn(page, MANAGER_MAIL)
    const other = someCustomer('Freny Dastur')
    await beforehand(async (visitor) => {
      await bookPlace(visitor, date, /^Book Aurora, 5:00 PM/, caller)
      if (scripts) await bookPlace(visitor, date, /^Book Aurora, 1:30 PM/, other)
    })
    await page.goto('/admin/till')
    await booking.settled()
    // what is entered is of the day that is shown, also when it is sent on the next one
    await expect(page.locator('#close, #correct').first()).toHaveAttribute('action', /\?date=[\d-]+&location=\w+$/)
    if (!scripts) {
      await page.getByRole('link', { name: 'Find…' }).click()
      await page.getByLabel('Search').fill(caller.number)
      await page.getByLabel('Search').press('Enter')
      await expect(page.getByRole('link', { name: new RegExp(caller.name) })).toHaveCount(1)
      return
    }
    const field = page.getByRole('combobox', { name: 'Find' })
    const goal = (name: string | RegExp) => page.getByRole('option', { name })

    // by the keyboard alone, from any page: somebody's phone number, and their booking
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await expect(goal(/^Today/)).toBeVisible()
    await accessible()
    await field.fill(caller.number)
    await expect(goal(new RegExp(caller.name))).toBeVisible()
    await accessible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
    await expect(field).toHaveCount(0)

    // to another booking, of which as much is due: its forms are its own, so that it is left without a question
    await booking.settled()
    await page.getByLabel('Reference').first().fill('UTR 4711')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.resolve()
    })
    await booking.press('Copy link')
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await field.fill(other.number)
    await expect(goal(new RegExp(other.name))).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.name)
    await expect(page.getByLabel('Reference').first()).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()

    // Escape leads back to where one was
    await booking.settled()
    await page.keyboard.press('Control+k')
    await field.fill('nobody of this name')
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(field).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.name)

    // by pressing: a day, and a page
    await page.getByRole('link', { name: 'Find…' }).filter({ visible: true }).press('Enter')
    await field.fill(date)
    await goal(/\d\d\/\d\d\/\d{4}/).click()
    await expect(page).toHaveURL(new RegExp(`/admin/today\\?date=${date}`))
    await booking.settled()
    await page.getByRole('link', { name: 'Find…' }).filter({ visible: true }).press('Enter')
    await field.fill('new b')
    await expect(goal('New booking')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
  },
)
