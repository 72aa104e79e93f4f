import { createHash } from 'node:crypto'
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Transaction } from '~/db/client.server'
import { recoveryCodes, staff } from '~/db/schema'
import type { Refused, Result } from '~/domain/result'
import { isBeingSetUp, RECOVERY_CODES, readCode, spellRecoveryCode } from '~/domain/second-factor'
import { recordChange } from '~/features/back-office/audit.server'
import { MISSING } from '~/features/back-office/save.server'
import type { AppContext } from '~/platform/context.server'
import { forgetTries, tooManyCodes } from '~/platform/rate-limit.server'
import { seal, unseal } from '~/platform/sealed.server'
import { tellOfAccount } from './account-news.server'
import { type OwnPasswordRefusal, refusedOwnPassword } from './own-password.server'
import { codeIsAskedOf, endSessions, lockAccount, type Staff } from './staff-session.server'

type Account = typeof staff.$inferSelect
const PERIOD_SECONDS = 30
const WRONG: Refused<'wrong'> = { ok: false, reason: 'wrong', message: 'That code is not right, or was used already' }

const IS_ON: Refused<'on'> = {
  ok: false,
  reason: 'on',
  message: 'Signing in with a code is on. If you did not see your recovery codes, make new ones here.',
}

const IS_OFF: Refused<'off'> = {
  ok: false,
  reason: 'off',
  message: 'Signing in with a code is off, so there are no recovery codes. Set it up first.',
}

const NOT_BEGUN: Refused<'not-begun'> = {
  ok: false,
  reason: 'not-begun',
  message: 'Setting up a code took a while, or was begun elsewhere. Please press Begin once more.',
}

const OWN_CODE: Refused<'own-account'> = {
  ok: false,
  reason: 'own-account',
  message: 'Your own code is switched off at “Sign in with a code”.',
}

const boundTo = (staffId: string) => `totp:${staffId}`
/** A secret that waits to be confirmed opens in no session but the one whose person typed their password for it. */
const boundToSession = ({ id, sessionId }: Staff) => `totp:${id}:begun-in:${sessionId}`
const hashOf = (code: string) => createHash('sha256').update(code).digest('hex')

const totpOf = (issuer: string, label: string, secret: Secret) =>
  new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS })

const openAccount = (id: string) => and(eq(staff.id, id), eq(staff.active, true))

const accountOf = ({ db }: Pick<AppContext, 'db'>, id: string) => db.query.staff.findFirst({ where: openAccount(id) })

/** How somebody's second factor stands; while it is being set up, what their app is to be told. */
export async function secondFactorOf(context: AppContext, actor: Staff) {
  const account = await accountOf(context, actor.id)
  const on = account?.totpSince != null
  const left = on
    ? await context.db.$count(recoveryCodes, and(eq(recoveryCodes.staffId, actor.id), isNull(recoveryCodes.usedAt)))
    : 0
  const secret = account && !on ? waitingSecret(context, actor, account) : undefined
  const setUp = secret && {
    uri: totpOf(context.business.name, actor.email, secret).toString(),
    byHand: secret.base32.match(/.{1,4}/g)?.join(' ') ?? '',
  }
  const unfinished = !on && !secret && account?.totpSecret != null
  return { on, left, setUp: setUp ?? null, unfinished, required: codeIsAskedOf(context.settings, actor.role) }
}

/** The secret that somebody began in this session to set up, while it may be confirmed. */
function waitingSecret({ settings, clock }: AppContext, actor: Staff, { totpSecret }: Account): Secret | undefined {
  const found = totpSecret ? unseal(settings.SESSION_SECRET, boundToSession(actor), totpSecret) : undefined
  const [begun, secret] = found?.text.split(' ') ?? []
  return secret && isBeingSetUp(new Date(Number(begun)), clock.now()) ? Secret.fromBase32(secret) : undefined
}

/**
 * Makes a secret to be confirmed by a first code, in this session and soon; asks for one's own password again. Begun again, as in another
 * tab, it stays the same: the app may have it already.
 */
export async function beginSecondFactor(
  context: AppContext,
  actor: Staff,
  ownPassword: string | undefined,
): Promise<Result<object, OwnPasswordRefusal>> {
  const refused = await refusedOwnPassword(context, actor, ownPassword)
  if (refused) return refused
  await context.db.transaction(async (tx) => {
    const account = await lockAccount(tx, actor.id)
    // one that is in use stays until it is switched off
    if (!account || asksForCode(account)) return
    const secret = waitingSecret(context, actor, account) ?? new Secret({ size: 20 })
    const text = `${context.clock.now().getTime()} ${secret.base32}`
    const totpSecret = seal(context.settings.SESSION_SECRET, boundToSession(actor), text)
    await tx.update(staff).set({ totpSecret, totpStep: null }).where(eq(staff.id, actor.id))
  })
  return { ok: true }
}

/**
 * Switches the second factor on once the app has shown a right code; answers the recovery codes, which are shown once. Pressed
 * twice, the second press waits for the first, finds it on, and is no try with a code.
 */
export async function confirmSecondFactor(
  context: AppContext,
  actor: Staff,
  typed: string,
): Promise<Result<{ codes: string[] }, 'wrong' | 'too-many' | 'on' | 'not-begun'>> {
  return context.db.transaction(async (tx) => {
    const within = { ...context, db: tx }
    const [account] = await tx.select().from(staff).where(openAccount(actor.id)).for('update')
    if (!account) return WRONG
    if (account.totpSince) return IS_ON
    const secret = waitingSecret(context, actor, account)
    if (!secret) return NOT_BEGUN
    const tooMany = await refusedTry(within, actor.id)
    if (tooMany) return tooMany
    const read = readCode(typed)
    const totpStep = read?.kind === 'app' ? stepOf(context, secret, read.code) : undefined
    if (totpStep === undefined) return WRONG
    const totpSecret = seal(context.settings.SESSION_SECRET, boundTo(actor.id), secret.base32)
    await tx.update(staff).set({ totpSecret, totpStep, totpSince: context.clock.now() }).where(eq(staff.id, actor.id))
    const codes = await newRecoveryCodes(tx, actor.id)
    await noteChange(context, tx, actor, 'on', { actor, stays: actor.sessionId })
    await forgetTries(within, 'secondFactor', actor.id, actor.id)
    return { ok: true, codes }
  })
}

/** Makes new recovery codes; the ones before are void. Refused where it is off: there is nothing that they would open. */
export async function renewRecoveryCodes(
  context: AppContext,
  actor: Staff,
  ownPassword: string | undefined,
): Promise<Result<{ codes: string[] }, OwnPasswordRefusal | 'off'>> {
  const refused = await refusedOwnPassword(context, actor, ownPassword)
  if (refused) return refused
  return context.db.transaction(async (tx) => {
    if (!(await lockedAndOn(tx, actor.id))) return IS_OFF
    const codes = await newRecoveryCodes(tx, actor.id)
    await noteChange(context, tx, actor, 'new recovery codes', { actor, stays: actor.sessionId })
    return { ok: true, codes }
  })
}

/**
 * Switches it off; asks for one's own password again. Who must have one cannot be without. Pressed twice, the second press waits for
 * the first, finds it off, and nobody is told again.
 */
export async function endSecondFactor(
  context: AppContext,
  actor: Staff,
  ownPassword: string | undefined,
): Promise<Result<object, OwnPasswordRefusal | 'required'>> {
  if (codeIsAskedOf(context.settings, actor.role)) {
    return { ok: false, reason: 'required', message: 'Every super admin of this business signs in with a code.' }
  }
  const refused = await refusedOwnPassword(context, actor, ownPassword)
  if (refused) return refused
  await context.db.transaction((tx) => switchOff(context, tx, actor, { actor, stays: actor.sessionId }))
  return { ok: true }
}

/**
 * Switches it off for somebody else, who lost their phone and recovery codes; asks for one's own password. Where it is off already nothing
 * happens, and nobody is told again. Who must have one is let in by the password, and sets up another before anything else.
 */
export async function endSecondFactorOf(
  context: AppContext,
  actor: Staff,
  staffId: string,
  ownPassword: string | undefined,
): Promise<Result<{ name: string }, OwnPasswordRefusal | 'missing' | 'own-account'>> {
  if (staffId === actor.id) return OWN_CODE
  const refused = await refusedOwnPassword(context, actor, ownPassword)
  if (refused) return refused
  return context.db.transaction(async (tx) => {
    const account = await tx.query.staff.findFirst({ where: eq(staff.id, staffId) })
    if (!account) return MISSING
    await switchOff(context, tx, account, { actor })
    return { ok: true, name: account.name }
  })
}

/** Switches somebody's off and tells of it; answers whether it was on. */
export async function switchOff(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  account: Holder,
  by: Changer,
): Promise<boolean> {
  if (!(await lockedAndOn(tx, account.id))) return false
  await forgetSecondFactor(tx, account.id)
  await noteChange(context, tx, account, 'off', by)
  return true
}

/** Whether it is on; the account is locked, so that it stays as it is until the transaction ends. */
const lockedAndOn = async (tx: Transaction, staffId: string): Promise<boolean> => {
  const account = await lockAccount(tx, staffId)
  return account !== undefined && asksForCode(account)
}

/** Takes somebody's second factor away. */
export async function forgetSecondFactor(tx: Transaction, staffId: string): Promise<void> {
  await tx.update(staff).set({ totpSecret: null, totpSince: null, totpStep: null }).where(eq(staff.id, staffId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
}

type Holder = Pick<Account, 'id' | 'name' | 'email' | 'locationId'>

/** Who changes it: as the audit log names them, and the letters where in other words; whose own session stays. */
interface Changer {
  actor: { id: string; name: string }
  words?: string
  stays?: string
}

async function noteChange(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Transaction,
  account: Holder,
  code: string,
  { actor, words = actor.name, stays }: Changer,
): Promise<void> {
  const { id, name, locationId } = account
  await endSessions(tx, id, context.clock.now(), stays)
  const after = { 'Signing in with a code': code }
  await recordChange(context, tx, actor, { action: 'updated', entity: 'Account', id, name, locationId, after })
  await tellOfAccount(context, tx, { account, deed: 'changed', what: 'second step of signing in', by: words })
}

async function newRecoveryCodes(tx: Transaction, staffId: string): Promise<string[]> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.staffId, staffId))
  // ten random bytes are 16 letters and digits
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: 10 }).base32)
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ staffId, codeHash: hashOf(code) })))
  return codes.map(spellRecoveryCode)
}

async function refusedTry(context: AppContext, staffId: string): Promise<Refused<'too-many'> | undefined> {
  const message = await tooManyCodes(context, staffId)
  return message === undefined ? undefined : { ok: false, reason: 'too-many', message }
}

/** Whether somebody is asked for a code after their password. */
export const asksForCode = ({ totpSince }: Pick<Account, 'totpSince'>): boolean => totpSince !== null

/** Judges the code somebody typed after their password, and uses it up. Tries are counted for the account. */
export async function acceptCode(
  context: AppContext,
  staffId: string,
  typed: string,
): Promise<Result<object, 'wrong' | 'too-many'>> {
  const account = await accountOf(context, staffId)
  if (!account || !asksForCode(account)) return WRONG
  const tooMany = await refusedTry(context, staffId)
  if (tooMany) return tooMany
  const read = readCode(typed)
  const accepted =
    read?.kind === 'app'
      ? await acceptAppCode(context, account, read.code)
      : read && (await acceptRecoveryCode(context, staffId, read.code))
  if (!accepted) return WRONG
  await forgetTries(context, 'secondFactor', staffId, staffId)
  return { ok: true }
}

/** The 30 seconds at which the app shows this code: now, or those beside; undefined at none of them. */
function stepOf({ clock }: AppContext, secret: Secret, token: string): number | undefined {
  const timestamp = clock.now().getTime()
  const delta = totpOf('', '', secret).validate({ token, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

/** Whether the app shows this code now, or did or will in the 30 seconds beside; each of them is good once. */
async function acceptAppCode(context: AppContext, account: Account, code: string): Promise<boolean> {
  const found = account.totpSecret
    ? unseal(context.settings.SESSION_SECRET, boundTo(account.id), account.totpSecret)
    : undefined
  if (!found) return false
  const step = stepOf(context, Secret.fromBase32(found.text), code)
  if (step === undefined) return false
  const fresh = or(isNull(staff.totpStep), lt(staff.totpStep, step))
  const totpSecret = found.stale
    ? seal(context.settings.SESSION_SECRET, boundTo(account.id), found.text)
    : account.totpSecret
  const used = await context.db
    .update(staff)
    .set({ totpStep: step, totpSecret })
    .where(and(eq(staff.id, account.id), isNotNull(staff.totpSecret), fresh))
    .returning({ id: staff.id })
  return used.length > 0
}

async function acceptRecoveryCode({ db, clock }: AppContext, staffId: string, code: string): Promise<boolean> {
  const unused = and(
    eq(recoveryCodes.staffId, staffId),
    eq(recoveryCodes.codeHash, hashOf(code)),
    isNull(recoveryCodes.usedAt),
  )
  const used = await db.update(recoveryCodes).set({ usedAt: clock.now() }).where(unused).returning()
  return used.length > 0
}
