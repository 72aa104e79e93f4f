import { and, eq, gt, isNull, max } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { passwordResets, staff } from '~/db/schema'
import { HOUR_MS, MINUTE_MS } from '~/domain/durations'
import type { Result } from '~/domain/result'
import { RESET_MINUTES, SAME_PRESS_MINUTES } from '~/domain/staff-account'
import { recordChange } from '~/features/back-office/audit.server'
import { nextVersion } from '~/features/back-office/save.server'
import type { NotNeeded } from '~/features/notification/letter.server'
import { announceAlone } from '~/features/notification/outbox.server'
import type { AppContext } from '~/platform/context.server'
import { tellOfAccount } from './account-news.server'
import { passedTheDoor, tooManyAtTheDoor } from './known-device.server'
import { hashPassword, passwordFits, passwordMark, weakPassword } from './password.server'
import { ASKED_TOO_LONG_AGO, RESET_LIFE_MS, resetHash, SET_SINCE } from './reset-mail.server'
import { endSessions, lockAccount } from './staff-session.server'

/** What everybody reads who asks for a link, so that nobody learns whose account exists. */
export const RESET_ASKED = `If there is an account with this email address, a link is on its way. It works for ${RESET_MINUTES} minutes.`
export const RESET_INVALID = 'This link is not valid any more. Please ask for a new one.'

/** Links of one hour after which only every tenth minute brings a new one. */
const MANY_LINKS = 5

const openAccount = ({ db }: AppContext, email: string) =>
  db.query.staff.findFirst({
    columns: { id: true, passwordHash: true, version: true },
    where: and(eq(staff.email, email), eq(staff.active, true)),
  })

/**
 * Orders a one-time link to an account's address. Whether there is an account is that letter's own work: the same is written for
 * everybody, so that neither the answer nor the time it takes tells a stranger who has one. What is noted is the password of this
 * moment, or something like it where there is none.
 */
export async function askForReset(context: AppContext, email: string): Promise<void> {
  const account = await openAccount(context, email)
  await announceAlone(context, {
    kind: 'reset-asked',
    dedupeKey: `reset-asked:${newId()}`,
    payload: { email, asked: passwordMark(account?.passwordHash ?? newId()) },
  })
}

/**
 * Orders the letter with the link that was asked for `at` an address, where there is an account with the password of that time. However
 * often strangers ask, the mailbox gets one mail a minute, later one in ten: there is always a link in it that works. Those that were
 * ended, as by another address or password, count for nothing: the next one is sent at once. No stranger ends any. It is no letter itself.
 */
export async function orderReset(
  context: AppContext,
  { email = '', asked = '' }: Record<string, string>,
  at: Date,
): Promise<NotNeeded | undefined> {
  const now = context.clock.now().getTime()
  if (now - at.getTime() > RESET_LIFE_MS) return ASKED_TOO_LONG_AGO
  const account = await openAccount(context, email)
  if (!account) return undefined
  if (asked !== passwordMark(account.passwordHash)) return SET_SINCE
  const own = eq(passwordResets.staffId, account.id)
  const madeAfter = gt(passwordResets.expiresAt, new Date(now + RESET_LIFE_MS - HOUR_MS))
  const links = await context.db.$count(passwordResets, and(own, isNull(passwordResets.usedAt), madeAfter))
  const pace = links < MANY_LINKS ? MINUTE_MS : 10 * MINUTE_MS
  const [ended] = await context.db
    .select({ at: max(passwordResets.usedAt) })
    .from(passwordResets)
    .where(own)
  // the version too: of a letter that still waits to go out there is no link that could be ended
  const since = `${account.version}:${ended?.at?.getTime() ?? 0}`
  const request = `${account.id}:${since}:${pace}:${Math.floor(at.getTime() / pace)}`
  // the link is made when the mail goes out
  await announceAlone(context, {
    kind: 'password-reset',
    dedupeKey: `password-reset:${request}`,
    payload: { staffId: account.id, asked },
  })
  return undefined
}

const open = (token: string, now: Date) =>
  and(eq(passwordResets.tokenHash, resetHash(token)), isNull(passwordResets.usedAt), gt(passwordResets.expiresAt, now))

/** Whether a link can still be used. */
export async function resetIsOpen({ db, clock }: AppContext, token: string): Promise<boolean> {
  const found = await db.query.passwordResets.findFirst({ where: open(token, clock.now()) })
  return found !== undefined
}

/** Sets a new password by a link, once; every session of the account and every other link ends. */
export async function resetPassword(
  context: AppContext,
  token: string,
  password: string,
): Promise<Result<{ email: string }, 'invalid' | 'weak-password'>> {
  const now = context.clock.now()
  const { db } = context
  const [account] = await db
    .select({ id: staff.id, name: staff.name, email: staff.email, locationId: staff.locationId })
    .from(passwordResets)
    .innerJoin(staff, eq(staff.id, passwordResets.staffId))
    .where(and(open(token, now), eq(staff.active, true)))
  if (!account) return INVALID
  // the link stays good for a better password
  const weak = weakPassword(context, password, account)
  if (weak) return weak
  const passwordHash = await hashPassword(password)
  return db.transaction(async (tx) => {
    // first, as by whatever ends links together with sessions: neither waits for what the other has
    await lockAccount(tx, account.id)
    const [used] = await tx.update(passwordResets).set({ usedAt: now }).where(open(token, now)).returning()
    if (!used) return INVALID
    const { id, name, locationId } = account
    await tx
      .update(staff)
      .set({ passwordHash, invitedAt: null, ...nextVersion(staff) })
      .where(eq(staff.id, id))
    await endSessions(tx, id, now)
    const after = { Password: 'set by an e-mailed link' }
    await recordChange(context, tx, account, { action: 'updated', entity: 'Account', id, name, locationId, after })
    await tellOfAccount(context, tx, {
      account,
      deed: 'changed',
      what: 'password',
      by: 'Somebody with the mailed link',
    })
    return { ok: true, email: account.email }
  })
}

/**
 * Whether the form of a link that has just been used was sent again: then the account has the password that is typed. Without
 * scripts the answer to a second press is shown, and the first has set the password. Whoever has a used link could try passwords
 * here, so each is counted as a try to sign in.
 */
export async function resetAgain(
  context: AppContext,
  request: Request,
  token: string,
  password: string,
): Promise<Result<object, 'invalid' | 'too-many'>> {
  const { db, clock } = context
  const usedLately = gt(passwordResets.usedAt, new Date(clock.now().getTime() - SAME_PRESS_MINUTES * MINUTE_MS))
  const [account] = await db
    .select({ email: staff.email, passwordHash: staff.passwordHash })
    .from(passwordResets)
    .innerJoin(staff, eq(staff.id, passwordResets.staffId))
    .where(and(eq(passwordResets.tokenHash, resetHash(token)), usedLately, eq(staff.active, true)))
  if (!account) return INVALID
  const tooMany = await tooManyAtTheDoor(context, request, 'login', account.email)
  if (tooMany) return { ok: false, reason: 'too-many', message: tooMany }
  if (!(await passwordFits(account.passwordHash, password))) return INVALID
  await passedTheDoor(context, request, account.email)
  return { ok: true }
}

const INVALID = { ok: false, reason: 'invalid', message: RESET_INVALID } as const
