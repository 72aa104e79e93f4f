import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useActionData } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import { ANSWERED_HERE } from './answered-here'
import { buttonClass } from './button'
import { UnreachableAlert } from './unreachable'

interface ActionFormProps<Fields extends Record<string, unknown>>
  extends Omit<ComponentProps<typeof Form>, 'onSubmit' | 'noValidate'> {
  form: FormMetadata<Fields, string[]>
  /** What is said when nobody answers; the route exports `clientAction` of `ui/unreachable`. */
  unreachable?: string
}

/**
 * The one form of the product: conform's wiring, native validation kept on in both worlds (conform would switch it off),
 * and the list of errors at the top with links to their fields.
 */
export function ActionForm<Fields extends Record<string, unknown>>({
  form,
  unreachable,
  children,
  ...rest
}: ActionFormProps<Fields>) {
  const { onSubmit: _, ...props } = getFormProps(form)
  const signIn = useActionData<{ signIn?: string }>()?.signIn
  return (
    <Form method="post" {...props} {...rest} noValidate={false}>
      <UnreachableAlert words={unreachable} />
      <ErrorSummary errors={form.allErrors} formId={form.id} formErrors={form.errors}>
        {signIn && (
          <a href={signIn} target="_blank" rel="noreferrer" className={buttonClass('quiet', 'mt-3 px-5')}>
            Sign in<span className="sr-only">, opens in a new tab</span>
          </a>
        )}
      </ErrorSummary>
      <input type="hidden" name={ANSWERED_HERE} value="yes" />
      {children}
    </Form>
  )
}

export function ErrorSummary(props: {
  formId: string
  errors: Record<string, string[] | undefined>
  formErrors: string[] | undefined
  children?: ReactNode
}) {
  const fields = Object.entries(props.errors).filter(([name, texts]) => name && texts?.length)
  if (!fields.length && !props.formErrors?.length) return null
  return (
    <div
      role="alert"
      id={`${props.formId}-error`}
      className="mb-6 rounded-card border border-wrong/50 bg-wrong/10 px-5 py-4 text-sm"
    >
      {props.formErrors?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {fields.length > 0 && (
        <ul>
          {fields.map(([name, texts]) => (
            <li key={name}>
              <a
                className="inline-block py-1.5 underline decoration-wrong underline-offset-4"
                href={`#${props.formId}-${name}`}
              >
                {texts?.[0]}
              </a>
            </li>
          ))}
        </ul>
      )}
      {props.children}
    </div>
  )
}
