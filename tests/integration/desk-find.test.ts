import { expect, test } from 'vitest'
import type { Scope } from '~/domain/staff-role'
import { deskFind } from '~/features/front-desk/desk-find.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { bookAtDesk, purchase } from '../support/purchase'
import { atCeleste, basicDraft, date } from '../support/theatre'

const ALL: Scope = { kind: 'all' }

onEachDatabase('what the front desk finds', (kind) => {
  const app = useApp(kind)
  const person = (name: string, number: string) => ({ customer: { name, email: 'someone@gmail.com', number } })
  const names = async (text: string, scope: Scope = ALL) =>
    (await deskFind(app.context, scope, text)).bookings.map(({ name }) => name)

  test('finds a booking by code, name or phone, within its scope, and no more than eight', async () => {
    await purchase(app, basicDraft(app.theatre, person('Asha Bhat', '9845000001')))
    await purchase(app, basicDraft(app.theatre, { ...atCeleste(app.theatre), ...person('Chitra', '9845000003') }))
    const { bookings, today } = await deskFind(app.context, ALL, ' asha ')
    expect(today).toBe('2027-03-01')
    expect(bookings).toEqual([
      expect.objectContaining({ name: 'Asha Bhat', number: '9845000001', status: 'booked', visit: expect.any(String) }),
    ])
    expect(await names(bookings[0]?.code ?? '')).toEqual(['Asha Bhat'])
    expect(await names('+91 98450 00003')).toEqual(['Chitra'])
    const own: Scope = { kind: 'location', locationId: app.theatre.locationId }
    expect(await names('984500', own)).toEqual(['Asha Bhat'])
    expect(await names('as')).toEqual([])
    expect(await names('')).toEqual([])

    for (let day = 10; day < 20; day++)
      await bookAtDesk(app, basicDraft(app.theatre, { ...person('Divya', '9845000004'), date: date(`2027-04-${day}`) }))
    expect(await names('divya')).toHaveLength(8)
  })
})
