import { z } from 'zod'
import { unchosenWay } from '~/domain/desk-money'
import { parseRupees } from '~/domain/money'
import { ASKED_SUMS, DEADLINES } from '~/domain/money-request'
import { DESK_MODES } from '~/domain/payment-mode'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import {
  checkbox,
  optionalText,
  requiredLines,
  requiredText,
  rupeesField,
  shownSumField,
} from '~/platform/form-fields.server'

/** The form that takes a payment: `shown` is what the page said was due, in paise. */
export const takePaymentForm = z
  .object({
    intent: z.literal('take-payment'),
    amount: rupeesField('Amount', 'more than ₹0'),
    // missing where Enter was pressed in a field: nobody chose a way by that
    mode: z.enum(DESK_MODES, { error: 'Choose how it was paid' }).optional(),
    reference: optionalText('Reference', LONGEST.reference),
    shown: shownSumField('What is due'),
  })
  .transform(({ mode, ...taken }, check) => {
    if (mode) return { ...taken, mode }
    const faults = Object.entries(unchosenWay(taken.shown, taken.amount))
    for (const [field, message] of faults) check.addIssue({ code: 'custom', message, path: field ? [field] : [] })
    return z.NEVER
  })

/** The form that asks a customer for money: all that is due, or an own sum. */
export const askMoneyForm = z.object({
  intent: z.literal('ask-money'),
  sum: z.enum(ASKED_SUMS, { error: 'Choose what to ask for' }),
  own: optionalText('Amount', LONGEST.typedNumber).transform((text) => parseRupees(text)),
  shown: shownSumField('What is due'),
})

/** The form that lets a hold end later. */
export const extendHoldForm = z.object({
  intent: z.literal('extend-hold'),
  deadline: z.enum(DEADLINES, { error: 'Choose until when the slot is held' }),
  time: optionalText('Time', LONGEST.typedNumber),
  shown: z.coerce.date().optional().catch(undefined),
})

/** The form that says by which way a refund was handed over: `shown` is how much of it the page said, in paise. */
export const handOverForm = z.object({
  intent: z.literal('hand-over'),
  refund: requiredText('Refund', LONGEST_READ.id),
  mode: z.enum(DESK_MODES, { error: 'Choose how it was handed over' }),
  reference: optionalText('Reference', LONGEST.reference),
  shown: shownSumField('What is handed over'),
})

/** The form that sends a refund once more, as much of it as the page said. */
export const sendAgainForm = z.object({
  intent: z.literal('send-again'),
  refund: requiredText('Refund', LONGEST_READ.id),
  shown: shownSumField('What is sent'),
})

/** The form that adds a note for staff. */
export const noteForm = z.object({
  intent: z.literal('add-note'),
  text: requiredLines('Note', LONGEST.note),
  ofCustomer: checkbox,
  asksApproval: checkbox,
})
