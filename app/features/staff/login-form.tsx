import type { SubmissionResult } from '@conform-to/react'
import { useForm } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { NAME_MAX } from '~/domain/customer-details'
import { links } from '~/links'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { NewPassword, OwnPassword } from './password-fields'
import { SignInEmail } from './sign-in-email'

type RegistrationFields = {
  name: string
  email: string
  password: string
  setupToken: string
  ownPassword: string
}

interface LoginFormProps {
  mode: 'login' | 'register'
  lastResult: SubmissionResult<string[]> | undefined
  /** The first super admin of a production server also types the setup token. */
  asksSetupToken: boolean
  /** A super admin who registers another one types their own password again. */
  asksOwnPassword: boolean
}

/** The one card for signing in and registering. */
export function LoginForm({ mode, lastResult, asksSetupToken, asksOwnPassword }: LoginFormProps) {
  const register = mode === 'register'
  const [form, fields] = useForm<RegistrationFields>({
    id: mode,
    lastResult,
  })
  return (
    <ActionForm form={form} asksBeforeLeaving={false} unreachable="Network Error" className="grid gap-5">
      {register && <TextField field={fields.name} label="Name" required maxLength={NAME_MAX} autoComplete="name" />}
      <SignInEmail field={fields.email} />
      {register ? (
        <NewPassword field={fields.password} label="Password" />
      ) : (
        <OwnPassword field={fields.password} label="Password" />
      )}
      {register && asksSetupToken && (
        <TextField
          field={fields.setupToken}
          label="Setup token"
          required
          autoComplete="off"
          hint="The value of SETUP_TOKEN on this server."
        />
      )}
      {register && asksOwnPassword && <OwnPassword field={fields.ownPassword} />}
      <Button look="gold" className="mt-2 w-full">
        {register ? 'Register' : 'Login'}
      </Button>
      {!register && (
        <Link
          to={links.forgotPassword()}
          className="flex min-h-11 items-center justify-self-center text-sm text-champagne hover:underline"
        >
          Forgot your password?
        </Link>
      )}
    </ActionForm>
  )
}
