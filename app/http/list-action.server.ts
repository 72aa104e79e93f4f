import { z } from 'zod'
import { recordId } from '~/platform/form-fields.server'

/** The two things a list's forms ask for. */
export const listAction = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('delete'), id: recordId }),
  z.object({
    intent: z.literal('status'),
    id: recordId,
    active: z.enum(['true', 'false']).transform((value) => value === 'true'),
  }),
])

/** Reads a list's form; a malformed one is a bad request. */
export async function readListAction(request: Request): Promise<z.output<typeof listAction>> {
  return judgeListAction(await request.formData())
}

/** Judges a list's form that has been read; a malformed one is a bad request. */
export function judgeListAction(form: FormData): z.output<typeof listAction> {
  const parsed = listAction.safeParse(Object.fromEntries(form))
  if (!parsed.success) throw new Response('Bad request', { status: 400 })
  return parsed.data
}
