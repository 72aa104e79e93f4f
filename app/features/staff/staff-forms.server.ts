import { z } from 'zod'
import { normalizePhone } from '~/domain/customer-details'
import { emailFault, normalizeEmail, passwordFault, phoneFault, staffNameFault } from '~/domain/staff-account'
import { judged } from '~/platform/form-fields.server'

export const staffName = judged(staffNameFault)
export const staffEmail = judged(emailFault, normalizeEmail)
export const staffPhone = judged(phoneFault, normalizePhone)
export const newPassword = judged(passwordFault, (text) => text)

export const loginForm = z.object({
  email: staffEmail,
  password: z.string({ error: 'Password is required' }).max(200, 'Password is required'),
})

export const registerForm = z.object({
  name: staffName,
  email: staffEmail,
  password: newPassword,
  setupToken: z.string().trim().optional(),
})
