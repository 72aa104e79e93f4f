import { z } from 'zod'
import { paise, shownSum } from '~/domain/money'
import { LONGEST } from '~/domain/text-limits'
import { optionalText, requiredText, rupeesField } from '~/platform/form-fields.server'

/** A sum as the page said it, in paise; undefined where it said none. */
const saidSum = z.string().optional().catch(undefined).transform(shownSum)

/** The form that closes a day. */
export const closingForm = z.object({
  openingFloat: rupeesField('Opening float'),
  counted: rupeesField('Counted cash'),
  reason: optionalText('Reason', LONGEST.reason),
  shown: saidSum,
  shownLeft: z
    .literal('null')
    .transform(() => null)
    .or(saidSum),
  // the question that was answered with yes
  sure: optionalText('Yes', LONGEST.reason),
})

/** The form that corrects a closed day: more, or less, than was counted. */
export const correctionForm = z
  .object({
    sign: z.enum(['more', 'less'], { error: 'Choose more or less' }),
    amount: rupeesField('Amount', 'more than ₹0'),
    reason: requiredText('Reason', LONGEST.reason),
  })
  .transform(({ sign, amount, ...rest }) => ({ amount: sign === 'more' ? amount : paise(-amount), ...rest }))
