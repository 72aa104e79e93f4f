import type { Locator } from '@playwright/test'
import { MAX_COUNT } from '~/domain/draft'
import { plainDay, someCustomer } from '../support/booking-pages'
import { heldBack } from '../support/held-back'
import { expect, ownDay, withAndWithoutJs, withJs } from '../support/story'

const OCCASIONS = '/booking/otherdetails/occasions'

withAndWithoutJs(
  'what is pressed beside a step loses nothing of it',
  async ({ booking, page, beforehand, scripts }) => {
    const who = someCustomer()
    const day = ownDay(215, scripts)
    await beforehand(async (visitor) => {
      await visitor.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead: day, slot: /^1:30 PM/ })
      await visitor.enterDetails(who)
      await visitor.choosePackage('Celebration')
      await visitor.next('Occasions')
      await visitor.chooseOccasion('Birthday')
    })
    await page.goto(OCCASIONS)
    await booking.settled()

    const celebrant = page.getByLabel('Celebrant’s Name')
    const coupon = page.getByLabel('Coupon code').filter({ visible: true })
    const applied = page.getByRole('button', { name: 'Remove Coupon' }).filter({ visible: true })
    await celebrant.fill('Ananya')
    await booking.openSummary()
    await coupon.fill('NOPE')
    await coupon.press('Enter')
    await expect(coupon).toHaveAccessibleDescription(/Verfication/)
    await expect(celebrant).toHaveValue('Ananya')
    if (scripts) await expect(coupon).toBeFocused()
    await expect(coupon).toHaveValue('NOPE')
    // refused once, it keeps nobody from going on
    await celebrant.press('Enter')
    await booking.seesStep('Addons')
    await booking.toTab('Occasions')
    await expect(celebrant).toHaveValue('Ananya')
    await booking.openSummary()
    await coupon.fill('LUMIERE10')
    await coupon.press('Enter')
    await booking.openSummary()
    await expect(applied).toBeVisible()
    await expect(celebrant).toHaveValue('Ananya')
    await celebrant.fill('Ananya D')
    await booking.press('Remove Coupon')
    await expect(celebrant).toHaveValue('Ananya D')
    await booking.openSummary()
    await coupon.fill('FIRST200')
    await booking.press('Apply Coupon')
    await booking.openSummary()
    await expect(applied).toBeVisible()
    await page.goto(OCCASIONS)
    await expect(celebrant).toHaveValue('Ananya D')

    // the details are left empty before what was cleared is brought back: it comes all the same, and is drawn
    await page.goto('/booking/slots')
    await booking.settled()
    await booking.chooseDate(plainDay(day + 1))
    await booking.chooseSlot(/^1:30 PM/)
    await booking.toDetails()
    await booking.settled()
    await page.getByLabel('Name', { exact: true }).fill('Ira')
    if (scripts) {
      await page.reload()
      await booking.settled()
    }
    await booking.press('Bring back my selections')
    await booking.settled()
    await expect(page.getByLabel('Email')).toHaveValue(who.email)
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ira')
    await expect(page.getByRole('checkbox')).toBeChecked()
  },
  { tag: '@both' },
)

withJs(
  'on a slow line a coupon and what is typed lose nothing of each other',
  async ({ booking, page, beforehand }) => {
    const daysAhead = ownDay(46, true)
    await beforehand(async (visitor) => {
      await visitor.choosePlace({ location: 'Indiranagar', screen: 'Velvet', daysAhead, slot: /^5:00 PM/ })
      await visitor.enterDetails(someCustomer())
      await visitor.choosePackage('Romance')
    })
    await page.goto(OCCASIONS)
    await booking.settled()
    const typing = await heldBack(page, '**/occasions.data*', (request) => request.method() === 'POST')
    await page.getByLabel('Celebrant’s Name').fill('Ananya')
    await typing.begun
    await page.getByLabel('Coupon code').filter({ visible: true }).fill('LUMIERE10')
    await booking.press('Apply Coupon')
    const kept = page.waitForResponse((answer) => answer.request().postData()?.includes('Ananya+D') === true)
    await page.getByLabel('Celebrant’s Name').fill('Ananya D')
    await typing.letGo()
    await expect(page.getByRole('button', { name: 'Remove Coupon' }).filter({ visible: true })).toBeVisible()
    await kept
    await booking.settled()
    await page.reload()
    await expect(page.getByLabel('Celebrant’s Name')).toHaveValue('Ananya D')
    const press = (name: string) => page.getByRole('button', { name }).filter({ visible: true })
    await expect(press('Remove Coupon')).toBeVisible()
    await booking.settled()
    // who presses by key stands where they stood
    await press('Remove Coupon').press('Enter')
    await expect(press('Apply Coupon')).toBeFocused()
    await page.getByLabel('Coupon code').filter({ visible: true }).fill('LUMIERE10')
    await press('Apply Coupon').press('Enter')
    await expect(press('Remove Coupon')).toBeFocused()
    // and so they do on a card, of which the first one and the last one change the buttons
    await booking.settled()
    await booking.chooseOccasion('Birthday')
    await page.goto('/booking/otherdetails/gifts')
    await booking.settled()
    const count = page.getByLabel('Perfume selected')
    await expect(count).toHaveCount(0)
    await press('Add Perfume').press('Enter')
    await expect(press('One more Perfume')).toBeFocused()
    await expect(count).toHaveText('1')
    await booking.settled()
    // a key that is held down is one press, whatever stands under it then
    await press('One less Perfume').focus()
    for (const _ of ['pressed', 'held']) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect(press('Add Perfume')).toBeFocused()
    await booking.settled()
    await expect(count).toHaveCount(0)
    // where there can be no more, the button says so, and who stands on it stays there
    const more = press('One more Perfume')
    await press('Add Perfume').press('Enter')
    for (let pressed = 1; pressed < MAX_COUNT; pressed++) await more.press('Enter')
    await expect(count).toHaveText(String(MAX_COUNT))
    await expect(more).toHaveAttribute('aria-disabled', 'true')
    await expect(more).toBeFocused()
    await booking.settled()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await expect(press('One less Perfume')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(count).toHaveText(String(MAX_COUNT - 1))
    await expect(more).not.toHaveAttribute('aria-disabled')
  },
)

withAndWithoutJs(
  'the first button of every step’s form is the one that Enter presses',
  async ({ booking, page, beforehand, scripts }) => {
    const [day, who] = [ownDay(217, scripts), someCustomer()]
    await beforehand(async (visitor) => {
      await visitor.choosePlace({ location: 'Koramangala', screen: 'Aurora', daysAhead: day, slot: /^5:00 PM/ })
      await visitor.enterDetails(who)
      // so that something can be brought back, by a button that stands before the step's own
      await visitor.page.goto('/booking/slots')
      await visitor.chooseDate(plainDay(day + 6))
      await visitor.chooseSlot(/^5:00 PM/)
      await visitor.enterDetails(who)
      await visitor.choosePackage('Celebration')
      await visitor.next('Occasions')
      await visitor.chooseOccasion('Birthday')
      await visitor.page.goto('/booking/otherdetails/cakes')
      await visitor.add('Pineapple')
    })
    const details = ['packages', 'occasions', 'addons', 'cakes', 'gifts'].map((tab) => `otherdetails/${tab}`)
    for (const step of ['customerDetails', ...details, 'payment']) {
      await page.goto(`/booking/${step}`)
      await booking.settled()
      await expect(page.getByRole('button', { name: 'Bring back my selections' })).toBeVisible()
      const pressed = await page
        .locator('form#step')
        .evaluateAll((forms) =>
          forms.map(
            (form) => [...(form as HTMLFormElement).elements].find((one) => one.matches('button'))?.textContent,
          ),
        )
      expect(pressed, step).toEqual([step === 'payment' ? 'Apply Coupon' : 'Next'])
    }
    const coupon = page.getByLabel('Coupon code').filter({ visible: true })
    await coupon.press('Enter')
    await expect(coupon).toHaveAccessibleDescription('Please enter a coupon code')
    await coupon.fill('FIRST200')
    await coupon.press('Enter')
    await expect(page.getByRole('button', { name: 'Remove Coupon' })).toBeVisible()
    await booking.seesStep('Payment')
    if (!scripts) return
    await page.getByRole('radio', { name: /^Pay the advance now/ }).press('Enter')
    await expect(page.getByText(/Your slot is held until/)).toBeVisible()
  },
)

withJs(
  'a fault of the step is seen though the summary was opened over it',
  async ({ booking, page, beforehand }) => {
    await beforehand((visitor) => visitor.asFarAsAddons(ownDay(225, true), /^1:30 PM/, 'LED Number'))
    await page.goto('/booking/otherdetails/addons')
    await booking.settled()
    const digits = page.getByLabel('Led Number')
    await digits.fill('2026')
    await booking.openSummary()
    const coupon = page.getByLabel('Coupon code').filter({ visible: true })
    const sheet = page.locator('details[data-sheet] > div')
    const box = async (what: Locator) => (await what.boundingBox()) ?? { y: 0, height: 0 }
    const [{ y, height }, bar] = [await box(sheet), await box(page.locator('.thumb-bar'))]
    expect(Math.round(bar.y - (y + height)), 'nothing shows between the sheet and its bar').toBeLessThanOrEqual(0)
    // a press beside the sheet closes it
    await page.mouse.click(20, y - 20)
    await expect(sheet).toBeHidden()
    await booking.openSummary()
    // Escape closes it, and brings the focus back
    await coupon.press('Escape')
    await expect(coupon).toHaveCount(0)
    await expect(page.locator('summary', { hasText: 'Total' })).toBeFocused()
    await booking.openSummary()
    await coupon.fill('LUMIERE10')
    await booking.press('Apply Coupon')
    await expect(digits).toBeFocused()
    const onTop = () =>
      digits.evaluate((field) => {
        const { x, y } = field.getBoundingClientRect()
        return document.elementFromPoint(x + 5, y + 5) === field
      })
    await expect.poll(onTop).toBe(true)
  },
  { tag: '@phone' },
)
