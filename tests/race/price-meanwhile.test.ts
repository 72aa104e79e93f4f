import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { takeLock } from '~/db/locks'
import { bookings, packages } from '~/db/schema'
import { rupees } from '~/domain/money'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { VISIT } from '../support/theatre'

onPostgres('a price that changes while a booking waits for its room', () => {
  const app = useApp('postgres')

  test('is not what a program of staff agreed to: nothing is booked at it', async () => {
    const { context, theatre } = app
    const api = await openApi(app)
    const token = await api.logIn('super-admin')
    const sale = {
      ...{ totalPrice: 1_499, date: VISIT, slot: { from: '19:00' }, screen: theatre.aurora.id, package: 'Basic' },
      ...{ occasion: { name: 'Birthday', celebrantName: 'Aarav' }, otherInfo: { numberOfPeople: 2 }, advance: 0 },
      customer: { name: 'Meera Krishnan', email: 'meera@gmail.com', number: '9845012345' },
    }
    let asked: ReturnType<typeof api.ask> | undefined
    await context.db.transaction(async (tx) => {
      await takeLock(tx, 'screen', theatre.aurora.id)
      asked = api.ask('POST', '/api/bookings', { json: sale, token })
      expect(await Promise.race([asked, after(600, 'waits')])).toBe('waits')
      await context.db.update(packages).set({ price: rupees(1_999) })
    })
    const answer = await asked
    expect([answer?.status, await context.db.$count(bookings)]).toEqual([409, 0])
    const again = await api.ask('POST', '/api/bookings', { json: { ...sale, totalPrice: 1_999 }, token })
    expect(again.status).toBe(201)
  })
})
