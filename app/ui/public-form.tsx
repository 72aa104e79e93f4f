import { Form, useActionData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { ANSWERED_HERE } from './answered-here'
import { ErrorSummary } from './error-summary'
import type { PlainForm } from './plain-form'
import { UnreachableAlert } from './unreachable'

interface PublicFormProps extends Omit<ComponentProps<typeof Form>, 'onSubmit' | 'noValidate'> {
  form: PlainForm
}

/** The form where strangers come in: as `ActionForm`, but it asks nobody back and lets everybody leave, so it loads less. */
export function PublicForm({ form, children, ...rest }: PublicFormProps) {
  const answer = useActionData<unknown>()
  return (
    <Form method="post" id={form.id} aria-describedby={form.errors && `${form.id}-error`} {...rest}>
      <UnreachableAlert words={undefined} />
      <ErrorSummary led answer={answer} errors={form.allErrors} formId={form.id} formErrors={form.errors} />
      <input type="hidden" name={ANSWERED_HERE} value="yes" />
      {children}
    </Form>
  )
}
