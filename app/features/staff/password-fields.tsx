import type { ComponentProps } from 'react'
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_PATTERN, PASSWORD_RULE } from '~/domain/password'
import { PasswordField } from '~/ui/password-field'

type Props = Pick<ComponentProps<typeof PasswordField>, 'field' | 'required' | 'hint' | 'autoFocus'> & {
  label?: string
}

/** The password of whoever is signed in, or signs in: asked again before an account is made, changed or closed. */
export function OwnPassword(props: Props) {
  return <PasswordField label="Your own password" maxLength={PASSWORD_MAX} autoComplete="current-password" {...props} />
}

/** A password that is chosen, with its rule (K8), which the browser checks before anything is sent. */
export function NewPassword(props: Props) {
  return (
    <PasswordField
      label="New password"
      maxLength={PASSWORD_MAX}
      autoComplete="new-password"
      pattern={PASSWORD_PATTERN}
      title={PASSWORD_RULE}
      hint={`At least ${PASSWORD_MIN} characters, 1 of them a special symbol.`}
      {...props}
    />
  )
}
