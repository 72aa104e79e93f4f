import { z } from 'zod'
import { paise } from '~/domain/money'
import { optionalText, rupeesField, wholeNumber } from '~/platform/form-fields.server'

/** The form that takes a payment: `shown` is what the page said was due, in paise. */
export const takePaymentForm = z.object({
  amount: rupeesField('Amount'),
  mode: z.enum(['cash', 'upi', 'card'], { error: 'Choose how it was paid' }),
  reference: optionalText('Reference', 40),
  shown: wholeNumber('What is due', 0, 2_000_000_000).transform(paise),
})
