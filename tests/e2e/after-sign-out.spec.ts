import { dateAhead, someCustomer } from '../support/booking-pages'
import { settled } from '../support/settled'
import { MANAGER_MAIL, OWNER_MAIL, PASSWORD, signIn } from '../support/sign-in'
import { enterCall, StaffPages } from '../support/staff-pages'
import { expect, ownDay, withJs } from '../support/story'

/**
 * Runs in every page: once somebody has signed out it notes whatever the page holds of `person`, however briefly, and be it in
 * the scripts that brought what the page was drawn from.
 */
function noteWhatIsShown(person: string) {
  const look = () => {
    if (localStorage.getItem('signed out') && document.body?.textContent?.includes(person)) {
      localStorage.setItem('shown', location.pathname)
    }
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  // a page that the browser brings back as it was
  addEventListener('pageshow', look)
}

withJs('the Back button shows nobody’s data after signing out', async ({ page, beforehand }) => {
  const staff = new StaffPages(page, true)
  await beforehand(async (visitor) => {
    const place = { location: 'Indiranagar', screen: 'Celeste', daysAhead: 1, slot: /^\S+ AM|^\S+ PM/ }
    await visitor.asFarAsPayment(place, someCustomer('Nandini Hegde'))
    await visitor.pay()
    await visitor.seesConfirmation()
  })
  await signIn(page)
  // somebody whose evening is near: the dashboard, the last page to come whole, has the name too
  await staff.open('/admin/dashboard', 'Dashboard')
  const evening = await page
    .getByRole('link', { name: /^Open \S+, / })
    .first()
    .getAttribute('aria-label')
  const person = evening?.replace(/^Open \S+, /, '') ?? ''
  await page.addInitScript(noteWhatIsShown, person)
  // one after the other as whole pages, then two by scripts
  await staff.open(`/admin/customers?${new URLSearchParams({ search: person })}`, 'Customers')
  const data = page.getByRole('link', { name: `Data of ${person}`, exact: true })
  const known = (await data.first().getAttribute('href')) ?? ''
  await staff.open(known, person)
  await staff.open('/admin/dashboard', 'Dashboard')
  await page.goBack()
  await staff.sees(person)
  await page.goForward()
  await staff.sees('Dashboard')
  await staff.follow('Customers')
  await staff.sees('Customers')
  await page.evaluate(() => localStorage.setItem('signed out', 'yes'))
  await page.getByRole('button', { name: 'Log out' }).filter({ visible: true }).click()
  await staff.sees('Login')
  await page.evaluate(() => localStorage.removeItem('shown'))
  for (let steps = 0; steps < 4; steps++) {
    const turned = page.waitForEvent('framenavigated')
    await page.evaluate(() => history.back())
    await turned
    await expect(page).toHaveURL(/\/login/)
    await staff.sees('Login')
  }
  expect(await page.evaluate(() => localStorage.getItem('shown'))).toBeNull()
  await page.goto(known)
  await staff.sees('Login')
})

withJs(
  'a file asked for after the sign-in has ended is no file: the login comes, and then its list',
  async ({ page }) => {
    const staff = new StaffPages(page, true)
    await signIn(page)
    await staff.open('/admin/customers?search=a', 'Customers')
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Customers CSV' }).click()
    await staff.sees('Login')
    await page.getByLabel('Email').fill(OWNER_MAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await staff.sees('Customers')
    await expect(page).toHaveURL(/\/admin\/customers\?search=a$/)
  },
)

withJs(
  'half a telephone call stays when the session has ended, and is gone on with after the next sign-in',
  async ({ page }) => {
    await signIn(page, MANAGER_MAIL)
    // of today the slot that is sold first may begin meanwhile
    await page.goto(`/admin/bookings/new?date=${dateAhead(ownDay(206, true))}`)
    await settled(page)
    const caller = someCustomer('Ira Bose')
    await enterCall(page, caller)
    await settled(page)
    await page.context().clearCookies()
    const [note, signInAgain] = [page.getByLabel('Note'), page.getByRole('link', { name: /^Sign in/ })]
    await note.fill('Calls again at nine')
    await expect(signInAgain).toBeVisible()
    await page.getByRole('button', { name: 'Book now' }).press('Enter')
    await settled(page)
    await expect(note).toHaveValue('Calls again at nine')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(caller.name)
    const opened = page.waitForEvent('popup')
    await signInAgain.click()
    const other = await opened
    await signIn(other, MANAGER_MAIL)
    await note.fill('Calls again at ten')
    await expect(signInAgain).toHaveCount(0)
    await page.getByRole('button', { name: 'Book now' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(caller.name)
  },
)

withJs('a till that is half filled in stays, whatever comes when its file is asked for', async ({ page }) => {
  await signIn(page, MANAGER_MAIL)
  await page.goto('/admin/till')
  const counted = page.getByLabel('Counted cash (₹)')
  await settled(page)
  await counted.fill('1234')
  await page.context().clearCookies()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'CSV', exact: true }).click()
  await expect((await opened).getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(counted).toHaveValue('1234')
})
