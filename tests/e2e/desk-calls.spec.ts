import { dateAhead, someCustomer } from '../support/booking-pages'
import { mailTo } from '../support/product'
import { settled } from '../support/settled'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { enterCall } from '../support/staff-pages'
import { countPresses, expect, ownDay, withAndWithoutJs } from '../support/story'

withAndWithoutJs(
  'a call becomes a booking on one page, in eight presses at most',
  async ({ booking, page, scripts, accessible, somebodyElse, withoutLine }) => {
    const date = dateAhead(ownDay(260, scripts))
    const caller = someCustomer('Zoya Merchant')
    await signIn(page, MANAGER_MAIL)
    await page.goto(`/admin/today?date=${date}`)
    await booking.settled()
    const presses = countPresses()
    await presses.press(page.getByRole('button', { name: /^Book Aurora, 5:00 PM/ }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
    await booking.settled()
    await accessible()
    await page.getByLabel('Phone').fill(caller.number)
    await page.getByLabel('Name', { exact: true }).fill(caller.name)
    await page.getByLabel('People').fill('6')
    await page.getByLabel('Occasion').selectOption({ label: 'Anniversary, ₹199' })
    // opening the list, and choosing
    presses.made += 2
    if (!scripts) await presses.press(page.getByRole('button', { name: 'Recalculate' }))
    await expect(page.getByText('A new customer')).toBeVisible()
    await expect(page.getByTestId('total')).toHaveText(/^₹[\d,]+$/)
    await expect(page.locator('dl').filter({ hasText: 'Total' })).toContainText('₹199')
    await booking.settled()
    await presses.press(page.getByRole('button', { name: 'Book now' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
    expect(presses.made).toBeLessThanOrEqual(8)

    // the same number again: who it is
    await page.goto(`/admin/bookings/new?date=${date}`)
    await booking.settled()
    await page.getByLabel('Phone').fill(caller.number)
    await page.getByLabel('People').fill('6')
    if (!scripts) await page.getByRole('button', { name: 'Recalculate' }).press('Enter')
    await expect(page.getByText(`${caller.name}: 1 booking`)).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(caller.name)
    await expect(page.getByLabel('Room and slot').getByText(/Aurora, 5:00 PM/)).toHaveCount(0)
    await booking.settled()
    if (scripts) {
      // what is wrong with coupon or day is said at its field at once
      const [coupon, day] = [page.getByLabel('Coupon'), page.getByLabel('Date')]
      await coupon.fill('WRONG1')
      await expect(coupon).toHaveAccessibleDescription(/Coupon WRONG1 was taken out/)
      await coupon.fill('')
      await expect(coupon).not.toHaveAttribute('aria-invalid')
      // after midnight the desk has yesterday before it still
      await day.fill(dateAhead(-2))
      await expect(day).toHaveAccessibleDescription(/This day is over/)
      await expect(page.getByText('What was chosen is not free on this day.')).toHaveCount(0)
      await day.fill(date)
      await expect(day).not.toHaveAttribute('aria-invalid')
      await booking.settled()
    }
    // a colleague is faster with the place that stands there
    const { page: other } = await somebodyElse()
    const faster = someCustomer('Nisha Rao')
    await signIn(other, MANAGER_MAIL)
    await other.goto(`/admin/bookings/new?date=${date}`)
    await enterCall(other, faster)
    await other.getByRole('button', { name: 'Book now' }).press('Enter')
    await expect(other.getByRole('heading', { level: 1 })).toHaveText(faster.name)
    if (scripts) {
      // how many of something stands beside its name, and covers none
      await page.locator('summary').filter({ hasText: 'Gifts' }).click()
      const counts = page.locator('details').filter({ hasText: 'Gifts' }).getByRole('spinbutton')
      for (const box of await Promise.all((await counts.all()).map((count) => count.boundingBox())))
        expect(box?.width).toBeLessThan(100)
    }
    await page.getByRole('button', { name: 'Book now' }).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Select atleast one Occasion' })).toBeVisible()
    await expect(page.getByText('What was chosen is not free on this day.')).toBeVisible()
    await expect(page.getByLabel('Room and slot')).toHaveValue('')
    await expect(page.getByLabel('Phone')).toHaveValue(caller.number)
    await expect(page.getByLabel('Occasion')).toHaveAttribute('aria-invalid', 'true')
    if (scripts) await expect(page.getByLabel('Occasion')).toBeFocused()
    await booking.settled()
    await accessible()
    if (scripts) {
      // what is corrected is no longer said, and does not come back with the next price
      await page.getByLabel('Occasion').selectOption({ index: 1 })
      await expect(page.getByText('Select atleast one Occasion')).toHaveCount(0)
      const priced = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await page.getByLabel('Package').selectOption({ index: 1 })
      await priced
      await settled(page)
      await expect(page.getByText('Select atleast one Occasion')).toHaveCount(0)
      await expect(page.getByLabel('Occasion')).not.toHaveAttribute('aria-invalid')
    }

    // left like that, it is taken up again
    await page.goto('/admin/unfinished-bookings')
    await booking.settled()
    await page
      .getByRole('link', { name: `Go on: Telephone booking, ${caller.name}` })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(caller.name)
    if (!scripts) return

    // the next call begins with an empty form, and goes on when the office is lit otherwise in the middle of it
    await booking.settled()
    await page.getByRole('link', { name: 'New booking' }).filter({ visible: true }).first().click()
    await expect(page.getByLabel('Phone')).toHaveValue('')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
    await booking.settled()
    await page.getByLabel('Name', { exact: true }).fill(caller.name)
    // what is not kept yet is asked about, here too
    await page.getByLabel('People').fill('5')
    await page.getByRole('link', { name: 'New booking' }).filter({ visible: true }).first().click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Stay here' }).click()
    await expect(question).toHaveCount(0)
    // without a line nothing turns back: what was chosen since stands there with its price, and who types keeps the field
    await page.getByLabel('Date').fill(dateAhead(ownDay(261, scripts)))
    const [packages, place] = [page.getByLabel('Package'), page.getByLabel('Room and slot')]
    const worksOut = async (change: () => Promise<unknown>) => {
      const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await change()
      await answered
      await settled(page)
    }
    await packages.focus()
    await worksOut(() => packages.selectOption({ index: 1 }))
    await expect(packages).toBeFocused()
    const chosen = await packages.inputValue()
    await page.locator('summary').filter({ hasText: 'Gifts' }).click()
    const gift = page.locator('details').filter({ hasText: 'Gifts' }).getByRole('spinbutton').first()
    await worksOut(() => gift.fill('1'))
    // the fold closes over nobody who types another number
    await worksOut(() => gift.fill(''))
    await gift.fill('2')
    await expect(page.locator('dl').filter({ hasText: 'Total' })).toContainText('Gifts')
    await settled(page)
    const total = (await page.getByTestId('total').textContent()) ?? ''
    const slot = await place.inputValue()
    const stands = async () => {
      await expect(packages).toHaveValue(chosen)
      await expect(place).toHaveValue(slot)
      await expect(gift).toHaveValue('2')
      await expect(page.getByTestId('total')).toHaveText(total)
    }
    await withoutLine(async () => {
      const lost = page.waitForEvent('requestfailed')
      await page.getByLabel('Note').fill('By the window')
      await lost
      await expect(page.getByRole('alert').filter({ hasText: 'check your connection' })).toBeVisible()
      await stands()
      await page.getByRole('button', { name: 'Book now' }).press('Enter')
      await settled(page)
      await stands()
    })
    const attempt = () => page.locator('input[name="attempt"]').inputValue()
    const begun = await attempt()
    await page.locator('button[name="theme"][value="dark"]').filter({ visible: true }).press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await booking.settled()
    expect(await attempt()).toBe(begun)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(caller.name)
  },
)

withAndWithoutJs('on a phone the total and the press that books stay in sight', async ({ booking, page, scripts }) => {
  await signIn(page, MANAGER_MAIL)
  await page.goto(`/admin/bookings/new?date=${dateAhead(ownDay(280, scripts))}`)
  await booking.settled()
  const book = page.getByRole('button', { name: 'Book now' })
  const bar = page.locator('.thumb-bar')
  await expect(bar).toContainText('Book now')
  // where nothing is laid out, it is there all the same
  if (!scripts) return
  await expect(bar).toBeHidden()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(book).toHaveCount(1)
  await expect(book).toBeInViewport({ ratio: 1 })
  await expect(bar).toContainText((await page.getByTestId('total').textContent()) ?? 'no total')
  // at the end of the page nothing lies under it
  const last = page.getByRole('button', { name: 'Hold and ask for money' })
  await page.mouse.move(195, 400)
  await page.mouse.wheel(0, 20_000)
  const endOf = async () => {
    const [above, under] = [await last.boundingBox(), await bar.boundingBox()]
    return above && under ? above.y + above.height - under.y : 1
  }
  await expect.poll(endOf).toBeLessThanOrEqual(0)
  await expect(book).toBeInViewport({ ratio: 1 })
})

withAndWithoutJs(
  'a slot is held for a caller, who is asked to pay and does',
  async ({ booking, page, scripts, accessible }) => {
    const date = dateAhead(ownDay(270, scripts))
    const caller = someCustomer('Rhea Kapadia')
    await signIn(page, MANAGER_MAIL)
    await page.goto(`/admin/today?date=${date}`)
    await booking.settled()
    await booking.press(/^Book Aurora, 5:00 PM/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking')
    await booking.settled()
    await enterCall(page, caller)
    await booking.settled()
    // what it costs beyond the one press of "Book now": until when, how much, and its own press instead
    const presses = countPresses()
    presses.made = 2 - 1
    await page.getByRole('radio', { name: /^30 min/ }).check()
    await page.getByRole('radio', { name: /^All/ }).check()
    await accessible()
    await presses.press(page.getByRole('button', { name: 'Hold and ask for money' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
    expect(presses.made).toBeLessThanOrEqual(3)
    await expect(page.getByText(/₹1,499 asked for, held until \d/)).toBeVisible()
    await booking.settled()

    await page.goto(`/admin/today?date=${date}`)
    const card = page.getByRole('article').filter({ hasText: caller.name })
    await expect(card).toContainText(/Held until \d/)
    await expect(card).toContainText('asked')
    await card.getByRole('link', { name: caller.name }).click()
    await booking.settled()
    await page.getByRole('button', { name: /^\+ 2 hours/ }).press('Enter')
    await expect(
      page
        .getByText(/^Held until \d/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await booking.settled()
    await page.getByText('Another sum or time').click()
    await page.getByLabel('Ask for (₹)').fill('5000')
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
    await expect(page.getByLabel('Ask for (₹)')).toHaveAccessibleDescription(/Ask for ₹1 to ₹1,499/)
    await accessible()
    await page.getByLabel('Ask for (₹)').fill('600')
    await page.getByRole('button', { name: 'Ask', exact: true }).press('Enter')
    await expect(page.getByText(/₹600 asked for, held until \d/)).toBeVisible()

    // the customer, from the mail
    const mail = await mailTo(caller.email, /^Please pay ₹600/)
    await page.goto(/https?:\S+\/b\/\S+/.exec(mail.text)?.[0] ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Waiting for your payment')
    await booking.settled()
    await accessible()
    await booking.press('Pay ₹600 now')
    await booking.payForHold()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
    await expect(page.getByRole('heading', { name: /^Still to pay: ₹899/ })).toBeVisible()
    await mailTo(caller.email, /Booking Confirmed!/)
    await page.goto(`/admin/today?date=${date}`)
    await expect(card).toContainText('₹899 due')
  },
)
