import { someCustomer } from '../support/booking-pages'
import { expect, ownDay, withAndWithoutJs } from '../support/story'

withAndWithoutJs('a plan is shown to a friend, and taken up on another device', async (world) => {
  const { booking, page, scripts, accessible, beforehand, newVisitor, somebodyElse } = world
  const customer = someCustomer()
  await beforehand(async (visitor) => {
    const daysAhead = ownDay(320, scripts)
    const place = { location: 'Indiranagar', screen: 'Celeste', daysAhead, slot: /^\S+ AM|^\S+ PM/ }
    await visitor.asFarAsPayment(place, customer, 'Birthday')
  })
  await page.goto('/booking/payment')
  await booking.settled()
  const total = (await page.getByTestId('total').filter({ visible: true }).first().textContent()) ?? ''
  await booking.press('Show this plan to somebody')
  await expect(page.getByRole('heading', { name: 'Your plan to show around' })).toBeVisible()
  await accessible()
  // what the browser's own menu would send is what a friend may have
  expect(page.url()).toMatch(/\/plan\/\w+$/)
  const own =
    (await page
      .getByText(/\?key=/)
      .first()
      .textContent()) ?? ''

  const copies = page.getByRole('button', { name: 'Copy link' })
  await expect(copies.filter({ visible: true })).toHaveCount(scripts ? 2 : 0)
  if (scripts) {
    const kept = await page.evaluateHandle(() => {
      const copied: string[] = []
      navigator.clipboard.writeText = (text) => Promise.resolve(void copied.push(text))
      return copied
    })
    // the one that was pressed is called otherwise then
    for (const _ of ['to show around', 'of your own']) await copies.first().click()
    await expect(page.getByRole('button', { name: 'Copied' })).toHaveCount(2)
    expect(await kept.jsonValue()).toEqual([page.url(), own])
  }

  const { page: friend } = await somebodyElse()
  await friend.goto(page.url())
  await expect(friend.getByRole('heading', { level: 1 })).toHaveText('A visit to Celeste')
  await expect(friend.getByTestId('total')).toHaveText(total)
  await expect(friend.getByText(customer.name)).toHaveCount(0)
  await expect(friend.getByRole('button', { name: 'Go on with this plan here' })).toHaveCount(0)

  const phone = await newVisitor()
  await phone.page.goto(own)
  expect(phone.page.url()).toBe(page.url())
  await phone.press('Go on with this plan here')
  await expect(phone.page.getByText('Your plan is here.').filter({ visible: true }).first()).toBeVisible()
  await expect(phone.page.getByRole('heading', { level: 1 })).toHaveText('Customer Details')
})
