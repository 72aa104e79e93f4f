import { eq, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, locations, outbox, passwordResets, staff } from '~/db/schema'
import { deliverMail } from '~/features/notification/outbox.server'
import { checkCredentials } from '~/features/staff/credentials.server'
import { resetPassword } from '~/features/staff/password-reset.server'
import {
  findPerson,
  inviteAgain,
  invitePerson,
  listPeople,
  type PersonValues,
  setPersonActive,
  signOutEverywhere,
  updatePerson,
} from '~/features/staff/people.server'
import { authCookie, currentStaff, openSession, type Staff } from '~/features/staff/staff-session.server'
import { locationForm } from '~/features/venue/location-values.server'
import { deleteLocation, findLocation, updateLocation } from '~/features/venue/locations.server'
import { letters } from '~/letters.server'
import { ask, serveHere, signedIn as signIn } from '../support/addresses'
import { openApi } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { drawnPage } from '../support/drawn-form'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { storedPassword } from '../support/stored-password'

const EMAIL = 'sonu@lumiere.example'
const SITE = 'http://localhost:3000'

onEachDatabase('people of the house', (kind) => {
  const app = useApp(kind)
  let owner: Staff
  beforeEach(async () => {
    owner = await openOwnersAccount(app.context)
  })

  const values = (changes: Partial<PersonValues> = {}): PersonValues => ({
    name: 'Sonu',
    email: EMAIL,
    number: '',
    role: 'front-desk',
    locationId: app.theatre.locationId,
    ownPassword: OWN_PASSWORD,
    ...changes,
  })
  async function invited(changes: Partial<PersonValues> = {}): Promise<string> {
    const done = await invitePerson(app.context, owner, values(changes))
    if (!done.ok) throw new Error(done.message)
    return done.id
  }
  /** A second super admin, only invited, who acts as one whose session or own account changes in the same moment. */
  async function invitedOwner() {
    const id = await invited({ role: 'super-admin', locationId: null })
    const passwordHash = await storedPassword(OWN_PASSWORD)
    await app.context.db.update(staff).set({ passwordHash }).where(eq(staff.id, id))
    return { ...owner, id, sessionId: 'other' }
  }
  async function linkFrom(address: string): Promise<string> {
    await app.work()
    const mail = app.mailbox.mails
      .filter(({ to, subject }) => to.includes(address) && subject.includes('invited'))
      .at(-1)
    return /reset-password\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  async function signedIn(id: string): Promise<Request> {
    const token = await openSession(app.context, id, new Request(SITE))
    return new Request(SITE, { headers: { Cookie: `authToken=${token}` } })
  }
  const state = async (id: string) => (await findPerson(app.context, id))?.state

  test('somebody is invited by mail, chooses a password by the link once, and signs in', async () => {
    const id = await invited()
    expect(await state(id)).toBe('Invited')
    const token = await linkFrom(EMAIL)
    expect(app.mailbox.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'owner@lumiere.example A new account: Sonu',
      'sonu@lumiere.example You are invited to the back office of Lumière Private Theatre',
    ])
    expect(await resetPassword(app.context, token, 'Wet#otter21')).toMatchObject({ ok: true, email: EMAIL })
    expect(await resetPassword(app.context, token, 'Dry#heron32')).toMatchObject({ reason: 'invalid' })
    expect(await state(id)).toBe('Active')
    expect(await checkCredentials(app.context, EMAIL, 'Wet#otter21')).toMatchObject({ id, role: 'front-desk' })
    const log = await app.context.db.select().from(auditLog).orderBy(auditLog.at, auditLog.id)
    expect(log).toMatchObject([
      { staffName: 'Asha Rao', action: 'added', entity: 'Account', entityName: 'Sonu' },
      { staffName: 'Sonu', action: 'updated', entity: 'Account' },
    ])
  })

  test('an invitation that went astray is worth nothing once the address is put right', async () => {
    const id = await invited({ email: 'sonu@lumiere.exmaple.org' })
    const astray = await linkFrom('sonu@lumiere.exmaple.org')
    app.mailbox.mails.length = 0
    const { version = 0 } = (await findPerson(app.context, id)) ?? {}
    expect(await updatePerson(app.context, owner, id, { ...values(), version })).toMatchObject({ ok: true })
    const right = await linkFrom(EMAIL)
    expect(app.mailbox.mails.filter(({ to }) => to.includes('sonu@lumiere.exmaple.org'))).toEqual([])
    expect(await resetPassword(app.context, astray, 'Wet#otter21')).toMatchObject({ reason: 'invalid' })
    expect(await resetPassword(app.context, right, 'Wet#otter21')).toMatchObject({ ok: true, email: EMAIL })
  })

  test('the link ends after three days, and is sent again while no password was chosen', async () => {
    const id = await invited()
    const first = await linkFrom(EMAIL)
    app.clock.advanceMinutes(3 * 24 * 60)
    expect(await resetPassword(app.context, first, 'Wet#otter21')).toMatchObject({ reason: 'invalid' })
    expect(await inviteAgain(app.context, owner, id)).toEqual({ ok: true })
    const again = await linkFrom(EMAIL)
    expect(await resetPassword(app.context, again, 'Wet#otter21')).toMatchObject({ ok: true })
    expect(await inviteAgain(app.context, owner, id)).toMatchObject({ reason: 'not-invited' })
    expect(await inviteAgain(app.context, owner, 'nobody')).toMatchObject({ reason: 'missing' })
  })

  test('an invitation that goes out late, after the password was chosen, opens nothing', async () => {
    const id = await invited()
    app.clock.advanceMinutes(5)
    await inviteAgain(app.context, owner, id)
    const letterOf = async (nth: number) => {
      const rows = await app.context.db
        .select()
        .from(outbox)
        .where(eq(outbox.kind, 'password-reset'))
        .orderBy(outbox.createdAt)
      expect(rows).toHaveLength(2)
      return rows[nth]
    }
    await deliverMail(app.context, letters, (await letterOf(0))?.id ?? '')
    const [first] = app.mailbox.mails
    const token = /reset-password\/(\w+)/.exec(first?.text ?? '')?.[1] ?? ''
    expect(await resetPassword(app.context, token, 'Wet#otter21')).toMatchObject({ ok: true, email: EMAIL })
    app.mailbox.mails.length = 0
    app.clock.advanceMinutes(24 * 60)
    await deliverMail(app.context, letters, (await letterOf(1))?.id ?? '')
    expect(app.mailbox.mails).toEqual([])
    expect(await letterOf(1)).toMatchObject({ sentAt: app.clock.now(), notNeeded: 'a password was chosen' })
    expect(await app.context.db.$count(passwordResets, isNull(passwordResets.usedAt))).toBe(0)
  })

  test.each([
    [{ ownPassword: undefined }, 'own-password'],
    [{ ownPassword: 'Wrong#guess1' }, 'own-password'],
    [{ locationId: null }, 'place'],
    [{ locationId: 'nowhere' }, 'place'],
    [{ role: 'super-admin' }, 'place'],
    [{ email: 'owner@lumiere.example' }, 'email-taken'],
  ] as [Partial<PersonValues>, string][])('nobody is invited with %o', async (changes, reason) => {
    expect(await invitePerson(app.context, owner, values(changes))).toMatchObject({ ok: false, reason })
    expect(await app.context.db.$count(staff)).toBe(1)
    expect(await app.context.db.$count(auditLog)).toBe(0)
  })

  test('whoever was invited gets a new invitation when another role or place ends the link of the old one', async () => {
    const id = await invited()
    const old = await linkFrom(EMAIL)
    const own = () => app.mailbox.mails.filter(({ to }) => to.includes(EMAIL)).map(({ subject }) => subject)
    app.mailbox.mails.length = 0
    app.clock.advanceMinutes(60)
    const wanted = { ...values({ role: 'kitchen', locationId: app.theatre.otherLocationId }), version: 1 }
    expect(await updatePerson(app.context, owner, id, wanted)).toMatchObject({ ok: true })
    const link = await linkFrom(EMAIL)
    expect(own()).toEqual(['You are invited to the back office of Lumière Private Theatre'])
    expect(app.mailbox.mails.map(({ subject }) => subject)).toContain('Sonu: role and location changed')
    expect(await resetPassword(app.context, old, 'Wet#otter21')).toMatchObject({ reason: 'invalid' })
    // closed and opened again, they still have to choose a password
    for (const active of [false, true])
      await setPersonActive(app.context, owner, id, { active, ownPassword: OWN_PASSWORD })
    app.mailbox.mails.length = 0
    const last = await linkFrom(EMAIL)
    expect(own().sort()).toEqual([
      'You are invited to the back office of Lumière Private Theatre',
      'Your account has been closed',
    ])
    expect(await resetPassword(app.context, link, 'Wet#otter21')).toMatchObject({ reason: 'invalid' })
    expect(await resetPassword(app.context, last, 'Wet#otter21')).toMatchObject({ ok: true, email: EMAIL })
    expect(await state(id)).toBe('Active')
  })

  test('another role, place or address ends their sessions, and everybody concerned is told', async () => {
    const id = await invited()
    await resetPassword(app.context, await linkFrom(EMAIL), 'Wet#otter21')
    const request = await signedIn(id)
    const there = app.theatre.otherLocationId
    const wanted = { ...values({ role: 'kitchen', locationId: there }), version: 2 }
    expect(await updatePerson(app.context, owner, id, { ...wanted, ownPassword: '' })).toMatchObject({
      reason: 'own-password',
    })
    expect(await currentStaff(app.context, request)).toMatchObject({ role: 'front-desk' })
    expect(await updatePerson(app.context, owner, id, wanted)).toMatchObject({ ok: true })
    expect(await currentStaff(app.context, request)).toBeNull()
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject)).toContain('Sonu: role and location changed')
    expect(app.mailbox.mails.map(({ subject }) => subject)).toContain('Your role and location have been changed')
    const back = { ...values({ role: 'kitchen' }), version: 2 }
    expect(await updatePerson(app.context, owner, id, back)).toMatchObject({
      reason: 'stale',
      conflict: { changes: [{ label: 'Location', before: 'Indiranagar', after: 'Koramangala' }] },
    })
  })

  test('an account that becomes another person’s opens to the one before neither by password nor by code', async () => {
    const { locationId, cityId } = app.theatre
    const place = { name: 'Koramangala', address: '80 Feet Road', addressLink: 'https://maps.example', cityId }
    const id = await invited({ role: 'location-admin', number: '9845012345' })
    await resetPassword(app.context, await linkFrom(EMAIL), 'Wet#otter21')
    const withCode = () =>
      app.context.db.update(staff).set({ totpSecret: 'sealed', totpSince: app.clock.now() }).where(eq(staff.id, id))
    const row = async () => (await app.context.db.select().from(staff).where(eq(staff.id, id)))[0]
    await withCode()
    await app.work()
    app.mailbox.mails.length = 0
    const asha = { name: 'Asha', email: 'asha@lumiere.example', number: '9845012345', role: 'location-admin' as const }
    const { version = 0 } = (await row()) ?? {}
    expect(await updatePerson(app.context, owner, id, { ...values(asha), version })).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ totpSecret: null, totpSince: null })
    expect(await checkCredentials(app.context, asha.email, 'Wet#otter21')).toBeUndefined()
    const link = await linkFrom(asha.email)
    expect(app.mailbox.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'asha@lumiere.example You are invited to the back office of Lumière Private Theatre',
      'owner@lumiere.example Asha: email address changed',
      'sonu@lumiere.example Your email address has been changed',
    ])
    expect(await resetPassword(app.context, link, 'Dry#otter21')).toMatchObject({ ok: true, email: asha.email })
    // the location's form does the same, and with a password it invites nobody
    const admin = { adminName: 'Dora', adminEmail: 'dora@lumiere.example', adminNumber: '9845012345' }
    const save = async (changes: object) => {
      await withCode()
      const shown = await findLocation(app.context, { kind: 'all' }, locationId)
      const versions = { version: shown?.location.version, adminVersion: shown?.admin?.version }
      const sent = { ...place, ...admin, ...versions, status: 'true', ownPassword: OWN_PASSWORD, ...changes }
      const read = locationForm.edit.parse(
        Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, String(value)])),
      )
      return updateLocation(app.context, owner, locationId, read)
    }
    expect(await save({})).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ totpSince: null, name: 'Dora' })
    expect(await checkCredentials(app.context, admin.adminEmail, 'Dry#otter21')).toBeUndefined()
    expect(await linkFrom(admin.adminEmail)).not.toBe('')
    const ravi = { adminName: 'Ravi', adminEmail: 'ravi@lumiere.example', adminPassword: 'Fox#otter21' }
    expect(await save(ravi)).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ totpSince: null, invitedAt: null })
    expect(await checkCredentials(app.context, ravi.adminEmail, 'Fox#otter21')).toMatchObject({ id })
    // whose address alone is another keeps both
    expect(await save({ ...ravi, adminEmail: 'ravi.menon@lumiere.example' })).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ totpSecret: 'sealed', invitedAt: null })
  })

  test('an invitation is told all that is wrong with it in one answer, and how many things that are', async () => {
    serveHere(app.context)
    await invited()
    const cookie = await signIn(app, { id: 'host', name: 'Host', role: 'super-admin', locationId: null })
    const pressed = async (more: Record<string, string>) => {
      const sent = {
        name: 'Sonu',
        email: EMAIL,
        number: '',
        role: 'front-desk',
        locationId: '',
        ownPassword: '',
        ...more,
      }
      const page = await drawnPage({ at: '/admin/staff/invite', cookie, fields: sent })
      const alert = page.querySelector('[role=alert]')
      const links = [...(alert?.querySelectorAll('a') ?? [])].map(({ hash }) => hash.replace('#person-', ''))
      const wrong = [...page.querySelectorAll('[aria-invalid=true]')].map((field) => field.getAttribute('name'))
      expect(wrong).toEqual(links)
      return [links, alert?.querySelector('p')?.textContent]
    }
    expect(await pressed({})).toEqual([['email', 'locationId', 'ownPassword'], '3 things are to be put right:'])
    expect(await pressed({ name: '', email: 'sonu', number: '12', role: 'super-admin', locationId: 'x' })).toEqual([
      ['name', 'email', 'number', 'locationId', 'ownPassword'],
      '5 things are to be put right:',
    ])
    expect(await pressed({ locationId: app.theatre.locationId, email: 'new@lumiere.example' })).toEqual([
      ['ownPassword'],
      undefined,
    ])
  })

  test('an invitation that is pressed twice is the one that it was', async () => {
    serveHere(app.context)
    const cookie = await signIn(app, { id: 'host', name: 'Host', role: 'super-admin', locationId: null })
    const entry = newId()
    const { ownPassword = '', locationId } = values()
    const fields = {
      name: 'Sonu',
      email: EMAIL,
      number: '',
      role: 'front-desk',
      locationId: locationId ?? '',
      ownPassword,
      entry,
    }
    const press = async (more = {}) =>
      (await ask({ at: '/admin/staff/invite', cookie, fields: { ...fields, ...more } })).short
    expect([await press(), await press()]).toEqual(['303 /admin/staff', '303 /admin/staff'])
    expect(await app.context.db.$count(staff, eq(staff.email, EMAIL))).toBe(1)
    expect(await press({ entry: newId() })).toBe('400')
  })

  test('a name and a number change without a password', async () => {
    const id = await invited()
    const renamed = { ...values({ name: 'Sonu K', number: '9845012345', ownPassword: undefined }), version: 1 }
    expect(await updatePerson(app.context, owner, id, renamed)).toMatchObject({ ok: true })
    expect(await findPerson(app.context, id)).toMatchObject({ name: 'Sonu K', state: 'Invited' })
  })

  test('a disabled account signs nobody in, its sessions are over; it can be opened again', async () => {
    const id = await invited()
    await resetPassword(app.context, await linkFrom(EMAIL), 'Wet#otter21')
    const request = await signedIn(id)
    const close = (ownPassword?: string) => setPersonActive(app.context, owner, id, { active: false, ownPassword })
    expect(await close()).toMatchObject({ reason: 'own-password' })
    expect(await close(OWN_PASSWORD)).toMatchObject({ ok: true })
    expect(await currentStaff(app.context, request)).toBeNull()
    expect(await checkCredentials(app.context, EMAIL, 'Wet#otter21')).toBeUndefined()
    expect(await state(id)).toBe('Disabled')
    const open = { active: true, ownPassword: OWN_PASSWORD }
    expect(await setPersonActive(app.context, owner, id, open)).toMatchObject({ ok: true })
    expect(await checkCredentials(app.context, EMAIL, 'Wet#otter21')).toMatchObject({ id })
    expect(await currentStaff(app.context, request)).toBeNull()
    await app.work()
    const subjects = app.mailbox.mails.map(({ subject }) => subject)
    expect(subjects).toEqual(expect.arrayContaining(['An account has been closed: Sonu', 'Your account is open again']))
  })

  test('who has no open account at an address is not told there to choose a new password', async () => {
    const id = await invited()
    await resetPassword(app.context, await linkFrom(EMAIL), 'Wet#otter21')
    const advice = async () => {
      app.mailbox.mails.length = 0
      await app.work()
      const own = app.mailbox.mails.filter(({ subject }) => subject.startsWith('Your'))
      return own.map(({ to, text }) => `${to}: ${/If this is a surprise, [^,.:]+/.exec(text)?.[0]}`).sort()
    }
    await advice()
    const choose = 'If this is a surprise, choose a new password at once and tell the owner of the business'
    const tell = 'If this is a surprise, tell the owner of the business at once'
    const turn = (active: boolean) => setPersonActive(app.context, owner, id, { active, ownPassword: OWN_PASSWORD })
    expect(await turn(false)).toMatchObject({ ok: true })
    expect(await advice()).toEqual([`${EMAIL}: ${tell}`])
    expect(await turn(true)).toMatchObject({ ok: true })
    expect(await advice()).toEqual([`${EMAIL}: ${choose}`])
    const email = 'sonu.rao@lumiere.example'
    const { version = 0 } = (await findPerson(app.context, id)) ?? {}
    expect(await updatePerson(app.context, owner, id, { ...values({ email }), version })).toMatchObject({ ok: true })
    expect(await advice()).toEqual([`${email}: ${choose}`, `${EMAIL}: ${tell}`])
    expect(await deleteLocation(app.context, owner, app.theatre.locationId, OWN_PASSWORD)).toEqual({ ok: true })
    expect(await advice()).toEqual([`${email}: ${tell}`])
  })

  test('an account that was only invited is known as such while it is disabled, and invited anew as it opens', async () => {
    const id = await invited()
    await linkFrom(EMAIL)
    const turn = (active: boolean) => setPersonActive(app.context, owner, id, { active, ownPassword: OWN_PASSWORD })
    expect(await turn(false)).toMatchObject({ ok: true })
    expect(await findPerson(app.context, id)).toMatchObject({ state: 'Disabled', active: false, invited: true })
    await app.work()
    app.mailbox.mails.length = 0
    expect(await turn(true)).toMatchObject({ ok: true })
    const link = await linkFrom(EMAIL)
    expect(app.mailbox.mails.map(({ to }) => String(to)).sort()).toEqual(['owner@lumiere.example', EMAIL])
    expect(await resetPassword(app.context, link, 'Wet#otter21')).toMatchObject({ ok: true })
    expect(await turn(false)).toMatchObject({ ok: true })
    expect(await findPerson(app.context, id)).toMatchObject({ state: 'Disabled', invited: false })
  })

  test('nobody closes their own account or changes their own role, and the last owner stays', async () => {
    const shut = { active: false, ownPassword: OWN_PASSWORD }
    expect(await setPersonActive(app.context, owner, owner.id, shut)).toMatchObject({ reason: 'own-account' })
    const demoted = { ...values({ name: 'Asha', email: owner.email }), version: 1 }
    expect(await updatePerson(app.context, owner, owner.id, demoted)).toMatchObject({ reason: 'own-account' })
    const second = await invitedOwner()
    expect(await setPersonActive(app.context, second, owner.id, shut)).toMatchObject({ reason: 'last-owner' })
    expect(await updatePerson(app.context, second, owner.id, demoted)).toMatchObject({ reason: 'last-owner' })
    await app.context.db.update(staff).set({ invitedAt: null }).where(eq(staff.id, second.id))
    expect(await setPersonActive(app.context, second, owner.id, shut)).toMatchObject({ ok: true })
  })

  test('an invited super admin is an owner once the invitation is taken, and hears nothing of others before', async () => {
    const heard = async () => {
      await app.work()
      const mails = app.mailbox.mails.filter(({ to }) => to.includes('tara@lumiere.example'))
      app.mailbox.mails.length = 0
      return mails.map(({ subject }) => subject)
    }
    await invited({ name: 'Tara', email: 'tara@lumiere.example', role: 'super-admin', locationId: null })
    const link = await linkFrom('tara@lumiere.example')
    expect(await heard()).toEqual(['You are invited to the back office of Lumière Private Theatre'])
    const id = await invited()
    const desk = { ...values({ role: 'kitchen' }), version: 1 }
    expect(await updatePerson(app.context, owner, id, desk)).toMatchObject({ ok: true })
    expect(await setPersonActive(app.context, owner, id, { active: false, ownPassword: OWN_PASSWORD })).toMatchObject({
      ok: true,
    })
    expect(await heard()).toEqual([])
    expect(await resetPassword(app.context, link, 'Wet#otter21')).toMatchObject({ ok: true })
    expect(await setPersonActive(app.context, owner, id, { active: true, ownPassword: OWN_PASSWORD })).toMatchObject({
      ok: true,
    })
    expect((await heard()).sort()).toEqual(['An account is open again: Sonu', 'Your password has been changed'])
  })

  test('the account of the last owner becomes nobody else’s, who would only be invited', async () => {
    const second = await invitedOwner()
    const tara = { name: 'Tara', email: 'tara@lumiere.example', role: 'super-admin' as const, locationId: null }
    const handedOver = () => updatePerson(app.context, second, owner.id, { ...values(tara), version: 1 })
    expect(await handedOver()).toMatchObject({ reason: 'last-owner' })
    await app.context.db.update(staff).set({ invitedAt: null }).where(eq(staff.id, second.id))
    expect(await handedOver()).toMatchObject({ ok: true })
  })

  test('signed out everywhere; the list says when somebody was last seen', async () => {
    const id = await invited()
    const seen = async () => (await listPeople(app.context)).find((one) => one.id === id)?.lastSeen
    expect(await seen()).toBeNull()
    await resetPassword(app.context, await linkFrom(EMAIL), 'Wet#otter21')
    const request = await signedIn(id)
    expect(await seen()).toMatch(/^01\/03\/2027/)
    expect(await signOutEverywhere(app.context, owner, id)).toEqual({ ok: true })
    expect(await currentStaff(app.context, request)).toBeNull()
    expect(await signOutEverywhere(app.context, owner, 'nobody')).toMatchObject({ reason: 'missing' })
  })

  test('whoever has no password yet is signed in nowhere, and keeps the invitation', async () => {
    serveHere(app.context)
    const id = await invited()
    const link = await linkFrom(EMAIL)
    const [cookie] = authCookie(app.context, await openSession(app.context, owner.id, new Request(SITE))).split(';')
    const signOut = () => ask({ at: '/admin/staff/:id', id, fields: { intent: 'sign-out' }, cookie })
    expect((await signOut()).said).toMatch(/^They have no password yet, so that they are signed in nowhere/)
    expect(await resetPassword(app.context, link, 'Wet#otter21')).toMatchObject({ ok: true })
    expect((await signOut()).said).toBe('Signed out everywhere')
  })

  test('a location is edited without an admin of its own, and its desk is no admin of it', async () => {
    const { locationId, cityId } = app.theatre
    await invited()
    const record = await findLocation(app.context, { kind: 'all' }, locationId)
    expect(record?.admin).toBeNull()
    const form = { name: 'Koramangala 4th Block', address: '80 Feet Road', addressLink: 'https://maps.example', cityId }
    const sent = locationForm.adminless.parse({ ...form, status: 'true', version: '1' })
    expect(await updateLocation(app.context, owner, locationId, sent)).toMatchObject({ ok: true })
    expect(await app.context.db.$count(staff)).toBe(2)
    const half = locationForm.adminless.safeParse({ ...form, status: 'true', version: '2', adminName: 'Vikram' })
    expect(half.error?.issues.map(({ path }) => path[0])).toEqual(['adminEmail', 'adminNumber'])
  })

  test("an invited admin whose address is put right in the location's form is invited there", async () => {
    const { locationId, cityId } = app.theatre
    const astray = 'sonu@lumiere.exmaple.org'
    const id = await invited({ role: 'location-admin', email: astray, number: '9845012345' })
    const old = await linkFrom(astray)
    app.mailbox.mails.length = 0
    const place = { name: 'Koramangala', address: '80 Feet Road', addressLink: 'https://maps.example', cityId }
    const admin = { adminName: 'Sonu', adminEmail: EMAIL, adminNumber: '9845012345', ownPassword: OWN_PASSWORD }
    const save = (changes: object) =>
      updateLocation(
        app.context,
        owner,
        locationId,
        locationForm.edit.parse({ ...place, ...admin, status: 'true', ...changes }),
      )
    expect(await save({ version: '1' })).toMatchObject({ ok: true })
    const right = await linkFrom(EMAIL)
    expect(app.mailbox.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'owner@lumiere.example Sonu: email address changed',
      'sonu@lumiere.example You are invited to the back office of Lumière Private Theatre',
    ])
    expect(await resetPassword(app.context, old, 'Wet#otter21')).toMatchObject({ reason: 'invalid' })
    // what else is changed leaves the link as it is
    expect(await save({ version: '2', adminName: 'Sonu Rao' })).toMatchObject({ ok: true })
    expect(await linkFrom(EMAIL)).toBe(right)
    expect(await resetPassword(app.context, right, 'Wet#otter21')).toMatchObject({ ok: true, email: EMAIL })
    // a password of their own once, they are told of another address at both
    await app.work()
    app.mailbox.mails.length = 0
    expect(await save({ version: '3', adminEmail: 'sonu.rao@lumiere.example' })).toMatchObject({ ok: true })
    await app.work()
    expect(app.mailbox.mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
      'owner@lumiere.example Sonu: email address changed',
      'sonu.rao@lumiere.example Your email address has been changed',
      'sonu@lumiere.example Your email address has been changed',
    ])
    expect(await state(id)).toBe('Active')
  })

  test('an admin of a location changes the account of no other one, by the page or by the API', async () => {
    const { locationId, cityId } = app.theatre
    const at = { at: '/admin/locations/edit/:id', id: locationId }
    serveHere(app.context)
    const vikram = { name: 'Vikram', role: 'location-admin' as const, locationId }
    const cookies = {
      first: await signIn(app, { ...vikram, id: 'vikram' }),
      second: await signIn(app, { ...vikram, id: 'dora', name: 'Dora' }),
    }
    // the first of its admins is the oldest, also where both came within one millisecond
    await app.context.db
      .update(staff)
      .set({ createdAt: new Date('2020-01-01T00:00:00Z') })
      .where(eq(staff.id, 'vikram'))
    const before = async () => (await app.context.db.select().from(staff).where(eq(staff.id, 'vikram')))[0]
    const untouched = await before()
    const place = {
      ...{ name: 'Koramangala', address: '80 Feet Road', addressLink: 'https://maps.example', cityId, status: 'true' },
      version: '1',
    }
    const taken = { adminPassword: 'Wet#otter21', adminEmail: 'dora.two@lumiere.example', adminNumber: '9845099999' }
    const account = { adminName: 'Vikram', adminEmail: 'vikram@lumiere.example', adminNumber: '9845012345' }
    for (const [field, typed] of Object.entries({ ...taken, adminName: 'Dora' })) {
      const fields = { ...place, ...account, [field]: typed, ownPassword: OWN_PASSWORD }
      const refused = await ask({ ...at, cookie: cookies.second, fields })
      expect([field, refused.short, refused.body]).toMatchObject([
        field,
        '422',
        { lastResult: { error: { '': ['Only Vikram or a super admin may change this account'] } } },
      ])
    }
    const api = await openApi(app)
    const token = cookies.second.replace('authToken=', '')
    const path = `/api/locations/${locationId}`
    for (const admin of [{ password: 'Wet#otter21' }, { email: taken.adminEmail }, { number: '9845099999' }]) {
      const json = { admin, ownPassword: OWN_PASSWORD }
      expect((await api.ask('PUT', path, { json, token })).status).toBe(403)
    }
    expect(await before()).toEqual(untouched)
    // the place is theirs to change; so is a record that is sent back whole
    expect((await ask({ ...at, cookie: cookies.second })).body).toMatchObject({ othersAccount: 'Vikram' })
    const parking = 'Behind the house'
    expect((await ask({ ...at, cookie: cookies.second, fields: { ...place, parking } })).short).toBe(
      '303 /admin/locations',
    )
    const { image: _, ...location } = (await api.ask('GET', path, { token })).body.location
    expect((await api.ask('PUT', path, { json: { ...location, name: 'Kora' }, token })).body.location).toMatchObject({
      ...{ name: 'Kora', parking, admin: { name: 'Vikram' } },
    })
    expect(await before()).toEqual(untouched)
    // and the account is for whose it is
    expect((await ask({ ...at, cookie: cookies.first })).body).toMatchObject({ othersAccount: undefined })
    const own = { ...place, ...account, adminPassword: 'Wet#otter21', ownPassword: OWN_PASSWORD, version: '3' }
    expect((await ask({ ...at, cookie: cookies.first, fields: own })).short).toBe('303 /admin/locations')
    expect(await checkCredentials(app.context, account.adminEmail, 'Wet#otter21')).toMatchObject({ id: 'vikram' })
  })

  test('a deleted location closes the accounts of everybody who worked there', async () => {
    const id = await invited()
    expect(await deleteLocation(app.context, owner, app.theatre.locationId, OWN_PASSWORD)).toEqual({ ok: true })
    expect(await state(id)).toBe('Disabled')
    const open = { active: true, ownPassword: OWN_PASSWORD }
    expect(await setPersonActive(app.context, owner, id, open)).toMatchObject({ reason: 'place' })
    expect(await app.context.db.$count(locations, eq(locations.id, app.theatre.locationId))).toBe(1)
  })
})
