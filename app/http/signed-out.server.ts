import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type FormReply, parseForm } from '~/platform/form.server'
import { ANSWERED_HERE } from '~/ui/answered-here'

const HEADER = 'X-Signed-Out'

export const STILL_HERE =
  'You have been signed out. Sign in again in another tab, then save here once more: what you typed is still here.'
export const SEND_AGAIN =
  'You have been signed out. Sign in again in another tab, then reload this page: your browser sends the form once more.'

/** The refusal of somebody who is not signed in: to the login, unless the guard of actions knows a kinder answer. */
export const signedOut = (login: string): Response => redirect(login, { status: 303, headers: { [HEADER]: login } })

/**
 * What somebody reads whose session ended while a form was open. With scripts the form stays as it was typed, passwords
 * excepted, and says where to sign in; without them a page says how to send it again. Anything else keeps its refusal.
 *
 * @throws Response 401, the page for browsers without scripts
 */
export async function keepTyped(request: Request, refusal: unknown): Promise<FormReply | undefined> {
  const login = refusal instanceof Response && refusal.headers.get(HEADER)
  if (!login) return undefined
  const form = await request.formData().catch(() => undefined)
  if (!form?.has(ANSWERED_HERE) || bytesOf(form) > KEPT_BYTES) return undefined
  if (request.headers.get('Accept')?.includes('text/html')) throw new Response(SEND_AGAIN, { status: 401 })
  const secret = [...form.keys()].filter((name) => /password/i.test(name))
  const read = parseForm(form, z.looseObject({}), { secret })
  if (!read.ok) return undefined
  const reply = read.refuse({ '': STILL_HERE }, 401)
  return { ...reply, data: { ...reply.data, signIn: login.replace(/\?.*$/, '') } }
}

/** No form of ours has more typed into it; a stranger who sends more gets nothing back. */
const KEPT_BYTES = 64 * 1024

const bytesOf = (form: FormData) =>
  [...form].reduce((bytes, [name, value]) => bytes + name.length + (typeof value === 'string' ? value.length : 0), 0)
