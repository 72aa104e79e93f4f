import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '~/db/schema'
import { rupees } from '~/domain/money'
import type { Scope } from '~/domain/staff-role'
import { cancelByStaff } from '~/features/booking/cancel-booking.server'
import { bookingFilters } from '~/features/booking-pages/back-office-forms.server'
import { exportBookings, exportPayments } from '~/features/booking-pages/booking-files.server'
import { listBookings } from '~/features/booking-pages/bookings.server'
import { couponsBrought } from '~/features/coupon/coupons.server'
import { serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { csvLines } from '../support/csv-lines'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { bookAtDesk, holdSlot } from '../support/purchase'
import { statementsOf } from '../support/statements'
import { atCeleste, basicDraft, date, locationAdmin, OWNER } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('a coupon', (kind) => {
  const app = useApp(kind)

  /** A celebration with a special cake at ₹2,649, a tenth less, on one of the days. */
  const celebration = (day: string, elsewhere = false) => {
    const { aurora, celeste, items } = app.theatre
    return basicDraft(app.theatre, {
      ...(elsewhere && atCeleste(app.theatre)),
      ...{ date: date(day), packageId: (elsewhere ? celeste : aurora).celebration },
      ...{ cakes: [{ id: items.redVelvet, count: 1 }], couponCode: 'tenth' },
    })
  }

  /** Two of them stand, one of them at Celeste; one was cancelled with its advance kept, one is held; one more booking used none. */
  async function someBookings() {
    const here = await bookAtDesk(app, celebration('2027-03-12'))
    const there = await bookAtDesk(app, celebration('2027-03-13', true))
    const off = await bookAtDesk(app, celebration('2027-03-14'), 999)
    await cancelByStaff(app.context, OWNER, off.bookingId, { reason: 'No', refund: 'none' })
    const held = await holdSlot(app, celebration('2027-03-15'))
    await bookAtDesk(app, basicDraft(app.theatre, { date: date('2027-03-16') }))
    return { here, there, off, held }
  }

  test('brought what the bookings that stand come to; one that was cancelled used it and brings nothing', async () => {
    await someBookings()
    const brought = await couponsBrought(app.context, ALL, ['TENTH', 'HOUSE'])
    expect(brought.get('TENTH')).toEqual({
      ...{ used: 3, cancelled: 1, discount: rupees(529.8), income: rupees(4_768.2) },
    })
    expect(brought.get('HOUSE')).toEqual({ used: 0, cancelled: 0, discount: 0, income: 0 })
    const own = await couponsBrought(app.context, { kind: 'location', locationId: app.theatre.locationId }, ['TENTH'])
    expect(own.get('TENTH')).toEqual({ used: 2, cancelled: 1, discount: rupees(264.9), income: rupees(2_384.1) })
  })

  test('and all others are counted by one question', async () => {
    const ask = (codes: string[]) => statementsOf(app.context.db, () => couponsBrought(app.context, ALL, codes))
    expect(await ask(['TENTH', 'HOUSE', 'LOVE10'])).toHaveLength(1)
    expect(await ask([])).toHaveLength(0)
  })

  test('says in its list what it brought, and leads to its bookings', async () => {
    await someBookings()
    serveHere(app.context)
    const rowOf = async (cookie: string) => {
      const page = await drawnPage({ at: '/admin/coupons', cookie })
      return [...page.querySelectorAll('tbody tr')].find(({ textContent }) => textContent?.includes('TENTH'))
    }
    const row = await rowOf(await signedIn(app, OWNER))
    for (const text of ['3 bookings', '1 cancelled', '₹4,768.20', '₹529.80 given away'])
      expect(row?.textContent).toContain(text)
    expect(row?.querySelector('a[href^="/admin/bookings"]')?.getAttribute('href')).toBe('/admin/bookings?coupon=TENTH')
    const own = await rowOf(await signedIn(app, locationAdmin(app.theatre.locationId)))
    expect(own?.textContent).toContain('2 bookings')
  })

  test('leads to just the bookings that are counted, by a filter that can be taken off and that the files keep', async () => {
    const { here, there, off } = await someBookings()
    const used = [here, there, off].map(({ bookingId }) => bookingId).sort()
    // others, one of them paid for, whose name and address have the coupon's code in them by chance
    await bookAtDesk(app, basicDraft(app.theatre, { date: date('2027-03-17') }), 999)
    await app.context.db
      .update(bookings)
      .set({ customerName: 'Tenth Man', customerEmail: 'tenth@gmail.com' })
      .where(eq(bookings.couponPrice, rupees(0)))
    serveHere(app.context)
    const cookie = await signedIn(app, OWNER)
    const at = '/admin/bookings'
    const listed = async (query: Record<string, string>, as = cookie) => {
      const page = await drawnPage({ at, query: `?${new URLSearchParams(query)}`, cookie: as })
      const rows = [...page.querySelectorAll('tbody a[href^="/admin/bookings/"]')].map((link) =>
        link.getAttribute('href')?.split('?')[0]?.split('/').at(-1),
      )
      return { page, ids: [...new Set(rows)].sort() }
    }
    const { page, ids } = await listed({ coupon: 'tenth' })
    expect(ids).toEqual(used)
    const chip = [...page.querySelectorAll('a[aria-current]')].find((one) => one.textContent?.includes('TENTH'))
    expect(chip?.getAttribute('href')).toBe(at)
    expect(page.querySelector('[role=search] input[name=coupon]')?.getAttribute('value')).toBe('TENTH')
    for (const [file, lines] of [['export', used.length + 1] as const, ['payments', 2] as const]) {
      const link = page.querySelector(`a[href^="${at}/${file}.csv"]`)?.getAttribute('href')
      expect(link).toBe(`${at}/${file}.csv?coupon=TENTH`)
      const { filter } = bookingFilters(`http://localhost:3000${link}`, null)
      const linesOf = file === 'export' ? exportBookings : exportPayments
      expect([file, (await csvLines(linesOf(app.context, ALL, filter))).length]).toEqual([file, lines])
    }
    // with what else is asked for, in one's own scope, and by no part of the code
    expect((await listed({ coupon: 'TENTH', status: 'cancelled' })).ids).toEqual([off.bookingId])
    expect((await listed({ coupon: 'TENTH', search: 'Tenth Man' })).ids).toEqual([])
    const own = await listed({ coupon: 'TENTH' }, await signedIn(app, locationAdmin(app.theatre.locationId)))
    expect(own.ids).toEqual([here.bookingId, off.bookingId].sort())
    expect((await listed({ coupon: 'TENT' })).ids).toEqual([])
  })

  test('finds the bookings that used it, written in any letters, and by no part of it; while one is held, that too', async () => {
    const { here, there, off, held } = await someBookings()
    const found = async (search: string) =>
      (await listBookings(app.context, ALL, { search })).bookings.map(({ id }) => id).sort()
    const used = [here, there, off, held].map(({ bookingId }) => bookingId).sort()
    expect(await found('TENTH')).toEqual(used)
    expect(await found(' tenth')).toEqual(used)
    expect(await found('tent')).toEqual([])
    expect(await csvLines(exportBookings(app.context, ALL, { search: 'Tenth' }))).toHaveLength(used.length + 1)
    // a text that is somebody's name too finds both
    await app.context.db
      .update(bookings)
      .set({ customerName: 'Tenth Man' })
      .where(eq(bookings.couponPrice, rupees(0)))
    expect(await found('tenth')).toHaveLength(used.length + 1)
  })
})
