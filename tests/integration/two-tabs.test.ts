import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { staff, staffDrafts, staffSessions } from '~/db/schema'
import { rupees } from '~/domain/money'
import { forgetOldData } from '~/features/customer/retention.server'
import { beginStaffDraft, findStaffDraft, newStaffDraft } from '~/features/flow/staff-draft.server'
import type { AppContext } from '~/platform/context.server'
import { serveHere, undone } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { StaffTab } from '../support/staff-tab'
import { OWNER, VISIT } from '../support/theatre'
import { DETAILS, OCCASIONS, PACKAGES, PAYMENT, useTwoStaff } from '../support/two-staff'

const UNFINISHED = '/admin/unfinished-bookings'

onEachDatabase('tabs of the desk', (kind) => {
  const app = useApp(kind)
  const { cookies, person, book, edit, details, pay, facts, state } = useTwoStaff(app)

  describe('three tabs and two staff', () => {
    /**
     * Plays the tabs' steps in every order. Where two orders of the same steps meet, they must have led to the same state,
     * so that what follows is played once for all of them. Answers how many orders that stands for.
     */
    async function everyOrder(start: AppContext, tabs: readonly StaffTab[], steps: (() => Promise<unknown>)[][]) {
      const met = new Map<string, { state: string; orders: number }>()
      const play = async (context: AppContext, done: readonly number[]): Promise<number> => {
        const here = await state(context)
        const earlier = met.get(done.join())
        if (earlier) {
          expect(here, `after ${done.join()} steps`).toBe(earlier.state)
          return earlier.orders
        }
        let orders = 0
        for (const [tab, count] of done.entries()) {
          const step = steps[tab]?.[count]
          if (!step) continue
          const back = tabs.map((one) => one.remember())
          await undone(context, async (tried) => {
            serveHere(tried)
            await step()
            orders += await play(
              tried,
              done.map((at, one) => (one === tab ? at + 1 : at)),
            )
          })
          serveHere(context)
          for (const bring of back) bring()
        }
        met.set(done.join(), { state: here, orders: orders || 1 })
        return orders || 1
      }
      const orders = await play(
        start,
        steps.map(() => 0),
      )
      return { orders, end: met.get(steps.map(({ length }) => length).join())?.state }
    }

    // what is proved here is not about the database
    if (kind === 'embedded')
      test('no booking gets anything of another one, in any order', LONG, async () => {
        const [a, b] = [await book('10:00'), await book('13:00')]
        const [first, second, third] = [
          new StaffTab(cookies.owner),
          new StaffTab(cookies.owner),
          new StaffTab(cookies.manager),
        ]
        const { aurora, items } = app.theatre
        const played = await everyOrder(
          app.context,
          [first, second, third],
          [
            [
              () => edit(first, a),
              async () => {
                await details(first, 'A', 1)
                await first.step(OCCASIONS, { celebrantName: 'Celebrant A', intent: 'next' })
              },
              () => pay(first, 100),
            ],
            [
              () => edit(second, b),
              async () => {
                await details(second, 'B', 2)
                await pay(second, 200)
              },
            ],
            [
              async () => {
                const slot = { screenId: aurora.id, slotId: aurora.slots['19:00'] ?? '', date: VISIT }
                await third.begin('/admin/today', slot)
                await third.open(DETAILS)
              },
              () => details(third, 'C', 3),
              async () => {
                await third.step(PACKAGES, { packageId: aurora.basic, intent: 'next' })
                await third.step(OCCASIONS, { intent: `occasion:${items.birthday}` })
                await pay(third, 300)
              },
            ],
          ],
        )
        expect(played.orders).toBe(560)
        expect(JSON.parse(played.end ?? '')[0]).toEqual([
          ['Person A', 'a@gmail.com', '9845000001', VISIT, '10:00', 'Celebrant A', 'Note 100', 2, [10_000]],
          ['Person B', 'b@gmail.com', '9845000002', VISIT, '13:00', '', 'Note 200', 2, [20_000]],
          ['Person C', 'c@gmail.com', '9845000003', VISIT, '19:00', '', 'Note 300', 1, [30_000]],
        ])
      })

    test('“New booking” in a second tab leaves the edit in the first what it is', async () => {
      const a = await book('10:00')
      const [first, second] = [new StaffTab(cookies.owner), new StaffTab(cookies.owner)]
      await edit(first, a)
      await second.begin('/admin/bookings/new/steps')
      expect((await details(first, 'A', 1)).short).toBe('303 /booking/otherdetails/packages')
      expect((await pay(first, 100)).short).toBe(`303 /admin/bookings/view/${a}`)
      expect(await facts(app.context)).toHaveLength(1)
      expect((await facts(app.context))[0]?.slice(0, 1)).toEqual(['Person A'])
    })
  })

  describe('a draft', () => {
    test('is its member’s alone, within their reach, and never another one or a customer’s', async () => {
      const mine = new StaffTab(cookies.owner)
      await edit(mine, await book('10:00'))
      const theirs = new StaffTab(cookies.manager)
      theirs.draft = mine.draft
      const before = await state(app.context)
      for (const draft of [mine.draft, 'nothing', '%00', 'x'.repeat(500)]) {
        for (const path of ['/booking/locations', DETAILS, PAYMENT]) {
          expect((await theirs.open(path, `?draft=${draft}`)).short).toBe(`303 ${UNFINISHED}`)
        }
      }
      expect((await theirs.answer(DETAILS, person('B', 2), `${mine.draft}.1.p`)).short).toBe(`303 ${UNFINISHED}`)
      expect((await theirs.answer('/booking/draft', { intent: 'leave' })).short).toBe(`303 ${UNFINISHED}`)
      expect(await state(app.context)).toBe(before)
      // a manager who was moved to another location
      const own = new StaffTab(cookies.manager)
      await edit(own, await book('13:00'))
      await app.context.db.update(staff).set({ locationId: app.theatre.otherLocationId }).where(eq(staff.id, 'manager'))
      expect((await own.open(DETAILS)).short).toBe(`303 ${UNFINISHED}`)
      expect((await own.open(UNFINISHED, '')).body).toMatchObject({ rows: [] })
    })

    test('waits for staff who were signed out, and is no customer’s meanwhile', async () => {
      const tab = new StaffTab(cookies.owner)
      await edit(tab, await book('10:00'))
      await app.context.db.update(staffSessions).set({ revokedAt: app.clock.now() })
      const opened = await tab.open(PAYMENT)
      expect(opened.headers.get('Location')).toBe(
        `/login?next=${encodeURIComponent(`/booking/payment?draft=${tab.draft}`)}`,
      )
      const sent = await details(tab, 'A', 1)
      expect(sent.short).toBe('303 /login')
      expect(sent.headers.get('X-Signed-Out')).toBeTruthy()
      expect(sent.headers.getSetCookie()).toEqual([])
    })

    test('is asked for when staff stand at an address that names none', async () => {
      const tab = new StaffTab(cookies.owner)
      expect((await tab.open('/booking/locations', '')).short).toBe('302 /admin/bookings/new/steps')
      for (const path of ['/booking/screens', '/booking/slots', DETAILS, PACKAGES, PAYMENT]) {
        expect((await tab.open(path, '')).short).toBe(`303 ${UNFINISHED}`)
      }
    })

    test('is listed until it is finished or thrown away, and forgotten after a week', async () => {
      const [changed, begun, looked] = [
        new StaffTab(cookies.owner),
        new StaffTab(cookies.owner),
        new StaffTab(cookies.owner),
      ]
      const [a, b] = [await book('10:00'), await book('13:00')]
      await edit(changed, a)
      await details(changed, 'A', 1)
      app.clock.advanceMinutes(1)
      await begun.begin('/admin/bookings/new/steps')
      await begun.step('/booking/locations', { location: app.theatre.locationId })
      await begun.step('/booking/screens', { screen: app.theatre.aurora.id })
      // neither says anything yet
      await edit(looked, b)
      await new StaffTab(cookies.owner).begin('/admin/bookings/new/steps')
      const rows = async (cookie: string) =>
        ((await new StaffTab(cookie).open(UNFINISHED, '')).body as { rows: { id: string; resume: string }[] }).rows
      expect(await rows(cookies.owner)).toMatchObject([
        { id: begun.draft, what: 'New booking', place: 'Aurora', resume: `/booking/slots?draft=${begun.draft}` },
        { id: changed.draft, customer: 'Person A', resume: `${DETAILS}?draft=${changed.draft}` },
      ])
      expect(await rows(cookies.manager)).toEqual([])
      // pressing Edit again goes on where it was left
      const again = new StaffTab(cookies.owner)
      await edit(again, a)
      expect(again.draft).toBe(changed.draft)
      const stranger = await new StaffTab(cookies.manager).answer(UNFINISHED, { intent: 'delete', id: begun.draft })
      expect(stranger.short).toBe('404')
      expect((await changed.answer(UNFINISHED, { intent: 'delete', id: begun.draft })).short).toBe(`303 ${UNFINISHED}`)
      app.clock.advanceMinutes(6 * 24 * 60)
      await forgetOldData(app.context)
      expect(await findDraft(changed.draft)).toBeDefined()
      app.clock.advanceMinutes(24 * 60 + 1)
      await forgetOldData(app.context)
      expect(await app.context.db.$count(staffDrafts)).toBe(0)
    })

    test('with a location alone is not listed yet, and the empty list says from when on one is', async () => {
      const begun = new StaffTab(cookies.owner)
      await begun.begin('/admin/bookings/new/steps')
      await begun.step('/booking/locations', { location: app.theatre.locationId })
      const words = async () => (await drawnPage({ at: UNFINISHED, cookie: cookies.owner })).body.textContent
      expect(await words()).toContain('Nothing you began waits here. A booking does once its screen is chosen')
      await begun.step('/booking/screens', { screen: app.theatre.aurora.id })
      expect(await words()).not.toContain('Nothing you began waits here')
    })

    test('that is opened for an older state of the booking takes the newer one, and its page is told', async () => {
      const booking = await book('10:00')
      const [one, two] = [new StaffTab(cookies.owner), new StaffTab(cookies.owner)]
      await edit(one, booking)
      const other = new StaffTab(cookies.manager)
      await edit(other, booking)
      await details(other, 'C', 3)
      await pay(other, 300)
      await edit(two, booking)
      expect((await details(one, 'A', 1)).short).toBe('412')
      expect((await findDraft(two.draft))?.draft.customer?.name).toBe('Person C')
    })

    test('of a booking that was saved in another tab since is begun anew, and the older tab is told', async () => {
      const booking = await book('10:00')
      const [one, two] = [new StaffTab(cookies.owner), new StaffTab(cookies.owner)]
      await edit(one, booking)
      await one.open(DETAILS)
      await edit(two, booking)
      await pay(two, 300)
      await edit(two, booking)
      expect(two.draft).toBe(one.draft)
      const begun = await findDraft(two.draft)
      expect((await one.answer(DETAILS, { ...person('A', 1), intent: 'next' })).short).toBe('412')
      expect(await findDraft(two.draft)).toEqual(begun)
    })

    test('that an older release kept still has the money typed for the desk', async () => {
      const desk = { advance: rupees(300), fullPayment: false, mode: 'upi' as const, note: 'By the door' }
      const { id } = await beginStaffDraft(app.context, OWNER, { ...newStaffDraft(), desk })
      const { desk: counter, ...older } = { ...newStaffDraft(), desk }
      await app.context.db.update(staffDrafts).set({ content: { ...older, counter } })
      expect(await findDraft(id)).toMatchObject({ desk })
    })
  })

  const findDraft = (id: string) => findStaffDraft(app.context, OWNER, id)
})

const LONG = { timeout: 300_000 }
