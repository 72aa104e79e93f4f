import { describe, expect, test } from 'vitest'
import type { Conflict } from '~/domain/changes'
import type { Draft } from '~/domain/draft'
import type { Overtaken } from '~/features/flow/open-answer.server'
import { findStaffDraft, type StoredStaffDraft, saveStaffDraft } from '~/features/flow/staff-draft.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { StaffTab } from '../support/staff-tab'
import { OWNER, VISIT } from '../support/theatre'
import { DETAILS, OCCASIONS, PACKAGES, PAYMENT, useTwoStaff } from '../support/two-staff'

onEachDatabase('answers of staff that meet', (kind) => {
  const app = useApp(kind)
  const { cookies, person, book, edit, details, pay, facts, state } = useTwoStaff(app)

  describe('two tabs on one draft', () => {
    const opened = async () => {
      const booking = await book('10:00')
      const [one, two] = [new StaffTab(cookies.owner), new StaffTab(cookies.owner)]
      await edit(one, booking)
      await edit(two, booking)
      expect(two.draft).toBe(one.draft)
      return { booking, one, two }
    }
    const answered = ({ body }: { body: unknown }) =>
      (body as { overtaken?: Overtaken }).overtaken ?? { changes: [], fields: [] }

    test('the second answer changes nothing, is told what changed, and is kept when it says so', async () => {
      const { one, two } = await opened()
      await details(one, 'A', 1)
      const late = await details(two, 'B', 2)
      expect(late.short).toBe('412')
      const { changes, fields } = answered(late)
      expect(changes).toEqual([
        { label: 'Customer', before: expect.any(String), after: 'Person A', yours: 'Person B' },
        { label: 'Phone', before: expect.any(String), after: '9845000001', yours: '9845000002' },
        { label: 'Email', before: expect.any(String), after: 'a@gmail.com', yours: 'b@gmail.com' },
      ])
      // the ordinary button never agrees
      expect((await details(two, 'B', 2)).short).toBe('412')
      expect((await findDraft(two.draft))?.draft.customer?.name).toBe('Person A')
      const { draft: mark = '', ...kept } = Object.fromEntries(fields)
      expect((await two.answer(DETAILS, kept, mark)).short).toBe('303 /booking/otherdetails/packages')
      expect((await findDraft(two.draft))?.draft.customer?.name).toBe('Person B')
    })

    test('each step, and the coupon, asks the same', async () => {
      const { one, two } = await opened()
      const { aurora, items } = app.theatre
      const answers: [string, Record<string, string>][] = [
        ['/booking/locations', { location: app.theatre.locationId }],
        ['/booking/screens', { screen: aurora.id }],
        ['/booking/slots', { date: '2027-03-15' }],
        [DETAILS, { ...person('B', 2), intent: 'terms' }],
        [PACKAGES, { packageId: aurora.celebration, intent: 'next' }],
        [OCCASIONS, { celebrantName: 'B', intent: 'next' }],
        ['/booking/otherdetails/addons', { intent: `more:${items.confetti}` }],
        [PACKAGES, { intent: 'coupon', code: 'TENTH' }],
        [PAYMENT, { advance: '5', mode: 'cash', note: '', version: '1' }],
        // the header's city, and giving the draft up
        ['/booking/draft', { cityId: app.theatre.cityId }],
        ['/booking/draft', { intent: 'leave' }],
      ]
      await details(one, 'A', 1)
      const before = await state(app.context)
      for (const [path, fields] of answers) {
        expect([path, (await two.answer(path, fields)).short]).toEqual([path, '412'])
        // hand-made: a form without its mark, and with that of another draft
        for (const mark of ['', 'other.9.page']) expect((await two.answer(path, fields, mark)).short).toBe('412')
      }
      expect(await state(app.context)).toBe(before)
    })

    test('a draft that another tab changed is thrown away only when that is said again', async () => {
      const { booking, one, two } = await opened()
      await details(one, 'A', 1)
      const { changes, fields } = answered(await two.answer('/booking/draft', { intent: 'leave' }))
      expect(changes[0]).toMatchObject({ label: 'Customer', after: 'Person A', yours: 'Person A' })
      const { draft: mark = '', ...again } = Object.fromEntries(fields)
      expect((await two.answer('/booking/draft', again, mark)).short).toBe(`303 /admin/bookings/view/${booking}`)
      expect(await findDraft(two.draft)).toBeUndefined()
    })

    test('of two answers at once, one is kept', async () => {
      const { one, two } = await opened()
      const given = await Promise.all([details(one, 'A', 1), details(two, 'B', 2)])
      const kept = given.filter(({ short }) => short === '303 /booking/otherdetails/packages')
      expect(kept).toHaveLength(1)
      const winner = given[0] === kept[0] ? 'Person A' : 'Person B'
      expect((await findDraft(one.draft))?.draft.customer?.name).toBe(winner)
    })

    test('one tab may press faster than it is answered', async () => {
      const { one } = await opened()
      const path = '/booking/otherdetails/addons'
      await one.open(path)
      const { confetti } = app.theatre.items
      for (const count of [1, 2, 3]) {
        const fields = { whole: 'yes', [`count:${confetti}`]: String(count), intent: '' }
        expect((await one.answer(path, fields)).short).toBe(`303 ${path}`)
      }
      expect((await findDraft(one.draft))?.draft.addons).toEqual([{ id: confetti, count: 3 }])
    })

    test('a step that is entered before the answer of the one before has come is not overtaken by it', async () => {
      const { one, two } = await opened()
      const { aurora } = app.theatre
      await one.open('/booking/slots')
      const slots = one.remember()
      await one.open(DETAILS, undefined, { sameTab: true })
      const entered = one.remember()
      slots()
      expect((await one.answer('/booking/slots', { slot: aurora.slots['19:00'] ?? '', shown: VISIT })).short).toBe(
        '303 /booking/slots',
      )
      entered()
      expect((await details(one, 'A', 1)).short).toBe('303 /booking/otherdetails/packages')
      expect((await findDraft(one.draft))?.draft).toMatchObject({ slotId: aurora.slots['19:00'] })
      // the other tab was drawn from the same state, and is another one
      expect((await details(two, 'B', 2)).short).toBe('412')
    })

    test('two answers of one tab that were worked out at the same time are both kept', async () => {
      const { one } = await opened()
      const read = (await findDraft(one.draft)) as StoredStaffDraft
      const { draft, editing, desk, version } = read
      const keep = (changed: Partial<Draft>, page: string) =>
        saveStaffDraft(app.context, OWNER, read, { version, page }, { draft: { ...draft, ...changed }, editing, desk })
      expect(await keep({ ledName: 'Asha' }, 'tab')).toBe(true)
      expect(await keep({ celebrantName: 'Bina' }, 'tab')).toBe(true)
      expect((await findDraft(one.draft))?.draft).toMatchObject({ ledName: 'Asha', celebrantName: 'Bina' })
      expect(await keep({ celebrantName: 'Chand' }, 'another tab')).toBe(false)
    })

    test('saving twice is saving once', async () => {
      const { booking, one, two } = await opened()
      await one.open(PAYMENT)
      await two.open(PAYMENT)
      const fields = { advance: '100', mode: 'cash', note: 'Once', version: '1' }
      const given = [await one.answer(PAYMENT, fields), await two.answer(PAYMENT, fields)]
      expect(given.map(({ short }) => short)).toEqual(Array(2).fill(`303 /admin/bookings/view/${booking}`))
      expect((await facts(app.context))[0]?.at(-1)).toEqual([10_000])
    })
  })

  describe('two staff on one booking', () => {
    test('each has a draft; the second to save is shown both, and only “Keep mine” overwrites', async () => {
      const booking = await book('10:00')
      const [asha, vikram] = [new StaffTab(cookies.owner), new StaffTab(cookies.manager)]
      await edit(asha, booking)
      await edit(vikram, booking)
      expect(vikram.draft).not.toBe(asha.draft)
      await details(asha, 'A', 1)
      await details(vikram, 'B', 2)
      expect((await pay(asha, 100)).short).toBe(`303 /admin/bookings/view/${booking}`)
      const late = await pay(vikram, 200)
      expect(late.short).toBe('409')
      const { conflict } = late.body as { conflict: Conflict }
      expect(conflict.changes).toContainEqual({ label: 'Customer', before: 'Person A', after: 'Person B' })
      // Save has no version while the question stands
      expect((await pay(vikram, 200, '')).short).toBe('409')
      expect((await facts(app.context))[0]?.[0]).toBe('Person A')
      expect((await pay(vikram, 200, String(conflict.version))).short).toBe(`303 /admin/bookings/view/${booking}`)
      expect((await facts(app.context))[0]?.[0]).toBe('Person B')
    })
  })

  const findDraft = (id: string) => findStaffDraft(app.context, OWNER, id)
})
