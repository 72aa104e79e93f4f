import { beforeEach, expect, test } from 'vitest'
import { outbox, staff } from '~/db/schema'
import { askForReset, resetIsOpen } from '~/features/staff/password-reset.server'
import { findPerson, setPersonActive, signOutEverywhere, updatePerson } from '~/features/staff/people.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { grantSuperAdmin } from '~/features/staff/super-admin.server'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { statementsOf } from '../support/statements'
import { storedPassword } from '../support/stored-password'

const WRONG = 'vikarm@lumiere.example'
const RIGHT = 'vikram@lumiere.example'

onEachDatabase('a link that is asked for', (kind) => {
  const app = useApp(kind)
  let owner: Staff
  beforeEach(async () => {
    owner = await openOwnersAccount(app.context)
    await app.context.db.insert(staff).values({
      ...{ id: 'vikram', name: 'Vikram', email: WRONG, number: '9845012345', role: 'location-admin' },
      ...{ locationId: app.theatre.locationId, passwordHash: await storedPassword('Wet#otter21') },
    })
  })

  /** Asks at an address; answers what was mailed for it. */
  async function ask(email: string) {
    app.mailbox.mails.length = 0
    await askForReset(app.context, email)
    await app.work()
    const mails = app.mailbox.mails.filter(({ subject }) => subject === 'Set a new password')
    return mails.map(({ to, text }) => ({ to, link: /\/reset-password\/(\w+)/.exec(text)?.[1] ?? '' }))
  }
  const givenAddress = async (email: string) => {
    const { version = 0 } = (await findPerson(app.context, 'vikram')) ?? {}
    return updatePerson(app.context, owner, 'vikram', {
      ...{ name: 'Vikram', email, number: '9845012345', role: 'location-admin', version },
      ...{ locationId: app.theatre.locationId, ownPassword: OWN_PASSWORD },
    })
  }
  const active = (to: boolean) =>
    setPersonActive(app.context, owner, 'vikram', { active: to, ownPassword: OWN_PASSWORD })

  test('goes to an address that was put right, however often it was asked for at the wrong one', async () => {
    for (let asked = 0; asked < 6; asked++) {
      await ask(WRONG)
      app.clock.advanceMinutes(1)
    }
    expect(await ask(WRONG)).toEqual([])
    expect(await givenAddress(RIGHT)).toMatchObject({ ok: true })
    for (let asked = 0; asked < 2; asked++) {
      const [sent, ...more] = await ask(RIGHT)
      expect([sent?.to, more]).toEqual([RIGHT, []])
      expect(await resetIsOpen(app.context, sent?.link ?? '')).toBe(true)
      app.clock.advanceMinutes(1)
    }
  })

  const ENDED: Record<string, () => Promise<unknown>> = {
    'signing out everywhere': () => signOutEverywhere(app.context, owner, 'vikram'),
    'another address and back': async () => {
      await givenAddress(RIGHT)
      return givenAddress(WRONG)
    },
    'a closed account that is opened again': async () => {
      await active(false)
      return active(true)
    },
    'a password from the command line': () => grantSuperAdmin(app.context, { email: WRONG, password: 'Dry#heron32' }),
  }
  test.each(Object.keys(ENDED))('is sent anew in the same minute once it was ended: by %s', async (by) => {
    const [first] = await ask(WRONG)
    expect(await ENDED[by]?.()).toMatchObject({ ok: true })
    expect(await resetIsOpen(app.context, first?.link ?? '')).toBe(false)
    const [second] = await ask(WRONG)
    expect(await resetIsOpen(app.context, second?.link ?? '')).toBe(true)
    // the minute has its one again
    expect(await ask(WRONG)).toEqual([])
    expect(await resetIsOpen(app.context, second?.link ?? '')).toBe(true)
  })

  test('is sent anew after one that waited to go out was ended by a new password', async () => {
    await askForReset(app.context, WRONG)
    await grantSuperAdmin(app.context, { email: WRONG, password: 'Dry#heron32' })
    expect(await ask(WRONG)).toHaveLength(1)
  })

  test('is written down alike for whoever has an account and whoever has none, and looked up later', async () => {
    const CLOSED = 'closed@lumiere.example'
    await app.context.db.insert(staff).values({
      ...{ id: 'closed', name: 'Sonu', email: CLOSED, number: '', role: 'front-desk', active: false },
      ...{ locationId: app.theatre.locationId, passwordHash: await storedPassword('Wet#otter21') },
    })
    const written = async (email: string) => {
      await app.context.db.delete(outbox)
      const statements = await statementsOf(app.context.db, () => askForReset(app.context, email))
      const rows = await app.context.db.select().from(outbox)
      const payload = { email, asked: expect.stringMatching(/^[\w-]{43}$/) }
      expect(rows).toMatchObject([{ kind: 'reset-asked', dedupeKey: expect.stringMatching(/^reset-asked:\w+$/) }])
      expect(rows[0]?.payload).toEqual(payload)
      return statements
    }
    const known = await written(WRONG)
    expect(known).toHaveLength(2)
    for (const email of ['nobody@lumiere.example', CLOSED]) expect(await written(email)).toEqual(known)
  })

  test('comes once a minute and then once in ten, however often strangers ask; one always works', async () => {
    // from the beginning of ten minutes on
    const minute = app.clock.now().getTime() / 60_000
    app.clock.advanceMinutes(10 - (minute % 10))
    const sent: number[] = []
    let last = ''
    for (let at = 0; at < 60; at++) {
      for (let asked = 0; asked < 3; asked++) {
        const mails = await ask(WRONG)
        sent.push(...mails.map(() => at))
        last = mails.at(-1)?.link ?? last
      }
      expect(await resetIsOpen(app.context, last)).toBe(true)
      app.clock.advanceMinutes(1)
    }
    // the fifth is the last of a minute, and the first of the ten minutes follows it
    expect(sent).toEqual([0, 1, 2, 3, 4, 4, 10, 20, 30, 40, 50])
  })
})
