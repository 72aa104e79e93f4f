import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { ID_LENGTH } from '~/db/new-id'
import { bookings } from '~/db/schema'
import { isLiveHold } from '~/domain/hold'
import { openAttempt } from '~/features/booking/place-booking.server'
import type { Staff } from '~/features/staff/staff-session.server'
import { isOfAttempt } from '~/features/stored-booking/attempt-name.server'
import { WITH_ATTEMPTS } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { freeKey, holdKey } from '~/platform/idempotency-key.server'
import { currentRequest } from '~/platform/request-watch.server'
import { type Call, type Refusal, refuse } from './call.server'

const ANOTHER_BODY = 'This Idempotency-Key was sent with another body. Send a new key with a new request.'

/** One attempt to do something that must not be done twice. */
export interface Attempt {
  /**
   * Names the attempt for the database, so that a repeat finds its first result: by the client's key and all that was
   * sent, else by `content`. Both belong to the caller: nobody is answered with what somebody else sent.
   */
  idOf(content: unknown): string
  /**
   * The booking that the client's key has made already, whatever became of it since; undefined for a first request, and for one whose
   * hold ran out before it was paid.
   */
  madeBefore(): Promise<string | undefined>
  /** The hold that the client's key has, while it lasts: with what is to be paid for it. */
  heldBefore(): Promise<{ bookingId: string; attemptId: string } | undefined>
  /**
   * The id that a record of the client's key has, and whether the key was sent before: its record may be there already. Undefined
   * without a key, when each request is an attempt of its own.
   */
  record: { id: string; again: boolean } | undefined
  /** The attempt was refused and did nothing: its key is free for another body. */
  refused(): Promise<void>
}

/**
 * Begins an attempt. A caller is a member of staff, or else the network address: anybody can send any key, but not from
 * anywhere.
 *
 * @returns a refusal when the key is none (400), or stands for another body of this caller (422)
 */
export async function beginAttempt(
  context: AppContext,
  {
    call,
    request,
    staff,
    body,
  }: { call: Pick<Call, 'method' | 'path'>; request: Request; staff: Staff | null; body: unknown },
): Promise<Attempt | Refusal> {
  const caller = staff ? ['staff', staff.id] : ['address', currentRequest()?.address ?? 'nowhere']
  const asked = [...caller, call.method, call.path]
  const sentKey = request.headers.get('Idempotency-Key')
  if (sentKey === null)
    return {
      idOf: (content) => nameOf('content', ...asked, content),
      madeBefore: async () => undefined,
      heldBefore: async () => undefined,
      record: undefined,
      refused: async () => undefined,
    }
  if (!/^[\x21-\x7e]{1,200}$/.test(sentKey))
    return refuse(400, 'An Idempotency-Key is 1 to 200 letters, digits or signs.')
  const [key, sent] = [hashed('key', ...asked, sentKey), hashed(await readable(body))]
  const { first, fits, since } = await holdKey(context, key, sent)
  if (!fits) return refuse(422, ANOTHER_BODY)
  return {
    idOf: () => nameOf(key, sent),
    madeBefore: async () => (first ? undefined : bookingOf(context, nameOf(key, sent), staff)),
    heldBefore: async () => (first ? undefined : holdOf(context, nameOf(key, sent))),
    // another claim of the key, after its time or a refusal, is another record
    record: { id: hashed('record', key, since).slice(0, ID_LENGTH), again: !first },
    // one who repeats does not free what the first one holds
    refused: async () => {
      if (first) await freeKey(context, key)
    },
  }
}

/** What staff made stays theirs to read, whoever its customer is by now; a visitor finds nothing of another customer (rule D5). */
async function bookingOf({ db }: AppContext, attemptId: string, staff: Staff | null): Promise<string | undefined> {
  const named = staff ? isOfAttempt(attemptId) : eq(bookings.attemptId, attemptId)
  const made = and(named, inArray(bookings.status, ['booked', 'cancelled']))
  return (await db.query.bookings.findFirst({ where: made, columns: { id: true } }))?.id
}

async function holdOf({ db, clock }: AppContext, named: string) {
  const hold = await db.query.bookings.findFirst({ where: eq(bookings.attemptId, named), with: WITH_ATTEMPTS })
  const attempt = hold && isLiveHold(hold, clock.now()) && openAttempt(hold)
  return attempt ? { bookingId: hold.id, attemptId: attempt.id } : undefined
}

/** A body as it is told from others: a file by what is in it, and a password not at all, since a hash is found by trying words. */
async function readable(body: unknown, name = ''): Promise<unknown> {
  if (body instanceof File)
    return {
      file: createHash('sha256')
        .update(Buffer.from(await body.arrayBuffer()))
        .digest('hex'),
    }
  if (/password$/i.test(name)) return Boolean(body)
  if (Array.isArray(body)) return Promise.all(body.map((one) => readable(one)))
  if (!body || typeof body !== 'object' || body instanceof Date) return body
  const parts = Object.entries(body).map(async ([part, value]) => [part, await readable(value, part)] as const)
  return Object.fromEntries(await Promise.all(parts))
}

const hashed = (...parts: unknown[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex')
const nameOf = (...parts: unknown[]) => hashed(...parts).slice(0, 32)
