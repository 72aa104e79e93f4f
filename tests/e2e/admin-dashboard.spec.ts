import { MANAGER_MAIL, signIn } from '../support/sign-in'
import { expect, withAndWithoutJs } from '../support/story'

/** How many colours a canvas shows along its middle; none while it has no size. */
function coloursOf(canvas: Element): number {
  if (!(canvas instanceof HTMLCanvasElement) || !canvas.width) return 0
  const row = canvas.getContext('2d')?.getImageData(0, canvas.height / 2, canvas.width, 1).data ?? []
  const colours = Array.from({ length: row.length / 4 }, (_, at) => row.slice(at * 4, at * 4 + 4))
  return new Set(colours.filter(([, , , alpha]) => alpha === 255).map(String)).size
}

withAndWithoutJs('the owner’s dashboard: figures with their meaning, shares, what comes', async (world) => {
  const { booking, page, scripts, accessible } = world
  await signIn(page)
  await page.goto('/admin/dashboard')
  const figure = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('dd')
  const amounts = await Promise.all(
    ['Total Income', 'Current Amount', 'Pending Amount'].map(async (label) =>
      Number((await figure(label).first().textContent())?.replace(/[₹,]/g, '')),
    ),
  )
  const [income = 0, current = 0, pending = 0] = amounts
  expect(current).toBeCloseTo(income - pending, 2)
  await expect(figure('Current Amount').first()).toHaveText(/^₹[\d,]+\.\d\d$/)
  await expect(figure('Pending Amount').last()).toHaveText(
    'What is still to be paid for them, also by guests who did not come',
  )
  for (const label of ['Total Bookings', "Today's Bookings", 'Total Screens', 'Total Cities', 'Total Locations']) {
    await expect(figure(label).first()).toHaveText(/^\d+$/)
    await expect(figure(label).last()).not.toBeEmpty()
  }
  const shares = page.getByRole('table', { name: 'Bookings by location' })
  // every location has its entry, also the one without bookings; other stories add theirs meanwhile
  for (const place of ['Koramangala', 'Indiranagar', 'Gokulam']) {
    await expect(shares.getByRole('row').filter({ hasText: place })).toHaveCount(1)
  }
  await expect(page.locator('canvas')).toHaveCount(scripts ? 1 : 0)
  if (scripts) await expect.poll(() => page.locator('canvas').evaluate(coloursOf), 'a pie is drawn').toBeGreaterThan(1)
  await expect(page.getByRole('heading', { name: 'Up Comming Bookings' })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('booked')
  await booking.settled()
  await accessible()

  const bookings = async () => Number(await figure('Total Bookings').first().textContent())
  const before = await bookings()
  // on a phone, where it is told without scripts, the filters are folded
  if (!scripts) await page.getByLabel(/^Filters/).check()
  await page.getByLabel('Location', { exact: true }).selectOption({ label: 'Koramangala' })
  if (!scripts) await booking.press('Show')
  await expect(page).toHaveURL(/location=/)
  await expect(shares.getByRole('row')).toHaveCount(2)
  const here = await bookings()
  expect(here).toBeLessThan(before)
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(shares.getByRole('row').filter({ hasText: 'Gokulam' })).toHaveCount(1)
  // other stories book and cancel meanwhile
  expect(await bookings()).toBeGreaterThan(here)
  // a figure leads to the list that comes to it
  await figure('Pending Amount').getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/bookings\?status=booked&due=yes/)
  await expect(page.getByText(/found, ₹[\d,]+(\.\d\d)? due/)).toBeVisible()
  await page.goto('/admin/dashboard?fromDate=2027-02-02&toDate=2027-02-01')
  await expect(page.getByRole('alert').filter({ hasText: 'From must not be later than To' })).toBeVisible()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2027-02-02')
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('2027-02-01')
  // what is chosen sends itself, on a phone too; the button is there where no scripts run
  if (scripts) await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByLabel('Location', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show' })).toHaveCount(scripts ? 0 : 1)
})

withAndWithoutJs('a location admin sees their own place, and no city or location totals', async (world) => {
  const { page, accessible, booking } = world
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Koramangala' })).toBeVisible()
  await expect(page.getByText('Total Cities')).toHaveCount(0)
  await expect(page.getByText('Total Locations')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Bookings by location' })).toHaveCount(0)
  await expect(page.getByLabel('Location', { exact: true })).toHaveCount(0)
  await booking.settled()
  await accessible()
})
