import { BookingPages, dateAhead, type Place } from './booking-pages'
import { expectIn as expect } from './scriptless/matchers'

/** What the buttons of rooms and slots send, by what they say: found on the pages once by each process that tells stories. */
const found = new Map<string, string>()

/**
 * Somebody without scripts whose choice of a place only leads up to a story: it is sent as its buttons send it, and the pages between
 * are not read. Staff's pages are, since each of their forms says which page it was on.
 */
export class PreparingVisitor extends BookingPages {
  override async choosePlace(place: Place) {
    const { location, screen, daysAhead, slot } = place
    await this.page.goto('/booking/locations')
    if (await this.page.locator('input[name="draft"]').count()) return super.choosePlace(place)
    const date = dateAhead(daysAhead)
    const screens = await this.answer(this.page.url(), { location: await this.sentBy(new RegExp(`^${location}`)) })
    const room = await this.sentByOnce(screens, `${location}: Book Now ${screen}`, `Book Now ${screen}`)
    const slots = await this.answer(await this.answer(screens, { screen: room }), { date })
    const time = await this.sentByOnce(slots, `${room}: ${slot}`, slot)
    await this.page.goto(await this.answer(slots, { slot: time, shown: date }))
  }

  private async sentByOnce(address: string, key: string, name: string | RegExp): Promise<string> {
    const known = found.get(key)
    if (known) return known
    await this.page.goto(address)
    const value = await this.sentBy(name)
    found.set(key, value)
    return value
  }

  private async sentBy(name: string | RegExp): Promise<string> {
    const button = this.page.getByRole('button', { name }).filter({ visible: true }).first()
    return (await button.getAttribute('value')) ?? ''
  }

  /** Sends a form that is accepted; answers where it leads. */
  private async answer(address: string, form: Record<string, string>): Promise<string> {
    const answer = await this.page.context().request.post(address, { form, maxRedirects: 0 })
    expect(answer.status(), `${address} takes ${JSON.stringify(form)}`).toBe(303)
    return answer.headers().location ?? ''
  }
}
