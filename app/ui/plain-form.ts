import type { SubmissionResult } from '@conform-to/react'
import { useRef, useState } from 'react'
import { useLeading } from './use-leading'

/** One field of a form as it is drawn: its name, its ids, what stood in it and what is wrong with it. */
export interface PlainField {
  id: string
  name: string
  formId: string
  errorId: string
  descriptionId: string
  initialValue: unknown
  errors: string[] | undefined
}

/** A form as a whole; its faults by the names of its fields, '' for those of the form itself. */
export interface PlainForm {
  id: string
  errors: string[] | undefined
  allErrors: Record<string, string[]>
}

interface PlainFormOptions<Name extends string> {
  id: string
  lastResult: SubmissionResult<string[]> | undefined
  defaultValue?: { [Field in Name]?: string | number | undefined }
}

/**
 * A form of the public pages and its fields, as conform's `useForm` gives them to the back office, whose share in the browser weighs
 * 10 KB: the server checks it, and before it the browser where the form lets it; what was typed stays, and an answer with faults
 * leads to the first.
 */
export function usePlainForm<Name extends string>({
  id,
  lastResult,
  defaultValue = {},
}: PlainFormOptions<Name>): [PlainForm, Record<Name, PlainField>] {
  // what fields begin with: later answers find it typed already
  const [begun] = useState<Record<string, unknown>>(() => lastResult?.initialValue ?? defaultValue)
  // an answer to something else says nothing of these faults
  const latest = useRef(lastResult)
  if (lastResult) latest.current = lastResult
  const answer = latest.current
  const allErrors = Object.fromEntries(
    Object.entries(answer?.error ?? {}).flatMap(([name, texts]) => (texts?.length ? [[name, texts]] : [])),
  )

  useLeading(answer?.status === 'error' && answer, () => {
    const form = document.getElementById(id) as HTMLFormElement | null
    const fields = [...(form?.elements ?? [])] as HTMLElement[]
    return fields.find((field) => answer?.error?.[field.getAttribute('name') || '-']?.length)
  })

  const field = (name: string): PlainField => ({
    id: `${id}-${name}`,
    name,
    formId: id,
    errorId: `${id}-${name}-error`,
    descriptionId: `${id}-${name}-description`,
    initialValue: begun[name],
    errors: allErrors[name],
  })
  const fields = new Proxy({} as Record<Name, PlainField>, { get: (_, name) => field(String(name)) })
  return [{ id, errors: allErrors[''], allErrors }, fields]
}
