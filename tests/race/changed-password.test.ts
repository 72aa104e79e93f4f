import { setTimeout as after } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, staff } from '~/db/schema'
import { changePassword } from '~/features/staff/account.server'
import { openSessionFor } from '~/features/staff/credentials.server'
import { handOver } from '~/features/staff/handed-over.server'
import { askForReset, resetPassword } from '~/features/staff/password-reset.server'
import { signOutEverywhere } from '~/features/staff/people.server'
import { endSessions, findSession, liveSessions, lockAccount, openSession } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'
import { useApp } from '../support/app'
import { onPostgres } from '../support/database'
import { storedPassword } from '../support/stored-password'
import { OWNER } from '../support/theatre'

const EMAIL = 'meera@lumiere.example'
const OLD = 'Velvet#2026'
const NEW = 'Dry#heron32'

async function openMeera({ db }: AppContext): Promise<string> {
  const rows = { name: 'Meera', email: EMAIL, role: 'super-admin' as const, passwordHash: await storedPassword(OLD) }
  const [row] = await db.insert(staff).values(rows).returning()
  return row?.id ?? ''
}

/** Sees that work under way stands at what somebody else has locked. */
const waits = async (work: Promise<unknown>) => expect(await Promise.race([work, after(400, 'waits')])).toBe('waits')

onPostgres('a sign-in in the moment in which its password is changed', () => {
  const app = useApp('postgres')
  const signIn = () =>
    openSessionFor(app.context, new Request('http://localhost:3000/login'), { email: EMAIL, password: OLD })
  const meera = () => openMeera(app.context)

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
      await waits(signingIn)
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

onPostgres('a change of one’s own password, under way', () => {
  const app = useApp('postgres')
  const asking = (token = '') => new Request('http://localhost:3000', { headers: { Cookie: `authToken=${token}` } })
  async function signedIn() {
    const id = await openMeera(app.context)
    const token = await openSession(app.context, id, asking())
    const meera = await findSession(app.context, token)
    if (!meera) throw new Error('Nobody is signed in.')
    const change = () => changePassword(app.context, meera, asking(token), { current: OLD, password: NEW })
    return { id, meera, token, change }
  }
  /** What an account opens with, and what was told and noted of it. */
  async function stateOf(id: string) {
    const { db } = app.context
    const account = await db.query.staff.findFirst({ where: eq(staff.id, id) })
    const sessions = await liveSessions(app.context, id)
    return { hash: account?.passwordHash, invitedAt: account?.invitedAt, sessions, noted: await db.$count(auditLog) }
  }

  test('changes nothing once its person was signed out everywhere', async () => {
    const { id, change } = await signedIn()
    const before = await stateOf(id)
    const changing = await app.context.db.transaction(async (tx) => {
      await endSessions(tx, id, app.clock.now())
      const under = change()
      await waits(under)
      return { under }
    })
    expect(await changing.under).toMatchObject({ ok: false, reason: 'signed-out' })
    expect(await stateOf(id)).toEqual({ ...before, sessions: [] })
  })

  test('changes nothing once the account is another person’s', async () => {
    const { id, change } = await signedIn()
    const changing = await app.context.db.transaction(async (tx) => {
      await endSessions(tx, id, app.clock.now())
      await handOver(app.context, tx, id)
      const under = change()
      await waits(under)
      return { under }
    })
    const handed = await stateOf(id)
    expect(await changing.under).toMatchObject({ ok: false, reason: 'signed-out' })
    expect(handed.invitedAt).not.toBeNull()
    expect(await stateOf(id)).toEqual(handed)
  })

  test('is refused by another password that left the session standing', async () => {
    const { id, change } = await signedIn()
    const passwordHash = await storedPassword('Red#finch43')
    const changing = await app.context.db.transaction(async (tx) => {
      await tx.update(staff).set({ passwordHash }).where(eq(staff.id, id))
      const under = change()
      await waits(under)
      return { under }
    })
    expect(await changing.under).toMatchObject({ ok: false, message: 'That is not your password' })
    expect(await stateOf(id)).toMatchObject({ hash: passwordHash, sessions: [expect.anything()] })
  })

  test('leaves a session that signing out everywhere waits for, and ends', async () => {
    const { id, token } = await signedIn()
    const signingOut = await app.context.db.transaction(async (tx) => {
      // as a change of the password does it
      await endSessions(tx, id, app.clock.now())
      await openSession({ ...app.context, db: tx }, id, asking(token))
      const under = signOutEverywhere(app.context, { ...OWNER, email: '', sessionId: 'session' }, id)
      await waits(under)
      return { under }
    })
    expect(await signingOut.under).toEqual({ ok: true })
    expect((await stateOf(id)).sessions).toEqual([])
  })

  test('lets a mailed link wait, which is void then, and neither waits for the other', async () => {
    const { id } = await signedIn()
    await askForReset(app.context, EMAIL)
    await app.work()
    const link = /\/reset-password\/(\S+)/.exec(app.mailbox.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const resetting = await app.context.db.transaction(async (tx) => {
      await lockAccount(tx, id)
      const under = resetPassword(app.context, link, NEW)
      await waits(under)
      // sooner than Postgres gives up one of two that wait for each other
      await tx.execute(sql`set local lock_timeout = 300`)
      await endSessions(tx, id, app.clock.now())
      return { under }
    })
    expect(await resetting.under).toMatchObject({ ok: false, reason: 'invalid' })
  })
})
