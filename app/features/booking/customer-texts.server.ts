import { eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { bookings } from '~/db/schema'
import { type BookingTexts, type DraftTexts, isAsked, storedTexts } from '~/domain/booking-texts'
import { shownPhone } from '~/domain/calling'
import { shortMoment } from '~/domain/cancellation-promise'
import { formatRupees, type Paise, paise } from '~/domain/money'
import { differenceWords } from '~/domain/money-request'
import {
  isCakeUnnamed,
  madeAlike,
  PROOF_NAMES,
  proofsOf,
  shownTexts,
  textsEnd,
  unnamedWords,
  untoldIn,
  untoldWords,
} from '~/domain/proof'
import { NOTHING_RETURNED, type ReturnedSums } from '~/domain/refund-parts'
import type { Refused, Result } from '~/domain/result'
import { unbroken } from '~/domain/unbroken'
import { nextVersion } from '~/features/back-office/save.server'
import { asKeptByDispute } from '~/features/money/dispute.server'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { returnOwed } from '~/features/money/return-owed.server'
import { link, type Paragraph } from '~/features/notification/letter.server'
import { findScreen } from '~/features/offer/on-offer.server'
import { announceEdit } from '~/features/stored-booking/announce-booking.server'
import { recordEvent, wasByCustomer } from '~/features/stored-booking/booking-history.server'
import { inChange } from '~/features/stored-booking/busy-change.server'
import { INVALID_BOOKING, lockOfLink, type StoredBooking } from '~/features/stored-booking/stored-booking.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { contentOf, hasContent, writeContent } from './booking-content.server'
import { resolveQuote } from './quote.server'
import { incompleteRefusal } from './quote-refusal.server'
import { draftOfBooking } from './stored-terms.server'

type Booked = Pick<StoredBooking, 'status' | 'during' | 'textsConfirmedAt' | 'lines'> & BookingTexts

/** The texts of a booking as they are made, for its customer; undefined when nothing is written for it. */
export function textsOf({ business, clock }: AppContext, booking: Booked) {
  const proofs = booking.status === 'booked' ? proofsOf(booking, boughtOf(booking)) : []
  if (!proofs.length) return undefined
  const end = textsEnd(booking.during.from, business.prepHours)
  const untold = untoldIn(proofs)
  const phone = shownPhone(business.phones[0] ?? '')
  const until = clock.now() < end ? unbroken(shortMoment(end, business.timeZone)) : null
  const confirmed = booking.textsConfirmedAt !== null
  return {
    proofs,
    untold,
    /** What is asked of the customer while lights are untold, until the visit begins. */
    asked: clock.now() < booking.during.from ? untoldWords(untold, { until, phone }) : undefined,
    /** The same of a cake without a name, until the customer says that it is right so. */
    cake: until && !confirmed && isCakeUnnamed(proofs) ? unnamedWords(until) : undefined,
    shown: shownTexts(booking),
    confirmed,
    /** Until when they can be changed, in words; nothing once it is too late. */
    until,
    phone,
  }
}

/** What a letter asks of lights and a cake's name that nobody has told before the visit, with the way to tell them; nothing otherwise (rule R4). */
export function untoldAsked(context: AppContext, booking: Booked & { linkToken: string }, secret = false): Paragraph[] {
  const { business } = context
  const texts = textsOf(context, booking)
  const asked = texts && askedIn(texts, secret)
  if (!texts || !asked) return []
  const page = `${business.appUrl}${links.customerTexts(booking.linkToken)}`
  return [texts.until ? [`${asked} `, link('Tell us here', page)] : asked]
}

/** All that is asked of a booking's texts, in whole sentences; undefined where nothing is, and of a `secret` not of the cake. */
export function askedIn(texts: CustomerTexts, secret = false): string | undefined {
  const { asked, untold, until, cake } = texts
  const lights = asked && untoldWords(untold, { ...texts, secret })
  return [lights && (until ? `${lights}.` : lights), !secret && cake].filter(Boolean).join(' ') || undefined
}

export type CustomerTexts = NonNullable<ReturnType<typeof textsOf>>

const boughtOf = ({ lines }: Pick<Booked, 'lines'>) => ({
  addons: lines.filter(({ kind }) => kind === 'addon'),
  cakes: lines.filter(({ kind }) => kind === 'cake'),
})

type TextsRefusal = 'not-found' | 'too-late' | 'changed' | 'untold' | 'busy'
type Changed =
  | Result<{ returned: ReturnedSums; untold?: string[] }, TextsRefusal>
  | (Refused<'price-changed'> & { total: Paise })

const CHANGED: Refused<'changed'> = {
  ...{ ok: false, reason: 'changed' },
  message: 'The texts have changed meanwhile. Please look again.',
}

/** The customer says that the texts are right as the page drew them (rule R4); a second time changes nothing. */
export const confirmTexts = (context: AppContext, token: string, shown: string): Promise<Changed> =>
  inTime(context, token, async (tx, stored) => {
    if (shownTexts(stored) !== shown) return CHANGED
    const [missing] = untoldIn(proofsOf(stored, boughtOf(stored)))
    if (missing) return { ok: false, reason: 'untold', message: `Please tell us first: ${missing}` }
    if (!stored.textsConfirmedAt) await confirmed(tx, stored, context.clock.now(), 'texts-confirmed')
    return { ok: true, returned: NOTHING_RETURNED }
  })

/**
 * The customer writes other texts, which are confirmed with it (rule R4). More letters in lights cost more, fewer less: a
 * total other than the page showed is asked about first. What was paid beyond a smaller total goes back by itself. Pressed twice,
 * the second press finds these texts saved.
 */
export const changeTexts = (
  context: AppContext,
  token: string,
  typed: DraftTexts,
  shown: { texts: string; total: Paise | undefined },
): Promise<Changed> =>
  inTime(context, token, async (tx, stored) => {
    const bought = boughtOf(stored)
    if (shownTexts(stored) !== shown.texts) {
      const alike = madeAlike(stored, storedTexts(typed, bought))
      const saved = alike && (stored.textsConfirmedAt || (await wasByCustomer(tx, stored.id, 'texts-changed')))
      return saved ? { ok: true, returned: NOTHING_RETURNED } : CHANGED
    }
    const screen = await findScreen(tx, stored.screenId)
    if (!screen) return INVALID_BOOKING
    const texts = Object.fromEntries(
      PROOF_NAMES.filter((name) => isAsked(name, bought)).map((name) => [name, typed[name] || undefined]),
    )
    const draft = { ...draftOfBooking(stored, screen.location?.city?.id, screen), ...texts }
    const quote = await resolveQuote(context, tx, { draft, dropped: undefined }, { staff: true, stored })
    if (incompleteRefusal(quote)) return INVALID_BOOKING
    const content = contentOf(context, quote, stored)
    const { total } = content.columns
    if (total !== shown.total) return otherPrice(context, stored, total)
    const now = context.clock.now()
    const untold = untoldIn(proofsOf({ ...stored, ...content.columns }, bought))
    if (hasContent(stored, content)) {
      if (!untold.length && !stored.textsConfirmedAt) await confirmed(tx, stored, now, 'texts-confirmed')
      return { ok: true, returned: NOTHING_RETURNED, untold }
    }
    await writeContent(tx, stored, content)
    await confirmed(tx, stored, now, 'texts-changed', untold)
    const reason = 'There are fewer letters in lights'
    const returned = await returnOwed(context, tx, { ...stored, total }, { actor: 'customer', reason })
    if (returned.all > 0 || returned.needed)
      await announceEdit(context, tx, { id: stored.id, version: stored.version + 1 }, returned)
    return { ok: true, returned: await asKeptByDispute(tx, stored.id, returned), untold }
  })

/** Writes down that the customer confirmed the texts as they are, or wrote them; while some are untold nothing is confirmed. */
const confirmed = async (
  tx: Transaction,
  { id }: StoredBooking,
  at: Date,
  kind: 'texts-confirmed' | 'texts-changed',
  untold: readonly string[] = [],
) => {
  await tx
    .update(bookings)
    .set({ textsConfirmedAt: untold.length ? null : at, ...nextVersion(bookings) })
    .where(eq(bookings.id, id))
  await recordEvent(tx, id, { at, kind, actor: 'customer' })
}

function otherPrice(
  { clock }: AppContext,
  stored: StoredBooking,
  total: Paise,
): Refused<'price-changed'> & { total: Paise } {
  const before = stored.total
  const payable = payableNow({ ...stored, total, request: null }, clock.now())
  const [more, all] = [total > before, formatRupees(total)]
  const difference = formatRupees(paise(Math.abs(total - before)))
  const words =
    total === before
      ? `With these texts your visit costs ${all}, as before.`
      : `With these texts your visit costs ${difference} ${more ? 'more' : 'less'}: ${all}.${more ? ` ${differenceWords(payable)}` : ''}`
  return { ok: false, reason: 'price-changed', message: `${words} Nothing is saved yet.`, total }
}

/** Does work on a booking of a link whose texts can still be changed. */
async function inTime(
  context: AppContext,
  token: string,
  work: (tx: Transaction, stored: StoredBooking) => Promise<Changed>,
): Promise<Changed> {
  const { db, business, clock } = context
  const [row] = await db.select({ id: bookings.id }).from(bookings).where(eq(bookings.linkToken, token))
  if (!row) return INVALID_BOOKING
  return inChange(db, async (tx): Promise<Changed> => {
    const stored = await lockOfLink(tx, { id: row.id, linkToken: token })
    if (stored?.status !== 'booked') return INVALID_BOOKING
    if (clock.now() >= textsEnd(stored.during.from, business.prepHours)) {
      const asked = textsOf(context, stored)?.asked
      const message = asked ?? `It is being made by now. Please call ${shownPhone(business.phones[0] ?? '')}.`
      return { ok: false, reason: 'too-late', message }
    }
    return work(tx, stored)
  })
}
