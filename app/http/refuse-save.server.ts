import type { Refused } from '~/domain/result'
import type { Asks } from '~/features/back-office/save.server'
import type { FormReply } from '~/platform/form.server'

interface Refusing {
  refuse(errors: Record<string, string>, status?: number, asks?: Asks): FormReply
}

/** Sends a form back after a refused save; `fields` says at which field a reason stands. */
export function refuseSave(
  form: Refusing,
  refused: Refused<string> & Asks,
  fields: Record<string, string> = {},
): FormReply {
  const { conflict, question } = refused
  const asks = { conflict, question }
  const status = refused.reason === 'stale' ? 409 : refused.reason === 'missing' ? 404 : 422
  return form.refuse({ [fields[refused.reason] ?? '']: refused.message }, status, asks)
}
