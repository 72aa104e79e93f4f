import { beforeEach, describe, expect, test } from 'vitest'
import { grantSuperAdmin } from '~/features/staff/super-admin.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { serveHere, visitAt } from '../support/addresses'
import { useApp } from '../support/app'
import { from } from '../support/request-from'

const EMAIL = 'asha@starlight.example'
const PASSWORD = 'Wet#otter21'
const HOME = '203.0.113.7'

describe('strangers at the doors of staff', () => {
  const app = useApp('embedded')

  beforeEach(async () => {
    serveHere(app.context)
    await grantSuperAdmin(app.context, { email: EMAIL, name: 'Asha Rao', password: PASSWORD })
    await app.work()
    app.mailbox.mails.length = 0
  })

  /** Sends a form from a network, as a browser with these cookies; answers status and the cookies it was given. */
  async function send(network: string, at: string, fields: Record<string, string>, cookie = '', id = '') {
    const { short, headers } = await from(network, () => visitAt({ at, fields, cookie, id }))
    const cookies = headers.getSetCookie().map((one) => one.split(';')[0])
    return { short, cookie: cookies.find((one) => one?.startsWith('device=')) ?? '' }
  }
  const logIn = (network: string, password: string, cookie = '') =>
    send(network, '/login', { email: EMAIL, password }, cookie)
  const askForLink = (network: string, cookie = '') => send(network, '/forgot-password', { email: EMAIL }, cookie)
  const everywhere = async (count: number, attack: (network: string) => Promise<unknown>) => {
    for (let one = 0; one < count; one++) await attack(`198.51.${one % 250}.${Math.floor(one / 250)}`)
  }

  /** One more wrong password, without the costly look at it. */
  const guess = (network: string) => from(network, () => tooManyTries(app.context, 'login', EMAIL))

  test('however many try from one network or from many, the right password opens from any other', async () => {
    for (let tries = 0; tries < 80; tries++) await logIn('198.51.100.1', 'Guess#1xyz')
    expect((await logIn('198.51.100.1', PASSWORD)).short).toBe('429')
    expect((await logIn(HOME, PASSWORD)).short).toBe('303 /admin/dashboard')
    expect(app.clock.pauses).toEqual([])
    await everywhere(90, guess)
    expect((await logIn('192.0.2.9', PASSWORD)).short).toBe('303 /admin/dashboard')
    expect(Math.max(...app.clock.pauses)).toBe(5_000)
  })

  test('a browser that signed in before has tries of its own, also where its network has none left', async () => {
    const { cookie } = await logIn(HOME, PASSWORD)
    await everywhere(60, guess)
    for (let tries = 0; tries < 62; tries++) await logIn(HOME, 'Guess#1xyz')
    app.clock.pauses.length = 0
    expect((await logIn(HOME, PASSWORD)).short).toBe('429')
    expect((await logIn(HOME, PASSWORD, cookie)).short).toBe('303 /admin/dashboard')
    expect(app.clock.pauses).toEqual([])
  })

  test('whoever takes such a cookie along can guess ten times with it, and for its account only', async () => {
    const { cookie } = await logIn(HOME, PASSWORD)
    for (let tries = 0; tries < 20; tries++) await logIn('198.51.100.1', 'Guess#1xyz', cookie)
    expect((await logIn('198.51.100.1', PASSWORD, cookie)).short).toBe('429')
    await grantSuperAdmin(app.context, { email: 'ravi@starlight.example', name: 'Ravi', password: PASSWORD })
    const fields = { email: 'ravi@starlight.example', password: 'Guess#1xyz' }
    for (let tries = 0; tries < 10; tries++) await send(HOME, '/login', fields, cookie)
    expect((await send(HOME, '/login', { ...fields, password: PASSWORD }, cookie)).short).toBe('429')
    expect((await logIn('198.51.100.1', PASSWORD, 'device=forged')).short).toBe('429')
  })

  test('the mailed link is never shut, floods no mailbox, and lets its browser in', async () => {
    const minutes = 8
    for (let minute = 0; minute < minutes; minute++) {
      await everywhere(3, (network) => askForLink(network.replace('198.51', `198.${minute}`)))
      app.clock.advanceMinutes(1)
    }
    await app.work()
    expect(app.mailbox.mails.length).toBeGreaterThanOrEqual(2)
    expect(app.mailbox.mails.length).toBeLessThanOrEqual(minutes)
    app.mailbox.mails.length = 0
    expect((await askForLink(HOME)).short).toBe('303 /forgot-password')
    await app.work()
    expect(app.mailbox.mails).toHaveLength(1)
    const token = /\/reset-password\/(\S+)/.exec(app.mailbox.mails[0]?.text ?? '')?.[1] ?? ''
    for (let tries = 0; tries < 12; tries++) await logIn(HOME, 'Guess#1xyz')
    expect((await logIn(HOME, PASSWORD)).short).toBe('429')
    const set = { password: 'Dry#heron32' }
    const { short, cookie } = await send(HOME, '/reset-password/:token', set, '', token)
    expect(short).toBe('303 /login')
    expect((await logIn(HOME, 'Dry#heron32', cookie)).short).toBe('303 /admin/dashboard')
  })
})
