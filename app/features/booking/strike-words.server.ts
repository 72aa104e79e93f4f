import { and, eq, gte, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { outbox } from '~/db/schema'
import { formatRupees, paise } from '~/domain/money'
import { notNeeded } from '~/features/notification/letter.server'
import type { AppContext } from '~/platform/context.server'
import type { Told } from './mail-words.server'

/** What was struck out by what a letter tells of, in a sentence; none where nothing was. */
export const strikeWords = ({ payload: { struckOut, less = '0' } }: Told): string[] =>
  struckOut
    ? [`${formatRupees(paise(Number(less)))} had been entered by mistake as received from you, and is struck out.`]
    : []

/** Why no letter tells of it. */
export const UNTOLD = notNeeded('they had not been told of the payment')

/**
 * Whether a letter tells of nothing but payments that were struck out before its customer heard of them: no letter has gone since they
 * were entered, and the one that thanks for them is not being sent.
 */
export async function isOfUntoldStrike({ db }: AppContext, { booking, payload, returned }: Told): Promise<boolean> {
  const ids = payload.struckOut?.split(' ') ?? []
  const entered = booking.payments.filter(({ id }) => ids.includes(id)).map(({ receivedAt }) => receivedAt.getTime())
  if (!entered.length || returned.all > 0 || returned.needed) return false
  const gone = and(isNull(outbox.notNeeded), gte(outbox.sentAt, new Date(Math.min(...entered))))
  const going = and(eq(outbox.kind, 'money-received'), isNull(outbox.sentAt), isNotNull(outbox.claimedAt))
  return (await db.$count(outbox, and(eq(sql`${outbox.payload} ->> 'bookingId'`, booking.id), or(gone, going)))) === 0
}
