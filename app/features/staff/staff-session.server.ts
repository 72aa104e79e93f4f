import { createHash } from 'node:crypto'
import { and, desc, eq, gt, isNotNull, isNull, lt, ne, or } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newToken } from '~/db/new-id'
import { passwordResets, staff, staffSessions } from '~/db/schema'
import { DAY_MS, MINUTE_MS } from '~/domain/durations'
import { type Capability, isSuperAdmin, roleMay, type StaffRole } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import { currentRequest } from '~/platform/request-watch.server'

/** Its name was given (rule K1). */
export const AUTH_COOKIE = 'authToken'
/** A login lasts so many days from its beginning, and so many from when it was last used. */
export const SESSION_DAYS = { life: 7, unused: 1 } as const
const LIFE_MS = SESSION_DAYS.life * DAY_MS
const IDLE_MS = SESSION_DAYS.unused * DAY_MS
const TOUCH_MS = 5 * MINUTE_MS

/** A signed-in member of staff. */
export interface Staff {
  id: string
  name: string
  email: string
  role: StaffRole
  /** The location somebody works at; null for a super admin. */
  locationId: string | null
  sessionId: string
  /** Nothing but their own account is theirs until they have set up the code that their role asks for. */
  mustSetUpCode?: boolean
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

const IN_COOKIE = new RegExp(`(?:^|;\\s*)${AUTH_COOKIE}=([0-9a-z]{40})(?:;|$)`)

/** The token a request carries, in its cookie or as a bearer token of the JSON API. */
export function tokenOf(request: Request): string | undefined {
  const bearer = /^Bearer ([0-9a-z]{40})$/i.exec(request.headers.get('Authorization') ?? '')?.[1]
  return bearer ?? IN_COOKIE.exec(request.headers.get('Cookie') ?? '')?.[1]
}

/** `Set-Cookie` value that keeps `token`; without one it forgets it. */
export function authCookie({ settings }: AppContext, token = ''): string {
  const secure = settings.APP_URL.startsWith('https:') ? '; Secure' : ''
  return `${AUTH_COOKIE}=${token}; Max-Age=${token ? LIFE_MS / 1000 : 0}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** Starts a session with a fresh token and ends the one the request came with. The token is not stored, only its hash. */
export async function openSession(context: AppContext, staffId: string, request: Request): Promise<string> {
  const now = context.clock.now()
  const token = newToken()
  await closeSession(context, request)
  await context.db.insert(staffSessions).values({
    tokenHash: hashOf(token),
    staffId,
    address: currentRequest()?.address ?? '',
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 300),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + LIFE_MS),
  })
  return token
}

/**
 * Starts a session for somebody who has just shown who they are; undefined where the password, address or code that they showed was changed
 * in the meantime. A change waits for the session that is being opened, and ends it; who comes after the change is not let in.
 */
export async function openProvenSession(
  context: AppContext,
  {
    id,
    passwordHash,
    email,
    totpSince,
  }: Pick<typeof staff.$inferSelect, 'id' | 'passwordHash' | 'email' | 'totpSince'>,
  request: Request,
): Promise<string | undefined> {
  const code = totpSince ? eq(staff.totpSince, totpSince) : isNull(staff.totpSince)
  const proven = and(eq(staff.passwordHash, passwordHash), eq(staff.email, email), code)
  return context.db.transaction(async (tx) => {
    const asShown = and(eq(staff.id, id), eq(staff.active, true), proven)
    const [account] = await tx.select({ id: staff.id }).from(staff).where(asShown).for('share')
    return account && openSession({ ...context, db: tx }, account.id, request)
  })
}

/** Ends the session a request came with. */
export async function closeSession({ db, clock }: AppContext, request: Request): Promise<void> {
  const token = tokenOf(request)
  if (!token) return
  await db
    .update(staffSessions)
    .set({ revokedAt: clock.now() })
    .where(and(eq(staffSessions.tokenHash, hashOf(token)), isNull(staffSessions.revokedAt)))
}

const live = (now: Date) =>
  and(
    isNull(staffSessions.revokedAt),
    gt(staffSessions.expiresAt, now),
    gt(staffSessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
  )

/** The session a request came with, which stands or was ended after `since`. */
export async function findSessionSince({ db }: AppContext, request: Request, since: Date) {
  const token = tokenOf(request)
  const standing = or(isNull(staffSessions.revokedAt), gt(staffSessions.revokedAt, since))
  return token
    ? db.query.staffSessions.findFirst({ where: and(eq(staffSessions.tokenHash, hashOf(token)), standing) })
    : undefined
}

/** Whom a token stands for; undefined when it is unknown, ended or run out, or its account was disabled. */
export async function findSession({ db, clock, settings }: AppContext, token: string): Promise<Staff | undefined> {
  const now = clock.now()
  const [found] = await db
    .select({
      id: staff.id,
      name: staff.name,
      email: staff.email,
      role: staff.role,
      locationId: staff.locationId,
      totpSince: staff.totpSince,
      sessionId: staffSessions.id,
      lastSeenAt: staffSessions.lastSeenAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(eq(staffSessions.tokenHash, hashOf(token)), live(now), eq(staff.active, true)))
  if (!found || (!isSuperAdmin(found.role) && !found.locationId)) return undefined
  const { lastSeenAt, totpSince, ...signedIn } = found
  const mustSetUpCode = codeIsAskedOf(settings, signedIn.role) && totpSince === null
  if (now.getTime() - lastSeenAt.getTime() > TOUCH_MS) {
    await db.update(staffSessions).set({ lastSeenAt: now }).where(eq(staffSessions.id, signedIn.sessionId))
  }
  return { ...signedIn, locationId: isSuperAdmin(signedIn.role) ? null : signedIn.locationId, mustSetUpCode }
}

/** Whether the business asks everybody of a role for a code besides the password. */
export const codeIsAskedOf = ({ TWO_FACTOR }: Pick<AppContext['settings'], 'TWO_FACTOR'>, role: StaffRole): boolean =>
  TWO_FACTOR === 'super-admins' && isSuperAdmin(role)

/** Whether somebody has a capability of the roles table now. */
export const staffMay = ({ role, mustSetUpCode }: Staff, capability: Capability): boolean =>
  roleMay(role, capability) && (!mustSetUpCode || capability === 'sign-in')

/** Who is signed in, or null. */
export async function currentStaff(context: AppContext, request: Request): Promise<Staff | null> {
  const token = tokenOf(request)
  return (token && (await findSession(context, token))) || null
}

/** Who is signed in and has a capability of the roles table; anybody else is a visitor, null. */
export async function currentStaffWho(
  context: AppContext,
  request: Request,
  capability: Capability,
): Promise<Staff | null> {
  const staff = await currentStaff(context, request)
  return staff && staffMay(staff, capability) ? staff : null
}

/** Whether a session can still be used. */
export async function sessionStands({ db, clock }: Pick<AppContext, 'db' | 'clock'>, id: string): Promise<boolean> {
  return (await db.$count(staffSessions, and(eq(staffSessions.id, id), live(clock.now())))) > 0
}

/** An account, locked until the transaction ends: whoever changes it, ends its sessions or opens one by a proof waits meanwhile. */
export async function lockAccount(tx: Transaction, id: string): Promise<typeof staff.$inferSelect | undefined> {
  const [account] = await tx.select().from(staff).where(eq(staff.id, id)).for('no key update')
  return account
}

/**
 * Ends every session of an account, except one when it is named, after a change of password, address, role or location. The
 * mailed links that would set a password end with them, and so does a code that is being set up: who got one may not be who has the
 * account now.
 */
export async function endSessions(
  tx: Transaction,
  staffId: string,
  now: Date,
  exceptSessionId?: string,
): Promise<void> {
  // one that a change of the password under way opens is seen, and ends too
  await lockAccount(tx, staffId)
  const others = exceptSessionId ? ne(staffSessions.id, exceptSessionId) : undefined
  await tx
    .update(staffSessions)
    .set({ revokedAt: now })
    .where(and(eq(staffSessions.staffId, staffId), isNull(staffSessions.revokedAt), others))
  await tx
    .update(passwordResets)
    .set({ usedAt: now })
    .where(and(eq(passwordResets.staffId, staffId), isNull(passwordResets.usedAt)))
  await tx
    .update(staff)
    .set({ totpSecret: null, totpStep: null })
    .where(and(eq(staff.id, staffId), isNull(staff.totpSince), isNotNull(staff.totpSecret)))
}

/** The sessions of an account that can still be used, the last used one first. */
export const liveSessions = ({ db, clock }: AppContext, staffId: string) =>
  db
    .select({
      id: staffSessions.id,
      userAgent: staffSessions.userAgent,
      address: staffSessions.address,
      createdAt: staffSessions.createdAt,
      lastSeenAt: staffSessions.lastSeenAt,
    })
    .from(staffSessions)
    .where(and(eq(staffSessions.staffId, staffId), live(clock.now())))
    .orderBy(desc(staffSessions.lastSeenAt), desc(staffSessions.id))

/** Ends one session of an account. */
export async function endSession({ db, clock }: AppContext, staffId: string, sessionId: string): Promise<void> {
  await db
    .update(staffSessions)
    .set({ revokedAt: clock.now() })
    .where(and(eq(staffSessions.id, sessionId), eq(staffSessions.staffId, staffId), isNull(staffSessions.revokedAt)))
}

/** Days after which an ended session no longer says from where and with what somebody signed in. */
const KEPT_DAYS = 30

/** Forgets from where and with what staff signed in, once that has ended a while ago, and the links that set a password; when they came last stays. */
export async function forgetOldSessions({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS)
  await db
    .update(staffSessions)
    .set({ address: '', userAgent: '' })
    .where(
      and(
        or(lt(staffSessions.revokedAt, before), lt(staffSessions.expiresAt, before)),
        or(ne(staffSessions.address, ''), ne(staffSessions.userAgent, '')),
      ),
    )
  await db.delete(passwordResets).where(lt(passwordResets.expiresAt, before))
}
