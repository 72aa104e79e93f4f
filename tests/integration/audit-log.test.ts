import { expect, test } from 'vitest'
import { auditLog, banners } from '~/db/schema'
import { rupees } from '~/domain/money'
import { listAudit } from '~/features/back-office/audit-log.server'
import { setCouponStatus } from '~/features/coupon/coupons.server'
import { takePayment } from '~/features/money/take-payment.server'
import { setBannerStatus } from '~/features/site/banners.server'
import { scopeOf } from '~/features/staff/staff-scope.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { serveHere, signedIn as sessionOf } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { purchase } from '../support/purchase'
import { basicDraft, locationAdmin, OWNER } from '../support/theatre'

const signedIn = { email: 'x@lumiere.example', sessionId: 'session' }

/** Kinds that are written down without a location, and that a location's admin may not manage. */
const OWNERS = ['Account', 'Addon', 'Blocked date', 'Cake', 'City', 'Customer', 'Gift', 'Letter', 'Message', 'Occasion']

onEachDatabase('the audit log', (kind) => {
  const app = useApp(kind)
  const read = async (staff: Pick<Staff, 'role' | 'locationId'>, search?: string) => {
    const { entries } = await listAudit(app.context, { scope: scopeOf(staff), role: staff.role }, { search })
    return entries.map(({ what, who, name }) => [what, who, name].join(', ')).sort()
  }

  test('shows an admin of a location what became of coupons and banners, which they manage too', async () => {
    const { db } = app.context
    await db.insert(banners).values({ id: 'b', title: 'Diwali', description: '', link: '/', image: 'x' })
    const vikram: Staff = { ...locationAdmin(app.theatre.locationId), ...signedIn }
    const owner: Staff = { ...OWNER, ...signedIn }
    const coupon = await db.query.coupons.findFirst({ columns: { id: true, code: true } })
    expect(await setBannerStatus(app.context, vikram, 'b', false)).toMatchObject({ ok: true })
    expect(await setCouponStatus(app.context, owner, coupon?.id ?? '', false)).toMatchObject({ ok: true })
    const told = [`Banner updated, ${vikram.name}, Diwali`, `Coupon updated, ${OWNER.name}, ${coupon?.code}`]
    expect(await read(vikram)).toEqual(told)
    expect(await read(OWNER)).toEqual(told)
    expect(await read(vikram, 'banner')).toEqual(told.slice(0, 1))
    // who manages neither reads of neither
    expect(await read({ role: 'front-desk', locationId: app.theatre.locationId })).toEqual([])
  })

  test('says in its row what became of a booking, and leads to it', async () => {
    serveHere(app.context)
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const taken = { amount: rupees(300), shown: rupees(500), mode: 'cash', reference: '' } as const
    expect(await takePayment(app.context, OWNER, bookingId, taken)).toMatchObject({ ok: true })
    const page = await drawnPage({ at: '/admin/audit', cookie: await sessionOf(app, OWNER) })
    const row = page.querySelector('tbody tr')
    expect(row?.textContent).toContain('Payment ₹300 in cash')
    expect(row?.querySelector('a')?.getAttribute('href')).toBe(`/admin/bookings/view/${bookingId}`)
    // it is told at the place that the visit left too, where its page is nobody's
    const { otherLocationId } = app.theatre
    const entry = { at: app.clock.now(), staffName: 'Asha', action: 'updated', entity: 'Booking', entityName: 'LUM-1' }
    await app.context.db.insert(auditLog).values({ ...entry, entityId: bookingId, locationId: otherLocationId })
    const reader = { scope: scopeOf(locationAdmin(otherLocationId)), role: 'location-admin' } as const
    expect((await listAudit(app.context, reader, {})).entries).toMatchObject([{ name: 'LUM-1', booking: null }])
  })

  test('is found by what its rows say', async () => {
    const day = {
      at: app.clock.now(),
      staffName: 'Asha',
      entity: 'Till',
      entityId: 'x',
      entityName: 'HSR Layout 2 2026-11-30',
    }
    await app.context.db.insert(auditLog).values([
      { ...day, action: 'added' },
      { ...day, action: 'updated' },
      { ...day, entityName: 'Koramangala', action: 'added' },
    ])
    const { entries } = await listAudit(app.context, { scope: { kind: 'all' }, role: 'super-admin' }, {})
    for (const { what, name } of entries) {
      const found = await read(OWNER, `${what}: ${name}`)
      expect(found, what).toEqual([`${what}, Asha, ${name}`])
    }
    expect(await read(OWNER, '30/11/2026')).toHaveLength(2)
  })

  test('shows an admin of a location neither what is the owners’ nor what is another location’s', async () => {
    const { locationId, otherLocationId } = app.theatre
    const entry = { at: app.clock.now(), staffName: 'Asha', action: 'updated', entityId: 'x', entityName: 'x' }
    await app.context.db
      .insert(auditLog)
      .values([
        ...[...OWNERS, 'Payment'].map((entity) => ({ ...entry, entity })),
        { ...entry, entity: 'Screen', locationId },
        { ...entry, entity: 'Screen', locationId: otherLocationId },
      ])
    expect(await read(locationAdmin(locationId))).toEqual(['Screen updated, Asha, x'])
    const { total } = await listAudit(app.context, { scope: { kind: 'all' }, role: 'super-admin' }, {})
    expect(total).toBe(OWNERS.length + 3)
  })
})
