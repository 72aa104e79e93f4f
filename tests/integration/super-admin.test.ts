import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, staff } from '~/db/schema'
import { PASSWORD_COMMON, PASSWORD_PERSONAL } from '~/domain/password'
import { checkCredentials } from '~/features/staff/credentials.server'
import { findSession, openSession } from '~/features/staff/staff-session.server'
import { grantSuperAdmin } from '~/features/staff/super-admin.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { openOwnersAccount } from '../support/owner'

onEachDatabase('a super admin from the command line', (kind) => {
  const app = useApp(kind)
  const email = 'asha@lumiere.example'
  const grant = (changes: Partial<Parameters<typeof grantSuperAdmin>[1]> = {}) =>
    grantSuperAdmin(app.context, { email, password: 'Wet#otter21', name: 'Asha Rao', ...changes })
  const account = () => app.context.db.query.staff.findFirst({ where: eq(staff.email, email) })

  test('is created, may sign in and stands in the audit log', async () => {
    expect(await grant({ email: ' Asha@Lumiere.example ' })).toEqual({ ok: true, done: 'added' })
    expect(await checkCredentials(app.context, email, 'Wet#otter21')).toMatchObject({
      name: 'Asha Rao',
      role: 'super-admin',
      locationId: null,
    })
    // OWASP's parameters for argon2id
    expect((await account())?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await app.context.db.select().from(auditLog).orderBy(auditLog.id)).toMatchObject([
      { staffName: 'Command line', action: 'added', entity: 'Account', entityName: 'Asha Rao' },
    ])
  })

  test('gets a new password: the old one and every session end, the name stays', async () => {
    await grant()
    const id = (await account())?.id ?? ''
    const token = await openSession(app.context, id, new Request('http://localhost:3000/login'))
    expect(await findSession(app.context, token)).toBeDefined()
    expect(await grant({ password: 'Dry#heron32', name: undefined })).toEqual({ ok: true, done: 'updated' })
    expect(await findSession(app.context, token)).toBeUndefined()
    expect(await checkCredentials(app.context, email, 'Wet#otter21')).toBeUndefined()
    expect(await checkCredentials(app.context, email, 'Dry#heron32')).toMatchObject({ id, name: 'Asha Rao' })
  })

  test('is let in again after the account was disabled, whatever it was before', async () => {
    await grant()
    await app.context.db
      .update(staff)
      .set({ active: false, role: 'location-admin', locationId: app.theatre.locationId })
      .where(eq(staff.email, email))
    expect(await checkCredentials(app.context, email, 'Wet#otter21')).toBeUndefined()
    await grant({ password: 'Dry#heron32' })
    expect(await account()).toMatchObject({ active: true, role: 'super-admin', locationId: null })
  })

  test('is told with what they were before, in the audit log and to the owners', async () => {
    await openOwnersAccount(app.context)
    const was = { role: 'location-admin', locationId: app.theatre.locationId } as const
    const told = async () => {
      await app.work()
      const mails = app.mailbox.mails.map(({ to, subject, text }) => [`${to} ${subject}`, text] as const)
      app.mailbox.mails.length = 0
      const [last] = await app.context.db.select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id)).limit(1)
      return { mails: new Map(mails), changes: last?.changes }
    }
    await grant()
    await app.context.db.update(staff).set(was).where(eq(staff.email, email))
    await told()
    app.clock.advanceMinutes(1)
    await grant({ password: 'Dry#heron32' })
    const raised = await told()
    const Role = ['Location admin', 'Super admin']
    const password = { Password: ['', 'set at the command line'] }
    expect(raised.changes).toEqual({ Role, Location: ['Koramangala', ''], ...password })
    expect([...raised.mails.keys()].sort()).toEqual([
      `${email} Your password, role and location have been changed`,
      'owner@lumiere.example Asha Rao: password, role and location changed',
    ])
    for (const text of raised.mails.values())
      expect(text).toContain('Role: Super admin (was Location admin)\nLocation: none (was Koramangala)')

    await app.context.db
      .update(staff)
      .set({ ...was, active: false })
      .where(eq(staff.email, email))
    app.clock.advanceMinutes(1)
    await grant({ password: 'Wet#otter21' })
    const opened = await told()
    expect(opened.changes).toEqual({ Role, Location: ['Koramangala', ''], Account: ['closed', 'open'], ...password })
    const text = opened.mails.get('owner@lumiere.example An account is open again: Asha Rao')
    expect(text).toContain('again, and changed its password, role and location.')
    expect(text).toContain('Account: open (was closed)')

    // of a new password alone nothing else is said
    app.clock.advanceMinutes(1)
    await grant({ password: 'Dry#heron32' })
    const changed = await told()
    expect(changed.changes).toEqual(password)
    expect(changed.mails.get('owner@lumiere.example Asha Rao: password changed')).not.toContain('(was')
  })

  test.each([
    [{ email: 'asha' }, 'Invalid email address'],
    [{ password: 'short' }, 'Atleast 6 charecters and 1 special symbol'],
    [{ password: 'Sunshine#2026' }, PASSWORD_COMMON],
    [{ password: '@sha-knocks' }, PASSWORD_PERSONAL],
    [{ password: 'Lumiere@1' }, PASSWORD_PERSONAL],
    [{ name: undefined }, 'Name is required'],
  ])('is refused for %o', async (changes, message) => {
    expect(await grant(changes)).toMatchObject({ ok: false, message })
    expect(await account()).toBeUndefined()
  })
})
