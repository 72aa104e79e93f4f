import { someCustomer } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { isLoad, type Router } from '../support/settled'
import { expect, ownDay, withAndWithoutJs } from '../support/story'
import { hasSaid } from '../support/toasts'

withAndWithoutJs('what is typed is kept however the step is left', async (world) => {
  const { booking, page, scripts, beforehand } = world
  await beforehand((visitor) => visitor.asFarAsAddons(ownDay(330, scripts), /^1:30 PM/, 'LED Name'))
  await page.goto('/booking/otherdetails/addons')
  await booking.settled()
  const name = page.getByLabel('Led Name')
  // ₹2,499 + ₹199 + ₹299; each letter after the eighth costs ₹30, at once
  await booking.seesTotal('₹2,997')
  await name.fill('ANANYA & ROHAN')
  if (scripts) await booking.seesTotal('₹3,177')
  await booking.toTab('Occasions')
  await booking.seesTotal('₹3,177')
  await page.getByLabel('Celebrant’s Name').fill('Ananya')
  await booking.toTab('Addons')
  await expect(name).toHaveValue('ANANYA & ROHAN')
  if (scripts) {
    await name.fill('ANANYA')
    await page.reload()
    await booking.settled()
    await expect(name).toHaveValue('ANANYA')
    await name.fill('ROHAN')
    const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('ROHAN') ?? false)
    await page.goBack()
    await booking.seesStep('Occasions')
    await kept
    await page.goto('/booking/otherdetails/addons')
    await expect(name).toHaveValue('ROHAN')
    await booking.settled()
    // put into the browser's memory before a pause and brought back as it was: told to the page, for this browser keeps none
    await name.evaluate((field: HTMLInputElement) => {
      field.value = 'AN'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      for (const moment of ['pagehide', 'pageshow'])
        window.dispatchEvent(new PageTransitionEvent(moment, { persisted: true }))
    })
    await expect(name).toHaveValue('AN')
    // it is kept after a pause, as if it had never been away, and does not come back over what is typed later
    await page.waitForResponse((answer) => answer.request().postData()?.includes('=AN&') ?? false)
    await name.fill('ANANYA')
    await booking.next('Cakes')
    await booking.toTab('Addons')
    await page.reload()
    await expect(name).toHaveValue('ANANYA')
  }
  await booking.add('LED Number')
  await page.getByLabel('Led Number').fill('2026')
  await booking.press('Next')
  await expect(page.getByLabel('Led Number')).toHaveAccessibleDescription(/at most 2 digits/)
  await expect(page.getByLabel('Led Number')).toHaveValue('2026')
  await page.getByLabel('Led Number').fill('')
  await booking.press('Next')
  await expect(page.getByLabel('Led Number')).toHaveAccessibleDescription(/Which number shall the lights show/)
  await booking.press('Tell us later')
  await booking.seesStep('Cakes')
  await expect(page.getByText('+₹150 as your free cake')).toBeVisible()
  await booking.toTab('Occasions')
  await expect(page.getByLabel('Celebrant’s Name')).toHaveValue('Ananya')
})

withAndWithoutJs('Enter in a field goes on to the next step', async ({ booking, page, scripts, beforehand }) => {
  const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(152, scripts), slot: /^1:30 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  const { name, email, number } = someCustomer()
  await page.goto('/booking/customerDetails')
  await booking.settled()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Phone').fill(number)
  await page.getByRole('checkbox').check()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await booking.seesStep('Packages')
  await booking.choosePackage('Celebration')
  await booking.next('Occasions')
  await booking.chooseOccasion('Birthday')
  await page.getByLabel('Celebrant’s Name').fill('Ananya')
  await page.getByLabel('Celebrant’s Name').press('Enter')
  await booking.seesStep('Addons')
})

withAndWithoutJs(
  'a refusal on a phone moves to the fault',
  async ({ booking, page, scripts, beforehand }) => {
    await beforehand((visitor) => visitor.asFarAsAddons(ownDay(340, scripts), /^1:30 PM/, 'LED Name'))
    await page.goto('/booking/otherdetails/cakes')
    await booking.settled()
    if (scripts) await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await booking.press('Next')
    const fault = booking.faultOf('Select atleast one Cake')
    await expect(fault).toBeVisible()
    if (!scripts) return
    await expect(fault).toBeInViewport()
    await expect(fault).toBeFocused()
    const toast = page.locator('[data-sonner-toast]')
    await expect.poll(() => hasSaid(page, 'Select atleast one Cake')).toBe(true)
    // it goes with the step that it was about
    await booking.toTab('Packages')
    expect(await toast.count()).toBe(0)
    // what was refused is said until something else is pressed, and the choice before it stands again
    await page.clock.install()
    const gone = page.getByRole('radio', { name: /^Grand Celebration ₹/ })
    await gone.evaluate((radio: HTMLInputElement) => {
      radio.value = 'gone'
    })
    await gone.check({ force: true })
    const refused = booking.faultOf('Please choose a package')
    await expect(refused).toBeFocused()
    await expect.poll(() => hasSaid(page, 'Please choose a package')).toBe(true)
    // and is not said again with what is said on another step
    expect(await toast.filter({ hasText: 'Select atleast one Cake' }).count()).toBe(0)
    await booking.settled()
    await page.clock.runFor(1_000)
    await booking.settled()
    await expect(refused).toBeVisible()
    await expect(page.getByRole('radio', { name: /^Celebration ₹/ })).toBeChecked()
    await page.goto('/booking/payment')
    await booking.seesStep('Cakes')
    // said above the page, and once
    await expect.poll(() => hasSaid(page, 'Select atleast one Cake')).toBe(true)
    await expect(page.locator('.said-once')).toHaveCSS('opacity', '0')
    // a notice that a finger touched goes; one that was gone before is had again
    await expect(async () => {
      await page.goto('/booking/payment')
      // its cross lies within it, as wide as a finger
      const cross = await toast.locator('[data-close-button]').evaluate((button: HTMLElement) => {
        const [of, around] = [button, button.closest('li') as HTMLElement].map((one) => one.getBoundingClientRect())
        if (!of || !around) return undefined
        const inside = of.top >= around.top && of.right <= around.right && of.bottom <= around.bottom
        return { inside, width: button.offsetWidth, height: button.offsetHeight }
      })
      expect(cross).toEqual({ inside: true, width: 44, height: 44 })
      await toast.tap({ timeout: 3_000 })
    }).toPass()
    await expect(toast).toHaveCount(0)
    await booking.settled()
    // quick taps all count: two presses before anything is answered
    await page.getByRole('button', { name: 'Add Pineapple' }).evaluate((add: HTMLElement) => add.click())
    const more = page.getByRole('button', { name: 'One more Pineapple' })
    for (let taps = 0; taps < 4; taps++) await more.evaluate((button: HTMLElement) => button.click())
    await expect(page.getByLabel('Pineapple selected')).toHaveText('5')
    await booking.settled()
    await page.reload()
    await expect(page.getByLabel('Pineapple selected')).toHaveText('5')
    await booking.settled()
    // drawn after the router took the form away and before it hands out what was loaded for it, as a busy phone does
    const loading = await heldBack(page, '**/cakes.data', isLoad('cakes'))
    await more.click()
    await loading.begun
    await page.evaluate(() => {
      const router: Router = Reflect.get(window, '__remixRouter')
      router.state.fetchers.set('booking-cakes', { state: 'idle' })
      router.revalidate()
    })
    await expect(page.getByRole('button', { name: 'Next' }).filter({ visible: true })).not.toHaveAttribute(
      'aria-busy',
      'true',
    )
    await expect(page.getByLabel('Pineapple selected')).toHaveText('6')
    await more.click()
    await loading.letGo()
    await booking.settled()
    await expect(page.getByLabel('Pineapple selected')).toHaveText('7')
  },
  { tag: '@phone' },
)
