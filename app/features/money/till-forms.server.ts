import { z } from 'zod'
import { paise } from '~/domain/money'
import { optionalText, requiredText, rupeesField } from '~/platform/form-fields.server'

/** The form that closes a day. */
export const closingForm = z.object({
  openingFloat: rupeesField('Opening float'),
  counted: rupeesField('Counted cash'),
  reason: optionalText('Reason', 300),
})

/** The form that corrects a closed day: more, or less, than was counted. */
export const correctionForm = z
  .object({
    sign: z.enum(['more', 'less'], { error: 'Choose more or less' }),
    amount: rupeesField('Amount'),
    reason: requiredText('Reason', 300),
  })
  .transform(({ sign, amount, reason }) => ({ amount: sign === 'more' ? amount : paise(-amount), reason }))
