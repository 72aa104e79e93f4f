import type { SubmissionResult } from '@conform-to/react'
import { useForm } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { links } from '~/links'
import { Button } from '~/ui/button'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'

interface LoginFormProps {
  mode: 'login' | 'register'
  lastResult: SubmissionResult<string[]> | undefined
  /** The first super admin of a production server also types the setup token. */
  asksSetupToken: boolean
}

/** The one card for signing in and registering (spec back-office §2). */
export function LoginForm({ mode, lastResult, asksSetupToken }: LoginFormProps) {
  const register = mode === 'register'
  const [form, fields] = useForm<{ name: string; email: string; password: string; setupToken: string }>({
    id: mode,
    lastResult,
  })
  return (
    <ActionForm form={form} className="grid gap-5">
      {register && <TextField field={fields.name} label="Name" required maxLength={80} autoComplete="name" />}
      <TextField field={fields.email} label="Email" type="email" required maxLength={120} autoComplete="username" />
      <PasswordField
        field={fields.password}
        label="Password"
        autoComplete={register ? 'new-password' : 'current-password'}
        hint={register ? 'At least 6 characters, 1 of them a special symbol.' : undefined}
      />
      {register && asksSetupToken && (
        <TextField
          field={fields.setupToken}
          label="Setup token"
          required
          autoComplete="off"
          hint="The value of SETUP_TOKEN on this server."
        />
      )}
      <Button look="gold" className="mt-2 w-full">
        {register ? 'Register' : 'Login'}
      </Button>
      {!register && (
        <Link to={links.forgotPassword()} className="justify-self-center py-2 text-sm text-champagne hover:underline">
          Forgot your password?
        </Link>
      )}
    </ActionForm>
  )
}

/** A password with a show/hide toggle; the toggle is there when scripts can run. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className="relative">
      <TextField required maxLength={128} className="pr-14" {...props} type={shown ? 'text' : 'password'} />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="scripting-only absolute top-[1.6875rem] right-0.5 grid size-11 place-items-center rounded-xl text-muted hover:text-ink"
      >
        {shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
      </button>
    </div>
  )
}
