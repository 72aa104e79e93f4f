import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, staff } from '~/db/schema'
import { checkCredentials } from '~/features/staff/credentials.server'
import { openSession } from '~/features/staff/staff-session.server'
import { ask, serveHere } from '../support/addresses'
import { type Api, openApi, PASSWORD } from '../support/api'
import { useApp } from '../support/app'
import { from } from '../support/request-from'
import { storedPassword } from '../support/stored-password'

const OLD = 'Blue#whale71'
const NEW = 'Grey#stork82'
const MANAGER = 'vikram@lumiere.example'
const ASKED = 'Please type your own password: an account changes with this'
const WRONG = 'That is not your password'

interface Door {
  /** Goes through with the own password that is given; answers status and the refusal, if it was one. */
  go(ownPassword: string | undefined): Promise<{ status: number; error: string | undefined }>
  /** Who is told besides the other owner, with the subject. */
  told: [to: string, subject: string][]
  /** The subject that the other owner reads. */
  owners: string
  /** Whether the manager's sessions end. */
  ends: boolean
}

describe('one’s own password is asked for again', () => {
  const app = useApp('embedded')
  let api: Api
  let token = ''
  let cookie = ''
  let managers = ''

  beforeEach(async () => {
    api = await openApi(app)
    serveHere(app.context)
    const { db } = app.context
    token = await api.logIn('super-admin')
    cookie = `authToken=${token}`
    const passwordHash = await storedPassword(OLD)
    const manager = { id: 'vikram', name: 'Vikram Shetty', email: MANAGER, number: '9845012345', passwordHash }
    await db.insert(staff).values([
      { ...manager, role: 'location-admin', locationId: app.theatre.locationId },
      { id: newId(), name: 'Nila', email: 'nila@lumiere.example', passwordHash, role: 'super-admin' },
    ])
    managers = await openSession(app.context, 'vikram', new Request('http://localhost:3000'))
  })

  async function submit(at: string, fields: Record<string, string>, id = '', query = '') {
    const { short, body } = await from('203.0.113.9', () => ask({ at, id, fields, cookie, query }))
    const errors = (body as { lastResult?: { error?: Record<string, string[]> } } | undefined)?.lastResult?.error
    expect(JSON.stringify(body ?? '')).not.toContain(NEW)
    return { status: Number(short.slice(0, 3)), error: errors && Object.values(errors)[0]?.[0] }
  }
  async function call(method: string, path: string, json: object, ownPassword: string | undefined) {
    const sent = await api.ask(method, path, {
      json: { ...json, ...(ownPassword !== undefined && { ownPassword }) },
      token,
    })
    return { status: sent.status, error: sent.body.error as string | undefined }
  }
  const own = (ownPassword: string | undefined): Record<string, string> =>
    ownPassword === undefined ? {} : { ownPassword }
  const admin = (changes = {}) => ({ name: 'Vikram Shetty', email: MANAGER, number: '9845012345', ...changes })
  const place = () => ({ address: '80 Feet Road', addressLink: 'https://a.example', cityId: app.theatre.cityId })
  const record = (changes = {}) => ({
    name: 'Koramangala',
    ...place(),
    status: 'true',
    version: '1',
    adminName: 'Vikram Shetty',
    adminEmail: MANAGER,
    adminNumber: '9845012345',
    ...changes,
  })
  const location = () => app.theatre.locationId

  const DOORS: Record<string, Door> = {
    'a new password in the location’s record': {
      go: (mine) =>
        submit('/admin/locations/edit/:id', { ...record({ adminPassword: NEW }), ...own(mine) }, location()),
      told: [[MANAGER, 'Your password has been changed']],
      owners: 'Vikram Shetty: password changed',
      ends: true,
    },
    'a new address in the location’s record': {
      go: (mine) =>
        submit(
          '/admin/locations/edit/:id',
          { ...record({ adminEmail: 'new@lumiere.example' }), ...own(mine) },
          location(),
        ),
      told: [
        [MANAGER, 'Your email address has been changed'],
        ['new@lumiere.example', 'Your email address has been changed'],
      ],
      owners: 'Vikram Shetty: email address changed',
      ends: true,
    },
    'a new location': {
      go: (mine) =>
        submit('/admin/locations/add', {
          ...record({ adminName: 'Tara', adminEmail: 'tara@lumiere.example', adminPassword: NEW }),
          ...own(mine),
        }),
      told: [['tara@lumiere.example', 'You have an account']],
      owners: 'A new account: Tara',
      ends: false,
    },
    'a deleted location': {
      go: (mine) => submit('/admin/locations', { intent: 'delete', id: location(), ...own(mine) }),
      told: [[MANAGER, 'Your account has been closed']],
      owners: 'An account has been closed: Vikram Shetty',
      ends: true,
    },
    'a registered super admin': {
      go: (mine) => submit('/register', { name: 'Tara', email: 'tara@lumiere.example', password: NEW, ...own(mine) }),
      told: [['tara@lumiere.example', 'You have an account']],
      owners: 'A new account: Tara',
      ends: false,
    },
    'the API: a new password and address of a location’s admin': {
      go: (mine) =>
        call(
          'PUT',
          `/api/locations/${location()}`,
          { admin: admin({ email: 'new@lumiere.example', password: NEW }) },
          mine,
        ),
      told: [
        [MANAGER, 'Your email address and password have been changed'],
        ['new@lumiere.example', 'Your email address and password have been changed'],
      ],
      owners: 'Vikram Shetty: email address and password changed',
      ends: true,
    },
    'the API: a new location': {
      go: (mine) =>
        call(
          'POST',
          '/api/locations',
          {
            name: 'Hebbal',
            ...place(),
            status: 'true',
            admin: admin({ name: 'Tara', email: 'tara@lumiere.example', password: NEW }),
          },
          mine,
        ),
      told: [['tara@lumiere.example', 'You have an account']],
      owners: 'A new account: Tara',
      ends: false,
    },
    'the API: a deleted location': {
      go: (mine) => call('DELETE', `/api/locations/${location()}`, {}, mine),
      told: [[MANAGER, 'Your account has been closed']],
      owners: 'An account has been closed: Vikram Shetty',
      ends: true,
    },
    'the API: a registered super admin': {
      go: (mine) =>
        call('POST', '/api/auth/register', { name: 'Tara', email: 'tara@lumiere.example', password: NEW }, mine),
      told: [['tara@lumiere.example', 'You have an account']],
      owners: 'A new account: Tara',
      ends: false,
    },
  }

  const accounts = async () => JSON.stringify(await app.context.db.select().from(staff).orderBy(staff.id))
  const signedIn = async () => (await api.ask('POST', '/api/auth/initialLogin', { json: { token: managers } })).status

  test.each(Object.entries(DOORS))('for %s; then everybody concerned is told', async (_, {
    go,
    told,
    owners,
    ends,
  }) => {
    const before = await accounts()
    const entries = await app.context.db.$count(auditLog)
    expect(await go(undefined)).toEqual({ status: 422, error: ASKED })
    expect(await go('Wrong#guess1')).toEqual({ status: 422, error: WRONG })
    expect(await accounts()).toBe(before)
    expect(await app.context.db.$count(auditLog)).toBe(entries)
    expect(await signedIn()).toBe(200)

    const { status, error } = await go(PASSWORD)
    expect([status < 400, error]).toEqual([true, undefined])
    expect(await signedIn()).toBe(ends ? 401 : 200)
    await app.work()
    const mails = app.mailbox.mails.map(({ to, subject }) => `${to} ${subject}`)
    for (const [to, subject] of told) expect(mails).toContain(`${to} ${subject}`)
    expect(mails).toContain(`nila@lumiere.example ${owners}`)
    expect(JSON.stringify(app.mailbox.mails)).not.toContain(NEW)
  })

  test('not for what changes no account: a name, a number, the place itself', async () => {
    const changed = record({ adminName: 'Vikram S', adminNumber: '9845099999', name: 'Koramangala 4th Block' })
    expect((await submit('/admin/locations/edit/:id', changed, location())).status).toBe(303)
    await app.work()
    expect(app.mailbox.mails).toEqual([])
  })

  test('one’s own password by the account page: the person and the other owners are told', async () => {
    const account = { current: 'Wrong#guess1', password: NEW }
    expect(await submit('/admin/account', account)).toEqual({ status: 422, error: WRONG })
    expect((await submit('/admin/account', { ...account, current: PASSWORD })).status).toBe(303)
    await app.work()
    expect(app.mailbox.mails.map(({ subject }) => subject).sort()).toEqual([
      'Asha Rao: password changed',
      'Your password has been changed',
    ])
  })

  test('one’s own password is changed to another one, at each door that asks for the old one', async () => {
    const SAME = 'That is your password already: choose another one'
    const before = await accounts()
    const entries = await app.context.db.$count(auditLog)
    // a location admin, whose own account stands in the form of their location too, and in the API
    cookie = `authToken=${managers}`
    token = managers
    expect(await submit('/admin/account', { current: OLD, password: OLD })).toEqual({ status: 422, error: SAME })
    const same = { ...record({ adminPassword: OLD }), ownPassword: OLD }
    expect(await submit('/admin/locations/edit/:id', same, location())).toEqual({ status: 422, error: SAME })
    const path = `/api/locations/${location()}`
    expect(await call('PUT', path, { admin: admin({ password: OLD }) }, OLD)).toEqual({ status: 422, error: SAME })
    expect(await accounts()).toBe(before)
    expect(await app.context.db.$count(auditLog)).toBe(entries)
    await app.work()
    expect(app.mailbox.mails).toEqual([])
    expect(await call('PUT', path, { admin: admin({ password: NEW }) }, OLD)).toMatchObject({ status: 200 })
  })

  test('a stolen session guesses ten times, and shuts nobody else’s door', async () => {
    const guess = (mine: string) => call('DELETE', `/api/locations/${location()}`, {}, mine)
    for (let tries = 0; tries < 10; tries++) expect((await guess('Wrong#guess1')).error).toBe(WRONG)
    expect((await guess(PASSWORD)).error).toMatch(/^Too many tries/)
    const [me] = await app.context.db.select().from(staff).where(eq(staff.name, 'Asha Rao'))
    const again = await openSession(app.context, me?.id ?? '', new Request('http://localhost:3000'))
    const elsewhere = await api.ask('DELETE', `/api/locations/${location()}`, {
      json: { ownPassword: PASSWORD },
      token: again,
    })
    expect(elsewhere.status).toBe(200)
    expect(await checkCredentials(app.context, MANAGER, OLD)).toBeUndefined()
  })
})
