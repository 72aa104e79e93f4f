import { useForm } from '@conform-to/react'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { useRef } from 'react'
import { pageMeta } from '~/features/site/page-meta'
import { tooManyAtTheDoor } from '~/features/staff/known-device.server'
import { askForReset, RESET_ASKED } from '~/features/staff/password-reset.server'
import { SignInCard } from '~/features/staff/sign-in-card'
import { SignInEmail } from '~/features/staff/sign-in-email'
import { askResetForm } from '~/features/staff/staff-forms.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { readForm } from '~/platform/form.server'
import { Button, ButtonLink } from '~/ui/button'
import { ActionForm } from '~/ui/form'
import { useLeading } from '~/ui/use-leading'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Forgot your password?' })

/** Whether it was asked for a moment ago, which an address says that can be loaded anew. */
export function loader({ request }: LoaderFunctionArgs) {
  return { answer: new URL(request.url).searchParams.has('asked') ? RESET_ASKED : null }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const form = await readForm(request, askResetForm)
  if (!form.ok) return form.reply()
  const tooMany = await tooManyAtTheDoor(context, request, 'reset', form.value.email)
  if (tooMany) return form.refuse({ '': tooMany }, 429)
  await askForReset(context, form.value.email)
  return redirect(`${links.forgotPassword()}?asked=yes`, 303)
}

export default function ForgotPassword() {
  const { answer } = useLoaderData<typeof loader>()
  return <SignInCard title="Forgot your password?">{answer ? <Asked answer={answer} /> : <AskForm />}</SignInCard>
}

/** A browser without scripts, which opens the page at its top, is led to it. */
const LED_TO = { autoFocus: true }

/** What is answered in place of the form, where the keyboard goes on. */
function Asked({ answer }: { answer: string }) {
  const status = useRef<HTMLParagraphElement>(null)
  useLeading(answer, () => status.current)
  return (
    <div className="grid gap-5">
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        {...LED_TO}
        className="rounded-xl bg-done/10 px-4 py-3 text-sm text-done"
      >
        {answer}
      </p>
      <ButtonLink to={links.forgotPassword()}>Ask once more</ButtonLink>
      <ToLogin />
    </div>
  )
}

function AskForm() {
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ email: string }>({ id: 'forgot', lastResult })
  return (
    <>
      <p className="mb-6 text-muted">We send you a link with which you choose a new one.</p>
      <ActionForm form={form} asksBeforeLeaving={false} className="grid gap-5">
        <SignInEmail field={fields.email} />
        <Button look="gold" className="w-full">
          Send the link
        </Button>
        <ToLogin />
      </ActionForm>
    </>
  )
}

const ToLogin = () => (
  <Link
    to={links.login()}
    className="flex min-h-11 items-center justify-self-center text-sm text-champagne hover:underline"
  >
    Login
  </Link>
)
