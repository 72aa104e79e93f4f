import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rateLimits } from '~/db/schema'
import { forgetAllTries, forgetTries, tidyRateLimits, tooManyTries } from '~/platform/rate-limit.server'
import { answering } from '~/platform/request-watch.server'
import { useApp } from '../support/app'
import { addressOf, databaseKinds } from '../support/database'
import { from, requestFrom } from '../support/request-from'

const asha = 'asha@lumiere.example'

describe.each(databaseKinds)('rate limits on the %s database', (kind) => {
  const app = useApp(kind)
  const tryLogin = (person = asha) => tooManyTries(app.context, 'login', person)

  test('of 40 tries at once exactly ten count as allowed', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryLogin()))
    expect(answers.filter((answer) => answer === undefined)).toHaveLength(10)
  })

  test('it says when to try again, in words and as a header', async () => {
    const request = requestFrom('203.0.113.7')
    await answering(request, async () => {
      for (let tries = 0; tries < 10; tries++) expect(await tryLogin()).toBeUndefined()
      app.clock.advanceMinutes(5)
      expect(await tryLogin()).toBe('Too many tries. Please try again in 10 minutes.')
    })
    expect(request.response.getHeader('Retry-After')).toBe(600)
  })

  test('the window ends, and the tidying job forgets it', async () => {
    for (let tries = 0; tries < 11; tries++) await tryLogin()
    app.clock.advanceMinutes(15)
    expect(await tryLogin()).toBeUndefined()
    app.clock.advanceMinutes(16)
    await tidyRateLimits(app.context)
    expect(await app.context.db.select().from(rateLimits)).toEqual([])
  })

  test('a stranger elsewhere does not lock the owner out', async () => {
    for (let tries = 0; tries < 20; tries++) await from('198.51.100.1', () => tryLogin())
    expect(await from('198.51.100.1', () => tryLogin())).toBeDefined()
    expect(await from('203.0.113.7', () => tryLogin())).toBeUndefined()
  })

  test('a proxy that names ports makes no network of each connection', async () => {
    let taken = 0
    for (let port = 40_000; port < 40_080; port++) {
      const refused = await from(`203.0.113.7:${port}`, () => tryLogin(`somebody${port % 8}@lumiere.example`))
      if (!refused) taken++
    }
    expect(taken).toBeLessThanOrEqual(60)
  })

  test('what was refused to one network counts for nobody else', async () => {
    for (let tries = 0; tries < 200; tries++) await from('198.51.100.1', () => tryLogin())
    const [person] = await app.context.db.select().from(rateLimits).where(eq(rateLimits.tries, 10))
    expect(person).toBeDefined()
    expect(await from('203.0.113.7', () => tryLogin())).toBeUndefined()
    expect(app.clock.pauses).toEqual([])
  })

  test('many strangers together are slowed down more and more, and nobody is shut out', async () => {
    const stranger = (index: number) => `198.51.${Math.floor(index / 200)}.${index % 200}`
    for (let tries = 0; tries < 50; tries++) await from(stranger(tries), () => tryLogin())
    expect(app.clock.pauses).toEqual([])
    for (let tries = 50; tries < 110; tries++) {
      expect(await from(stranger(tries), () => tryLogin())).toBeUndefined()
    }
    const { pauses } = app.clock
    expect([pauses[0], pauses[10], pauses.at(-1)]).toEqual([500, 1_000, 5_000])
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses)
    const mine = () => from('203.0.113.7', () => tryLogin())
    expect([await mine(), await mine(), await mine()]).toEqual([undefined, undefined, undefined])
    expect(await mine()).toBeDefined()
    app.clock.advanceMinutes(15)
    pauses.length = 0
    expect(await mine()).toBeUndefined()
    expect(pauses).toEqual([])
  })

  test('one line of IPv6 is one network, an IPv4 address in its clothes itself', async () => {
    for (let tries = 0; tries < 10; tries++) await from(`2001:db8:7:1::${tries}`, () => tryLogin())
    expect(await from('2001:db8:7:1:ffff::1', () => tryLogin())).toBeDefined()
    expect(await from('2001:db8:7:2::1', () => tryLogin())).toBeUndefined()
    for (let tries = 0; tries < 10; tries++) await from('198.51.100.1', () => tryLogin())
    expect(await from('::ffff:198.51.100.1', () => tryLogin())).toBeDefined()
  })

  test('the command line forgets everything', async () => {
    for (let tries = 0; tries < 11; tries++) await tryLogin()
    expect(await tryLogin()).toBeDefined()
    // the embedded database of a test is in memory, where no other program reaches it
    if (kind === 'embedded') expect(await forgetAllTries(app.context.db)).toBe(3)
    else {
      const env = { ...process.env, DATABASE_URL: await addressOf(app.context.client) }
      const { stdout } = await promisify(execFile)(process.execPath, ['build/server/staff.js', 'unlock'], { env })
      expect(stdout).toBe('3 counters cleared: nobody has to wait any more.\n')
    }
    expect(await tryLogin()).toBeUndefined()
  })

  test('one address cannot try everybody', async () => {
    for (let tries = 0; tries < 60; tries++) await from('198.51.100.1', () => tryLogin(`guess${tries}@lumiere.example`))
    expect(await from('198.51.100.1', () => tryLogin('new@lumiere.example'))).toBeDefined()
  })

  test('a right password clears the tries before it', async () => {
    for (let tries = 0; tries < 10; tries++) await tryLogin()
    await forgetTries(app.context, 'login', 'Asha@Lumiere.example ')
    expect(await tryLogin()).toBeUndefined()
  })

  test('limits do not mix, and neither people nor addresses are kept', async () => {
    for (let tries = 0; tries < 11; tries++) await from('203.0.113.7', () => tryLogin())
    expect(await tooManyTries(app.context, 'contact', asha)).toBeUndefined()
    const kept = JSON.stringify(await app.context.db.select().from(rateLimits))
    expect(kept).not.toContain('asha')
    expect(kept).not.toContain('203.0.113.7')
  })
})
