import type { ComponentProps } from 'react'
import { EMAIL_MAX } from '~/domain/email-address'
import { TextField } from '~/ui/field'

/** The address by which somebody who works here is known, wherever they are not signed in yet. */
export const SignInEmail = ({ field }: Pick<ComponentProps<typeof TextField>, 'field'>) => (
  <TextField field={field} label="Email" type="email" required maxLength={EMAIL_MAX} autoComplete="username" />
)
