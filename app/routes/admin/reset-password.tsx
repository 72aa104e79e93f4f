import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { pageMeta } from '~/features/site/page-meta'
import { deviceCookie } from '~/features/staff/known-device.server'
import { NewPassword } from '~/features/staff/password-fields'
import { RESET_INVALID, resetAgain, resetIsOpen, resetPassword } from '~/features/staff/password-reset.server'
import { SignInCard } from '~/features/staff/sign-in-card'
import { newPasswordForm } from '~/features/staff/staff-forms.server'
import { redirectWithNotice } from '~/http/notice.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { Button, ButtonLink } from '~/ui/button'
import { ActionForm } from '~/ui/form'

export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta({ title: 'New password' })({ matches }),
  // the link's token goes to no other site; without any referrer the form's `Origin` would be "null", and refused
  { name: 'referrer', content: 'same-origin' },
]

export async function loader({ params }: LoaderFunctionArgs) {
  const open = await resetIsOpen(appContext(), params.token ?? '')
  return data({ invalid: open ? null : RESET_INVALID }, { status: open ? 200 : 404 })
}

export async function action({ request, params }: ActionFunctionArgs) {
  const form = await readForm(request, newPasswordForm, { secret: ['password'] })
  if (!form.ok) return form.reply()
  const context = appContext()
  const [token, { password }] = [params.token ?? '', form.value]
  const reset = await resetPassword(context, token, password)
  if (reset.ok) {
    // who has the mailed link gets in, whatever strangers tried meanwhile
    const headers = new Headers({ 'Set-Cookie': await deviceCookie(request, reset.email) })
    return redirectWithNotice(links.login(), CHANGED, 'success', headers)
  }
  if (reset.reason === 'weak-password') return form.refuse({ password: reset.message })
  const again = await resetAgain(context, request, token, password)
  if (again.ok) return redirectWithNotice(links.login(), CHANGED)
  return form.refuse({ '': again.message }, again.reason === 'too-many' ? 429 : 404)
}

const CHANGED = 'Your password has been changed. Please log in.'

export default function ResetPassword() {
  const { invalid } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ password: string }>({ id: 'reset', lastResult: answer?.lastResult })
  // sent twice, the answer to the first would never be shown
  const busy = useNavigation().state !== 'idle'
  return (
    <SignInCard title="New password">
      {invalid ? (
        <>
          <p className="mb-6 text-muted">{invalid}</p>
          <ButtonLink to={links.forgotPassword()}>Ask for a new link</ButtonLink>
        </>
      ) : (
        <ActionForm form={form} asksBeforeLeaving={false} className="grid gap-5">
          <NewPassword field={fields.password} />
          <Button look="gold" className="w-full" disabled={busy}>
            Set the password
          </Button>
        </ActionForm>
      )}
    </SignInCard>
  )
}
