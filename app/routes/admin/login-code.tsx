import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { LONGEST } from '~/domain/text-limits'
import { pageMeta } from '~/features/site/page-meta'
import { BEGIN_AGAIN, forgetHalfSignedIn, halfSignedIn } from '~/features/staff/half-signed-in.server'
import { deviceCookie } from '~/features/staff/known-device.server'
import { acceptCode } from '~/features/staff/second-factor.server'
import { SignInCard } from '~/features/staff/sign-in-card'
import { codeForm } from '~/features/staff/staff-forms.server'
import { authCookie, currentStaff, openProvenSession } from '~/features/staff/staff-session.server'
import { redirectWithNotice } from '~/http/notice.server'
import { localPath } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Your code' })

const nextOf = (request: Request) => localPath(new URL(request.url).searchParams.get('next'))

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const again = links.login({ next: nextOf(request) })
  if (await halfSignedIn(context, request)) return { again }
  // who went back after signing in has nothing to begin again
  if (await currentStaff(context, request)) throw redirect(again, 303)
  throw await redirectWithNotice(again, BEGIN_AGAIN, 'error')
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const next = nextOf(request)
  const account = await halfSignedIn(context, request)
  if (!account) return redirectWithNotice(links.login({ next }), BEGIN_AGAIN, 'error')
  const form = await readForm(request, codeForm, { secret: ['code'] })
  if (!form.ok) return form.reply()
  const accepted = await acceptCode(context, account.id, form.value.code)
  if (!accepted.ok) return form.refuse({ code: accepted.message }, accepted.reason === 'too-many' ? 429 : 401)
  const token = await openProvenSession(context, account, request)
  if (!token) return redirectWithNotice(links.login({ next }), BEGIN_AGAIN, 'error')
  const headers = new Headers({ 'Set-Cookie': authCookie(context, token) })
  headers.append('Set-Cookie', await deviceCookie(request, account.email))
  headers.append('Set-Cookie', await forgetHalfSignedIn())
  return redirectWithNotice(next ?? links.dashboard(), 'Login successful', 'success', headers)
}

export default function LoginCode() {
  const { again } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ code: string }>({ id: 'code', lastResult: answer?.lastResult })
  return (
    <SignInCard title="Your code">
      <ActionForm form={form} asksBeforeLeaving={false} className="grid gap-5">
        <TextField
          field={fields.code}
          label="Code"
          required
          maxLength={LONGEST.code}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="figures tracking-widest"
          hint="The six digits your authenticator app shows, or one of your recovery codes. Who has lost both asks a super admin to switch the code off."
        />
        <Button look="gold" className="w-full">
          Sign in
        </Button>
        <Link
          to={again}
          className="flex min-h-11 items-center justify-self-center text-sm text-champagne hover:underline"
        >
          Log in as somebody else
        </Link>
      </ActionForm>
    </SignInCard>
  )
}
