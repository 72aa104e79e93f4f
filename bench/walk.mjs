/** Goes through the flow of the demo as a family does, with what it names; each step is left as the next one needs it. */
const CUSTOMER = { name: 'Meera Rao', email: 'meera.rao@gmail.com', number: '9845012345' }

/** From the location to the payment, a month ahead, where nobody has booked. */
export async function walkToPayment(page, appUrl) {
  await page.goto(`${appUrl}/booking/locations`, { waitUntil: 'networkidle' })
  await press(page, /^Koramangala/, 'screens')
  await press(page, /^Book Now/, 'slots')
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.waitForURL(/month=/)
  await page.waitForLoadState('networkidle')
  // the address is another one before the month is
  const month = new URL(page.url()).searchParams.get('month')
  const day = page.locator(`button[name="date"][value^="${month}"]:enabled`).nth(5)
  const date = await day.getAttribute('value')
  await chosen(page, day)
  // the slots of the day before would take the press, and be gone
  await page.locator(`input[name="shown"][value="${date}"]`).first().waitFor({ state: 'attached' })
  await chosen(page, page.locator('button[name="slot"]:enabled:not([value^="with:"])').first())
  await press(page, 'Next', 'customerDetails')
  await page.getByLabel('Name', { exact: true }).fill(CUSTOMER.name)
  await page.getByLabel('Email').fill(CUSTOMER.email)
  await page.getByLabel('Phone').fill(CUSTOMER.number)
  await page.getByRole('checkbox').check()
  await press(page, 'Proceed', 'packages')
  await chosen(page, page.getByRole('radio', { name: /^Celebration ₹/ }))
  await press(page, 'Next', 'occasions')
  await page.getByLabel('Celebrant’s Name').fill('Meera')
  await chosen(page, button(page, 'Select Birthday'))
  await press(page, 'Next', 'addons')
  await page.goto(`${appUrl}/booking/otherdetails/cakes`, { waitUntil: 'networkidle' })
  await chosen(page, button(page, /^Add /))
  await page.getByLabel('Name On Cake').first().fill('Happy birthday')
  await press(page, 'Payment', 'payment')
}

/** Pays what the last step shows; the address of the booking's own page. */
export async function payForIt(page) {
  await button(page, /^Pay ₹.* and book$/).click()
  const checkout = page.frameLocator('iframe[title="Razorpay checkout"]')
  await checkout.getByRole('button', { name: 'Pay with success@razorpay' }).click()
  await arrived(page, 'bookingConfirmation')
  return page.locator('a[href*="/b/"]').first().getAttribute('href')
}

/** Presses what only chooses, and waits until that is kept. */
async function chosen(page, control) {
  const kept = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await control.click({ force: true })
  await kept
  await page.waitForLoadState('networkidle')
}

const button = (page, name) => page.getByRole('button', { name }).filter({ visible: true }).first()

async function press(page, name, step) {
  await button(page, name).click()
  await arrived(page, step)
}

async function arrived(page, step) {
  await page.waitForURL(typeof step === 'string' ? new RegExp(`/${step}(\\?|$)`) : step)
  await page.waitForLoadState('networkidle')
}
