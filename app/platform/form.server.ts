import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { z } from 'zod'
import type { Conflict } from '~/domain/changes'

type FieldErrors = Record<string, string | string[]>

/** What every form action answers when it does not redirect. */
export interface FormAnswer {
  lastResult: SubmissionResult<string[]>
  /** Set when somebody else saved the record first. */
  conflict?: Conflict
  /** Set when the session ended meanwhile: where to sign in. */
  signIn?: string
}

/** A form sent back with its errors. */
export type FormReply = ReturnType<typeof data<FormAnswer>>

interface Accepted<T> {
  ok: true
  value: T
  /** Refuses after all: errors at fields (key) or for the whole form (key ''). What was typed is kept. */
  refuse(errors: FieldErrors, status?: number, conflict?: Conflict): FormReply
}

interface Rejected {
  ok: false
  /** The answer with the errors at their fields. */
  reply(status?: number): FormReply
}

/**
 * Reads a form against the schema of its step. Unknown fields are dropped, missing ones are errors, and what was typed
 * is sent back except for the fields named in `secret`; `fault` is what stands above all of its errors. `found` are
 * faults that are known already; at their fields they say more than the schema does.
 */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  { secret = [], fault, found = {} }: { secret?: string[]; fault?: string; found?: Record<string, string[]> } = {},
): Accepted<z.output<Schema>> | Rejected {
  const submission = parseWithZod(withoutNul(form), { schema })
  const hideFields = secret
  const fieldErrors = Object.fromEntries(Object.entries(found).filter(([, texts]) => texts.length))
  if (submission.status !== 'success' || Object.keys(fieldErrors).length) {
    // without a status it was no attempt to save: a row added, removed or moved
    const attempt = submission.status !== undefined
    const usual = attempt ? 400 : 200
    const above = attempt && fault ? { formErrors: [fault] } : {}
    const lastResult = () => submission.reply({ hideFields, fieldErrors, ...above })
    return { ok: false, reply: (status = usual) => data<FormAnswer>({ lastResult: lastResult() }, { status }) }
  }
  return {
    ok: true,
    value: submission.value as z.output<Schema>,
    refuse: (errors, status = 422, conflict) => {
      const { '': formErrors, ...fields } = errors
      const lastResult = submission.reply({
        hideFields,
        formErrors: formErrors === undefined ? undefined : [formErrors].flat(),
        fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, [texts].flat()])),
      })
      return data<FormAnswer>({ lastResult, conflict }, { status })
    },
  }
}

/** The same form without the one character that Postgres keeps in no text; no keyboard has it. */
function withoutNul(form: FormData): FormData {
  const kept = new FormData()
  for (const [name, value] of form) kept.append(name, typeof value === 'string' ? value.replaceAll('\0', '') : value)
  return kept
}

/** Reads the request's form and parses it with `parseForm`. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options?: { secret?: string[]; fault?: string },
) {
  return parseForm(await request.formData(), schema, options)
}
