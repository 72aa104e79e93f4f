import { z } from 'zod'

/** What a list's address may carry besides its own filters. */
export function listQuery(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const path = pathname.replace(/\.data$/, '')
  const get = (name: string) => searchParams.get(name)?.trim() || undefined
  const kept = new URLSearchParams(searchParams)
  for (const name of ['delete', 'index', '_routes']) kept.delete(name)
  for (const [name, value] of [...kept]) if (!value) kept.delete(name)
  const text = kept.toString()
  return {
    get,
    search: get('search')?.slice(0, 80),
    page: Number(get('page')) || 1,
    /** The record that is about to be deleted. */
    deleting: get('delete'),
    /** This list as it is filtered now, without a question in front of it. */
    here: text ? `${path}?${text}` : path,
    query: Object.fromEntries(kept),
  }
}

const recordId = z.string().regex(/^[\w-]{1,64}$/)

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
