import { setTimeout as after } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staff } from '~/db/schema'
import { openSessionFor } from '~/features/staff/credentials.server'
import { endSessions, findSession } from '~/features/staff/staff-session.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { storedPassword } from '../support/stored-password'

onPostgres('a sign-in in the moment in which its password is changed', () => {
  const app = useApp('postgres')
  const email = 'meera@lumiere.example'
  const signIn = () =>
    openSessionFor(app.context, new Request('http://localhost:3000/login'), { email, password: 'Velvet#2026' })
  async function meera(): Promise<string> {
    const passwordHash = await storedPassword('Velvet#2026')
    const rows = { name: 'Meera', email, role: 'super-admin' as const, passwordHash }
    const [row] = await app.context.db.insert(staff).values(rows).returning()
    return row?.id ?? ''
  }

  test.each([
    ['password', { passwordHash: 'another' }],
    ['second step', { totpSince: new Date('2027-03-01T10:00:00Z') }],
    ['address', { email: 'other@lumiere.example' }],
  ])('is not let in by what was right before: a changed %s', async (_, change) => {
    const { db, clock } = app.context
    const id = await meera()
    let signingIn: ReturnType<typeof signIn> | undefined
    // the change is written and not done while the sign-in has read what was before it
    await db.transaction(async (tx) => {
      await tx.update(staff).set(change).where(eq(staff.id, id))
      signingIn = signIn()
      expect(await Promise.race([signingIn, after(400, 'waits')])).toBe('waits')
      await endSessions(tx, id, clock.now())
    })
    expect(await signingIn).toMatchObject({ ok: false, reason: 'wrong' })
  })

  test('is let in where nothing of it was changed, and ended by a change that comes after it', async () => {
    const { db, clock } = app.context
    const id = await meera()
    await db.update(staff).set({ name: 'Meera Rao' }).where(eq(staff.id, id))
    const signedIn = await signIn()
    if (!signedIn.ok) throw new Error('Not signed in.')
    expect(await findSession(app.context, signedIn.token)).toMatchObject({ name: 'Meera Rao' })
    await db.transaction(async (tx) => endSessions(tx, id, clock.now()))
    expect(await findSession(app.context, signedIn.token)).toBeUndefined()
  })
})
