import { describe, expect, test } from 'vitest'
import { PASSWORD_COMMON, PASSWORD_PERSONAL, PASSWORD_RULE } from '~/domain/password'
import { changePassword } from '~/features/staff/account.server'
import { checkCredentials } from '~/features/staff/credentials.server'
import { askForReset, resetPassword } from '~/features/staff/password-reset.server'
import { registerSuperAdmin } from '~/features/staff/registration.server'
import { findSession, openSession } from '~/features/staff/staff-session.server'
import { grantSuperAdmin } from '~/features/staff/super-admin.server'
import { openApi, PASSWORD } from '../support/api'
import { useApp } from '../support/app'

const ASHA = { name: 'Asha Rao', email: 'asha@starlight.example' }
const OWN = 'Wet#otter21'
const WEAK = {
  short: PASSWORD_RULE,
  'Sunshine#2026': PASSWORD_COMMON,
  'P@ssw0rd!': PASSWORD_COMMON,
  'my-asha-key9': PASSWORD_PERSONAL,
  'Starlight#77': PASSWORD_PERSONAL,
  'Lumiere#2026': PASSWORD_PERSONAL,
}

describe('a new password', () => {
  const app = useApp('embedded')

  /** Sets a password through every door there is; answers what each refused with, undefined where it was taken. */
  async function tryEveryDoor(password: string) {
    const { context, theatre } = app
    const api = await openApi(app)
    const token = await api.logIn('super-admin')
    const granted = await grantSuperAdmin(context, { ...ASHA, password: OWN })
    const account = await checkCredentials(context, ASHA.email, OWN)
    if (!granted.ok || !account) throw new Error('The account could not be made.')
    const owner = { ...account, sessionId: 'none' }
    const said = (answer: { ok: boolean; message?: string }) => (answer.ok ? undefined : answer.message)
    const sent = async (method: string, path: string, json: unknown) =>
      (await api.ask(method, path, { json, token })).body.error as string | undefined

    const refusals: Record<string, string | undefined> = {}
    const command = { ...ASHA, email: 'other@starlight.example', password }
    refusals.command = said(await grantSuperAdmin(context, command))
    const second = { ...ASHA, name: 'Asha Starlight', email: 'second@lumiere.example', password, ownPassword: OWN }
    refusals.register = said(await registerSuperAdmin(context, owner, second))
    refusals.registerApi = await sent('POST', '/api/auth/register', {
      ...second,
      email: 'third@lumiere.example',
      ownPassword: PASSWORD,
    })
    const place = { name: 'Jayanagar', address: '11th Main', addressLink: 'https://a.example', cityId: theatre.cityId }
    const admin = { name: 'Asha Starlight', email: 'asha@jaya.example', number: '9845099999', password }
    const mine = { ownPassword: PASSWORD }
    refusals.newLocation = await sent('POST', '/api/locations', { ...place, status: 'true', admin, ...mine })
    refusals.location = await sent('PUT', `/api/locations/${theatre.locationId}`, {
      ...mine,
      admin: { ...admin, email: 'asha@koramangala.example' },
    })
    const asking = new Request('http://localhost:3000/admin/account')
    const signedIn = await findSession(context, await openSession(context, account.id, asking))
    if (!signedIn) throw new Error('Nobody is signed in.')
    refusals.account = said(await changePassword(context, signedIn, asking, { current: OWN, password }))
    await askForReset(context, ASHA.email)
    await app.work()
    const link = /\/reset-password\/(\S+)/.exec(app.mailbox.mails.map(({ text }) => text).join('\n'))?.[1] ?? ''
    refusals.link = said(await resetPassword(context, link, password))
    return refusals
  }

  test.each(Object.entries(WEAK))('%s is refused at every door', async (password, message) => {
    const refusals = await tryEveryDoor(password)
    expect(Object.keys(refusals)).toHaveLength(7)
    for (const [door, said] of Object.entries(refusals)) expect([door, said]).toEqual([door, message])
  })

  test('a good one is taken at every door', async () => {
    const refusals = await tryEveryDoor('Tin#gecko54')
    expect(Object.values(refusals).filter((said) => said !== undefined)).toEqual([])
  })
})
