import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { sum } from '~/domain/money'
import { completingOf, ledgerOfRows } from '~/features/payment/counter-money.server'
import { links } from '~/links'
import type { AppContext } from '~/platform/context.server'
import { parseForm } from '~/platform/form.server'
import { checkbox, optionalText, rupeesField, versionField } from '~/platform/form-fields.server'
import { redirectWithNotice } from '~/platform/session.server'
import { updateBooking } from './edit-booking.server'
import { keepDraft, type StaffHand, stepLink } from './kept-draft.server'
import { placeStaffBooking } from './staff-booking.server'
import { finishStaffDraft } from './staff-draft.server'
import type { OpenVisit } from './visit.server'

/** The last step as staff fill it in: what was received and how, a note, and on an edit whether all is paid. */
const counterForm = z.object({
  advance: rupeesField('Advance'),
  mode: z.enum(['cash', 'upi', 'card'], { error: 'Choose how it was paid' }),
  note: optionalText('Note', 1_000),
  fullPayment: checkbox,
  /** Whether the tick was set when the form was shown: only then does its absence mean that money was not received. */
  wasFullPayment: checkbox,
  tellCustomer: checkbox,
  version: versionField,
})

/** What the last step shows to staff. Amounts in paise. */
export function counterStep({ draft, slot, screen, priced }: OpenVisit, { counter, editing, sold }: StaffHand) {
  const money = sold && {
    received: ledgerOfRows(sold, sold.payments, sold.refunds).received,
    refunded: ledgerOfRows(sold, sold.payments, sold.refunds).refunded,
    online: sum(sold.payments.filter((row) => row.mode === 'online' && !row.voidedAt).map(({ amount }) => amount)),
    completing: completingOf(sold.payments),
  }
  const same =
    sold &&
    sold.screenId === screen.id &&
    sold.visitDate === draft.date &&
    sold.slotFrom === slot?.from &&
    sold.slotTo === slot?.to
  return {
    attempt: draft.attemptId,
    version: editing?.version ?? 0,
    total: priced.total,
    ...counter,
    // paid in full is what is paid in full at today's total
    fullPayment: Boolean(counter?.fullPayment) && (!money || priced.total <= money.received - money.refunded),
    money: money ?? null,
    /** Whether the customer has to come at another time or to another place. */
    moved: sold !== undefined && !same,
    mail: draft.customer?.email || null,
  }
}

/** Books or saves what staff have put together. */
export async function answerCounter(context: AppContext, visit: OpenVisit, hand: StaffHand, form: FormData) {
  const read = parseForm(form, counterForm)
  if (!read.ok) return read.reply(422)
  const { version, tellCustomer, wasFullPayment, fullPayment, ...typed } = read.value
  const counter = { ...typed, fullPayment: fullPayment || (wasFullPayment ? false : undefined) }
  const { member, editing } = hand
  const { draft } = visit
  const done = editing
    ? await updateBooking(context, member, editing.bookingId, version, draft, { ...counter, tellCustomer })
    : await placeStaffBooking(context, member, draft, counter)
  // sent twice, the second time finds what the first has saved
  const savedBefore = !done.ok && 'conflict' in done && done.conflict?.changes.length === 0
  if (done.ok || savedBefore) {
    const booking = done.ok ? done.bookingId : editing?.bookingId
    await finishStaffDraft(context, member, hand.kept, booking ?? '')
    return redirect(links.bookingConfirmation({ booking }), 303)
  }
  const { reason, message } = done
  if (reason === 'advance-above-total' || reason === 'advance-below-received') return read.refuse({ advance: message })
  const slotGone = reason === 'slot-taken' || reason === 'slot-started' || reason === 'date-closed'
  const again = slotGone ? 'slots' : done.step
  if (!again || again === 'payment') {
    const conflict = 'conflict' in done ? done.conflict : undefined
    return read.refuse({ '': message }, reason === 'stale' ? 409 : 422, { conflict })
  }
  const kept = slotGone ? { ...draft, slotId: undefined } : draft
  // what was typed here waits until the way leads here again
  await keepDraft(context, { hand: { ...hand, counter } }, kept, visit.dropped)
  return redirectWithNotice(stepLink(again, visit), message, 'error')
}
