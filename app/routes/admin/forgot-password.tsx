import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, data } from '@remix-run/node'
import { Link, useActionData } from '@remix-run/react'
import { pageMeta } from '~/features/site/page-meta'
import { tooManyAtTheDoor } from '~/features/staff/known-device.server'
import { askForReset, RESET_ASKED } from '~/features/staff/password-reset.server'
import { SignInCard } from '~/features/staff/sign-in-card'
import { SignInEmail } from '~/features/staff/sign-in-email'
import { askResetForm } from '~/features/staff/staff-forms.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { type FormAnswer, readForm } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { ActionForm } from '~/ui/form'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Forgot your password?' })

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await readForm(request, askResetForm)
  if (!form.ok) return form.reply()
  const tooMany = await tooManyAtTheDoor(context, request, 'reset', form.value.email)
  if (tooMany) return form.refuse({ '': tooMany }, 429)
  await askForReset(context, form.value.email)
  return data({ asked: RESET_ASKED, email: form.value.email })
}

export default function ForgotPassword() {
  const answer = useActionData<typeof action>()
  const sent = answer && 'asked' in answer ? answer : undefined
  return (
    <SignInCard title="Forgot your password?">
      <p className="mb-6 text-muted">We send you a link with which you choose a new one.</p>
      <div role="status">
        {sent && <p className="mb-6 rounded-xl bg-done/10 px-4 py-3 text-sm text-done">{sent.asked}</p>}
      </div>
      {/* once it is sent nothing is wrong with it any more, and the address stays */}
      <AskForm
        key={sent ? 'sent' : 'asked'}
        email={sent?.email}
        lastResult={answer && 'lastResult' in answer ? answer.lastResult : undefined}
      />
    </SignInCard>
  )
}

interface AskFormProps {
  email: string | undefined
  lastResult: FormAnswer['lastResult'] | undefined
}

function AskForm({ email, lastResult }: AskFormProps) {
  const [form, fields] = useForm<{ email: string }>({ id: 'forgot', lastResult, defaultValue: { email } })
  return (
    <ActionForm form={form} asksBeforeLeaving={false} className="grid gap-5">
      <SignInEmail field={fields.email} />
      <Button look="gold" className="w-full">
        Send the link
      </Button>
      <Link
        to={links.login()}
        className="flex min-h-11 items-center justify-self-center text-sm text-champagne hover:underline"
      >
        Login
      </Link>
    </ActionForm>
  )
}
