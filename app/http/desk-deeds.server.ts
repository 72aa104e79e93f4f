import { attendanceWords } from '~/domain/booking-status'
import { unchosenWay } from '~/domain/desk-money'
import { formatRupees } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { modeWords } from '~/domain/payment-mode'
import type { Refused } from '~/domain/result'
import { setAttendance } from '~/features/booking/attendance.server'
import { sendLetterAgain } from '~/features/booking/booking-letters.server'
import { sendDetails } from '~/features/booking/send-details.server'
import { attendanceForm } from '~/features/booking-pages/back-office-forms.server'
import {
  askMoneyForm,
  extendHoldForm,
  handOverForm,
  noteForm,
  sendAgainForm,
  takePaymentForm,
} from '~/features/front-desk/desk-forms.server'
import { askForMoney, extendHold } from '~/features/money/money-request.server'
import { handedOverWords, handOverRefund, sendRefundAgain } from '~/features/money/owed-refunds.server'
import { takePayment } from '~/features/money/take-payment.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import { requestWords } from '~/features/stored-booking/announce-booking.server'
import { unlessBusy } from '~/features/stored-booking/busy-change.server'
import { addNote, removeNote } from '~/features/stored-booking/internal-notes.server'
import type { AppContext } from '~/platform/context.server'
import { type FormReply, parseForm } from '~/platform/form.server'
import { redirectWithNotice } from './notice.server'
import { refusalStatus } from './refusal-status.server'

/**
 * Does what the front desk does for a booking by one press, wherever it is pressed, and leads `back`; undefined when the form
 * asks for none of it.
 *
 * @throws Response 404 when there is no such booking within reach
 */
export async function answerDeskDeed(
  context: AppContext,
  staff: ActingStaff,
  id: string,
  form: FormData,
  back: string,
): Promise<Response | FormReply | undefined> {
  const said = (name: string) => String(form.get(name) ?? '')
  switch (form.get('intent')) {
    case 'attendance': {
      const read = parseForm(form, attendanceForm)
      if (!read.ok) return read.reply()
      const { attendance, shown } = read.value
      const done = await unlessBusy(() => setAttendance(context, staff, id, attendance, shown))
      return told(back, done, ({ customer }) => `${customer}: ${attendanceWords(attendance).toLowerCase()}`)
    }
    case 'take-payment': {
      const read = parseForm(form, takePaymentForm)
      if (!read.ok) return read.reply()
      const { amount, mode, shown } = read.value
      if (!mode) return read.refuse(unchosenWay(shown, amount))
      const taken = await unlessBusy(() => takePayment(context, staff, id, { ...read.value, mode, entry: read.entry }))
      if (taken.ok) {
        const open = taken.due > 0 ? `, ${formatRupees(taken.due)} is still due` : ', nothing is due any more'
        return redirectWithNotice(back, `${formatRupees(amount)} taken ${modeWords(mode)}${open}`)
      }
      if (taken.reason === 'not-found') throw notFound()
      const field = taken.reason === 'no-amount' || taken.reason === 'more-than-due' ? 'amount' : ''
      return read.refuse({ [field]: taken.message }, refusalStatus(taken))
    }
    case 'ask-money': {
      const read = parseForm(form, askMoneyForm)
      if (!read.ok) return read.reply()
      const asked = await unlessBusy(() => askForMoney(context, staff, id, read.value))
      if (asked.ok) {
        const words = await requestWords(context, asked.email)
        return redirectWithNotice(back, `Asked for ${formatRupees(asked.amount)}. ${words}`)
      }
      if (asked.reason === 'not-found') throw notFound()
      const field = asked.reason === 'amount-unreadable' || asked.reason === 'amount-out-of-range' ? 'own' : ''
      return read.refuse({ [field]: asked.message }, refusalStatus(asked))
    }
    case 'extend-hold': {
      const read = parseForm(form, extendHoldForm)
      if (!read.ok) return read.reply()
      const done = await unlessBusy(() => extendHold(context, staff, id, read.value))
      if (done.ok) {
        const until = momentWords(done.until, context.clock.now(), context.business.timeZone)
        return redirectWithNotice(back, `Held until ${until}`)
      }
      if (done.reason === 'not-found') throw notFound()
      return read.refuse({ time: done.message }, refusalStatus(done))
    }
    case 'add-note': {
      const read = parseForm(form, noteForm)
      if (!read.ok) return read.reply()
      const { text, ofCustomer, asksApproval } = read.value
      const about = ofCustomer ? 'customer' : 'booking'
      const added = await unlessBusy(() =>
        addNote(context, staff, id, { about, text, asksApproval, entry: read.entry }),
      )
      if (added.ok) return redirectWithNotice(back, 'Note added')
      if (added.reason === 'not-found') throw notFound()
      return read.refuse({ '': added.message }, refusalStatus(added))
    }
    case 'remove-note': {
      const gone = await unlessBusy(() => removeNote(context, staff, id, said('note')))
      return told(back, gone, () => 'Note removed')
    }
    case 'send-details': {
      const sent = await unlessBusy(() => sendDetails(context, staff, id))
      return told(back, sent, ({ email }) => `Sent to ${email}`)
    }
    case 'letter-again': {
      const sent = await unlessBusy(() => sendLetterAgain(context, staff, id, said('letter')))
      return told(back, sent, ({ email }) => `Sent to ${email}`)
    }
    case 'hand-over': {
      const read = parseForm(form, handOverForm)
      if (!read.ok) return read.reply()
      const { refund, reference: note, ...given } = read.value
      const done = await unlessBusy(() => handOverRefund(context, staff, id, refund, { ...given, note }))
      if (done.ok) return redirectWithNotice(back, handedOverWords(done))
      if (done.reason === 'not-found') throw notFound()
      return read.refuse({ '': done.message }, refusalStatus(done))
    }
    case 'send-again': {
      const read = parseForm(form, sendAgainForm)
      if (!read.ok) return read.reply()
      const { refund, shown } = read.value
      const done = await unlessBusy(() => sendRefundAgain(context, staff, id, refund, shown))
      if (!done.ok && done.reason === 'sum-changed') return read.refuse({ '': done.message }, refusalStatus(done))
      return told(back, done, ({ sent }) => `${formatRupees(sent)} is sent again`)
    }
    default:
      return undefined
  }
}

/** Leads back with what was done in words, or with why not. */
function told<Done extends { ok: true }>(
  back: string,
  done: Done | Refused<string>,
  words: (done: Done) => string,
): Promise<Response> {
  if (done.ok) return redirectWithNotice(back, words(done))
  if (done.reason === 'not-found') throw notFound()
  return redirectWithNotice(back, done.message, 'error')
}

const notFound = () => new Response('Invalid booking Id', { status: 404 })
