import type { Locator, Request } from '@playwright/test'
import { links } from '~/links'
import { BookingPages, PAY_AND_BOOK, plainDay, someCustomer } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { mailTo } from '../support/product'
import { isLoad } from '../support/settled'
import { countPresses, expect, ownDay, withAndWithoutJs, withJs } from '../support/story'

/** Pages as they are once they have given their scripts up. A browser that runs scripts takes no press before it has drawn the page. */
class PagesGivenUp extends BookingPages {
  async stands() {
    await this.page.waitForLoadState()
    await this.page.clock.fastForward(12_000)
    await this.drawn()
  }
  override async press(name: string | RegExp) {
    await this.stands()
    await super.press(name)
  }
  override async next(title: string) {
    await this.stands()
    await super.next(title)
  }
  override async toTab(title: string) {
    await this.stands()
    await super.toTab(title)
  }
}

withAndWithoutJs(
  'a family buys a birthday, from location to e-mail',
  async ({ booking, page, scripts, accessible }) => {
    const customer = someCustomer()
    await booking.choosePlace({
      location: 'Koramangala',
      screen: 'Aurora',
      daysAhead: ownDay(40, scripts),
      slot: /^5:00 PM/,
    })
    await booking.toDetails()
    await accessible()
    await booking.enterDetails(customer, 6)
    await accessible()
    await booking.choosePackage('Celebration')
    await booking.seesTotal('₹2,999')
    await booking.next('Occasions')
    await booking.press('Next')
    await expect(booking.faultOf('Select atleast one Occasion')).toBeVisible()
    await page.getByLabel('Celebrant’s Name').fill('Aarav')
    await accessible()
    await booking.chooseOccasion('Birthday')
    await booking.next('Addons')
    await booking.add('LED Name')
    await page.getByLabel('Led Name').fill('AARAV MEHTA')
    await booking.add('Confetti')
    await accessible()
    await booking.next('Cakes')
    await booking.seesTotal('₹3,537')
    await booking.press('Next')
    await expect(booking.faultOf('Select atleast one Cake')).toBeVisible()
    await booking.add('Red Velvet')
    await booking.seesTotal('₹3,687')
    await booking.next('Gifts')
    await booking.add('Rose Bouquet')
    await accessible()
    await booking.next('Payment')
    await booking.seesTotal('₹4,086')
    await expect(page.getByRole('radio', { name: /^Pay the advance now/ })).toBeInViewport({ ratio: 1 })
    const chosen = await page.locator('label', { hasText: 'Pay the advance now' }).boundingBox()
    const pay = await page.getByRole('button', { name: PAY_AND_BOOK }).boundingBox()
    const end = (chosen?.y ?? Number.NaN) + (chosen?.height ?? Number.NaN)
    expect(end, 'what cancelling comes to is seen with the button that pays').toBeLessThan(pay?.y ?? Number.NaN)
    await accessible()
    await booking.press(PAY_AND_BOOK)
    await expect(page.getByText(/Your slot is held until/)).toBeVisible()
    const right = async (what: Locator) => {
      const { x, width } = (await what.boundingBox()) ?? { x: Number.NaN, width: Number.NaN }
      return x + width
    }
    const held = page.getByRole('region', { name: /Your slot is held until/ })
    expect(await right(held)).toBe(await right(page.getByRole('region', { name: 'As it will be made' })))
    // the next press is seen where the page opens
    if (!scripts) await expect(page.getByRole('button', { name: /^Pay ₹.* now/ })).toBeInViewport({ ratio: 1 })
    await booking.payForHold()
    await booking.seesConfirmation()
    await accessible()
    await page.reload()
    await booking.seesConfirmation()
    await expect(page.locator('main [aria-hidden]').first()).toHaveCSS('opacity', '1')

    const mail = await mailTo(customer.email, /Booking Confirmed!/)
    expect(mail.text).toContain('LED: 11 characters, 3 extra × ₹30')
    expect(mail.text).toContain('To pay at the theatre ₹3,087')
    expect(mail.attachments[0]?.content).toContain('BEGIN:VEVENT')
    const link = /https?:\S+\/b\/\S+/.exec(mail.text)?.[0] ?? ''
    await page.goto(link)
    await expect(page.getByRole('row', { name: /Red Velvet/ })).toContainText('first cake free, special +₹150')
    await expect(page.getByRole('row', { name: /Remaining/ })).toContainText('₹3,087')
    await accessible()
  },
  // one whole purchase stays in the browser at each width, without scripts too
  { tag: '@both', browserOnly: true },
)

withJs(
  'who switched scripts on, and to whom they never come, buys as one without',
  async ({ page, beforehand }) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setBlockedURLs', { urls: ['*/assets/*.js', '*/media/*', '*.woff2'] })
    await page.clock.install()
    await beforehand(async (visitor) => {
      const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: ownDay(44, true), slot: /^1:00 PM/ }
      await visitor.choosePlace(place)
      await visitor.enterDetails(someCustomer())
    })
    const booking = new PagesGivenUp(page, false)
    await page.goto(links.home())
    await booking.stands()
    await expect(page.getByRole('button', { name: 'Choose', exact: true })).toBeVisible()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, 'the page is no wider for the button').toBe(page.viewportSize()?.width)
    await page.goto(links.bookPackages())
    const update = page.getByRole('button', { name: 'Update total' })
    await page.waitForLoadState()
    await expect(update, 'they may still come').toBeHidden()
    await booking.choosePackage('Celebration')
    await booking.seesTotal('₹2,299')
    await booking.next('Occasions')
    await page.getByLabel('Celebrant’s Name').fill('Aarav')
    await booking.toTab('Packages')
    await booking.next('Occasions')
    await expect(page.getByLabel('Celebrant’s Name'), 'what was typed is kept by a tab').toHaveValue('Aarav')
    await booking.chooseOccasion('Birthday')
    await page.goto(links.bookCakes())
    await booking.add('Pineapple')
    await page.goto(links.bookPayment())
    await booking.press(PAY_AND_BOOK)
    // the provider's own pages have their scripts
    await booking.press(/^Pay ₹.* now/)
    await booking.press('Pay with success@razorpay')
    await booking.seesConfirmation()
  },
  { tag: '@phone' },
)

withAndWithoutJs(
  'from location to payment a booking with package and cake takes nine presses besides typing',
  async ({ booking, page }) => {
    const { name, email, number } = someCustomer()
    const presses = countPresses()
    const press = (what: Locator) => presses.press(what.filter({ visible: true }).first())
    const button = (words: string | RegExp) => page.getByRole('button', { name: words })
    await page.goto('/booking/locations')
    await booking.settled()
    await press(button(/^Koramangala/))
    await booking.seesStep('Select Your Screen')
    await press(button('Book Now Nebula'))
    await booking.seesStep('Nebula')
    // a day of the month that is shown is one press; this one comes after the demo's bookings
    await booking.chooseDate(plainDay(36))
    presses.made += 1
    await booking.settled()
    await press(button(/^To details with/))
    await booking.seesStep('Customer Details')
    await page.getByLabel('Name', { exact: true }).fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Phone').fill(number)
    await page.getByRole('checkbox').check()
    presses.made += 1
    await press(button('Proceed'))
    await booking.seesStep('Packages')
    await press(button('To occasions with Celebration'))
    await booking.seesStep('Occasions')
    await page.getByLabel('Celebrant’s Name').fill('Aarav')
    await press(button('Skip to cakes with Birthday'))
    await booking.seesStep('Cakes')
    await press(button('Skip to payment with Pineapple'))
    await booking.seesStep('Payment')
    await expect(page.getByText('Aarav').first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'Gifts' }).filter({ visible: true }).first()).toBeVisible()
    expect(presses.made).toBeLessThanOrEqual(9)
  },
  { tag: '@phone' },
)

withAndWithoutJs('back and reload neither lose nor double anything', async (world) => {
  const { booking, page, scripts, beforehand } = world
  const customer = someCustomer()
  const day = ownDay(50, scripts)
  await beforehand(async (visitor) => {
    await visitor.choosePlace({ location: 'Indiranagar', screen: 'Velvet', daysAhead: day, slot: /^2:00 PM/ })
    await visitor.enterDetails(customer)
  })
  await page.goto('/booking/otherdetails/packages')
  await booking.settled()
  await booking.choosePackage('Romance')
  await booking.next('Occasions')
  await booking.chooseOccasion('Anniversary')
  await booking.next('Addons')
  await booking.add('Balloon Bouquet')
  await booking.press('One more Balloon Bouquet')
  await booking.seesTotal('₹3,096')
  await booking.settled()
  await page.reload()
  await booking.seesTotal('₹3,096')
  await booking.settled()
  await page.goBack()
  await booking.seesTotal('₹3,096')
  // the browser calls it an error when what is still loading is cut off by another address
  await booking.settled()
  await page.goto('/booking/CUSTOMERDETAILS')
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)
  await booking.settled()
  await page.goto('/booking/payment')
  await booking.seesTotal('₹3,096')
  await booking.pay()
  await booking.seesConfirmation()
  await page.goto('/booking/payment')
  await expect(page).not.toHaveURL(/payment/)
})

withAndWithoutJs(
  'presses that overtake each other lead on, and back is one press',
  async ({ booking, page, scripts, beforehand }) => {
    await beforehand(async (visitor) => {
      const daysAhead = ownDay(54, scripts)
      await visitor.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead, slot: /^5:00 PM/ })
      await visitor.enterDetails(someCustomer())
    })
    await page.goto('/booking/otherdetails/packages')
    await booking.settled()
    // what a choice loads comes only when Next has led on
    const late = scripts ? await heldBack(page, '**/packages.data', isLoad('packages')) : undefined
    await page.getByRole('radio', { name: /^Celebration ₹/ }).check({ force: true })
    await late?.begun
    await booking.next('Occasions')
    await late?.letGo()
    await expect(page).toHaveURL(/occasions$/)
    if (scripts) {
      // on its name or on its button, a double press chooses and does not take back
      await page.getByText('Anniversary', { exact: true }).dblclick()
      await booking.settled()
      await expect(page.getByRole('button', { name: 'Selected Anniversary' })).toBeVisible()
      await page.getByRole('button', { name: 'Select Farewell' }).dblclick()
      await booking.settled()
      await expect(page.getByRole('button', { name: 'Selected Farewell' })).toBeVisible()
    }
    await booking.chooseOccasion('Birthday')
    await booking.next('Addons')
    await booking.next('Cakes')
    await booking.add('Red Velvet')
    await booking.press('One more Red Velvet')
    await expect(page.getByLabel('Red Velvet selected')).toHaveText('2')
    await booking.press('One less Red Velvet')
    await expect(page.getByLabel('Red Velvet selected')).toHaveText('1')
    await booking.settled()
    // the line is slow: what is pressed next goes out while the page of the press before is still loading
    const goesOn = (request: Request) => request.postData()?.includes('intent=next') ?? false
    const loading = scripts ? await heldBack(page, '**/cakes.data', isLoad('cakes')) : undefined
    const goingOn = scripts ? await heldBack(page, '**/cakes.data', goesOn) : undefined
    await booking.press('One less Red Velvet')
    const load = await loading?.begun
    await booking.press('Next')
    await goingOn?.begun
    await loading?.letGo()
    await load?.response()
    await goingOn?.letGo()
    await expect(booking.faultOf('Select atleast one Cake')).toBeVisible()
    await booking.toTab('Addons')
    await booking.next('Cakes')
    await booking.add('Black Forest')
    await booking.next('Gifts')
    await booking.add('Rose Bouquet')
    await booking.settled()
    await booking.toTab('Cakes')
    await expect(page.locator('[data-fault]'), 'what was refused before is forgotten').toHaveCount(0)
    // without scripts every press is a page of its own
    if (!scripts) return
    for (const before of ['Gifts', 'Cakes', 'Addons']) {
      await page.goBack()
      await booking.seesStep(before)
    }
  },
)

withAndWithoutJs('a slot lost during checkout is said clearly, and everything typed is kept', async (world) => {
  const { booking, page, scripts, beforehand, somebodyElse } = world
  const day = ownDay(60, scripts)
  const place = { location: 'Indiranagar', screen: 'Velvet', daysAhead: day, slot: /^5:00 PM/ }
  const quick = await somebodyElse()
  await beforehand((visitor) => visitor.asFarAsPayment(place, someCustomer('Slow Family')))
  await page.goto('/booking/payment')
  await booking.settled()
  await quick.asFarAsPayment(place, someCustomer('Quick Family'))
  await quick.pay()
  await quick.seesConfirmation()
  await booking.press(PAY_AND_BOOK)
  await expect(page).toHaveURL(/\/booking\/slots/)
  await expect(page.getByText(/Someone has just taken this slot/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^5:00 PM/ })).toBeDisabled()
  await booking.press(/^8:00 PM/)
  // everything else is answered: straight back to the payment
  await booking.seesStep('Payment')
  await expect(page.getByText('Slow Family').first()).toBeVisible()
  await booking.pay()
  await booking.seesConfirmation()
})

withAndWithoutJs(
  'bad details are refused at their fields and keep what was typed',
  async ({ booking, page, scripts, beforehand, withoutLine }) => {
    const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: plainDay(70), slot: /^1:00 PM/ }
    await beforehand((visitor) => visitor.choosePlace(place))
    await page.goto('/booking/otherdetails/gifts')
    await booking.seesStep('Customer Details')
    await page.getByLabel('Name', { exact: true }).fill('Tara')
    await page.getByLabel('Email').fill('tara@notgmail.com')
    await page.getByLabel('Phone').fill('12345')
    await page.getByRole('checkbox').check()
    await booking.settled()
    await booking.press('Proceed')
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/invalid gmail id/)
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/Phone number must be exactly 10 digits/)
    await expect(page.getByLabel('Email')).toHaveValue('tara@notgmail.com')
    await page.getByLabel('Email').fill('tara@gmail.com')
    await page.getByLabel('Phone').fill('9845012345')
    await withoutLine(async () => {
      await booking.press('Proceed')
      await expect(page.getByRole('alert').filter({ hasText: 'We could not be reached' })).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue('tara@gmail.com')
    })
    await booking.press('Proceed')
    await booking.seesStep('Packages')
    // without scripts the page before is the refusal, which the browser would send again
    await (scripts ? page.goBack() : page.goto('/booking/customerDetails'))
    await booking.seesStep('Customer Details')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.getByLabel('Email')).toHaveValue('tara@gmail.com')
    await page.getByLabel('Email').fill('')
    if (scripts) await page.getByRole('checkbox').uncheck()
    await booking.press('Proceed')
    if (scripts) {
      // the page says all at once; the browser would say one
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/invalid gmail id/)
      await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/Please accept the terms and conditions/)
      await expect(page.getByLabel('Email')).toBeFocused()
    } else await expect(page.getByLabel('Email').and(page.locator(':invalid'))).toBeVisible()
  },
)
