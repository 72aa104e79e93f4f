import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { outbox, staff, staffSessions } from '~/db/schema'
import { changePassword, endOtherSessions, ownSessions } from '~/features/staff/account.server'
import { askForReset, resetIsOpen, resetPassword } from '~/features/staff/password-reset.server'
import { registerSuperAdmin, registrationDoor } from '~/features/staff/registration.server'
import { authCookie, currentStaff, openSession } from '~/features/staff/staff-session.server'
import { grantSuperAdmin } from '~/features/staff/super-admin.server'
import { createAuthenticator } from '~/http/authenticator.server'
import { ask, serveHere, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { from } from '../support/request-from'
import { storedPassword } from '../support/stored-password'

const EMAIL = 'asha@lumiere.example'
const PASSWORD = 'Wet#otter21'

onEachDatabase('signing in', (kind) => {
  const app = useApp(kind)

  beforeEach(async () => {
    serveHere(app.context)
    const account = { name: 'Asha Rao', email: EMAIL, role: 'super-admin' as const }
    await app.context.db.insert(staff).values({ ...account, passwordHash: await storedPassword(PASSWORD) })
  })

  const asking = (cookie = '', fields?: Record<string, string>) =>
    new Request('http://localhost:3000/login', {
      headers: { Cookie: cookie, 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
  const signIn = (fields: Partial<{ email: string; password: string }> = {}, cookie = '') =>
    createAuthenticator(app.context).authenticate(
      'form',
      asking(cookie, { email: EMAIL, password: PASSWORD, ...fields }),
    )
  const cookieOf = async (fields = {}, before = '') => {
    const signed = await signIn(fields, before)
    if (!signed.ok) throw new Error('The sign-in was refused.')
    return authCookie(app.context, signed.token).split(';')[0] ?? ''
  }
  const refusal = async (fields: Record<string, string>) => {
    const signed = await signIn(fields)
    return signed.ok || 'half' in signed
      ? undefined
      : { status: signed.reply.init?.status, error: signed.reply.data.lastResult.error }
  }
  const who = (cookie: string) => currentStaff(app.context, asking(cookie))
  const member = async (cookie: string) => {
    const found = await who(cookie)
    if (!found) throw new Error('Nobody is signed in.')
    return found
  }

  test('answers with a cookie that scripts cannot read, and stores no token', async () => {
    const signed = await signIn({ email: ' ASHA@lumiere.example ' })
    const cookie = authCookie(app.context, signed.ok ? signed.token : '')
    expect(cookie).toMatch(/^authToken=[0-9a-z]{40}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await who(cookie)).toMatchObject({ name: 'Asha Rao', role: 'super-admin' })
    const [row] = await app.context.db.select().from(staffSessions)
    expect(row?.tokenHash).not.toContain(signed.ok && signed.token)
  })

  test('the cookie of an https site is sent over https only', () => {
    const settings = { ...app.context.settings, APP_URL: 'https://lumiere.example' }
    expect(authCookie({ ...app.context, settings }, 'a'.repeat(40))).toMatch(/; Secure$/)
  })

  test('a wrong password, an unknown and a disabled account are answered alike', async () => {
    const same = { status: 401, error: { '': ['Invalid email or password'] } }
    expect(await refusal({ password: 'Wrong#2026' })).toEqual(same)
    expect(await refusal({ email: 'nobody@lumiere.example' })).toEqual(same)
    await app.context.db.update(staff).set({ active: false })
    expect(await refusal({})).toEqual(same)
  })

  test('both fields are needed, and the password is never sent back', async () => {
    const signed = await signIn({ email: 'asha', password: '' })
    expect(signed).toMatchObject({
      ok: false,
      reply: { init: { status: 400 }, data: { lastResult: { error: { email: ['Invalid email address'] } } } },
    })
    const wrong = await signIn({ password: 'Wrong#2026' })
    expect(JSON.stringify(wrong)).not.toContain('Wrong#2026')
  })

  test('signing in again gives a new token and ends the old one', async () => {
    const first = await cookieOf()
    const second = await cookieOf({}, first)
    expect(second).not.toBe(first)
    expect(await who(first)).toBeNull()
    expect(await who(second)).not.toBeNull()
  })

  test('a session ends a day after it was last used, and after a week at the latest', async () => {
    const idle = await cookieOf()
    app.clock.advanceMinutes(24 * 60 + 1)
    expect(await who(idle)).toBeNull()
    const busy = await cookieOf()
    for (let day = 0; day < 7; day++) {
      expect(await who(busy)).not.toBeNull()
      app.clock.advanceMinutes(23 * 60 + 59)
    }
    app.clock.advanceMinutes(10)
    expect(await who(busy)).toBeNull()
  })

  test('one account is stopped after ten tries from one address, and another one is not', async () => {
    for (let tries = 0; tries < 10; tries++) {
      expect(await from('10.0.0.1', () => refusal({ password: 'Wrong#2026' }))).toMatchObject({
        status: 401,
      })
    }
    expect(await from('10.0.0.1', () => refusal({}))).toEqual({
      status: 429,
      error: { '': ['Too many tries. Please try again in 15 minutes.'] },
    })
    expect((await from('10.0.0.2', () => signIn())).ok).toBe(true)
    app.clock.advanceMinutes(16)
    expect((await from('10.0.0.1', () => signIn())).ok).toBe(true)
  })

  test('a new password ends every other session and keeps the one that set it', async () => {
    const [here, elsewhere] = [await cookieOf(), await cookieOf()]
    const asker = await member(here)
    const request = asking(here)
    const wrong = await changePassword(app.context, asker, request, { current: 'Wrong#2026', password: 'Dry#heron32' })
    expect(wrong).toMatchObject({ ok: false, message: 'That is not your password' })
    const changed = await changePassword(app.context, asker, request, { current: PASSWORD, password: 'Dry#heron32' })
    expect(await who(elsewhere)).toBeNull()
    expect(await who(here)).toBeNull()
    expect(changed.ok && (await who(`authToken=${changed.token}`))).toMatchObject({ email: EMAIL })
    expect((await signIn()).ok).toBe(false)
    expect((await signIn({ password: 'Dry#heron32' })).ok).toBe(true)
  })

  test('a change that is pressed twice is made once, and says so twice; it tries no passwords', async () => {
    const NEW = 'Dry#heron32'
    const before = await cookieOf()
    const press = async (changes: { current?: string; password?: string } = {}, cookie = before) => {
      const fields = { current: PASSWORD, password: NEW, ...changes }
      return from('203.0.113.7', () => ask({ at: '/admin/account', cookie, fields }))
    }
    const told = { short: '303 /admin/account', said: 'Password changed successfully!' }
    const both = await Promise.all([press(), press()])
    expect(both).toMatchObject([told, told])
    const tokens = both.flatMap(({ headers }) => headers.getSetCookie()).filter((one) => /^authToken=\w/.test(one))
    expect(tokens).toHaveLength(1)
    app.clock.advanceMinutes(4)
    expect(await press()).toMatchObject(told)
    // also where the browser has the new session already
    const now = tokens[0]?.split(';')[0] ?? ''
    expect(await press({}, now)).toMatchObject(told)
    expect((await press({ password: 'Tin#gecko54' }, now)).short).toBe('422')
    expect((await press({ password: 'short' })).short).toMatch(/^30[23] \/login/)
    expect((await press({}, 'authToken='.padEnd(50, 'x'))).short).toMatch(/^30[23] \/login/)
    for (let tries = 0; tries < 10; tries++)
      expect((await press({ password: 'Guess#1xyz' })).short).toMatch(/^30[23] \/login/)
    expect((await press()).short).toMatch(/^30[23] \/login/)
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject === 'Your password has been changed')).toHaveLength(1)
  })

  test('a change is the same press for five minutes, and none where somebody else set the password', async () => {
    const before = await cookieOf()
    const press = async (current: string, password: string, cookie = before) =>
      (await ask({ at: '/admin/account', cookie, fields: { current, password } })).short
    expect(await press(PASSWORD, 'Dry#heron32')).toBe('303 /admin/account')
    app.clock.advanceMinutes(5)
    expect(await press(PASSWORD, 'Dry#heron32')).toMatch(/^30[23] \/login/)
    const again = await cookieOf({ password: 'Dry#heron32' })
    await grantSuperAdmin(app.context, { email: EMAIL, password: 'Red#finch43' })
    expect(await press('Dry#heron32', 'Red#finch43', again)).toMatch(/^30[23] \/login/)
  })

  test('lists where one is signed in, and signs out the others', async () => {
    const [here, elsewhere] = [await cookieOf(), await cookieOf()]
    const asker = await member(here)
    const sessions = await ownSessions(app.context, asker)
    expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual(
      expect.arrayContaining([
        { device: 'Chrome on Linux', current: true },
        { device: 'Chrome on Linux', current: false },
      ]),
    )
    await endOtherSessions(app.context, asker)
    expect(await who(elsewhere)).toBeNull()
    expect(await who(here)).not.toBeNull()
  })

  test.each([
    ['Chrome on Android', '(Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'],
    ['Edge on Windows', '(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0'],
    ['Opera on macOS', '(Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 OPR/120.0'],
    ['Safari on iPhone', '(iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'],
    ['Unknown device', 'curl/8'],
  ])('calls a session’s device %s', async (device, agent) => {
    const { id } = await member(await cookieOf())
    const headers = { 'User-Agent': `Mozilla/5.0 ${agent}` }
    await openSession(app.context, id, new Request('http://localhost:3000/login', { headers }))
    const asker = await member(await cookieOf())
    expect((await ownSessions(app.context, asker)).map((one) => one.device)).toContain(device)
  })

  test('a forgotten password is set by a link that comes by mail, works once and for 30 minutes', async () => {
    const cookie = await cookieOf()
    const lastLink = () => app.mailbox.mails.filter(({ subject }) => subject === 'Set a new password').at(-1)
    const ask = async () => {
      await askForReset(app.context, EMAIL)
      await app.work()
      return /\/reset-password\/(\S+)/.exec(lastLink()?.text ?? '')?.[1] ?? ''
    }
    const late = await ask()
    expect(await resetIsOpen(app.context, late)).toBe(true)
    app.clock.advanceMinutes(31)
    expect(await resetIsOpen(app.context, late)).toBe(false)
    expect(await resetPassword(app.context, late, 'Dry#heron32')).toMatchObject({ ok: false })

    const other = await ask()
    expect(await ask()).toBe(other)
    app.clock.advanceMinutes(1)
    const token = await ask()
    expect(lastLink()).toMatchObject({ to: EMAIL })
    expect(await resetPassword(app.context, token, 'Dry#heron32')).toEqual({ ok: true, email: EMAIL })
    expect(await resetPassword(app.context, token, 'Red#finch43')).toMatchObject({ ok: false })
    expect(await resetIsOpen(app.context, other)).toBe(false)
    expect(await who(cookie)).toBeNull()
    expect((await signIn({ password: 'Dry#heron32' })).ok).toBe(true)
  })

  test('a link that was asked for too long ago, or before a password was set, is not sent', async () => {
    const sent = () => app.mailbox.mails.filter(({ subject }) => subject === 'Set a new password').length
    const notNeeded = async () =>
      (await app.context.db.select().from(outbox).where(eq(outbox.kind, 'reset-asked')).orderBy(outbox.createdAt)).map(
        (one) => one.notNeeded,
      )
    await askForReset(app.context, EMAIL)
    app.clock.advanceMinutes(31)
    await app.work()
    expect([sent(), await notNeeded()]).toEqual([0, ['it was asked for too long ago']])
    await askForReset(app.context, EMAIL)
    await app.work()
    const token = /\/reset-password\/(\S+)/.exec(app.mailbox.mails.map(({ text }) => text).join('\n'))?.[1] ?? ''
    app.clock.advanceMinutes(1)
    await askForReset(app.context, EMAIL)
    app.clock.advanceMinutes(1)
    expect(await resetPassword(app.context, token, 'Dry#heron32')).toMatchObject({ ok: true })
    await app.work()
    expect([sent(), (await notNeeded()).at(-1)]).toEqual([1, 'a password was set since'])
  })

  test('a link that is pressed twice sets the password once, and says so twice; it tries no passwords', async () => {
    await askForReset(app.context, EMAIL)
    await app.work()
    const id = /\/reset-password\/(\S+)/.exec(app.mailbox.mails[0]?.text ?? '')?.[1] ?? ''
    const press = async (password: string, network = '203.0.113.7') => {
      const { short, headers } = await from(network, () =>
        visitAt({ at: '/reset-password/:token', fields: { password }, id }),
      )
      return { short, known: headers.getSetCookie().some((one) => one.startsWith('device=')) }
    }
    const both = await Promise.all([press('Dry#heron32'), press('Dry#heron32')])
    expect(both.map(({ short }) => short)).toEqual(['303 /login', '303 /login'])
    // only who used the link is known from then on
    expect(both.filter(({ known }) => known)).toHaveLength(1)
    app.clock.advanceMinutes(4)
    expect(await press('Dry#heron32')).toEqual({ short: '303 /login', known: false })
    for (let tries = 0; tries < 10; tries++) expect((await press('Guess#1xyz')).short).toBe('404')
    expect((await press('Dry#heron32')).short).toBe('429')
    // tried here, it was tried at the door as well
    expect(await from('203.0.113.7', () => refusal({ password: 'Dry#heron32' }))).toMatchObject({ status: 429 })
    app.clock.advanceMinutes(1)
    expect((await press('Dry#heron32', '198.51.100.1')).short).toBe('404')
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject === 'Your password has been changed')).toHaveLength(1)
  })

  test('nobody gets a mail for an account that is not there or was disabled', async () => {
    await askForReset(app.context, 'nobody@lumiere.example')
    await app.context.db.update(staff).set({ active: false })
    await askForReset(app.context, EMAIL)
    await app.work()
    expect(app.mailbox.mails.filter(({ subject }) => subject === 'Set a new password')).toEqual([])
  })

  test('registration is closed once there is a super admin, and open to one who is signed in', async () => {
    const newcomer = { name: 'Ravi', email: 'ravi@lumiere.example', password: 'Tin#gecko54', ownPassword: PASSWORD }
    expect(await registrationDoor(app.context, null)).toBe('closed')
    expect(await registerSuperAdmin(app.context, null, newcomer)).toMatchObject({ ok: false, reason: 'closed' })
    const asha = await member(await cookieOf())
    expect(await registerSuperAdmin(app.context, asha, newcomer)).toMatchObject({ ok: true })
    expect(await registerSuperAdmin(app.context, asha, newcomer)).toMatchObject({
      reason: 'email-taken',
      message: 'This email address is already registered',
    })
    const manager = { ...asha, role: 'location-admin' as const, locationId: app.theatre.locationId }
    expect(await registrationDoor(app.context, manager)).toBe('closed')
  })

  test('the first super admin registers freely, in production with the setup token', async () => {
    await app.context.db.delete(staff).where(eq(staff.email, EMAIL))
    expect(await registrationDoor(app.context, null)).toBe('open')
    const production = (SETUP_TOKEN?: string) => ({
      ...app.context,
      settings: { ...app.context.settings, APP_ENV: 'production' as const, SETUP_TOKEN },
    })
    const newcomer = { name: 'Ravi', email: 'ravi@lumiere.example', password: 'Tin#gecko54' }
    expect(await registrationDoor(production(), null)).toBe('closed')
    const guarded = production('a token of enough length')
    expect(await registerSuperAdmin(guarded, null, { ...newcomer, setupToken: 'guessed' })).toMatchObject({
      reason: 'wrong-token',
    })
    const given = { ...newcomer, setupToken: 'a token of enough length' }
    expect(await registerSuperAdmin(guarded, null, given)).toMatchObject({ ok: true })
    expect(await registrationDoor(guarded, null)).toBe('closed')
  })

  test('the first registration pressed twice is told twice that it is done; it tries no passwords', async () => {
    await app.context.db.delete(staff)
    const ravi = { name: 'Ravi', email: 'ravi@lumiere.example', password: 'Tin#gecko54' }
    const press = (changes: Partial<typeof ravi> = {}, network = '203.0.113.7') =>
      from(network, () => ask({ at: '/register', fields: { ...ravi, ...changes } }))
    const both = await Promise.all([press(), press()])
    expect(both.map(({ short, said }) => `${short} ${said}`)).toEqual(
      Array(2).fill('303 /login Registraion successful'),
    )
    expect(both.flatMap(({ headers }) => headers.getSetCookie()).filter((one) => !one.startsWith('notice='))).toEqual(
      [],
    )
    expect(await app.context.db.$count(staff)).toBe(1)
    app.clock.advanceMinutes(4)
    expect((await press()).short).toBe('303 /login')
    // an account that is there, and was not registered by its owner
    await grantSuperAdmin(app.context, { name: 'Asha Rao', email: EMAIL, password: PASSWORD })
    expect((await press({ email: EMAIL, password: PASSWORD })).short).toBe('403')
    // tried here, it was tried at the door as well
    for (let tries = 0; tries < 5; tries++) expect((await press({ password: 'Guess#1xyz' })).short).toBe('403')
    const logIn = (password: string) => from('203.0.113.7', () => refusal({ email: ravi.email, password }))
    for (let tries = 0; tries < 5; tries++) expect(await logIn('Guess#1xyz')).toMatchObject({ status: 401 })
    expect(await logIn(ravi.password)).toMatchObject({ status: 429 })
    expect((await press()).short).toBe('429')
    expect((await press({}, '198.51.100.1')).short).toBe('303 /login')
    app.clock.advanceMinutes(1)
    expect((await press({}, '198.51.100.1')).short).toBe('403')
  })

  test('in production the second press of the first registration needs the setup token as well', async () => {
    await app.context.db.delete(staff)
    const SETUP_TOKEN = 'a token of enough length'
    serveHere({ ...app.context, settings: { ...app.context.settings, APP_ENV: 'production', SETUP_TOKEN } })
    const press = async (setupToken: string) => {
      const fields = { name: 'Ravi', email: 'ravi@lumiere.example', password: 'Tin#gecko54', setupToken }
      return (await ask({ at: '/register', fields })).short
    }
    expect(await press('guessed')).toBe('422')
    expect([await press(SETUP_TOKEN), await press(SETUP_TOKEN)]).toEqual(['303 /login', '303 /login'])
    expect([await press('guessed'), await press('')]).toEqual(['403', '403'])
  })
})
