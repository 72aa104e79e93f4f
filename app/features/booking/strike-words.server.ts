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
  // what an edit entered in their place is less by so much
  const entered = sumOf(among(booking.payments, payload.struckOut)) - Number(payload.less)
  return paise(Math.max(0, (await toldOf(db, booking, payload.struckOut)) - entered))
}

/**
 * How much that was told of some payments stood for that were told to nobody: an edit had entered them in the place of others, and the
 * letter that thanks for what they came to has not gone.
 */
async function replacedByUntold(db: Database, booking: MailedBooking, untold: readonly PaymentRow[]): Promise<Paise> {
  if (!untold.length) return paise(0)
  const thanks = await db
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(
      and(eq(sql`${outbox.payload} ->> 'bookingId'`, booking.id), isNotNull(sql`${outbox.payload} ->> 'replaced'`)),
    )
  const sums = thanks.map(async ({ payload }) => {
    const entered = among(booking.payments, payload.received)
    if (!entered.some(({ id }) => untold.some((one) => one.id === id))) return paise(0)
    const before = await toldOf(db, booking, payload.replaced)
    // where it made less of them, its own letter says so
    const said = Math.max(0, before - sumOf(entered))
    return paise(Math.max(0, before - sumOf(entered.filter(({ voidedAt }) => !voidedAt))) - said)
  })
  return sum(await Promise.all(sums))
}

const sumOf = (payments: readonly PaymentRow[]): Paise => sum(payments.map(({ amount }) => amount))

/** How much its customer has heard of those of a booking's payments that a payload names, or of what these were entered for. */
export async function toldOf(db: Database, booking: MailedBooking, named: string | undefined): Promise<Paise> {
  const payments = among(booking.payments, named)
  const untold = await untoldOf(db, booking.id, payments)
  return paise(sumOf(payments) - sumOf(untold) + (await replacedByUntold(db, booking, untold)))
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
