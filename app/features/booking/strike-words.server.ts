import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { outbox } from '~/db/schema'
import { formatRupees, type Paise, paise, sum } from '~/domain/money'
import { notNeeded } from '~/features/notification/letter.server'
import type { AppContext } from '~/platform/context.server'
import type { MailedBooking, Told } from './mail-words.server'

/** That so much was struck out, in a sentence; none where nothing was. */
export const struckWords = (less: Paise): string[] =>
  less > 0 ? [`${formatRupees(less)} had been entered by mistake as received from you, and is struck out.`] : []

/** What was struck out by what a letter tells of, in a sentence; none where nothing was, or nobody had been told of it. */
export const strikeWords = async (context: AppContext, told: Told): Promise<string[]> =>
  struckWords(await struckOfTold(context, told))

/** Why no letter tells of it. */
export const UNTOLD = notNeeded('they had not been told of the payment')

/** Whether a letter tells of nothing but payments that were struck out before its customer heard of them. */
export const isOfUntoldStrike = async (context: AppContext, told: Told): Promise<boolean> => {
  const { payload, returned } = told
  if (!payload.struckOut || returned.all > 0 || returned.needed) return false
  return (await struckOfTold(context, told)) === 0
}

/** How much of what its customer had been told of was struck out by what a letter tells of. */
export async function struckOfTold({ db }: AppContext, { booking, payload }: Told): Promise<Paise> {
  if (!payload.struckOut) return paise(0)
  const struck = among(booking.payments, payload.struckOut)
  const untold = await untoldOf(db, booking.id, struck)
  return paise(Math.max(0, Number(payload.less) - sum(untold.map(({ amount }) => amount))))
}

type PaymentRow = MailedBooking['payments'][number]

/** Those of some payments that a payload names. */
export const among = (payments: readonly PaymentRow[], named = ''): PaymentRow[] =>
  named.split(' ').flatMap((id) => payments.find((one) => one.id === id) ?? [])

/**
 * Those of some payments of a booking that its customer has not heard of: no letter has gone since they were entered, and none is being
 * sent. What strikes a payment out, or names it as replaced, does not tell of it.
 */
export async function untoldOf<Row extends Pick<PaymentRow, 'id' | 'receivedAt'>>(
  db: Database | Transaction,
  bookingId: string,
  payments: readonly Row[],
): Promise<Row[]> {
  if (!payments.length) return []
  const gone = and(isNull(outbox.notNeeded), isNotNull(outbox.sentAt))
  const going = and(isNull(outbox.sentAt), isNotNull(outbox.claimedAt))
  const letters = await db
    .select({ payload: outbox.payload, sentAt: outbox.sentAt })
    .from(outbox)
    .where(and(eq(sql`${outbox.payload} ->> 'bookingId'`, bookingId), or(gone, going)))
  return payments.filter(
    ({ id, receivedAt }) =>
      !letters.some(
        ({ payload: { struckOut = '', replaced = '' }, sentAt }) =>
          !`${struckOut} ${replaced}`.split(' ').includes(id) && (sentAt === null || sentAt >= receivedAt),
      ),
  )
}
