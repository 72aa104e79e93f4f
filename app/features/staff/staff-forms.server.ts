import { z } from 'zod'
import { normalizePhone } from '~/domain/customer-details'
import { passwordFormFault } from '~/domain/password'
import { emailFault, normalizeEmail, phoneFault, staffNameFault } from '~/domain/staff-account'
import { judged } from '~/platform/form-fields.server'

export const staffName = judged(staffNameFault)
export const staffEmail = judged(emailFault, normalizeEmail)
export const staffPhone = judged(phoneFault, normalizePhone)
/** The form of a password (rule K8); what else makes a password weak depends on whose it is (`weakPassword`). */
export const newPassword = judged(passwordFormFault, (text) => text)

/** Typed again before an account is made, changed or closed; judged by the feature. */
export const ownPassword = z.string().max(200).optional()

export const loginForm = z.object({
  email: staffEmail,
  password: z.string({ error: 'Password is required' }).max(200, 'Password is required'),
})

export const registerForm = z.object({
  name: staffName,
  email: staffEmail,
  password: newPassword,
  setupToken: z.string().trim().optional(),
  ownPassword,
})

export const askResetForm = z.object({ email: staffEmail })

export const newPasswordForm = z.object({ password: newPassword })

export const changePasswordForm = z.object({
  current: z.string({ error: 'Password is required' }).max(200, 'Password is required'),
  password: newPassword,
})
