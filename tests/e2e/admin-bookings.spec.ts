import { readFile } from 'node:fs/promises'
import { formatDate } from '~/domain/calendar'
import { dateAhead, PAY_AND_BOOK, someCustomer } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { fresh } from '../support/own-mark'
import { settled } from '../support/settled'
import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { earlierTries, expect, ownDay, withAndWithoutJs, withJs } from '../support/story'

withJs('the list of bookings: its columns and pages', async ({ page, accessible }) => {
  await signIn(page)
  await page.goto('/admin/bookings')
  const table = page.getByRole('table', { name: 'Bookings' })
  for (const head of 'Customer,Location,Screen,Booked On,Date,Slot,Total,Advance,Remaining,Status,Actions'.split(',')) {
    await expect(table.getByRole('columnheader', { name: head, exact: true })).toBeAttached()
  }
  await expect(table.getByRole('row')).toHaveCount(11)
  await accessible()
  await page.getByRole('link', { name: '10 pages on' }).click()
  await expect(page).toHaveURL(/page=11/)
  await page.getByRole('link', { name: 'Previous page' }).click()
  await expect(page.getByText('Page 10 of')).toBeVisible()
})

withJs(
  'bookings are found by search, with its pause and with Enter, and by filters, and go into a file',
  async ({ page }) => {
    await signIn(page)
    await page.goto('/admin/bookings')
    await settled(page)
    const table = page.getByRole('table', { name: 'Bookings' })
    const search = page.getByRole('searchbox')
    const asked = (words: string) => page.waitForRequest((request) => request.url().includes(`search=${words}`))
    const afterPause = asked('krishnan')
    // from before, since a busy browser answers late
    const typed = Date.now()
    await search.fill('krishnan')
    await afterPause
    expect(Date.now() - typed).toBeGreaterThan(1_500)
    await expect(page).toHaveURL(/search=krishnan/)
    await expect(table.getByRole('row').nth(1)).toContainText('Krishnan')
    // time stands still, so that no pause can end
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    // letters that no booking's code has
    await search.fill('ololo')
    const atOnce = asked('ololo')
    await search.press('Enter')
    await atOnce
    await page.clock.resume()
    await expect(page.getByText('Nothing fits these filters')).toBeVisible()
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect(search).toHaveValue('')

    await expect(page).toHaveURL(/\/admin\/bookings$/)
    await page.getByRole('link', { name: 'Still due' }).click()
    await expect(page).toHaveURL(/due=yes/)
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('link', { name: 'Date', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page.getByLabel('Sorted by')).toHaveValue('visit-last')
    await page.getByRole('link', { name: 'This month' }).click()
    await expect(page.getByRole('link', { name: 'This month' })).toHaveAttribute('aria-current', 'true')
    await page.getByRole('link', { name: 'Clear' }).click()
    await expect(page).toHaveURL(/\/admin\/bookings$/)
    await expect(page.getByLabel('Sorted by')).toHaveValue('')

    await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Indiranagar' })
    await expect(page).toHaveURL(/location=/)
    await expect(table.getByRole('row').nth(1)).toContainText('Indiranagar')
    await page.getByLabel('Status').selectOption('cancelled')
    await expect(page).toHaveURL(/location=\w.*status=cancelled/)
    await expect(table.getByRole('row').nth(1)).toContainText('cancelled')
    await settled(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Bookings CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-\d\d-indiranagar\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines.slice(1)) expect(line).toMatch(/^LUM-\w+,cancelled,.*,Indiranagar,/)
  },
)

withJs('what is chosen while Clear is under way is asked without the filters of before', async ({ booking, page }) => {
  await signIn(page)
  await page.goto('/admin/bookings?due=yes&search=a')
  await booking.settled()
  const clearing = await heldBack(
    page,
    ({ pathname, searchParams }) => pathname.endsWith('/bookings.data') && !searchParams.has('location'),
  )
  await page.getByRole('link', { name: 'Clear' }).click()
  await clearing.begun
  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Indiranagar' })
  await expect(page).toHaveURL(/location=\w/)
  await clearing.letGo()
  await booking.settled()
  const { searchParams } = new URL(page.url())
  expect([searchParams.get('due') ?? '', searchParams.get('search') ?? '']).toEqual(['', ''])
  await expect(page.getByRole('link', { name: 'Still due' })).not.toHaveAttribute('aria-current', 'true')
})

withJs(
  'what is chosen, searched and cleared is under way at once, whatever is being drawn',
  async ({ booking, page }) => {
    await signIn(page)
    await page.goto('/admin/bookings')
    await booking.settled()
    const form = page.getByRole('search')
    // a list that was still being drawn showed its own filters again, and the next choice lost the one before
    const choose = (name: string, words: string) =>
      form.evaluate(
        (form, [name, words]) => {
          const select = form.querySelector<HTMLSelectElement>(`select[name=${name}]`)
          for (const option of select?.options ?? []) option.selected = option.text === words
          select?.dispatchEvent(new Event('input', { bubbles: true }))
          return form.ariaBusy
        },
        [name, words],
      )
    expect(await choose('location', 'Indiranagar')).toBe('true')
    expect(await choose('status', 'cancelled')).toBe('true')
    await expect(page).toHaveURL(/location=\w.*status=cancelled/)
    await booking.settled()
    const search = (form: Element) => {
      if (form instanceof HTMLFormElement) form.requestSubmit()
      return form.ariaBusy
    }
    await page.getByRole('searchbox').fill('a')
    expect(await form.evaluate(search)).toBe('true')
    await expect(page).toHaveURL(/search=a&location=\w.*status=cancelled/)
    await booking.settled()
    const clear = page.getByRole('link', { name: 'Clear' })
    const clearing = await clear.evaluate((link: HTMLElement) => {
      link.click()
      return link.closest('form')?.ariaBusy
    })
    expect(clearing).toBe('true')
    await expect(page).toHaveURL(/\/admin\/bookings$/)
  },
)

withAndWithoutJs('a filter of the list is kept under a name, pressed later, renamed and removed', async (world) => {
  const { booking, page, scripts, accessible } = world
  const name = fresh('Weekend')
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/bookings')
  if (!scripts) await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await page.goto('/admin/bookings?due=yes&sort=visit-first')
  await booking.settled()
  await page.getByText('Save this filter').click()
  await page.getByLabel('Name of this filter').fill(name)
  await booking.press('Save')
  const chip = page.getByRole('navigation', { name: 'Saved filters' }).getByRole('link', { name, exact: true })
  await expect(chip).toHaveAttribute('aria-current', 'true')
  await page.goto('/admin/bookings')
  await booking.settled()
  await chip.click()
  await expect(page).toHaveURL(/due=yes/)
  await booking.settled()
  await page.getByText('Change saved filters').click()
  await accessible()
  await page.getByLabel(`Name of ${name}`).fill(`${name} b`)
  await booking.press(`Rename ${name}`)
  await expect(page.getByRole('link', { name: `${name} b`, exact: true })).toBeVisible()
  await booking.settled()
  const remove = page.getByRole('button', { name: `Remove ${name} b` })
  if (!(await remove.isVisible())) await page.getByText('Change saved filters').click()
  await booking.press(`Remove ${name} b`)
  await expect(page.getByRole('link', { name: `${name} b`, exact: true })).toHaveCount(0)
})

withAndWithoutJs('a row opens the invoice; deleting asks why and what goes back', async (world) => {
  const { booking, page, scripts, accessible } = world
  await signIn(page)
  // the demo's, which are over: only of those can everything be noted of their guests
  const [from, to] = scripts ? [-40, -31] : [-50, -41]
  await page.goto(`/admin/bookings?status=booked&fromDate=${dateAhead(from)}&toDate=${dateAhead(to)}`)
  await booking.settled()
  await page
    .getByRole('link', { name: /^Open LUM-/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /^Booking LUM-/ })).toBeVisible()
  for (const fact of ['Total', 'Advance', 'Remaining']) {
    await expect(page.getByRole('rowheader', { name: fact, exact: true })).toBeVisible()
  }
  await expect(page.getByRole('heading', { name: 'Other details' })).toBeVisible()
  await accessible()
  await booking.settled()
  for (const noted of ['Did not come', 'Arrived']) {
    await booking.press(noted)
    await expect(page.getByRole('button', { name: noted })).toHaveAttribute('aria-pressed', 'true')
    await booking.settled()
  }
  await page.getByRole('link', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Are You sure?' })).toBeVisible()
  await accessible()
  await booking.settled()
  await booking.press('Delete')
  await expect(page.getByLabel('Reason').and(page.locator(':invalid'))).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  if (scripts) await expect(page).not.toHaveURL(/delete/)
})

withAndWithoutJs('after a technical failure a visit costs the rent for the time used', async (world) => {
  const { booking, page, scripts, accessible, somebodyElse } = world
  const { page: seeker } = await somebodyElse()
  await signIn(seeker)
  // five days of the past for each telling, so that none settles another's booking
  const back = 5 * (1 + (scripts ? 0 : 1) + 2 * earlierTries())
  const days = `fromDate=${dateAhead(-back - 4)}&toDate=${dateAhead(-back)}`
  await seeker.goto(`/admin/bookings?status=booked&${days}`)
  const codes = seeker.getByRole('link', { name: /^Open LUM-/ })
  const addresses = await codes.evaluateAll((found) => found.map((one) => one.getAttribute('href') ?? ''))
  const failure = { name: 'After a technical failure' }
  // who did not come has nothing to be settled
  for (const address of addresses) {
    await seeker.goto(address)
    if (await seeker.getByRole('link', failure).count()) break
  }
  await signIn(page)
  await page.goto(seeker.url())
  const failed = page.getByRole('link', failure)
  await booking.settled()
  await failed.click()
  const dialog = page.getByRole('dialog', { name: 'Technical failure' })
  await expect(dialog).toBeVisible()
  await accessible()
  await booking.settled()
  await dialog.getByLabel('Minutes used').fill('0')
  await booking.press('Work out')
  await expect(page).toHaveURL(/minutes=0/)
  await expect(dialog.getByLabel('The visit costs (₹)')).toHaveValue('0')
  await accessible()
  await booking.settled()
  if (scripts) {
    // other minutes are worked out, and what was typed besides stays
    await dialog.getByLabel('Reason').fill('The projector')
    for (const minutes of ['30', '0']) {
      const sums = await heldBack(page, ({ searchParams }) => searchParams.get('minutes') === minutes)
      await dialog.getByLabel('Minutes used').fill(minutes)
      await booking.press('Work out')
      await sums.begun
      // what is typed now would be gone when the sums come
      await expect(dialog.getByLabel('The visit costs (₹)')).toBeDisabled()
      await sums.letGo()
      await expect(page).toHaveURL(new RegExp(`minutes=${minutes}$`))
      await booking.settled()
      await expect(dialog.getByLabel('Reason')).toHaveValue('The projector')
    }
  }
  await dialog.getByLabel('The visit costs (₹)').fill('9999999')
  await dialog.getByLabel('Reason').fill('The projector failed')
  await booking.press('Charge less and give back')
  await expect(dialog.getByText('It must be less than the total').first()).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toHaveValue('The projector failed')
  await booking.settled()
  await dialog.getByLabel('The visit costs (₹)').fill('100')
  await booking.press('Charge less and give back')
  await expect(page.getByText('is going back').filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByText(/^0 of \d+ minutes used$/)).toBeVisible()
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('₹100')
  await expect(page.getByRole('row', { name: /^Remaining/ })).toContainText('₹0')
  await expect(page.getByText('Charged less after a technical failure')).toBeVisible()
  await expect(failed).toHaveCount(0)

  // a nought too many is taken back, from the same place
  await booking.settled()
  await page.getByRole('link', { name: 'Correct what it costs' }).click()
  const correction = page.getByRole('dialog', { name: 'Correct what it costs' })
  await expect(correction.getByLabel('Minutes used')).toHaveValue('0')
  await expect(correction.getByLabel('The visit costs (₹)')).toHaveValue('100')
  await accessible()
  await booking.settled()
  await correction.getByLabel('Why it is corrected').fill('A nought too many')
  await booking.press('Correct it')
  await expect(correction.getByText('That is what was entered before').first()).toBeVisible()
  await expect(correction.getByLabel('Why it is corrected')).toHaveValue('A nought too many')
  await booking.settled()
  await correction.getByLabel('The visit costs (₹)').fill('10')
  await booking.press('Correct it')
  await expect(
    page
      .getByText(/What the visit costs is corrected/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('₹10')
  await expect(page.getByText('corrected from ₹100 to ₹10')).toBeVisible()
})

withAndWithoutJs('a blocked date is closed to visitors until it is opened again', async (world) => {
  const { booking, page, scripts, accessible, newVisitor } = world
  const ahead = ownDay(190, scripts)
  const date = dateAhead(ahead)
  const shown = formatDate(date)
  const paying = await newVisitor()
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: ahead, slot: /^1:00 PM/ }
  await paying.asFarAsPayment(place, someCustomer())
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/blocked-dates')
  await booking.settled()
  const [on, until] = [page.getByLabel('Date', { exact: true }), page.getByLabel('Until (optional)')]
  await on.fill(date)
  await until.fill(dateAhead(ahead - 1))
  await page.getByLabel('Message to visitors').fill('Private event, please call')
  await booking.press('Block')
  await expect(until).toHaveAccessibleDescription(/Until must not be before the date/)
  await until.fill('')
  await booking.press('Block')
  await expect(page.getByRole('row', { name: new RegExp(shown) })).toContainText('Koramangala')
  // what was wrong with it before is not said of what is blocked
  await expect(page.getByText('Until must not be before the date')).toHaveCount(0)
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
  await expect(on).toHaveValue('')
  await accessible()
  const visitor = await newVisitor()
  await visitor.page.goto('/booking/locations')
  await visitor.settled()
  await visitor.press(/^Koramangala/)
  await visitor.press('Book Now Nebula')
  await expect(visitor.page.getByRole('heading', { level: 1 })).toHaveText('Nebula')
  await visitor.page.goto(`/booking/slots?month=${date.slice(0, 7)}`)
  await visitor.settled()
  await visitor.page.locator(`button[name="date"][value="${date}"]`).click()
  await expect(visitor.faultOf('Private event, please call')).toBeVisible()
  // who was about to pay for it reads so, and reads it once
  await paying.press(PAY_AND_BOOK)
  await expect(paying.page.getByRole('heading', { level: 1 })).toHaveText('Nebula')
  await paying.settled()
  await expect(paying.page.getByRole('alert').filter({ hasText: 'Private event', visible: true })).toHaveCount(1)
  await page.getByRole('link', { name: `Open ${shown}` }).click()
  await expect(page.getByText(`${shown} can be booked online again`)).toBeVisible()
  await booking.settled()
  await booking.press('Delete')
  await expect(page.getByRole('row', { name: new RegExp(shown) })).toHaveCount(0)
})

withAndWithoutJs('customers are found by name, and lead to their bookings', async ({ booking, page, accessible }) => {
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/customers')
  for (const head of ['Name', 'Phone No', 'Email']) {
    await expect(page.getByRole('columnheader', { name: head, exact: true })).toBeAttached()
  }
  await booking.settled()
  await page.getByRole('searchbox').fill('priya')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/search=priya/)
  await expect(page.getByText('priya.sharma@gmail.com')).toBeVisible()
  await expect(page.getByText('1 found')).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: 'Bookings of Priya Sharma' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bookings')
  await expect(page.getByRole('link', { name: /^Open LUM-.*Priya Sharma/ }).first()).toBeVisible()
})
