import { z } from 'zod'
import { normalizePhone } from '~/domain/customer-details'
import { emailFault, normalizeEmail, passwordFault, phoneFault, staffNameFault } from '~/domain/staff-account'

type Judge = (text: string) => string | undefined

/** A text judged by a domain rule; a missing field is judged as an empty one. */
const judged = (judge: Judge, tidy: (text: string) => string = (text) => text.trim()) =>
  z
    .string()
    .default('')
    .transform(tidy)
    .superRefine((text, check) => {
      const message = judge(text)
      if (message) check.addIssue({ code: 'custom', message })
    })

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
