import { z } from 'zod'
import { normalizePhone } from '~/domain/customer-details'
import { emailFault, normalizeEmail } from '~/domain/email-address'
import { passwordFormFault } from '~/domain/password'
import { phoneFault, staffNameFault } from '~/domain/staff-account'
import { STAFF_ROLES } from '~/domain/staff-role'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import { oneLine } from '~/domain/visible-text'
import { judged, requiredText, versionField } from '~/platform/form-fields.server'

export const staffName = judged(staffNameFault, oneLine)
export const staffEmail = judged(emailFault, normalizeEmail)
export const staffPhone = judged(phoneFault, normalizePhone)
/** The form of a password (rule K8); what else makes a password weak depends on whose it is (`weakPassword`). */
export const newPassword = judged(passwordFormFault, (text) => text)

/** A password as somebody signs in by it: of what is too long for any no more is read than shows that it is not theirs. */
const knownPassword = z.string({ error: 'Password is required' }).transform((text) => text.slice(0, LONGEST_READ.name))

/** Typed again before an account is made, changed or closed; judged by the feature. */
export const ownPassword = knownPassword.optional()

export const loginForm = z.object({
  email: staffEmail,
  password: knownPassword,
})

export const registerForm = z.object({
  name: staffName,
  email: staffEmail,
  password: newPassword,
  setupToken: z.string().trim().optional(),
  ownPassword,
})

/** At which field of the form a refused registration stands. */
export const REGISTRATION_FAULTS = {
  'wrong-token': 'setupToken',
  'weak-password': 'password',
  'email-taken': 'email',
  'own-password': 'ownPassword',
  'own-password-tries': 'ownPassword',
}

const phoneOrNone = judged((text) => (text ? phoneFault(text) : undefined), normalizePhone)

const person = z.object({
  name: staffName,
  email: staffEmail,
  number: phoneOrNone,
  role: z.enum(STAFF_ROLES, 'Choose a role'),
  locationId: z
    .string()
    .max(LONGEST_READ.id)
    .optional()
    .transform((text) => text || null),
  ownPassword,
})

export const codeForm = z.object({ code: requiredText('Code', LONGEST.code) })

export const personForm = { invite: person, edit: person.extend({ version: versionField }) }

export const ownPasswordForm = z.object({ ownPassword })

export const askResetForm = z.object({ email: staffEmail })

export const newPasswordForm = z.object({ password: newPassword })

export const changePasswordForm = z.object({
  current: knownPassword,
  password: newPassword,
})
