import { z } from 'zod'
import { attendanceWords } from '~/domain/booking-status'
import { formatRupees } from '~/domain/money'
import { momentWords } from '~/domain/money-request'
import { modeWords } from '~/domain/payment-mode'
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
import { addNote, removeNote } from '~/features/stored-booking/internal-notes.server'
import type { AppContext } from '~/platform/context.server'
import type { FormReply } from '~/platform/form.server'
import { deed, type Press, said } from './deed.server'

/** A press that says nothing but what it is about. */
const nothingTyped = z.object({})

/** What the front desk does for a booking by one press, by what its form calls it. */
const DEEDS = new Map<unknown, (press: Press) => Promise<Response | FormReply>>([
  [
    'attendance',
    deed({
      form: attendanceForm,
      do: ({ context, staff, id }, { attendance, shown }) => setAttendance(context, staff, id, attendance, shown),
      words: ({ customer }, { attendance }) => `${customer}: ${attendanceWords(attendance).toLowerCase()}`,
    }),
  ],
  [
    'take-payment',
    deed({
      form: takePaymentForm,
      do: ({ context, staff, id }, value, entry) => takePayment(context, staff, id, { ...value, entry }),
      words: ({ due }, { amount, mode }) => {
        const open = due > 0 ? `, ${formatRupees(due)} is still due` : ', nothing is due any more'
        return `${formatRupees(amount)} taken ${modeWords(mode)}${open}`
      },
      fieldOf: (reason) => (reason === 'no-amount' || reason === 'more-than-due' ? 'amount' : ''),
    }),
  ],
  [
    'ask-money',
    deed({
      form: askMoneyForm,
      do: ({ context, staff, id }, value) => askForMoney(context, staff, id, value),
      words: async ({ amount, email }, _, context) =>
        `Asked for ${formatRupees(amount)}. ${await requestWords(context, email)}`,
      fieldOf: (reason) => (reason === 'amount-unreadable' || reason === 'amount-out-of-range' ? 'own' : ''),
    }),
  ],
  [
    'extend-hold',
    deed({
      form: extendHoldForm,
      do: ({ context, staff, id }, value) => extendHold(context, staff, id, value),
      words: ({ until }, _, { clock, business }) => `Held until ${momentWords(until, clock.now(), business.timeZone)}`,
      fieldOf: () => 'time',
    }),
  ],
  [
    'add-note',
    deed({
      form: noteForm,
      do: ({ context, staff, id }, { text, ofCustomer, asksApproval }, entry) =>
        addNote(context, staff, id, { about: ofCustomer ? 'customer' : 'booking', text, asksApproval, entry }),
      words: () => 'Note added',
      fieldOf: () => '',
    }),
  ],
  [
    'remove-note',
    deed({
      form: nothingTyped,
      do: (press) => removeNote(press.context, press.staff, press.id, said(press, 'note')),
      words: () => 'Note removed',
    }),
  ],
  [
    'send-details',
    deed({
      form: nothingTyped,
      do: ({ context, staff, id }) => sendDetails(context, staff, id),
      words: ({ email }) => `Sent to ${email}`,
    }),
  ],
  [
    'letter-again',
    deed({
      form: nothingTyped,
      do: (press) => sendLetterAgain(press.context, press.staff, press.id, said(press, 'letter')),
      words: ({ email }) => `Sent to ${email}`,
    }),
  ],
  [
    'hand-over',
    deed({
      form: handOverForm,
      do: ({ context, staff, id }, { refund, reference: note, mode, shown }) =>
        handOverRefund(context, staff, id, refund, { mode, shown, note }),
      words: (handed) => handedOverWords(handed),
      fieldOf: () => '',
    }),
  ],
  [
    'send-again',
    deed({
      form: sendAgainForm,
      do: ({ context, staff, id }, { refund, shown }) => sendRefundAgain(context, staff, id, refund, shown),
      words: ({ sent }) => `${formatRupees(sent)} is sent again`,
      fieldOf: (reason) => (reason === 'sum-changed' ? '' : undefined),
    }),
  ],
])

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
  return DEEDS.get(form.get('intent'))?.({ context, staff, id, form, back })
}
