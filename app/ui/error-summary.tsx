import type { ReactNode } from 'react'
import { FormAlert } from './form-alert'

/** The list of errors above a form, with links to their fields; of several it says how many. */
export function ErrorSummary(props: {
  formId: string
  errors: Record<string, string[] | undefined>
  formErrors: string[] | undefined
  /** What the page was answered: what is said of the form as a whole is brought into sight with each. */
  answer: unknown
  /** Each of its fields takes the focus, which says its fault: the list is not heard beside that. */
  led?: boolean
  children?: ReactNode
}) {
  const fields = Object.entries(props.errors).filter(([name, texts]) => name && texts?.length)
  const whole = props.formErrors?.length
  if (!fields.length && !whole) return null
  // beside faults at fields it is these that take the focus
  const led = whole && !fields.length
  return (
    <FormAlert id={`${props.formId}-error`} answer={led ? props.answer : undefined} silent={props.led && !whole}>
      {props.formErrors?.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {fields.length > 1 && <p>{fields.length} things are to be put right:</p>}
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
    </FormAlert>
  )
}
