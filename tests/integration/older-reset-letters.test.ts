import { and, eq, notLike } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '~/db/new-id'
import { auditLog, outbox, staff } from '~/db/schema'
import { changePassword } from '~/features/staff/account.server'
import { askForReset, orderReset, resetPassword } from '~/features/staff/password-reset.server'
import { findPerson, invitePerson, setPersonActive, updatePerson } from '~/features/staff/people.server'
import { findSession, openSession, type Staff } from '~/features/staff/staff-session.server'
import { grantSuperAdmin } from '~/features/staff/super-admin.server'
import { formValuesOf, locationForm } from '~/features/venue/location-values.server'
import { addLocation, findLocation, updateLocation } from '~/features/venue/locations.server'
import { openApi, PASSWORD } from '../support/api'
import { useApp } from '../support/app'
import { onEachDatabase } from '../support/database'
import { OWN_PASSWORD, openOwnersAccount } from '../support/owner'
import { storedPassword } from '../support/stored-password'

const EMAIL = 'vikram@lumiere.example'
const NEW = 'Dry#heron32'
const SITE = 'http://localhost:3000'

onEachDatabase('a link that was asked for is not sent once the account has another password', (kind) => {
  const app = useApp(kind)
  let owner: Staff
  beforeEach(async () => {
    owner = await openOwnersAccount(app.context)
    await app.context.db.insert(staff).values({
      ...{ id: 'vikram', name: 'Vikram', email: EMAIL, number: '9845012345', role: 'location-admin' },
      ...{ locationId: app.theatre.locationId, passwordHash: await storedPassword('Wet#otter21') },
    })
  })

  const linkTo = (subject: string) =>
    /\/reset-password\/(\w+)/.exec(
      app.mailbox.mails.filter((mail) => mail.subject.includes(subject)).at(-1)?.text ?? '',
    )?.[1] ?? ''

  async function shown(changes: object) {
    const { locationId: id } = app.theatre
    const found = await findLocation(app.context, { kind: 'all' }, id)
    if (!found) throw new Error('The location is gone.')
    return { ...formValuesOf(found), version: String(found.location.version), ownPassword: OWN_PASSWORD, ...changes }
  }

  /** Every way by which a password is set, or ends. */
  const DOORS: Record<string, () => Promise<unknown>> = {
    'by its person': async () => {
      const token = await openSession(app.context, 'vikram', new Request(SITE))
      const vikram = await findSession(app.context, token)
      const asking = new Request(SITE, { headers: { Cookie: `authToken=${token}` } })
      return vikram && changePassword(app.context, vikram, asking, { current: 'Wet#otter21', password: NEW })
    },
    'in the form of their location': async () =>
      updateLocation(
        app.context,
        owner,
        app.theatre.locationId,
        locationForm.edit.parse(await shown({ adminPassword: NEW })),
      ),
    'in the form of their location, for another person': async () => {
      const ravi = { adminName: 'Ravi', adminEmail: 'ravi@lumiere.example' }
      return updateLocation(app.context, owner, app.theatre.locationId, locationForm.edit.parse(await shown(ravi)))
    },
    'by a program that saves their location': async () => {
      const api = await openApi(app)
      const path = `/api/locations/${app.theatre.locationId}`
      const token = await api.logIn('super-admin')
      const { image: _, ...location } = (await api.ask('GET', path, { token })).body.location
      const json = { ...location, admin: { ...location.admin, password: NEW }, ownPassword: PASSWORD }
      return { ok: (await api.ask('PUT', path, { json, token })).status === 200 }
    },
    'at the command line': () => grantSuperAdmin(app.context, { email: EMAIL, password: NEW }),
    'as it becomes another person’s': async () => {
      const { version = 0 } = (await findPerson(app.context, 'vikram')) ?? {}
      return updatePerson(app.context, owner, 'vikram', {
        ...{ name: 'Ravi', email: 'ravi@lumiere.example', number: '', role: 'location-admin', version },
        ...{ locationId: app.theatre.locationId, ownPassword: OWN_PASSWORD },
      })
    },
    'with a new location, after it was closed': async () => {
      const closing = { active: false, ownPassword: OWN_PASSWORD }
      const anew = await shown({ name: 'Jayanagar', version: '0', adminPassword: NEW })
      expect(await setPersonActive(app.context, owner, 'vikram', closing)).toMatchObject({ ok: true })
      return addLocation(app.context, owner, locationForm.add.parse(anew), newId())
    },
  }

  const lettersOf = (kind: 'reset-asked' | 'password-reset') =>
    app.context.db
      .select()
      .from(outbox)
      .where(and(eq(outbox.kind, kind), notLike(outbox.dedupeKey, 'invitation:%')))
      .orderBy(outbox.createdAt, outbox.id)
  const asked = 'Set a new password'
  const since = 'a password was set since'

  test.each(Object.keys(DOORS))('%s', async (door) => {
    await askForReset(app.context, EMAIL)
    app.clock.advanceMinutes(1)
    expect(await DOORS[door]?.()).toMatchObject({ ok: true })
    await app.work()
    // of an address that is nobody's by now nothing is known
    const nobodys = (await app.context.db.$count(staff, eq(staff.email, EMAIL))) === 0
    const notNeeded = nobodys ? 'there was nothing to say any more' : since
    expect(await lettersOf('reset-asked')).toMatchObject([{ notNeeded }])
    expect(linkTo(asked)).toBe('')
  })

  test.each(Object.keys(DOORS))('%s, while its letter waits to go out', async (door) => {
    await askForReset(app.context, EMAIL)
    const [row] = await lettersOf('reset-asked')
    await orderReset(app.context, row?.payload ?? {}, app.clock.now())
    app.clock.advanceMinutes(1)
    expect(await DOORS[door]?.()).toMatchObject({ ok: true })
    await app.work()
    expect(await lettersOf('password-reset')).toMatchObject([{ notNeeded: since }])
    expect(linkTo(asked)).toBe('')
  })

  test('by another link, asked for or of an invitation', async () => {
    await askForReset(app.context, EMAIL)
    await app.work()
    app.clock.advanceMinutes(1)
    await askForReset(app.context, EMAIL)
    expect(await resetPassword(app.context, linkTo(asked), NEW)).toMatchObject({ ok: true })
    await app.work()
    expect((await lettersOf('password-reset')).map(({ notNeeded }) => notNeeded)).toEqual([null])
    expect((await lettersOf('reset-asked')).at(-1)).toMatchObject({ notNeeded: since })

    const sonu = { name: 'Sonu', email: 'sonu@lumiere.example', number: '', role: 'front-desk' as const }
    const place = { locationId: app.theatre.locationId, ownPassword: OWN_PASSWORD }
    expect(await invitePerson(app.context, owner, { ...sonu, ...place })).toMatchObject({ ok: true })
    await app.work()
    await askForReset(app.context, sonu.email)
    expect(await resetPassword(app.context, linkTo('You are invited'), NEW)).toMatchObject({ ok: true })
    await app.work()
    expect((await lettersOf('reset-asked')).at(-1)).toMatchObject({ notNeeded: since })
  })

  test('and is sent while it has the same, whatever else of it was changed', async () => {
    await askForReset(app.context, EMAIL)
    const moved = locationForm.edit.parse(await shown({ adminNumber: '9845099999' }))
    expect(await updateLocation(app.context, owner, app.theatre.locationId, moved)).toMatchObject({ ok: true })
    expect(await app.context.db.$count(auditLog)).toBe(1)
    await app.work()
    expect(await resetPassword(app.context, linkTo(asked), NEW)).toMatchObject({ ok: true })
  })
})
