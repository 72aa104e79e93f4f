import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { screens } from '~/db/schema'
import { draftCookie } from '~/features/flow/draft-cookie.server'
import { ask, serveHere } from '../support/addresses'
import { useApp } from '../support/app'
import { drawnPage } from '../support/drawn-form'
import { fullDraft } from '../support/theatre'

describe('links within a step', () => {
  const app = useApp('embedded')
  beforeEach(() => serveHere(app.context))
  const cookie = async () =>
    (await draftCookie({ draft: fullDraft(app.theatre), dropped: undefined })).split(';')[0] ?? ''
  const linksOf = (page: Document, part: string) =>
    [...page.querySelectorAll(part)].map((link) => link.getAttribute('href') ?? '')

  test('a photo keeps the month that is shown, and another month the photo', async () => {
    const images = ['one.jpg', 'two.jpg']
    await app.context.db.update(screens).set({ images }).where(eq(screens.id, app.theatre.aurora.id))
    const at = { at: '/booking/slots', cookie: await cookie() }
    const page = await drawnPage({ ...at, query: '?month=2027-04&photo=1' })
    const photos = linksOf(page, '.thumbnails a')
    expect(photos.length).toBeGreaterThan(1)
    for (const link of photos) expect(link).toContain('month=2027-04')
    const months = linksOf(page, 'a[href*="month=2027-05"], a[href*="month=2027-03"]')
    expect(months).toHaveLength(2)
    for (const link of months) expect(link).toContain('photo=1')
    // what nobody has asked for stands in no address
    const plain = await drawnPage(at)
    for (const link of linksOf(plain, 'a[href*="month=2027-04"]')) expect(link).not.toContain('photo=')
  })

  test('the terms and the refund policy are read beside the tick, and nothing typed is lost', async () => {
    const at = { at: '/booking/customerDetails', cookie: await cookie() }
    for (const [intent, title] of [
      ['terms', 'Terms & Conditions'],
      ['refund', 'Refund Policy'],
    ]) {
      const page = await drawnPage(at)
      expect(page.querySelector(`button[name=intent][value=${intent}]`)).not.toBeNull()
      const pressed = await ask({ ...at, fields: { name: 'Asha', email: '', number: '', intent: intent ?? '' } })
      expect(pressed.headers.get('Location')).toBe(`/booking/customerDetails?modal=${intent}`)
      expect(pressed.draft.customer?.name).toBe('Asha')
      const opened = await drawnPage({ ...at, query: `?modal=${intent}` })
      expect(opened.querySelector('dialog')?.textContent).toContain(title)
    }
  })
})
