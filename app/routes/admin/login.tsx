import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { pageMeta } from '~/features/site/page-meta'
import { deviceCookie } from '~/features/staff/known-device.server'
import { LoginForm } from '~/features/staff/login-form'
import {
  REGISTRATION_CLOSED,
  registeredAgain,
  registerSuperAdmin,
  registrationDoor,
} from '~/features/staff/registration.server'
import { SignInCard } from '~/features/staff/sign-in-card'
import { REGISTRATION_FAULTS, registerForm } from '~/features/staff/staff-forms.server'
import { authCookie, currentStaff } from '~/features/staff/staff-session.server'
import { createAuthenticator } from '~/http/authenticator.server'
import { redirectWithNotice } from '~/http/notice.server'
import { localPath } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { tooManyTries } from '~/platform/rate-limit.server'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({ title: data?.mode === 'register' ? 'Register' : 'Login' })({ matches })

const modeOf = (request: Request) => (/^\/register\/?$/i.test(new URL(request.url).pathname) ? 'register' : 'login')

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await currentStaff(context, request)
  const mode = modeOf(request)
  const registration = await registrationDoor(context, mode === 'register' ? staff : null)
  const door = mode === 'register' ? registration : 'open'
  return {
    mode,
    door,
    nobodyYet: mode === 'login' && registration !== 'closed',
    closed: REGISTRATION_CLOSED,
    signedIn: staff && { name: staff.name },
  } as const
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  if (modeOf(request) === 'login') {
    const signIn = await createAuthenticator(context).authenticate('form', request)
    const wanted = localPath(new URL(request.url).searchParams.get('next'))
    if (!signIn.ok && 'half' in signIn) {
      return redirect(links.loginCode({ next: wanted }), { status: 303, headers: { 'Set-Cookie': signIn.half } })
    }
    if (!signIn.ok) return signIn.reply
    const next = wanted ?? links.dashboard()
    const headers = new Headers({ 'Set-Cookie': authCookie(context, signIn.token) })
    headers.append('Set-Cookie', await deviceCookie(request, signIn.email))
    return redirectWithNotice(next, 'Login successful', 'success', headers)
  }
  const staff = await currentStaff(context, request)
  const form = await readForm(request, registerForm, { secret: ['password', 'setupToken', 'ownPassword'] })
  if (!form.ok) return form.reply()
  const tooMany = await tooManyTries(context, 'register', form.value.email)
  if (tooMany) return form.refuse({ '': tooMany }, 429)
  const registered = await registerSuperAdmin(context, staff, form.value)
  if (registered.ok) return redirectWithNotice(links.login(), REGISTERED)
  if (registered.reason === 'closed') {
    const again = await registeredAgain(context, request, form.value)
    if (again.ok) return redirectWithNotice(links.login(), REGISTERED)
    return form.refuse({ '': again.message }, again.reason === 'too-many' ? 429 : 403)
  }
  return form.refuse({ [REGISTRATION_FAULTS[registered.reason]]: registered.message })
}

const REGISTERED = 'Registraion successful'

export default function Login() {
  const { mode, door, nobodyYet, closed, signedIn } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <SignInCard title={mode === 'register' ? 'Register' : 'Login'}>
      {signedIn && (
        <p className="mb-6 rounded-xl bg-plum px-4 py-3 text-sm">
          You are signed in as {signedIn.name}.{' '}
          <Link to={links.dashboard()} className="text-champagne underline underline-offset-4">
            Go to the dashboard
          </Link>
        </p>
      )}
      {nobodyYet && (
        <p className="mb-6 rounded-xl bg-plum px-4 py-3 text-sm">
          Nobody has an account here yet.{' '}
          <Link to={links.register()} className="text-champagne underline underline-offset-4">
            Register the first super admin
          </Link>
        </p>
      )}
      {door === 'closed' ? (
        <p className="text-muted">
          {closed}{' '}
          <Link to={links.login()} className="text-champagne underline underline-offset-4">
            Login
          </Link>
        </p>
      ) : (
        <LoginForm
          key={mode}
          mode={mode}
          lastResult={answer?.lastResult}
          asksSetupToken={door === 'setup-token'}
          asksOwnPassword={Boolean(signedIn)}
        />
      )}
    </SignInCard>
  )
}
