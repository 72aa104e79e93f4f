import type { Page } from '@playwright/test'
import {
  addDays,
  addMonths,
  type CalendarDate,
  formatDate,
  formatMonth,
  monthOf,
  todayIn,
  type YearMonth,
} from '~/domain/calendar'
import type { CustomerDetails } from '~/domain/customer-details'
import { FESTIVE_DAYS } from '../../sandbox/demo/business'
import { heldBack } from './held-back'
import { ownMark } from './own-mark'
import { expectIn as expect } from './scriptless/matchers'
import { settled } from './settled'

export interface Place {
  location: string
  screen: string
  /** Days from today; the calendar is turned to the right month. */
  daysAhead: number
  slot: RegExp
}

export type Customer = Omit<CustomerDetails, 'people'>

const TABS = ['Packages', 'Occasions', 'Addons', 'Cakes', 'Gifts', 'Payment']

/** One day for a whole run, so that no story's day becomes another one at midnight. */
const BEGAN = todayIn('Asia/Kolkata', new Date(Number(process.env.STORIES_BEGAN ?? Date.now())))

/** A date in the business's zone, some days from the one on which the run began. */
export const dateAhead = (days: number): CalendarDate => addDays(BEGAN, days)

/** So many days ahead, or the next day after that on which no special price holds. */
export const plainDay = (daysAhead: number): number =>
  FESTIVE_DAYS.includes(dateAhead(daysAhead).slice(5)) ? plainDay(daysAhead + 1) : daysAhead

/** A customer nobody else in the run is. */
export function someCustomer(name = 'Meera Krishnan'): Customer {
  const mark = ownMark()
  return { name, email: `meera.${mark}@gmail.com`, number: `97${mark}` }
}

/** What is pressed to hold a slot and pay for it: it says how much. */
export const PAY_AND_BOOK = /^Pay ₹[\d,.]+ and book$/

/** The booking flow as a visitor uses it. Only waiting differs between the two worlds, and it happens here. */
export class BookingPages {
  constructor(
    readonly page: Page,
    readonly scripts: boolean,
  ) {}

  /** Presses a button: with the pointer, or from the keyboard where no script could bring it out from under a bar. */
  async press(name: string | RegExp) {
    const button = this.page.getByRole('button', { name }).filter({ visible: true }).first()
    if (this.scripts) await button.click()
    else await button.press('Enter')
  }

  /** Scripts have taken over, and nothing that was pressed is still under way. */
  async settled() {
    if (this.scripts) await settled(this.page)
  }

  /** Opens a page, does something before any script of it has come, and lets them come. */
  async beforeScripts(address: string, work: () => Promise<unknown>) {
    const scripts = await heldBack(this.page, '**/assets/*.js')
    await this.page.goto(address, { waitUntil: 'commit' })
    await this.drawn()
    await work()
    await scripts.letGo()
    await this.settled()
  }

  /** The page has been drawn once: no press reaches what has not. */
  async drawn() {
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }

  async choosePlace({ location, screen, daysAhead, slot }: Place) {
    await this.page.goto('/booking/locations')
    await this.settled()
    await this.press(new RegExp(`^${location}`))
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Select Your Screen')
    await this.press(`Book Now ${screen}`)
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(screen)
    await this.chooseDate(daysAhead)
    // they stand below the calendar, on a phone and often on a desk below the window's edge
    if (this.scripts) await expect(this.page.locator('button[name="slot"]').first()).toBeInViewport({ ratio: 1 })
    await this.chooseSlot(slot)
  }

  /** From the beginning to the payment, with what must be chosen and no more. */
  async asFarAsPayment(place: Place, customer: Customer, occasion = 'Movie Night') {
    await this.choosePlace(place)
    await this.enterDetails(customer)
    await this.next('Occasions')
    await this.chooseOccasion(occasion)
    // the address says whose draft it is
    await this.page.goto(`/booking/payment${new URL(this.page.url()).search}`)
    await this.seesStep('Payment')
  }

  /** From the beginning to the add-ons of a Celebration at Aurora: ₹2,499, an Anniversary at ₹199 and the one that is added. */
  async asFarAsAddons(daysAhead: number, slot: RegExp, addon: string) {
    await this.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead, slot })
    await this.enterDetails(someCustomer())
    await this.choosePackage('Celebration')
    await this.next('Occasions')
    await this.chooseOccasion('Anniversary')
    await this.next('Addons')
    await this.add(addon)
  }

  async chooseDate(daysAhead: number) {
    const wanted = dateAhead(daysAhead)
    await this.turnTo(monthOf(wanted))
    await this.page.locator(`button[name="date"][value="${wanted}"]`).click()
    await expect(this.page.getByRole('heading', { name: /^Slots on/ })).toContainText(formatDate(wanted))
  }

  /** Turns the calendar, which a date chosen before may have turned already; over months by the address of its link, and then by it. */
  private async turnTo(wanted: YearMonth) {
    const month = this.page.getByRole('heading', { name: /^[A-Z][a-z]+ \d{4}$/ })
    const shown = new Date(`1 ${await month.textContent()} UTC`).toISOString().slice(0, 7)
    if (shown === wanted) return
    const ahead = shown < wanted
    const link = this.page.getByRole('link', { name: ahead ? 'Next month' : 'Previous month' })
    const beside = addMonths(wanted, ahead ? -1 : 1)
    if (shown !== beside) {
      const address = new URL((await link.getAttribute('href')) ?? '', this.page.url())
      address.searchParams.set('month', beside)
      await this.page.goto(address.href)
      await this.settled()
    }
    await link.click()
    await expect(month).toHaveText(formatMonth(wanted))
  }

  /** A slot reveals Next, and leads to the payment when all else is answered. */
  async chooseSlot(slot: RegExp) {
    await this.press(slot)
    const payment = this.page.getByRole('heading', { level: 1, name: 'Payment' })
    await expect(this.page.getByRole('button', { name: 'Next', exact: true }).or(payment)).toBeVisible()
    await this.settled()
  }

  async toDetails() {
    await this.press(/^Next$/)
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Customer Details')
  }

  async enterDetails({ name, email, number }: Customer, people?: number) {
    await this.settled()
    const shown = await this.page.getByRole('heading', { level: 1 }).textContent()
    if (shown !== 'Customer Details') await this.toDetails()
    await this.settled()
    await this.page.getByLabel('Name', { exact: true }).fill(name)
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Phone').fill(number)
    if (people) await this.page.getByLabel('Number of people').selectOption(String(people))
    await this.page.getByRole('checkbox').check()
    await this.press('Proceed')
    await this.seesStep('Packages')
  }

  /** Opens the Order Summary where it is a sheet above the bar. */
  async openSummary() {
    const sheet = this.page.locator('details').filter({ has: this.page.locator('summary', { hasText: 'Total' }) })
    if (!(await sheet.filter({ visible: true }).count())) return
    if ((await sheet.first().getAttribute('open')) === null) await sheet.first().locator('summary').click()
  }

  async seesStep(title: string) {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(title)
    await this.settled()
  }

  async choosePackage(name: string) {
    await this.page.getByRole('radio', { name: new RegExp(`^${name} ₹`) }).check({ force: true })
    if (!this.scripts) await this.press('Update total')
    await this.settled()
  }

  /** To another tab; without scripts it is a button, which sends what is typed along. */
  async toTab(title: string) {
    const tabs = this.page.getByRole('navigation', { name: 'What to add' })
    const tab = (role: 'link' | 'button') => tabs.getByRole(role, { name: title }).filter({ visible: true })
    const link = await tab('link').count()
    await (this.scripts || link ? tab('link') : tab('button')).click()
    await this.seesStep(title)
  }

  /** To a step: with Next, or by its tab where it lies behind. */
  async next(title: string) {
    const shown = (await this.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    if (shown === title) return this.settled()
    if (TABS.indexOf(shown) > TABS.indexOf(title)) return this.toTab(title)
    const button = this.page
      .locator('button[name="intent"][value="next"]:not([aria-hidden])')
      .filter({ visible: true })
      .first()
    await (this.scripts ? button.click() : button.press('Enter'))
    await this.seesStep(title)
    if (this.scripts) expect(await this.page.evaluate(() => window.scrollY), 'every step starts at its top').toBe(0)
  }

  async chooseOccasion(name: string) {
    await this.press(`Select ${name}`)
    await expect(this.page.getByRole('button', { name: `Selected ${name}` })).toBeVisible()
    await this.settled()
  }

  async add(name: string) {
    await this.press(`Add ${name}`)
    await expect(this.page.getByRole('button', { name: new RegExp(`(Remove|One more) ${name}`) })).toBeVisible()
  }

  /** What a step is refused with that belongs to no field: it takes the focus, and is no alert beside that. */
  faultOf(words: string) {
    return this.page.locator('[data-fault]').filter({ hasText: words })
  }

  /** Waits until the shown total is this amount. */
  async seesTotal(amount: string) {
    const beside = this.page.getByTestId('total')
    const inTheBar = this.page.locator('summary').filter({ hasText: 'Total' })
    await expect(beside.or(inTheBar).filter({ visible: true }).first()).toContainText(amount)
  }

  async pay() {
    await this.press(PAY_AND_BOOK)
    await expect(this.page.getByText(/Your slot is held until/)).toBeVisible()
    await this.payForHold()
  }

  /** A try that the bank refuses. In the window it can be tried again there; the hosted page leads back. */
  async payInVain() {
    await this.press(PAY_AND_BOOK)
    await expect(this.page.getByText(/Your slot is held until/)).toBeVisible()
    if (this.scripts) {
      await this.checkoutWindow().getByRole('button', { name: 'Pay with failure@razorpay' }).click()
    } else {
      await this.press(/^Pay ₹.* now/)
      await this.press('Pay with failure@razorpay')
      await this.press('Continue to merchant')
    }
  }

  /** Pays for a slot that is held already. */
  async payForHold() {
    if (this.scripts) {
      await this.checkoutWindow().getByRole('button', { name: 'Pay with success@razorpay' }).click()
    } else {
      await this.press(/^Pay ₹.* now/)
      await this.press('Pay with success@razorpay')
      await this.press('Continue to merchant')
    }
  }

  /** Leaves the window, or presses the button beside the hosted form, so that the slot is free again. */
  async giveUp() {
    if (this.scripts) {
      const frame = this.checkoutWindow()
      await frame.getByRole('button', { name: 'Close checkout' }).click()
      await frame.getByRole('button', { name: 'Yes, cancel' }).click()
    } else {
      await this.press('Give the slot back')
    }
  }

  private checkoutWindow() {
    return this.page.frameLocator('iframe[title="Razorpay checkout"]')
  }

  async seesConfirmation() {
    await expect(this.page).toHaveURL(/\/bookingConfirmation(\?|$)/)
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Booking Confirmed!')
  }
}
