import { Refusal, Reply, refuse } from '~/features/api/call.server'
import { judge } from '~/features/api/read-body.server'
import { authCalls } from '~/features/api/staff-calls.server'
import { adminJson } from '~/features/api/staff-shapes.server'
import { openSessionFor } from '~/features/staff/credentials.server'
import { deviceCookie } from '~/features/staff/known-device.server'
import { registerSuperAdmin } from '~/features/staff/registration.server'
import { loginForm, REGISTRATION_FAULTS, registerForm } from '~/features/staff/staff-forms.server'
import { authCookie, closeSession, findSession } from '~/features/staff/staff-session.server'
import { answers, apiRoute } from '~/http/api-route.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { FORGET_PAGES } from '~/platform/security-headers.server'

const api = apiRoute(
  answers(authCalls.login, async ({ context, request, body }) => {
    const credentials = judge(loginForm, body)
    if (credentials instanceof Refusal) return credentials
    const opened = await openSessionFor(context, request, { ...credentials, code: body.code })
    if (!opened.ok) return refuse(opened.reason === 'too-many' ? 429 : 401, opened.message)
    const { token } = opened
    const staff = await findSession(context, token)
    if (!staff) return refuse(401, 'Please log in.')
    const headers = new Headers({ 'Set-Cookie': authCookie(context, token) })
    headers.append('Set-Cookie', await deviceCookie(request, credentials.email))
    return new Reply({ token, admin: adminJson(staff) }, headers)
  }),
  answers(authCalls.register, async ({ context, staff, body }) => {
    const wanted = judge(registerForm, body)
    if (wanted instanceof Refusal) return wanted
    const tooMany = await tooManyTries(context, 'register', wanted.email)
    if (tooMany) return refuse(429, tooMany)
    const registered = await registerSuperAdmin(context, staff, wanted)
    if (registered.ok)
      return { admin: adminJson({ ...wanted, id: registered.id, role: 'super-admin', locationId: null }) }
    const status = {
      closed: 403,
      'wrong-token': 422,
      'weak-password': 422,
      'own-password': 422,
      'own-password-tries': 429,
      'email-taken': 409,
    } as const
    const at = registered.reason === 'closed' ? undefined : REGISTRATION_FAULTS[registered.reason]
    const { message } = registered
    return refuse(status[registered.reason], message, at === undefined ? undefined : { fields: { [at]: message } })
  }),
  answers(authCalls.initialLogin, async ({ context, staff, body: { token } }) => {
    const found = token === undefined ? staff : await findSession(context, token)
    return found ? { admin: adminJson(found) } : refuse(401, 'Please log in.')
  }),
  answers(authCalls.logout, async ({ context, request }) => {
    await closeSession(context, request)
    return new Reply(
      { success: true as const, admin: null },
      new Headers({ 'Set-Cookie': authCookie(context), ...FORGET_PAGES }),
    )
  }),
)

export const loader = api.loader
export const action = api.action
