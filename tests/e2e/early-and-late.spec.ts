import type { Locator } from '@playwright/test'
import { formatDate } from '~/domain/calendar'
import { PATIENCE_MS } from '~/ui/send-first'
import { links } from '../../app/links'
import { BookingPages, dateAhead, someCustomer } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { settled } from '../support/settled'
import { signIn } from '../support/sign-in'
import { expect, ownDay, withJs } from '../support/story'

withJs(
  'what is typed, chosen, ticked and counted before the scripts have come is kept and in the price',
  async ({ booking, page, beforehand }) => {
    const { name, email, number } = someCustomer()
    await beforehand((visitor) =>
      visitor.choosePlace({
        location: 'Koramangala',
        screen: 'Aurora',
        daysAhead: ownDay(150, true),
        slot: /^1:30 PM/,
      }),
    )

    // ₹1,499 for four, ₹250 for each further person
    await booking.beforeScripts('/booking/customerDetails', async () => {
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Phone').fill('1234567890')
      await page.getByLabel('Number of people').selectOption('6')
      await page.getByRole('checkbox').check()
    })
    await booking.seesTotal('₹1,999')
    await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/begin with 6/)
    await page.reload()
    await booking.settled()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Number of people')).toHaveValue('6')
    await expect(page.getByRole('checkbox')).toBeChecked()
    await page.getByLabel('Phone').fill(number)
    await booking.press('Proceed')
    await booking.seesStep('Packages')

    await booking.beforeScripts('/booking/otherdetails/packages', () =>
      page.getByRole('radio', { name: /^Celebration ₹/ }).check({ force: true }),
    )
    await booking.seesTotal('₹2,999')
    await booking.beforeScripts('/booking/otherdetails/occasions', async () => {
      await page.getByLabel('Celebrant’s Name').fill('Ananya')
      await page.getByRole('button', { name: 'Select Birthday' }).press('Enter')
      await expect(page.getByRole('button', { name: 'Selected Birthday' })).toBeVisible()
    })
    await expect(page.getByLabel('Celebrant’s Name')).toHaveValue('Ananya')

    // ₹299 and three letters more than eight
    await booking.toTab('Addons')
    await booking.add('LED Name')
    await booking.settled()
    await booking.beforeScripts('/booking/otherdetails/addons', () => page.getByLabel('Led Name').fill('ANANYA DEVI'))
    await expect(page.getByRole('img', { name: 'The lights show: ANANYA DEVI' })).toBeVisible()
    await booking.seesTotal('₹3,388')

    await booking.beforeScripts('/booking/otherdetails/cakes', async () => {
      await page.getByRole('button', { name: 'Add Pineapple' }).press('Enter')
      await expect(page.getByLabel('Pineapple selected')).toHaveText('1')
      await booking.drawn()
      await page.getByRole('button', { name: 'One more Pineapple' }).press('Enter')
      await expect(page.getByLabel('Pineapple selected')).toHaveText('2')
    })
    await expect(page.getByLabel('Pineapple selected')).toHaveText('2')
    await booking.seesTotal('₹3,887')

    await booking.beforeScripts('/booking/payment', async () => {
      await page.getByRole('radio', { name: /^Pay in full/ }).check()
      await page.getByLabel('Coupon code').filter({ visible: true }).fill('NOBODYS')
    })
    await expect(page.getByRole('radio', { name: /^Pay in full/ })).toBeChecked()
    await expect(page.getByLabel('Coupon code').filter({ visible: true })).toHaveValue('NOBODYS')
    await booking.beforeScripts('/', async () => {
      await page.getByLabel('City').selectOption({ label: 'Mysuru' })
    })
    // it is sent once the scripts are there, and leads to its locations
    await expect(page).toHaveURL(/\/booking\/locations$/)
    await expect(page.getByLabel('City').locator('option:checked')).toHaveText('Mysuru')
    await page.reload()
    await expect(page.getByLabel('City').locator('option:checked')).toHaveText('Mysuru')
  },
  { tag: '@phone' },
)

withJs('a page that came with a refusal stays under the hand that mends it when its scripts come', async (world) => {
  const { booking, page, beforehand } = world
  const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(200, true), slot: /^1:30 PM/ }
  await beforehand((visitor) => visitor.choosePlace(place))
  await booking.beforeScripts('/booking/customerDetails', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Meera')
    await page.getByLabel('Email').fill(someCustomer().email)
    await page.getByLabel('Phone').fill('12345')
    await page.getByRole('checkbox').check()
    // only the server refuses the number
    await page.locator('form#step').evaluate((form) => form.setAttribute('novalidate', ''))
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(page.getByLabel('Phone')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('Name', { exact: true }).fill('Meera Nair')
  })
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Meera Nair')
})

withJs('who has begun in a dialog or in a call’s form before the scripts come goes on there', async (world) => {
  const { booking, page } = world
  await signIn(page)
  // somebody of the demo's, whose bookings no other story cancels
  await page.goto(links.adminBookings({ search: 'Ananya Rao', status: 'booked' }))
  await page
    .getByRole('link', { name: /^Open LUM-/ })
    .first()
    .click()
  const question = await page.getByRole('link', { name: 'Delete', exact: true }).getAttribute('href')
  await booking.beforeScripts(String(question), () => page.getByLabel('Reason').fill('The family is ill'))
  await expect(page.getByRole('dialog').and(page.locator(':modal'))).toBeVisible()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await expect(page.getByLabel('Reason')).toHaveValue('The family is ill')

  await booking.beforeScripts('/admin/bookings/new', async () => {
    await page.getByLabel('Phone').fill(someCustomer().number)
    await page.getByLabel('Name', { exact: true }).fill('Zoya')
  })
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByText('A new customer')).toBeVisible()

  // what follows a choice follows one that was made before
  await booking.beforeScripts('/admin/cakes/add', () => page.getByLabel('Special Cake').check())
  await expect(page.getByLabel('Special price (₹)')).toBeVisible()
})

withJs('what staff change before the scripts come stays, and is asked about before it is left', async (world) => {
  const { booking, page } = world
  await signIn(page)
  await page.goto('/admin/locations')
  const edit = await page.getByRole('link', { name: /^Edit Gokulam/ }).getAttribute('href')
  const address = page.getByLabel('Address', { exact: true })
  const city = page.getByLabel('City', { exact: true })
  const leave = async () => {
    await page.getByRole('link', { name: 'Cities' }).click()
    await booking.press('Stay here')
  }
  // a text of several lines that was there already, and a choice
  await booking.beforeScripts(String(edit), () => address.fill('Second floor,\n12 Lake Road'))
  await leave()
  await expect(address).toHaveValue('Second floor,\n12 Lake Road')
  page.once('dialog', (question) => question.accept())
  await booking.beforeScripts(String(edit), () => city.selectOption({ label: 'Bengaluru' }))
  await leave()
  await expect(city.locator('option:checked')).toHaveText('Bengaluru')
})

withJs('what staff type under an alert that is loaded later keeps the focus', async ({ booking, page }) => {
  await signIn(page)
  await page.goto('/admin/bookings/new/steps')
  const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: ownDay(220, true), slot: /^1:00 PM/ }
  await booking.choosePlace(place)
  await booking.toDetails()
  await booking.settled()
  const step = page.url()
  const alert = page.locator('[data-fault]').filter({ hasText: 'changed in another tab' })
  await booking.beforeScripts(step, async () => {
    await page.getByLabel('Name', { exact: true }).fill('Gauri')
    await page.getByLabel('Phone').fill(someCustomer().number)
    const tab = new BookingPages(await page.context().newPage(), true)
    await tab.page.goto(step)
    await tab.settled()
    await tab.page.getByLabel('Name', { exact: true }).fill('Gauri Rao')
    await tab.page.getByLabel('Phone').fill(someCustomer().number)
    await tab.press('Proceed')
    await tab.seesStep('Packages')
    await page.getByRole('button', { name: 'Proceed' }).click()
    await expect(alert).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Gauri Lost')
  })
  await expect(alert).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
})

withJs(
  'what staff type into the payment before the scripts come stays there',
  async ({ booking, page, beforehand }) => {
    await signIn(page)
    let payment = ''
    await beforehand(async (visitor) => {
      await visitor.page.goto('/admin/bookings/new/steps')
      const place = { location: 'Koramangala', screen: 'Nebula', daysAhead: ownDay(230, true), slot: /^1:00 PM/ }
      await visitor.asFarAsPayment(place, someCustomer())
      payment = visitor.page.url()
    })
    await booking.beforeScripts(payment, async () => {
      await page.getByLabel('Advance (₹)').fill('500')
      await page.getByLabel('Note').fill('Wheelchair')
      await page.getByLabel('Paid by').selectOption('upi')
    })
    await expect(page.getByLabel('Advance (₹)')).toHaveValue('500')
    await expect(page.getByLabel('Note')).toHaveValue('Wheelchair')
    await expect(page.getByLabel('Paid by')).toHaveValue('upi')
    await expect(page.getByLabel('Note')).toBeFocused()
    await expect(page.locator('dl').filter({ hasText: 'Remaining' }).last()).toContainText('₹799')
  },
)

withJs('the banner to which somebody turned before the scripts came stays in reach', async ({ booking, page }) => {
  const third = page.getByRole('list', { name: 'Banners' }).locator('> li').nth(2)
  await booking.beforeScripts('/#banner-3', async () => {
    await expect(third).toBeInViewport({ ratio: 0.9 })
    await third.getByRole('link', { name: 'Book Now' }).focus()
  })
  await expect(third.getByRole('link', { name: 'Book Now' })).toBeFocused()
  await expect(third).not.toHaveAttribute('inert')
})

withJs('Next takes the slot that was pressed a moment before, however slowly the page is drawn', async (world) => {
  const { booking, page } = world
  const place = { location: 'Koramangala', screen: 'Aurora', daysAhead: ownDay(200, true), slot: /^10:00 AM/ }
  await booking.choosePlace(place)
  // both before the browser comes to draw anything
  const quickly = async (...buttons: Locator[]) => {
    const found = await Promise.all(buttons.map((button) => button.elementHandle()))
    await page.evaluate((pressed) => {
      for (const button of pressed) if (button instanceof HTMLElement) button.click()
    }, found)
  }
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await quickly(page.getByRole('button', { name: /^1:30 PM/ }), next)
  await booking.seesStep('Customer Details')
  await expect(page.getByText(/1:30\sPM\s–/).first()).toBeVisible()

  // on another day nothing is chosen that Next could take
  const day = dateAhead(ownDay(200, true) + 1)
  await page.goto('/booking/slots')
  await booking.settled()
  await quickly(page.locator(`button[name="date"][value="${day}"]`), next)
  await expect(page.getByRole('heading', { name: /^Slots on/ })).toContainText(formatDate(day))
  await expect(next).toHaveCount(0)
})

withJs('what was typed into a step that was left at once is answered before what is chosen after it', async (world) => {
  const { booking, page, beforehand } = world
  await beforehand((visitor) => visitor.asFarAsAddons(ownDay(170, true), /^1:30 PM/, 'LED Name'))
  // a busy machine may need longer than the ten seconds after which the step is not waited for
  await page.addInitScript((patience) => {
    const begin = window.setTimeout
    const patient = (work: TimerHandler, ms?: number, ...handed: unknown[]) =>
      begin(work, ms === patience ? 10 * ms : ms, ...handed)
    Object.assign(window, { setTimeout: patient })
  }, PATIENCE_MS)
  await page.goto('/booking/otherdetails/occasions')
  await booking.settled()
  await booking.toTab('Addons')

  // the step is left before a pause, and its answer is slow
  const typed = await heldBack(page, '**/otherdetails/addons.data*', (request) => request.method() === 'POST')
  await page.getByLabel('Led Name').fill('ANANYA DEVI')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Occasions')
  await page.getByRole('button', { name: 'Select Birthday' }).click()
  await expect(page.getByRole('button', { name: 'Selected Birthday' })).toBeVisible()
  await typed.letGo()
  await booking.settled()
  // ₹2,499, ₹299 and three letters at ₹30
  await booking.seesTotal('₹2,888')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Selected Birthday' })).toBeVisible()
  await booking.seesTotal('₹2,888')

  // and the page is closed while somebody types
  await booking.toTab('Addons')
  await page.getByLabel('Led Name').fill('ANANYA')
  await page.close({ runBeforeUnload: true })
  const again = await page.context().newPage()
  await again.goto('/booking/payment')
  await new BookingPages(again, true).seesTotal('₹2,798')
})

withJs('a press in the moment in which scripts take the page over is heard, and no fault', async ({ page }) => {
  await page.addInitScript(() => {
    const { addEventListener } = document
    document.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      addEventListener.apply(document, args)
      if (args[0] !== 'click') return
      document.addEventListener = addEventListener
      queueMicrotask(() => document.querySelector<HTMLAnchorElement>('main a[href="/find"]')?.click())
    }
  })
  await page.goto('/contact')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where is my booking?')
  await settled(page)
})
