import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, cities } from '~/db/schema'
import { databaseTrouble } from '~/db/trouble.server'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { purchase, statusOf } from '../support/purchase'
import { basicDraft } from '../support/theatre'

onEachDatabase('a database that takes nothing in', (kind) => {
  const app = useApp(kind)

  test.each([
    ['whose disk is full', '53100'],
    ['whose memory is full', '53200'],
  ])('%s is told as that, a minute long, and what was asked works once it takes again', async (_, code) => {
    const { db } = app.context
    const api = await openApi(app)
    const token = await api.logIn('super-admin')
    const { bookingId } = await purchase(app, basicDraft(app.theatre))
    const cancel = () => api.ask('DELETE', `/api/bookings/${bookingId}`, { json: {}, token })
    await db.execute(
      sql.raw(`create function takes_nothing() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '${code}'; end $$`),
    )
    await db.execute(sql`create trigger takes_nothing before update on ${bookings} execute function takes_nothing()`)
    try {
      const { status, headers, body } = await cancel()
      expect([status, headers.get('Retry-After')]).toEqual([503, '60'])
      expect(body.error).toMatch(/^We cannot write anything into our books right now\..* Nothing was charged by this\./)
      expect(await statusOf(app, bookingId)).toBe('booked')
    } finally {
      await db.execute(sql`drop function takes_nothing cascade`)
    }
    expect((await cancel()).status).toBe(200)
    expect(await statusOf(app, bookingId)).toBe('cancelled')
  })

  test('and that others only read from is known as one', async () => {
    const written = app.context.db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`)
      await tx.insert(cities).values({ id: 'city', name: 'Mysuru' })
    })
    expect(databaseTrouble(await written.catch((error: unknown) => error))).toBe('closed')
  })
})
