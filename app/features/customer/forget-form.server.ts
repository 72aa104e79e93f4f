import { z } from 'zod'
import { ERASURE_REASONS, type ErasureReason } from './erasure-reasons'

const reasons = Object.keys(ERASURE_REASONS) as ErasureReason[]

/** The form by which a super admin erases a person's data. */
export const forgetCustomerForm = z.object({
  reason: z.enum(reasons, { error: 'Reason is required' }),
  sure: z.literal('on', { error: 'Please confirm: this cannot be undone' }),
})
