import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { takeLock } from '~/db/locks'
import { newId, newToken } from '~/db/new-id'
import { locations, staff, staffSessions } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import type { Described } from '~/domain/changes'
import type { Refused, Result } from '~/domain/result'
import { changedWords, isAnotherPerson, type Place } from '~/domain/staff-account'
import { isSuperAdmin, ROLE_NAMES, STAFF_ROLES, type StaffRole } from '~/domain/staff-role'
import { recordChange } from '~/features/back-office/audit.server'
import {
  type Added,
  addOnce,
  MISSING,
  type RecordKind,
  type Saved,
  saveVersioned,
  UNREAD,
} from '~/features/back-office/save.server'
import type { AppContext } from '~/platform/context.server'
import { type AccountNews, tellOfAccount } from './account-news.server'
import { handOver } from './handed-over.server'
import { inviteWhoWaits, sendInvitation } from './invitation.server'
import { type OwnPasswordRefusal, refusedOwnPassword } from './own-password.server'
import { IS_OWNER } from './owners.server'
import { hashPassword } from './password.server'
import { actingIn } from './staff-scope.server'
import { codeIsAskedOf, endSessions, type Staff } from './staff-session.server'
import { refusingTakenEmail } from './taken-email.server'
import { findPlace, keepPlace } from './work-place.server'

type Reader = Pick<AppContext['db'], 'select'>

/** Everybody with an account and the location they work at; of one id when that is named. */
const peopleRows = (db: Reader, id?: string) =>
  db
    .select({
      person: staff,
      location: locations.name,
      lastSeen: sql<string | null>`(select max(s.last_seen_at) from ${staffSessions} s where s.staff_id = ${staff.id})`,
    })
    .from(staff)
    .leftJoin(locations, eq(locations.id, staff.locationId))
    .where(id === undefined ? undefined : eq(staff.id, id))
    .orderBy(desc(staff.active), sql`${staff.role}`, asc(locations.name), asc(staff.name), asc(staff.id))

type PersonRow = Awaited<ReturnType<typeof peopleRows>>[number]

/** Everybody with an account as the list shows them, those who may sign in first. */
export async function listPeople(context: AppContext) {
  return (await peopleRows(context.db)).map((row) => inWords(context, row))
}

/** One of them, with what their form shows. */
export async function findPerson(context: AppContext, id: string) {
  const [row] = await peopleRows(context.db, id)
  if (!row) return undefined
  const { name, email, number, role, locationId, version } = row.person
  return {
    ...inWords(context, row),
    version,
    values: { name, email, number, role, locationId: locationId ?? '' },
  }
}

function inWords({ business, settings }: AppContext, { person, location, lastSeen }: PersonRow) {
  const { id, name, email, role, active, invitedAt, totpSince } = person
  return {
    ...{ id, name, email, role, active, location },
    roleName: ROLE_NAMES[role],
    state: !active ? 'Disabled' : invitedAt ? 'Invited' : 'Active',
    /** Has no password yet, also while the account is disabled. */
    invited: invitedAt !== null,
    secondFactor: totpSince !== null,
    mustHaveCode: codeIsAskedOf(settings, role),
    lastSeen: lastSeen && formatInstant(new Date(lastSeen), business.timeZone),
  } as const
}

export interface PersonValues extends Place {
  name: string
  email: string
  number: string
  ownPassword?: string
}

type PersonRefusal = 'email-taken' | 'place' | 'own-account' | 'last-owner' | OwnPasswordRefusal

const OWN_ACCOUNT = {
  ok: false,
  reason: 'own-account',
  message: 'Nobody changes their own role or closes their own account: ask another super admin.',
} as const
const LAST_OWNER = {
  ok: false,
  reason: 'last-owner',
  message: 'This is the last super admin who can sign in.',
} as const

const NOT_INVITED = {
  ok: false,
  reason: 'not-invited',
  message: 'This invitation waits for nobody any more: a password was chosen, or the account was closed.',
} as const

const STILL_INVITED = {
  ok: false,
  reason: 'invited',
  message:
    'They have no password yet, so that they are signed in nowhere. To end their invitation, disable the account.',
} as const

/**
 * Makes an account for somebody, once under an id, and mails them a link by which they choose their password; asks for one's own
 * again.
 */
export async function invitePerson(
  context: AppContext,
  actor: Staff,
  values: PersonValues,
  id = newId(),
): Promise<Added<PersonRefusal>> {
  const { name, email, number, role, locationId, ownPassword } = values
  const place = await findPlace(context.db, { role, locationId })
  if (!place.ok) return place
  const refused = await refusedOwnPassword(context, actor, ownPassword)
  if (refused) return refused
  // nobody knows this one; it is replaced by the link
  const passwordHash = await hashPassword(newToken())
  return refusingTakenEmail(() =>
    addOnce<PersonRefusal>(
      () =>
        context.db.transaction(async (tx) => {
          const still = await keepPlace(tx, { role, locationId })
          if (!still.ok) return still
          const invitedAt = context.clock.now()
          await tx.insert(staff).values({ id, name, email, number, role, locationId, passwordHash, invitedAt })
          const [added] = await peopleRows(tx, id)
          const after = added && PERSON.describe(added)
          await recordChange(context, tx, actor, { action: 'added', entity: 'Account', id, name, locationId, after })
          await tellOfAccount(context, tx, { account: { name, email }, deed: 'invited', by: actor.name })
          await sendInvitation(context, tx, { staffId: id, by: actor.name })
          return { ok: true, id }
        }),
      () => updatePerson(context, actor, id, { ...values, version: UNREAD }),
    ),
  )
}

/** Mails the link of an invitation again; refused once a password has been chosen, or the account was closed. */
export async function inviteAgain(
  context: AppContext,
  actor: Staff,
  id: string,
): Promise<Result<object, 'missing' | 'not-invited'>> {
  return context.db.transaction(async (tx) => {
    const row = await inviteWhoWaits(context, tx, { staffId: id, by: actor.name })
    if (!row) return (await tx.$count(staff, eq(staff.id, id))) ? NOT_INVITED : MISSING
    const { name, locationId } = row
    const after = { Invitation: 'sent again' }
    await recordChange(context, tx, actor, { action: 'updated', entity: 'Account', id, name, locationId, after })
    return { ok: true }
  })
}

/**
 * Saves somebody's name, address, role and place. Another address, role or place asks for one's own password again, ends
 * their sessions and is told by mail; whoever was invited and has no password yet gets a new invitation, since the link of the
 * old one ends with the sessions. Another name with another address is another person, who is invited, and the password and code of the
 * former one end.
 */
export async function updatePerson(
  context: AppContext,
  actor: Staff,
  id: string,
  { version, ...values }: PersonValues & { version: number },
): Promise<Saved<PersonRefusal>> {
  const [found] = await peopleRows(context.db, id)
  if (!found) return MISSING
  const { name, email, number, role, locationId } = values
  const place = await findPlace(context.db, { role, locationId })
  if (!place.ok) return place
  const { location } = place
  const what = changedWords(found.person, values)
  const refused = what ? await refusedOwnPassword(context, actor, values.ownPassword) : undefined
  if (refused) return refused
  const isHandedOver = (before: PersonRow['person']) => id !== actor.id && isAnotherPerson(before, values)
  return refusingTakenEmail(() =>
    saveVersioned<typeof staff, PersonRow, PersonRefusal>(
      context,
      actingIn(actor),
      PERSON,
      { id, version },
      {
        columns: { name, email, number, role, locationId },
        wanted: ({ person, ...before }) =>
          PERSON.describe({ ...before, location, person: { ...person, name, email, number, role } }),
        refusal: async (tx, before) => {
          const still = await keepPlace(tx, { role, locationId })
          if (!still.ok) return still
          const sameRole = before.person.role === role
          if (!sameRole && id === actor.id) return OWN_ACCOUNT
          // whom it is handed over to is only invited
          const leaves = !sameRole || isHandedOver(before.person)
          return leaves && isSuperAdmin(before.person.role) ? lastOwner(tx, id) : undefined
        },
        // what changed between the two looks was not asked about
        overtaken: ({ person }) => changedWords(person, values) !== what,
        beside: async (tx, { person }) => {
          if (!what) return undefined
          await endSessions(tx, id, context.clock.now(), actor.sessionId)
          // an address that an invitation went to astray has nobody's account, and hears nothing of the right one
          const formerEmail = person.email === email || person.invitedAt ? undefined : person.email
          const handed = isHandedOver(person)
          if (handed) await handOver(context, tx, id)
          const invited = handed || person.invitedAt !== null
          await tellOfAccount(context, tx, {
            account: { name, email },
            deed: 'changed',
            what,
            formerEmail,
            invited,
            by: actor.name,
          })
          if (invited) await inviteWhoWaits(context, tx, { staffId: id, by: actor.name })
          return undefined
        },
      },
    ),
  )
}

/**
 * Closes an account, or opens it again; asks for one's own password and is told by mail. Whoever had no password yet when it
 * was closed is invited anew.
 */
export async function setPersonActive(
  context: AppContext,
  actor: Staff,
  id: string,
  { active, ownPassword }: { active: boolean; ownPassword?: string },
): Promise<Saved<PersonRefusal>> {
  if (id === actor.id) return OWN_ACCOUNT
  const refused = await refusedOwnPassword(context, actor, ownPassword)
  if (refused) return refused
  return saveVersioned<typeof staff, PersonRow, PersonRefusal>(
    context,
    actingIn(actor),
    PERSON,
    { id },
    {
      columns: { active },
      wanted: PERSON.describe,
      refusal: async (tx, { person }) => {
        if (person.active && !active) return isSuperAdmin(person.role) ? lastOwner(tx, id) : undefined
        return active && !(await keepPlace(tx, person)).ok
          ? { ok: false, reason: 'place', message: 'Their location has been deleted: choose another one first.' }
          : undefined
      },
      beside: async (tx, { person }) => {
        if (person.active === active) return undefined
        if (!active) await endSessions(tx, id, context.clock.now())
        const deed: AccountNews['deed'] = active ? 'opened' : 'closed'
        const invited = active && person.invitedAt !== null
        await tellOfAccount(context, tx, { account: person, deed, invited, by: actor.name })
        if (invited) await inviteWhoWaits(context, tx, { staffId: id, by: actor.name })
        return undefined
      },
    },
  )
}

/**
 * Ends every session of somebody; one's own that asks stays. Refused for whoever has no password yet: they have no session, and
 * their invitation, which would end with it, stays good.
 */
export async function signOutEverywhere(
  context: AppContext,
  actor: Staff,
  id: string,
): Promise<Result<object, 'missing' | 'invited'>> {
  return context.db.transaction(async (tx) => {
    const [row] = await peopleRows(tx, id)
    if (!row) return MISSING
    if (row.person.invitedAt) return STILL_INVITED
    await endSessions(tx, id, context.clock.now(), actor.sessionId)
    const { name, locationId } = row.person
    const after = { Sessions: 'ended everywhere' }
    await recordChange(context, tx, actor, { action: 'updated', entity: 'Account', id, name, locationId, after })
    return { ok: true }
  })
}

const PERSON: RecordKind<typeof staff, PersonRow> = {
  entity: 'Account',
  table: staff,
  find: async (tx, scope, id) => (scope.kind === 'all' ? (await peopleRows(tx, id))[0] : undefined),
  named: ({ person: { name, locationId } }) => ({ name, locationId }),
  describe: ({ person, location }): Described => ({
    Name: person.name,
    Email: person.email,
    'Phone number': person.number,
    Role: ROLE_NAMES[person.role],
    Location: location ?? '',
    Account: person.active ? 'open' : 'closed',
  }),
}

/** One change of owners at a time, so that two cannot close each other's account at once. */
async function lastOwner(tx: Transaction, id: string): Promise<Refused<'last-owner'> | undefined> {
  await takeLock(tx, 'firstAdmin')
  const others = and(IS_OWNER, ne(staff.id, id))
  return (await tx.$count(staff, others)) ? undefined : LAST_OWNER
}

/** The roles as a form offers them. */
export const roleOptions = (): { id: StaffRole; name: string }[] =>
  STAFF_ROLES.map((id) => ({ id, name: ROLE_NAMES[id] }))
