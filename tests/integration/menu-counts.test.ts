import { JSDOM } from 'jsdom'
import { beforeEach, expect, test } from 'vitest'
import { contactMessages, reviews } from '~/db/schema'
import type { StaffRole } from '~/domain/staff-role'
import { countPendingReviews, listReviews } from '~/features/review/reviews.server'
import { countOpenMessages, listMessages } from '~/features/site/messages.server'
import AdminLayout, { loader } from '~/routes/admin/layout'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawn } from '../support/drawn'
import { bookAtDesk } from '../support/purchase'
import { atCeleste, basicDraft, locationAdmin, OWNER } from '../support/theatre'

onEachDatabase('the back office’s menu', (kind) => {
  const app = useApp(kind)
  beforeEach(() => serveHere(app.context))

  /** What the menu says of the pages where something waits, and where it leads, by what they are called. */
  async function menu(staff: { id: string; name: string; role: StaffRole; locationId: string | null }) {
    const request = new Request('http://localhost:3000/admin', { headers: { Cookie: await signedIn(app, staff) } })
    const page = await drawn({
      loader: () => loader({ request, params: {}, context: {} }),
      Component: AdminLayout,
    })
    const found = [...new JSDOM(page).window.document.querySelectorAll('aside nav a')]
    const said = found.map((link) => [link.textContent ?? '', link.getAttribute('href')] as const)
    return said.filter(([text]) => /^(Reviews|Messages)/.test(text))
  }

  test('says how many reviews and messages wait, and leads to them', async () => {
    const { db } = app.context
    const evenings = [
      await bookAtDesk(app, basicDraft(app.theatre)),
      await bookAtDesk(app, basicDraft(app.theatre, { slotId: app.theatre.aurora.slots['10:00'] })),
      await bookAtDesk(app, basicDraft(app.theatre, atCeleste(app.theatre))),
    ]
    const states = ['pending', 'shown', 'pending'] as const
    const said = { stars: 5, text: 'Lovely', name: 'Meera' }
    await db
      .insert(reviews)
      .values(evenings.map(({ bookingId }, at) => ({ ...said, bookingId, state: states[at] ?? 'pending' })))
    const from = { name: 'Tara', phone: '9845000001', email: 'tara@gmail.com', message: 'Do you have popcorn?' }
    await db.insert(contactMessages).values([from, { ...from, handledAt: app.clock.now(), handledBy: 'Asha' }])

    expect(await menu(OWNER)).toEqual([
      ['Messages1 waiting', '/admin/messages?state=open'],
      ['Reviews2 waiting', '/admin/reviews?state=pending'],
    ])
    // those of the other location, and what visitors wrote, are none of theirs
    expect(await menu(locationAdmin(app.theatre.locationId))).toEqual([
      ['Reviews1 waiting', '/admin/reviews?state=pending'],
    ])
    const { locationId } = app.theatre
    expect(await menu({ id: 'desk', name: 'Dora', role: 'front-desk', locationId })).toEqual([])

    // the menu agrees with the pages
    for (const scope of [{ kind: 'all' }, { kind: 'location', locationId }] as const) {
      const { total } = await listReviews(app.context, scope, { state: 'pending' })
      expect(await countPendingReviews(app.context, scope)).toBe(total)
    }
    expect(await countOpenMessages(app.context)).toBe((await listMessages(app.context, { state: 'open' })).total)
  })

  test('leads to the whole list where nothing waits', async () => {
    expect(await menu(OWNER)).toEqual([
      ['Messages', '/admin/messages'],
      ['Reviews', '/admin/reviews'],
    ])
  })
})
