import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { ROLE_NAMES, roleMay } from '~/domain/staff-role'
import { changedAgain, changePassword, endOtherSessions, ownSessions } from '~/features/staff/account.server'
import { NewPassword, OwnPassword } from '~/features/staff/password-fields'
import { secondFactorOf } from '~/features/staff/second-factor.server'
import { changePasswordForm } from '~/features/staff/staff-forms.server'
import { authCookie, currentStaff, endSession } from '~/features/staff/staff-session.server'
import { redirectWithNotice } from '~/http/notice.server'
import { requireStaff, toLogin } from '~/http/require-staff.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { type FormAnswer, parseForm } from '~/platform/form.server'
import { PageHead } from '~/ui/admin-shell'
import { Button, ButtonLink } from '~/ui/button'
import { ActionForm } from '~/ui/form'
import { FormPanel } from '~/ui/form-panel'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Your account · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'sign-in')
  const { name, email, role } = staff
  const [sessions, { on }] = await Promise.all([ownSessions(context, staff), secondFactorOf(context, staff)])
  return { name, email, role, sessions, asksForCode: on }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await request.formData()
  const intent = form.get('intent')
  if (!intent) return changeOwnPassword(context, request, form)
  const staff = await requireStaff(context, request, 'sign-in')
  switch (intent) {
    case 'end-others':
      await endOtherSessions(context, staff)
      return redirectWithNotice(links.adminAccount(), 'The other sessions are signed out')
    case 'end':
      await endSession(context, staff.id, String(form.get('id')))
      return redirect(links.adminAccount(), 303)
    default:
      throw new Response('Bad request', { status: 400 })
  }
}

async function changeOwnPassword(context: AppContext, request: Request, form: FormData) {
  const told = (headers?: Headers) =>
    redirectWithNotice(links.adminAccount(), 'Password changed successfully!', 'success', headers)
  const read = parseForm(form, changePasswordForm, { secret: ['current', 'password'] })
  const isSentAgain = async () => read.ok && changedAgain(context, request, read.value.password)
  const staff = await currentStaff(context, request)
  if (!staff) {
    if (await isSentAgain()) return told()
    throw toLogin(request)
  }
  if (!read.ok) return read.reply()
  const changed = await changePassword(context, staff, request, read.value)
  if (changed.ok) return told(new Headers({ 'Set-Cookie': authCookie(context, changed.token) }))
  if (changed.reason === 'weak-password' || changed.reason === 'same-password')
    return read.refuse({ password: changed.message })
  if (await isSentAgain()) return told()
  if (changed.reason === 'signed-out') throw toLogin(request)
  return read.refuse({ current: changed.message })
}

export default function Account() {
  const { name, email, role, sessions, asksForCode } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Your account" hint={`${name}, ${email}, ${ROLE_NAMES[role].toLowerCase()}`}>
        {roleMay(role, 'manage-staff') && <ButtonLink to={links.register()}>Register a super admin</ButtonLink>}
      </PageHead>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <FormPanel title="Change your password">
          {/* changed, it opens another session: neither password stays in its field for whoever comes next */}
          <PasswordForm key={sessions.find(({ current }) => current)?.id} email={email} answer={answer} />
        </FormPanel>
        <FormPanel title="A code besides the password">
          <p className="mb-4 text-sm text-muted">
            With an authenticator app on your phone, a password that somebody learnt opens nothing.
          </p>
          <ButtonLink to={links.adminSecondFactor()}>
            {asksForCode ? 'Sign in with a code' : 'Set up sign-in codes'}
          </ButtonLink>
        </FormPanel>
        <FormPanel title="Where you are signed in">
          <ul className="grid gap-3">
            {sessions.map(({ id, device, address, signedIn, lastSeen, current }) => (
              <li key={id} className="flex items-center justify-between gap-4 rounded-xl bg-well px-4 py-3 text-sm">
                <span>
                  {device}
                  {current && <span className="ml-2 text-xs text-done">this one</span>}
                  <span className="figures block text-xs text-muted">
                    {address && `${address}, `}since {signedIn}, last used {lastSeen}
                  </span>
                </span>
                {!current && (
                  <Form method="post">
                    <input type="hidden" name="id" value={id} />
                    <Button
                      name="intent"
                      value="end"
                      className="shrink-0 px-4 text-sm whitespace-nowrap"
                      aria-label={`Sign out ${device}`}
                    >
                      Sign out
                    </Button>
                  </Form>
                )}
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <Form method="post" className="mt-4">
              <Button name="intent" value="end-others">
                Sign out all others
              </Button>
            </Form>
          )}
        </FormPanel>
      </div>
    </>
  )
}

function PasswordForm({ email, answer }: { email: string; answer: FormAnswer | undefined }) {
  const [form, fields] = useForm<{ current: string; password: string }>({
    id: 'password',
    lastResult: answer?.lastResult,
  })
  // once is enough: a second press would come with the session that the first one ended
  const busy = useNavigation().state !== 'idle'
  return (
    <ActionForm form={form} className="grid gap-5">
      <input type="hidden" name="username" value={email} autoComplete="username" />
      <OwnPassword field={fields.current} label="Current password" />
      <NewPassword field={fields.password} />
      <Button look="gold" className="justify-self-start" disabled={busy}>
        Change password
      </Button>
    </ActionForm>
  )
}
