import { heldBack } from '../support/held-back'
import { fresh } from '../support/own-mark'
import { signIn } from '../support/sign-in'
import { expect, withJs, withoutJs } from '../support/story'

const DATE = 'Date must be a date, as 2027-01-21'
const LOCATION = 'There is no such location'
const STATE = 'There is no such state'

withoutJs('what an address asks for and is not there is said beside what is shown instead', async ({ page }) => {
  await signIn(page)
  for (const [address, said] of [
    ['/admin/today?date=2027-02-30', `${DATE}. Shown is`],
    ['/admin/today?location=nowhere&view=week', `${LOCATION}. Shown is the week of`],
    ['/admin/today?view=month', 'There is no such view. Shown is'],
    ['/admin/prep?date=tomorrow&location=nowhere', `${DATE}. ${LOCATION}. Shown is`],
    ['/admin/prep?by=constructor', 'There is no such order. Shown is'],
    ['/admin/till?date=tomorrow', `${DATE}. Shown is`],
    ['/admin/dashboard?location=nowhere', `${LOCATION}. What is shown goes without.`],
    ['/admin/bookings?location=nowhere', LOCATION],
    ['/admin/customers?location=nowhere', LOCATION],
    ['/admin/screens?location=nowhere', LOCATION],
    ['/admin/locations?city=nowhere', 'There is no such city'],
    ['/admin/messages?state=Open', STATE],
    ['/admin/reviews?state=new', STATE],
  ] as const) {
    await page.goto(address)
    await expect(page.getByRole('alert').filter({ hasText: said }), address).toBeVisible()
  }
})

withJs(
  'a list that a link leads to is what its filters say, and what is being typed stays',
  async ({ page, booking }) => {
    await signIn(page)
    await page.goto('/admin/today')
    await booking.settled()
    const lead = async (address: string) => {
      await page.evaluate((to) => Reflect.get(window, '__remixRouter').navigate(to), address)
      await booking.settled()
    }
    for (const [path, query, field, shown, usual] of [
      ['bookings', 'status=cancelled', 'Status', 'cancelled', ''],
      ['bookings', 'dateOf=paid-on', 'Dates are of', 'paid-on', ''],
      ['bookings', 'fromDate=2027-01-21', 'From', '2027-01-21', ''],
      ['bookings', 'search=Asha', 'Search', 'Asha', ''],
      ['dashboard', 'status=all', 'Status', 'all', 'booked'],
      ['dashboard', 'toDate=2027-01-21', 'To', '2027-01-21', ''],
      ['messages', 'state=open', 'State', 'open', ''],
      ['reviews', 'state=hidden', 'State', 'hidden', ''],
      ['prep', 'date=2027-01-21', 'Date', '2027-01-21', undefined],
    ] as const) {
      await lead(`/admin/${path}`)
      const control = page.getByRole('search').getByLabel(field, { exact: true })
      if (usual !== undefined) await expect(control, `${path} ${field}`).toHaveValue(usual)
      const before = await control.inputValue()
      await lead(`/admin/${path}?${query}`)
      await expect(control, `${path}?${query}`).toHaveValue(shown)
      await page.goBack()
      await expect(control, `${path} again`).toHaveValue(before)
    }

    await lead('/admin/today?date=2027-01-21')
    const location = page.getByLabel('Location', { exact: true })
    await location.focus()
    await location.selectOption({ label: 'Indiranagar' })
    await expect(page).toHaveURL(/location=\w/)
    await booking.settled()
    await expect(location, 'whoever chose goes on from there').toBeFocused()

    // whoever chooses a place and at once another day is shown what the day is of
    await lead('/admin/today?location=all')
    await expect(location).toHaveValue('all')
    const place = await heldBack(page, /today\.data.*location=\w{5}/)
    await location.selectOption({ label: 'Koramangala' })
    await place.begun
    await page.getByRole('link', { name: 'The next day' }).click()
    await booking.settled()
    await place.letGo()
    await expect(page).toHaveURL(/location=all&date=2\d{3}-|date=2\d{3}-.*location=all/)
    await expect(location).toHaveValue('all')

    // whoever presses a day and at once chooses a place is shown that place on that day
    const pressed = await heldBack(page, /today\.data.*date=2/)
    await page.getByRole('link', { name: 'The next day' }).click()
    await expect(page.getByRole('search')).toHaveAttribute('aria-busy', 'true')
    const day = new URL((await pressed.begun).url()).searchParams.get('date')
    await location.selectOption({ label: 'Koramangala' })
    await pressed.letGo()
    await expect(page).toHaveURL(/location=\w{5}/)
    await booking.settled()
    expect(new URL(page.url()).searchParams.get('date')).toBe(day)
    await expect(location).not.toHaveValue('all')

    // what is asked stays as it was typed, be it with its fault
    await lead('/admin/customers')
    const search = page.getByLabel('Search')
    await search.pressSequentially('Asha ')
    await expect(page).toHaveURL(/search=Asha/)
    await booking.settled()
    await expect(search).toHaveValue('Asha ')
    await lead('/admin/dashboard?toDate=2027-01-21')
    await page.getByLabel('From', { exact: true }).fill('2027-02-01')
    await expect(page.getByRole('alert').filter({ hasText: 'From must not be later than To' })).toBeVisible()
    await booking.settled()
    await expect(page.getByLabel('From', { exact: true })).toHaveValue('2027-02-01')
    await expect(page.getByLabel('To', { exact: true })).toHaveValue('2027-01-21')

    // another list of the same page begins with its own words, and is not asked for what was begun on the one before
    await page.clock.install()
    await lead('/admin/cakes')
    await page.getByLabel('Search').pressSequentially('Zz')
    await lead('/admin/gifts')
    await expect(page.getByLabel('Search')).toHaveValue('')
    await page.clock.fastForward(5_000)
    await booking.settled()
    expect(new URL(page.url()).search).toBe('')

    // what was begun is asked of the list that is shown by then
    await lead('/admin/bookings')
    await search.focus()
    await page.evaluate(() => {
      document.execCommand('insertText', false, 'Zz')
      Reflect.get(window, '__remixRouter').navigate('/admin/bookings?status=all')
    })
    await expect(page).toHaveURL(/search=Zz/)
    expect(new URL(page.url()).searchParams.get('status')).toBe('all')

    // what a saved form gave up is not shown as if it were asked
    await lead('/admin/messages')
    const state = page.getByLabel('State')
    const handled = await heldBack(page, /messages\.data.*state=handled/)
    await state.selectOption('handled')
    await handled.begun
    await page.evaluate(() => Reflect.get(window, '__remixRouter').navigate('/admin/messages'))
    await expect(state).toHaveValue('')
    await handled.letGo()
  },
)

withJs(
  'what is chosen while something is saved is asked afterwards, unless that is refused',
  async ({ page, booking }) => {
    await signIn(page)
    await page.goto('/admin/bookings?due=yes')
    await booking.settled()
    const status = page.getByLabel('Status')
    const saveAs = async (name: string) => {
      const saving = await heldBack(page, /bookings\.data/)
      await page.getByLabel('Name of this filter').fill(name)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.locator('.busy-line')).toBeAttached()
      await status.selectOption('cancelled')
      await saving.letGo()
      await booking.settled()
    }
    await page.getByText('Save this filter').click()
    await saveAs(' ')
    await expect(page.getByText('Name is required').first()).toBeVisible()
    await expect(status).toHaveValue('')
    await saveAs(fresh('Owed'))
    await expect(page).toHaveURL(/due=yes.*status=cancelled|status=cancelled.*due=yes/)
    await expect(status).toHaveValue('cancelled')
  },
)

withJs('a day stays, with its place, while nothing can be asked for', async ({ page, booking, withoutLine }) => {
  await signIn(page)
  await page.goto('/admin/today?location=all')
  await booking.settled()
  const location = page.getByLabel('Location', { exact: true })
  const date = page.getByLabel('Date', { exact: true })
  const day = await date.inputValue()
  await withoutLine(async () => {
    await expect(page.getByText(/^Offline: what you see may be out of date/)).toBeVisible()
    await location.selectOption({ label: 'Koramangala' })
    await expect(location).toHaveValue('all')
    await expect(page.getByText(/^Offline: this cannot be opened now/)).toBeVisible()
    await date.press('Enter')
    await booking.settled()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Today')
  })
  await expect(page.getByText(/^Offline/)).toHaveCount(0)
  await location.selectOption({ label: 'Koramangala' })
  await expect(page).toHaveURL(/location=\w{5}/)
  await booking.settled()
  await expect(date).toHaveValue(day)
})

withJs('a place that is chosen before the scripts come is asked once they are there', async ({ page, booking }) => {
  await signIn(page)
  const location = page.getByLabel('Location', { exact: true })
  await booking.beforeScripts('/admin/today?location=all', () => location.selectOption({ label: 'Koramangala' }))
  await expect(page).toHaveURL(/location=\w{5}/)
  await booking.settled()
  await expect(location).not.toHaveValue('all')
})
