import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { ANSWERED_HERE } from './answered-here'
import { ErrorSummary } from './error-summary'
import { UnreachableAlert } from './unreachable'

interface PublicFormProps<Fields extends Record<string, unknown>>
  extends Omit<ComponentProps<typeof Form>, 'onSubmit' | 'noValidate'> {
  form: FormMetadata<Fields, string[]>
}

/** The form where strangers come in: as `ActionForm`, but it asks nobody back and lets everybody leave, so it loads less. */
export function PublicForm<Fields extends Record<string, unknown>>({
  form,
  children,
  ...rest
}: PublicFormProps<Fields>) {
  const { onSubmit: _, ...props } = getFormProps(form)
  const answer = useActionData<unknown>()
  return (
    <Form method="post" {...props} {...rest} noValidate={false}>
      <UnreachableAlert words={undefined} />
      <ErrorSummary answer={answer} errors={form.allErrors} formId={form.id} formErrors={form.errors} />
      <input type="hidden" name={ANSWERED_HERE} value="yes" />
      {children}
    </Form>
  )
}
