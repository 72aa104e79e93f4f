import { bookingEventWords, correctionWords, sumGiven } from '~/domain/booking-events'
import { canMove } from '~/domain/booking-status'
import { formatDate, formatInstant } from '~/domain/calendar'
import { refundsAsked } from '~/domain/cancellation-policy'
import { deletionOf, deletionWords, isUnderPolicy } from '~/domain/deletion'
import { correctionFault } from '~/domain/desk-refund'
import { isStaffHold } from '~/domain/hold'
import { type Paise, paise } from '~/domain/money'
import { movedForIn, moveReason, timesMoved } from '~/domain/moved-for'
import { modeName } from '~/domain/payment-mode'
import { purposesOf } from '~/domain/payment-purposes'
import { preparationsOf, preparationWords } from '~/domain/preparations'
import { originWords, refundWords, waitsForDispute } from '~/domain/refund-life'
import { sumsOf } from '~/domain/refund-parts'
import type { Scope, StaffRole } from '~/domain/staff-role'
import { cancellationOffers, writtenOffByDeleting } from '~/features/booking/cancel-booking.server'
import { textsOf } from '~/features/booking/customer-texts.server'
import { chargedVisit, failedVisit } from '~/features/booking/technical-failure.server'
import { receivedOf } from '~/features/money/desk-money.server'
import { refusedDeletion, refusedRefund } from '~/features/money/desk-refund.server'
import { disputedPayments } from '~/features/money/dispute.server'
import { heldRefundOf } from '~/features/money/held-refund.server'
import { payableNow } from '~/features/money/pay-on-own-page.server'
import { waitsForHand } from '~/features/money/refund.server'
import { asOwing, owedOf } from '~/features/money/return-owed.server'
import { refusedStrike, strikeOf } from '~/features/money/strike-payment.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { eventsOf, findBookingRow, requestOf, underWayOf } from './booking-queries.server'
import { viewNow } from './customer-booking.server'

/** What is asked about on a booking's page, and who asks: what their role may not send back is said beside it (rule K19). */
export interface AskedOfBooking {
  strike?: string
  role?: StaffRole
}

/** One booking as the back office shows it: invoice, money, history; undefined outside the scope. */
export async function bookingPage(context: AppContext, scope: Scope, id: string, asked: AskedOfBooking = {}) {
  const { strike: payment, role } = asked
  const { db, business, clock } = context
  const [booking, events, request, disputed, underWay] = await Promise.all([
    findBookingRow(db, scope, id),
    eventsOf(db, id),
    requestOf(db, id),
    disputedPayments(db, id),
    underWayOf(db, id),
  ])
  if (!booking) return undefined
  const when = (at: Date) => formatInstant(at, business.timeZone)
  const refused = (amount: Paise) => role && refusedRefund(context, { role }, amount, booking)?.message
  const offers = cancellationOffers(booking, clock.now(), disputed)
  const { policy, full, none } = offers
  const deletion = deletionOf(booking, clock.now())
  const written = writtenOffByDeleting(booking, clock.now())
  const refusedLoss = (returned: Paise) =>
    role && refusedDeletion(context, { role }, { written, returned }, booking)?.message
  const owed = sumsOf(owedOf(asOwing(booking))).all
  const strike = payment ? strikeOf(booking, payment) : undefined
  const view = viewNow(booking, clock.now())
  return {
    id,
    view,
    linkToken: booking.linkToken,
    customerId: booking.customerId,
    /** What the customer may pay from a distance now, and of a hold of ours until when it lasts. */
    payable: payableNow({ ...booking, request: request ?? null }, clock.now()) ?? null,
    heldByStaff: isStaffHold(booking),
    /** What its customer may have paid online already. */
    underWay,
    /** Money that came when the slot was gone, and waits until its customer may have chosen another one. */
    waiting: waitingOf(booking, clock.now()),
    slotStart: booking.during.from,
    note: booking.note,
    package: booking.packageName,
    /** What its room needs, in words, while it has the room (rule E3). */
    needs: view.blocks
      ? preparationsOf({ lines: booking.lines, texts: booking, inclusions: booking.packageInclusions }).map(
          preparationWords,
        )
      : [],
    attendance: booking.attendance,
    cancellable: canMove(booking.status, 'cancelled', 'cancelled'),
    offers,
    /** What is asked before it is deleted. */
    deletion: {
      ofHold: booking.status === 'pending',
      words: deletionWords(deletion, { attendance: booking.attendance, written, mail: view.customer.email }),
      written,
      underPolicy: isUnderPolicy(deletion),
      refunds: refundsAsked({ policy: policy.parts, full: full.parts, none: none.parts }),
    },
    /** Why whoever looks at it may not choose an offer, or give back what is owed. */
    refused: {
      policy: refusedLoss(offers.policy.sums.all),
      full: refusedLoss(offers.full.sums.all),
      none: refusedLoss(offers.none.sums.all),
      owed: refused(owed),
    },
    /** By what the desk may send back: whose role, how much at most, and what went back before. */
    sends: role && { role, most: business.deskRefundLimit, before: booking.deskReturned },
    /** What goes back by one press: of one that never stood, all that it holds. */
    owed,
    stood: asOwing(booking).total === booking.total,
    failed: failedVisit(booking, clock.now()) ?? null,
    charged: chargedOf(booking, events, role),
    /** What striking out the payment that is asked about would do. */
    strike: strike ? { ...strike, refused: role && refusedStrike(context, { role }, booking, strike)?.message } : null,
    facts: factsOf(context, booking, events, view.called, when),
    money: moneyRowsOf(booking, events, disputed, refused, when),
    history: historyOf(events, when),
  }
}

type Events = Awaited<ReturnType<typeof eventsOf>>

/** What came in and went back of a booking, in the order of time. */
function moneyRowsOf(
  booking: StoredBooking,
  events: Events,
  disputed: ReadonlySet<string>,
  refused: (amount: Paise) => string | undefined,
  when: (at: Date) => string,
) {
  const received = receivedOf(booking.payments)
  const purposes = purposesOf(
    booking.payments.map((row) => ({ ...row, at: row.receivedAt, stands: received.includes(row) })),
    events.find(({ toStatus }) => toStatus === 'booked')?.at,
  )
  const payments = booking.payments.map((row, index) => ({
    id: row.id,
    at: row.receivedAt,
    what: `${modeName(row.mode)}, ${purposes[index]}${row.status === 'captured' ? '' : `, ${row.status}`}${row.note && `, ${row.note}`}`,
    amount: row.amount,
    voided: !received.includes(row),
    waits: false,
    stuck: false,
    strikable: strikeOf(booking, row.id) !== undefined,
    refused: undefined,
  }))
  const refunds = booking.refunds.map((row) => {
    const { settledBy: by, mode } = row
    const where = { byHand: mode !== 'online' || by !== null, disputed: disputed.has(row.paymentId), by }
    const held = waitsForDispute(row.status, where.disputed)
    return {
      id: row.id,
      at: row.createdAt,
      what: `${originWords(row.origin)}, ${modeName(row.mode)}, ${refundWords(row.status, where)}: ${row.reason}${row.settledNote && `, ${row.settledNote}`}`,
      amount: paise(-row.amount),
      voided: row.status === 'dropped',
      waits: !held && waitsForHand(row),
      stuck: !held && row.status === 'with-staff',
      strikable: false,
      /** Why whoever looks at it may not hand it over or send it again. */
      refused: row.deskCounted ? undefined : refused(row.amount),
    }
  })
  return [...payments, ...refunds]
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, ...row }) => ({ ...row, when: when(at) }))
}

/** What else is known of a booking, in words. */
function factsOf(
  context: AppContext,
  booking: StoredBooking,
  events: Events,
  called: string,
  when: (at: Date) => string,
) {
  const byBusiness = events.filter(({ kind, detail }) => kind === 'moved' && movedForIn(detail) === 'business').length
  const untold = textsOf(context, booking)?.untold ?? []
  return [
    { label: 'Status', text: called },
    { label: 'City', text: booking.cityName || '—' },
    { label: 'Booked on', text: when(booking.createdAt) },
    { label: 'Booked by', text: booking.source === 'staff' ? 'Staff' : 'The customer, online' },
    { label: 'Coupon', text: booking.couponCode ?? '—' },
    { label: 'Terms accepted', text: booking.termsAcceptedAt ? when(booking.termsAcceptedAt) : '—' },
    ...(booking.termsVersion ? [{ label: 'In the wording of', text: formatDate(booking.termsVersion) }] : []),
    ...(booking.termsAddress ? [{ label: 'From the address', text: booking.termsAddress }] : []),
    ...(untold.length ? [{ label: 'Not told yet', text: untold.join(', ') }] : []),
    ...(booking.textsConfirmedAt
      ? [{ label: 'Texts', text: `Confirmed by the customer, ${when(booking.textsConfirmedAt)}` }]
      : []),
    { label: 'Moved', text: timesMoved(booking.rescheduleCount, byBusiness) },
    ...(booking.cancelReason ? [{ label: 'Cancelled because', text: booking.cancelReason }] : []),
  ]
}

/** What happened to a booking, in words. */
const historyOf = (events: Events, when: (at: Date) => string) =>
  events.map(({ id: key, at, kind, actor, detail }) => ({
    id: key,
    when: when(at),
    actor,
    what: [
      bookingEventWords(kind, detail),
      moveReason(movedForIn(detail)),
      sumGiven(kind, detail),
      correctionWords(kind, detail),
    ]
      .filter(Boolean)
      .join(', '),
  }))

function waitingOf(booking: StoredBooking, now: Date): { amount: Paise; until: Date } | null {
  const held = heldRefundOf(booking)
  return booking.status === 'expired' && held && held.heldUntil > now
    ? { amount: held.amount, until: held.heldUntil }
    : null
}

/** What a visit was charged after a technical failure, with the minutes that were entered, for whoever may correct it. */
function chargedOf(booking: StoredBooking, events: Events, role: StaffRole | undefined) {
  const visit = chargedVisit(booking)
  if (!visit) return null
  const minutes = events.filter(({ kind }) => kind === 'technical-failure').at(-1)?.detail?.minutesUsed
  const entered = typeof minutes === 'number' && minutes <= visit.slotMinutes ? minutes : null
  return { ...visit, entered, version: booking.version, refused: role && correctionFault(role) }
}
