import { signIn } from '../support/sign-in'
import { expect, withoutJs } from '../support/story'

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
