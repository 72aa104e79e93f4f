import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { openSessionFor } from '~/features/staff/credentials.server'
import { halfSignedInCookie } from '~/features/staff/half-signed-in.server'
import { loginForm } from '~/features/staff/staff-forms.server'
import type { AppContext } from '~/platform/context.server'
import { type FormReply, parseForm } from '~/platform/form.server'

/** Signed in with a new session's token, or the form sent back with what is wrong. */
export type SignIn =
  | { ok: true; token: string; email: string }
  | { ok: false; reply: FormReply }
  /** The password was right, and a code is asked for: the cookie that says so. */
  | { ok: false; half: string }

/** The login form's authenticator: `authenticate('form', request)`. */
export function createAuthenticator(context: AppContext): Authenticator<SignIn> {
  return new Authenticator<SignIn>().use(
    new FormStrategy(({ form, request }) => signIn(context, request, form)),
    'form',
  )
}

async function signIn(context: AppContext, request: Request, fields: FormData): Promise<SignIn> {
  const form = parseForm(fields, loginForm, { secret: ['password'] })
  if (!form.ok) return { ok: false, reply: form.reply() }
  const opened = await openSessionFor(context, request, form.value)
  if (opened.ok) return { ...opened, email: form.value.email }
  if (opened.reason === 'code-needed') return { ok: false, half: await halfSignedInCookie(context, opened.account) }
  return { ok: false, reply: form.refuse({ '': opened.message }, opened.reason === 'too-many' ? 429 : 401) }
}
