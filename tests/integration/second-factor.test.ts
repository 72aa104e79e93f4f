import { createHmac } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { Secret } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { auditLog, recoveryCodes, staff, staffSessions } from '~/db/schema'
import { changePassword, endOtherSessions } from '~/features/staff/account.server'
import { openSessionFor } from '~/features/staff/credentials.server'
import { halfSignedInCookie } from '~/features/staff/half-signed-in.server'
import { askForReset, resetPassword } from '~/features/staff/password-reset.server'
import { registrationDoor } from '~/features/staff/registration.server'
import {
  acceptCode,
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  renewRecoveryCodes,
  secondFactorOf,
} from '~/features/staff/second-factor.server'
import { currentStaff, findSession, openSession, type Staff, staffMay } from '~/features/staff/staff-session.server'
import { endCodeOf } from '~/features/staff/super-admin.server'
import type { AppContext } from '~/platform/context.server'
import { seal } from '~/platform/sealed.server'
import { ask, serveHere, signedIn } from '../support/addresses'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'

const EMAIL = 'owner@lumiere.example'

/** RFC 6238 from its text, so that the product's library is not its own judge. */
function codeAt(key: string, at: Date): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const mac = createHmac('sha1', Buffer.from(Secret.fromBase32(key).buffer))
    .update(step)
    .digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

onEachDatabase('signing in with a code', (kind) => {
  const app = useApp(kind)
  let owner: Staff
  beforeEach(async () => {
    owner = await openOwnersAccount(app.context)
  })

  const account = () => app.context.db.query.staff.findFirst({ where: eq(staff.id, owner.id) })
  const request = () => new Request('http://localhost:3000/login')
  /** Six digits that the app does not show within minutes of now. */
  const wrongCode = (key: string) => {
    const shown = Array.from({ length: 21 }, (_, at) =>
      codeAt(key, new Date(app.clock.now().getTime() + (at - 10) * 30_000)),
    )
    return shown.includes('000000') ? '000001' : '000000'
  }
  const signIn = (code?: string) =>
    openSessionFor(app.context, request(), { email: EMAIL, password: OWN_PASSWORD, code })
  /** Sets it up, a minute ago; answers key and recovery codes. */
  async function setUp(context: AppContext = app.context) {
    expect(await beginSecondFactor(context, owner, OWN_PASSWORD)).toEqual({ ok: true })
    const state = await secondFactorOf(context, owner)
    const key = state.setUp?.byHand.replaceAll(' ', '') ?? ''
    const confirmed = await confirmSecondFactor(context, owner, codeAt(key, app.clock.now()))
    if (!confirmed.ok) throw new Error(confirmed.message)
    app.clock.advanceMinutes(1)
    return { key, codes: confirmed.codes }
  }

  test('is set up from one’s own account, which says so until it is', async () => {
    serveHere(app.context)
    const said = async () => {
      const cookie = `authToken=${await openSession(app.context, owner.id, request())}`
      return (await drawnPage({ at: '/admin/account', cookie })).body.textContent
    }
    expect(await said()).toContain('Set up sign-in codes')
    await setUp()
    expect(await said()).not.toContain('Set up sign-in codes')
  })

  test('is as RFC 6238 says', async () => {
    const totpSecret = seal(
      app.context.settings.SESSION_SECRET,
      'totp:owner',
      Secret.fromUTF8('12345678901234567890').base32,
    )
    await app.context.db.update(staff).set({ totpSecret, totpSince: app.clock.now() })
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
    ] as const) {
      const context = { ...app.context, clock: { ...app.clock, now: () => new Date(seconds * 1000) } }
      expect(await acceptCode(context, owner.id, code)).toEqual({ ok: true })
    }
  })

  test('is set up with one’s own password and a first code; the secret is kept sealed', async () => {
    expect(await beginSecondFactor(app.context, owner, '')).toMatchObject({ reason: 'own-password' })
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    expect(await signIn()).toMatchObject({ ok: true })
    const { setUp: shown } = await secondFactorOf(app.context, owner)
    expect(shown?.uri).toMatch(/^otpauth:\/\/totp\/Lumi.*owner%40lumiere\.example\?/)
    const wrong = wrongCode(shown?.byHand.replaceAll(' ', '') ?? '')
    expect(await confirmSecondFactor(app.context, owner, wrong)).toMatchObject({ reason: 'wrong' })
    const { key, codes } = await setUp()
    expect(new Set(codes).size).toBe(10)
    expect(JSON.stringify([await account(), await app.context.db.select().from(recoveryCodes)])).not.toContain(key)
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ on: true, left: 10, setUp: null })
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toContain('Your second step of signing in has been changed')
  })

  test('is switched on once: a second press finds it on, and says where new recovery codes are made', async () => {
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    const { setUp: shown } = await secondFactorOf(app.context, owner)
    const key = shown?.byHand.replaceAll(' ', '') ?? ''
    const code = codeAt(key, app.clock.now())
    // with the last of ten tries: the second press is none
    for (let tries = 0; tries < 9; tries++)
      expect(await confirmSecondFactor(app.context, owner, wrongCode(key))).toMatchObject({ reason: 'wrong' })
    const pressed = await Promise.all([1, 2].map(() => confirmSecondFactor(app.context, owner, code)))
    expect(pressed.map((one) => (one.ok ? 'switched on' : one.reason)).sort()).toEqual(['on', 'switched on'])
    expect(await confirmSecondFactor(app.context, owner, code)).toMatchObject({
      ...{ reason: 'on', message: expect.stringContaining('make new ones here') },
    })
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ on: true, left: 10 })
  })

  test('is not switched on by an eleventh try, however it is pressed', async () => {
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    const { setUp: shown } = await secondFactorOf(app.context, owner)
    const key = shown?.byHand.replaceAll(' ', '') ?? ''
    await Promise.all(Array.from({ length: 10 }, () => confirmSecondFactor(app.context, owner, wrongCode(key))))
    const right = codeAt(key, app.clock.now())
    expect(await confirmSecondFactor(app.context, owner, right)).toMatchObject({ reason: 'too-many' })
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ on: false })
  })

  /** Signs the owner in; answers them, as of this session, and its cookie. */
  async function inAnotherSession() {
    const token = await openSession(app.context, owner.id, request())
    const cookie = `authToken=${token}`
    const member = await findSession(app.context, token)
    if (!member) throw new Error('Nobody is signed in.')
    return { member, cookie }
  }
  const keyShown = async (to: Staff) => (await secondFactorOf(app.context, to)).setUp?.byHand.replaceAll(' ', '')

  test('waits in the session that began it alone: no other is shown it, or confirms it', async () => {
    serveHere(app.context)
    const { member, cookie } = await inAnotherSession()
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    const key = (await keyShown(owner)) ?? ''
    expect(await secondFactorOf(app.context, member)).toMatchObject({ setUp: null, unfinished: true })
    const page = (await drawnPage({ at: '/admin/account/code', cookie })).body.textContent
    expect(page).toContain('Begin once more')
    expect(page).not.toContain('Scan, then type')
    const fields = { code: codeAt(key, app.clock.now()) }
    for (const code of [fields.code, wrongCode(key)])
      expect(await ask({ at: '/admin/account/code', cookie, fields: { code } })).toMatchObject({
        ...{ short: '303 /admin/account/code', said: expect.stringContaining('press Begin once more') },
      })
    expect(await app.context.db.$count(recoveryCodes)).toBe(0)
    // begun there too, it is another one, and the first is over
    await beginSecondFactor(app.context, member, OWN_PASSWORD)
    expect(await keyShown(member)).not.toBe(key)
    expect(await confirmSecondFactor(app.context, owner, fields.code)).toMatchObject({ reason: 'not-begun' })
    const own = codeAt((await keyShown(member)) ?? '', app.clock.now())
    expect(await confirmSecondFactor(app.context, member, own)).toMatchObject({ ok: true })
  })

  test('waits for 15 minutes; begun again in the session, as in another tab, it is the same and waits anew', async () => {
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    const key = (await keyShown(owner)) ?? ''
    app.clock.advanceMinutes(14)
    expect(await beginSecondFactor(app.context, owner, 'Not#mine22')).toMatchObject({ reason: 'own-password' })
    await Promise.all([1, 2].map(() => beginSecondFactor(app.context, owner, OWN_PASSWORD)))
    app.clock.advanceMinutes(14)
    expect(await keyShown(owner)).toBe(key)
    app.clock.advanceMinutes(1)
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ setUp: null, unfinished: true })
    const late = codeAt(key, app.clock.now())
    expect(await confirmSecondFactor(app.context, owner, late)).toMatchObject({ reason: 'not-begun' })
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    expect(await keyShown(owner)).not.toBe(key)
  })

  test.each([
    'signing out everywhere',
    'a change of password',
    'a mailed link',
  ])('%s ends one that waits', async (by) => {
    const { member, cookie } = await inAnotherSession()
    await beginSecondFactor(app.context, member, OWN_PASSWORD)
    const key = (await keyShown(member)) ?? ''
    if (by === 'signing out everywhere') await endOtherSessions(app.context, member)
    if (by === 'a change of password') {
      const asking = new Request('http://localhost:3000/admin/account', { headers: { Cookie: cookie } })
      const passwords = { current: OWN_PASSWORD, password: 'Dry#heron32' }
      expect(await changePassword(app.context, member, asking, passwords)).toMatchObject({ ok: true })
    }
    if (by === 'a mailed link') {
      await askForReset(app.context, EMAIL)
      await app.work()
      const link = /\/reset-password\/(\w+)/.exec(app.mailbox.mails.at(-1)?.text ?? '')?.[1] ?? ''
      expect(await resetPassword(app.context, link, 'Dry#heron32')).toMatchObject({ ok: true })
    }
    expect(await account()).toMatchObject({ totpSecret: null, totpSince: null })
    expect(await secondFactorOf(app.context, member)).toMatchObject({ setUp: null, unfinished: false })
    const code = codeAt(key, app.clock.now())
    expect(await confirmSecondFactor(app.context, member, code)).toMatchObject({ reason: 'not-begun' })
  })

  test('one that is on stays, whatever ends sessions', async () => {
    const { key } = await setUp()
    await endOtherSessions(app.context, owner)
    expect(await signIn(codeAt(key, app.clock.now()))).toMatchObject({ ok: true })
  })

  test('the password alone opens nothing then; a code does, once', async () => {
    const { key } = await setUp()
    expect(await signIn()).toMatchObject({ ok: false, reason: 'code-needed' })
    const code = codeAt(key, app.clock.now())
    const both = await Promise.all([signIn(code), signIn(code)])
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await signIn(code)).toMatchObject({ reason: 'wrong' })
    // a clock that differs by half a minute, and one by more
    app.clock.advanceMinutes(2)
    const now = app.clock.now().getTime()
    expect(await signIn(codeAt(key, new Date(now + 60_000)))).toMatchObject({ reason: 'wrong' })
    expect(await signIn(codeAt(key, new Date(now - 30_000)))).toMatchObject({ ok: true })
  })

  test('a recovery code opens once, and new ones make the old ones void', async () => {
    const { codes } = await setUp()
    const [first = '', second = ''] = codes
    expect(await signIn(first.toLowerCase())).toMatchObject({ ok: true })
    expect(await signIn(first)).toMatchObject({ reason: 'wrong' })
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ left: 9 })
    expect(await renewRecoveryCodes(app.context, owner, 'Wrong#guess1')).toMatchObject({ reason: 'own-password' })
    const renewed = await renewRecoveryCodes(app.context, owner, OWN_PASSWORD)
    expect(await signIn(second)).toMatchObject({ reason: 'wrong' })
    expect(renewed.ok && (await signIn(renewed.codes[0])).ok).toBe(true)
  })

  test('ten tries for the account, wherever they come from; then the right code waits too', async () => {
    const { key } = await setUp()
    for (let tries = 0; tries < 10; tries++) expect(await signIn(wrongCode(key))).toMatchObject({ reason: 'wrong' })
    app.clock.advanceMinutes(4)
    const message = 'Too many tries. Please try again in 11 minutes.'
    expect(await signIn(codeAt(key, app.clock.now()))).toMatchObject({ reason: 'too-many', message })
    app.clock.advanceMinutes(11)
    expect(await signIn(codeAt(key, app.clock.now()))).toMatchObject({ ok: true })
  })

  test('is switched off with one’s own password, or from the command line', async () => {
    await setUp()
    expect(await endSecondFactor(app.context, owner, '')).toMatchObject({ reason: 'own-password' })
    expect(await endSecondFactor(app.context, owner, OWN_PASSWORD)).toEqual({ ok: true })
    expect(await signIn()).toMatchObject({ ok: true })
    await setUp()
    expect(await endCodeOf(app.context, 'nobody@lumiere.example')).toMatchObject({ ok: false })
    expect(await endCodeOf(app.context, 'Owner@Lumiere.example')).toEqual({ ok: true, done: 'off' })
    expect(await signIn()).toMatchObject({ ok: true })
    expect(await app.context.db.$count(recoveryCodes)).toBe(0)
  })

  test('is switched off at the command line once: the second time says so, tells nobody and signs nobody out', async () => {
    await setUp()
    const told = async () => {
      await app.work()
      return [app.mailbox.mails.length, await app.context.db.$count(auditLog)]
    }
    const [mails = 0, entries = 0] = await told()
    const off = () => endCodeOf(app.context, 'owner@lumiere.example')
    const answers = await Promise.all([off(), off()])
    expect(answers.map((one) => one.ok && one.done).sort()).toEqual(['off', 'off-already'])
    expect(await told()).toEqual([mails + 1, entries + 1])
    await signIn()
    const open = () => app.context.db.$count(staffSessions, isNull(staffSessions.revokedAt))
    const before = await open()
    expect(before).toBeGreaterThan(0)
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    expect(await off()).toEqual({ ok: true, done: 'off-already' })
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ on: false, setUp: { uri: expect.any(String) } })
    expect(await open()).toBe(before)
    expect(await told()).toEqual([mails + 1, entries + 1])
  })

  test('is switched off once: a second press is answered alike, tells nobody again and leaves one being set up', async () => {
    await setUp()
    await app.work()
    const told = async () => {
      await app.work()
      return [app.mailbox.mails.length, await app.context.db.$count(auditLog)]
    }
    const [mails = 0, entries = 0] = await told()
    const off = () => endSecondFactor(app.context, owner, OWN_PASSWORD)
    expect(await Promise.all([off(), off()])).toEqual([{ ok: true }, { ok: true }])
    expect(await told()).toEqual([mails + 1, entries + 1])
    await beginSecondFactor(app.context, owner, OWN_PASSWORD)
    expect(await off()).toEqual({ ok: true })
    expect(await secondFactorOf(app.context, owner)).toMatchObject({ on: false, setUp: { uri: expect.any(String) } })
    expect(await told()).toEqual([mails + 1, entries + 1])
  })

  test('is switched off by another super admin for whoever lost phone and recovery codes, once', async () => {
    serveHere(app.context)
    await setUp()
    await app.work()
    app.mailbox.mails.length = 0
    const cookie = await signedIn(app, { id: 'tara', name: 'Tara', role: 'super-admin', locationId: null })
    const sonus = { id: 'sonu', name: 'Sonu', role: 'location-admin' as const, locationId: app.theatre.locationId }
    const managers = await signedIn(app, sonus)
    const theirs = { at: '/admin/staff/:id', id: owner.id, cookie }
    const words = async (query = '') => (await drawnPage({ ...theirs, query })).body.textContent
    const press = (ownPassword = '', by = cookie) =>
      ask({ ...theirs, cookie: by, query: '?ask=code', fields: { intent: 'end-code', ownPassword } })
    const told = async () => {
      await app.work()
      const mails = app.mailbox.mails.map(({ to, subject }) => `${to} ${subject}`)
      app.mailbox.mails.length = 0
      return mails.sort()
    }
    expect(await words()).toContain('Asha Rao signs in with a code besides the password.')
    expect(await words('?ask=code')).toContain('Switch off the code of Asha Rao?')
    expect((await press('', managers)).short).toBe('403')
    for (const wrong of ['', 'Wrong#guess1']) expect((await press(wrong)).short).toBe('422')
    expect(await account()).toMatchObject({ totpSince: expect.any(Date) })
    const open = () =>
      app.context.db.$count(staffSessions, and(eq(staffSessions.staffId, owner.id), isNull(staffSessions.revokedAt)))
    expect(await told()).toEqual([])
    await openSession(app.context, owner.id, request())
    const entries = await app.context.db.$count(auditLog)
    const answers = await Promise.all([press(OWN_PASSWORD), press(OWN_PASSWORD)])
    for (const { short, said } of answers) {
      expect([short, said]).toEqual([`303 /admin/staff/${owner.id}`, 'Asha Rao signs in with the password alone now'])
    }
    expect(await open()).toBe(0)
    expect(await account()).toMatchObject({ totpSince: null, totpSecret: null })
    expect(await signIn()).toMatchObject({ ok: true })
    expect(await told()).toEqual([
      'owner@lumiere.example Your second step of signing in has been changed',
      'tara@lumiere.example Asha Rao: second step of signing in changed',
    ])
    const log = await app.context.db.select().from(auditLog).orderBy(desc(auditLog.at), desc(auditLog.id))
    expect(log).toHaveLength(entries + 1)
    expect(log[0]).toMatchObject({ staffName: 'Tara', entity: 'Account', entityId: owner.id, entityName: 'Asha Rao' })
    expect(log[0]?.changes).toEqual({ 'Signing in with a code': ['', 'off'] })
    expect(await words('?ask=code')).toContain('Asha Rao signs in with the password alone.')
    expect(await words('?ask=code')).not.toContain('Switch off the code')
  })

  test('of one’s own is switched off on one’s own page alone', async () => {
    serveHere(app.context)
    await setUp()
    const cookie = `authToken=${await openSession(app.context, owner.id, request())}`
    const own = { at: '/admin/staff/:id', id: owner.id, cookie, query: '?ask=code' }
    const page = await drawnPage(own)
    expect(page.querySelector('dialog')).toBeNull()
    expect(page.querySelector('a[href="/admin/account/code"]')?.textContent).toBe('Sign in with a code')
    const pressed = await ask({ ...own, fields: { intent: 'end-code', ownPassword: OWN_PASSWORD } })
    expect([pressed.short, pressed.said]).toEqual([
      `303 /admin/staff/${owner.id}`,
      'Your own code is switched off at “Sign in with a code”.',
    ])
    expect(await account()).toMatchObject({ totpSince: expect.any(Date) })
  })

  test('no recovery codes are made where it is off, which is said in words', async () => {
    serveHere(app.context)
    const cookie = `authToken=${await openSession(app.context, owner.id, request())}`
    const fields = { intent: 'renew', ownPassword: OWN_PASSWORD }
    expect(await ask({ at: '/admin/account/code', cookie, fields })).toMatchObject({
      ...{ short: '303 /admin/account/code', said: expect.stringContaining('Set it up first') },
    })
    expect(await app.context.db.$count(recoveryCodes)).toBe(0)
    expect(await app.context.db.$count(auditLog)).toBe(0)
    await setUp()
    const again = `authToken=${await openSession(app.context, owner.id, request())}`
    expect((await ask({ at: '/admin/account/code', cookie: again, fields })).short).toBe('200')
  })

  test('a changed SESSION_SECRET: the old one behind it still opens, and is not needed after the next code', async () => {
    const { key } = await setUp()
    const [old = ''] = app.context.settings.SESSION_SECRET
    const having = (...secrets: string[]) => ({
      ...app.context,
      settings: { ...app.context.settings, SESSION_SECRET: secrets },
    })
    const fresh = 'another secret of more than enough length'
    expect(await acceptCode(having(fresh), owner.id, codeAt(key, app.clock.now()))).toMatchObject({ reason: 'wrong' })
    expect(await acceptCode(having(fresh, old), owner.id, codeAt(key, app.clock.now()))).toEqual({ ok: true })
    app.clock.advanceMinutes(1)
    expect(await acceptCode(having(fresh), owner.id, codeAt(key, app.clock.now()))).toEqual({ ok: true })
  })

  test('whose ten minutes for the code are over is at the login again, which says to begin anew', async () => {
    serveHere(app.context)
    await setUp()
    const half = await account()
    if (!half) throw new Error('There is no such account.')
    const cookie = (await halfSignedInCookie(app.context, half)).split(';')[0] ?? ''
    const opened = (fields?: Record<string, string>) => ask({ at: '/login/code', cookie, fields })
    expect((await opened()).short).toBe('200')
    app.clock.advanceMinutes(10)
    const said = 'Please log in again: after the password there are 10 minutes for the code.'
    for (const fields of [undefined, { code: '000000' }])
      expect(await opened(fields)).toMatchObject({ short: '303 /login', said })
    // whoever is signed in by now, as after going back, has nothing to begin anew
    const token = await openSession(app.context, owner.id, request())
    const back = await ask({ at: '/login/code', cookie: `authToken=${token}` })
    expect([back.short, back.said]).toEqual(['303 /login', undefined])
  })

  test('a super admin who must have one can do nothing else until then, and cannot switch it off', async () => {
    const context: AppContext = { ...app.context, settings: { ...app.context.settings, TWO_FACTOR: 'super-admins' } }
    serveHere(context)
    const cookie = `authToken=${await openSession(context, owner.id, request())}`
    const open = async (at: string, fields?: Record<string, string>) => (await ask({ at, cookie, fields })).short
    expect(await open('/admin/dashboard')).toBe('302 /admin/account/code')
    expect(await open('/admin/bookings')).toBe('303 /admin/account/code')
    expect(await open('/admin/money', { intent: 'settle' })).toBe('403')
    expect(await open('/admin/account/code')).toBe('200')
    const half = await currentStaff(context, new Request('http://localhost:3000', { headers: { Cookie: cookie } }))
    expect(await registrationDoor(context, half)).toBe('closed')
    await setUp(context)
    const member = await currentStaff(context, new Request('http://localhost:3000', { headers: { Cookie: cookie } }))
    // confirming ends every other session than the one it is done in
    expect(member).toBeNull()
    expect(await endSecondFactor(context, owner, OWN_PASSWORD)).toMatchObject({ reason: 'required' })
    const again = await openSession(context, owner.id, request())
    const back = await currentStaff(
      context,
      new Request('http://localhost:3000', { headers: { Authorization: `Bearer ${again}` } }),
    )
    expect(back && staffMay(back, 'manage-cities')).toBe(true)
  })
})
