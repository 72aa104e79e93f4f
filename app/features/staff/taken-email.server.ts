import { constraintRefusal } from '~/db/constraint-errors.server'

export const EMAIL_TAKEN = {
  ok: false,
  reason: 'email-taken',
  message: 'This email address is already registered',
} as const

/** Thrown within a transaction that finds an address taken otherwise than by the database's own guard. */
export const EMAIL_IN_USE = new Error(EMAIL_TAKEN.message)

/** Does what saves an account; answers the refusal when another one has its address. */
export async function refusingTakenEmail<Saving>(work: () => Promise<Saving>): Promise<Saving | typeof EMAIL_TAKEN> {
  try {
    return await work()
  } catch (error) {
    if (error === EMAIL_IN_USE || constraintRefusal(error)?.constraint === 'staff_email') return EMAIL_TAKEN
    throw error
  }
}
