import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import { z } from 'zod'
import { isId, newId } from '~/db/new-id'
import type { Conflict } from '~/domain/changes'
import { cutTyped, knowsField, mostRows } from './form-names.server'

type FieldErrors = Record<string, string | string[]>

/** What every form action answers when it does not redirect. */
export interface FormAnswer {
  lastResult: SubmissionResult<string[]>
  /** Set when somebody else saved the record first. */
  conflict?: Conflict
  /** Set when a save waits for a yes: the button that says it, and what it sends. */
  question?: { label: string; name: string; value: string }
  /** Set when the session ended meanwhile: where to sign in. */
  signIn?: string
}

type Asks = Pick<FormAnswer, 'conflict' | 'question'>

/** A form sent back with its errors. */
export type FormReply = ReturnType<typeof data<FormAnswer>>

interface Accepted<T> {
  ok: true
  value: T
  /** The id under which the form adds something, made with the form: sent twice, it is added once. One without adds under a new one. */
  entry: string
  /** Refuses after all: errors at fields (key) or for the whole form (key ''). What was typed is kept. */
  refuse(errors: FieldErrors, init?: number | ResponseInit, asks?: Asks): FormReply
}

interface Rejected {
  ok: false
  /** The answer with the errors at their fields, by this status or with what else it is to carry. */
  reply(init?: number | ResponseInit): FormReply
}

/**
 * Reads a form against the schema of its step. Unknown fields are dropped, missing ones are errors, and what was typed
 * is sent back except for the fields named in `secret`; `fault` is what stands above all of its errors. `found` are
 * faults that are known already; at their fields they say more than the schema does. `beside` was typed into fields that the schema
 * does not know, and goes back too.
 */
export function parseForm<Schema extends z.ZodType>(
  form: FormData,
  schema: Schema,
  {
    secret = [],
    fault,
    found = {},
    beside = {},
  }: {
    secret?: string[]
    fault?: string
    found?: Record<string, string[]>
    beside?: Record<string, string | undefined>
  } = {},
): Accepted<z.output<Schema>> | Rejected {
  const submission = parseWithZod(knownFields(form, schema), { schema })
  const hideFields = secret
  const cut = <Sent extends SubmissionResult<string[]>>(sent: Sent): Sent => ({
    ...sent,
    // what a schema knows goes back as text, no longer than its field
    initialValue: sent.initialValue && {
      ...(cutTyped(schema, sent.initialValue) as typeof sent.initialValue),
      ...(cutTyped(undefined, beside) as typeof beside),
    },
  })
  const fieldErrors = Object.fromEntries(Object.entries(found).filter(([, texts]) => texts.length))
  if (submission.status !== 'success' || Object.keys(fieldErrors).length) {
    // without a status it was no attempt to save: a row added, removed or moved
    const attempt = submission.status !== undefined
    const usual = attempt ? 400 : 200
    const above = attempt && fault ? { formErrors: [fault] } : {}
    const lastResult = () => cut(submission.reply({ hideFields, fieldErrors, ...above }))
    return { ok: false, reply: (init = usual) => data<FormAnswer>({ lastResult: lastResult() }, init) }
  }
  return {
    ok: true,
    value: submission.value as z.output<Schema>,
    entry: entryOf(form),
    refuse: (errors, init = 422, asks = {}) => {
      const { '': formErrors, ...fields } = errors
      const lastResult = submission.reply({
        hideFields,
        formErrors: formErrors === undefined ? undefined : [formErrors].flat(),
        fieldErrors: Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, [texts].flat()])),
      })
      return data<FormAnswer>({ lastResult: cut(lastResult), ...asks }, init)
    },
  }
}

function entryOf(form: FormData): string {
  const sent = form.get('entry')
  return typeof sent === 'string' && isId(sent) ? sent : newId()
}

/** The names that conform keeps for itself: what a button did to a list, and a state that no page of ours sends. */
const INTENT = '__intent__'
const STATE = '__state__'

/**
 * The part of a form that its schema knows.
 *
 * @throws Response 400 when a button asks for what no page of ours offers
 */
function knownFields(form: FormData, schema: z.ZodType): FormData {
  const kept = new FormData()
  for (const [name, value] of form) {
    if (name === INTENT ? !isKnownIntent(String(value), schema) : name === STATE) throw new Response(UNREADABLE, BAD)
    if (name !== INTENT && !knowsField(schema, name)) continue
    kept.append(name, value)
  }
  return kept
}

const UNREADABLE = 'What was sent cannot be read.'
const BAD = { status: 400 }

const cell = z.string().max(200)

/** What conform's buttons ask for: a row added, removed or moved, or nothing but the errors. */
const intent = z.union([
  z.object({ type: z.literal('validate'), payload: z.object({ name: z.string().max(200) }).partial() }),
  z.strictObject({
    type: z.literal('insert'),
    payload: z.strictObject({ name: z.string(), defaultValue: z.union([cell, z.record(cell, cell)]).optional() }),
  }),
  z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name: z.string(), index: z.int().min(0) }) }),
  z.strictObject({
    type: z.literal('reorder'),
    payload: z.strictObject({ name: z.string(), from: z.int().min(0), to: z.int().min(0) }),
  }),
])

function isKnownIntent(text: string, schema: z.ZodType): boolean {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return false
  }
  const { data: asked } = intent.safeParse(json)
  if (!asked || asked.type === 'validate') return asked !== undefined
  const most = mostRows(schema, asked.payload.name)
  if (most === undefined) return false
  const rows =
    'index' in asked.payload
      ? [asked.payload.index]
      : 'from' in asked.payload
        ? [asked.payload.from, asked.payload.to]
        : []
  return rows.every((row) => row <= most)
}

/** Reads the request's form and parses it with `parseForm`. */
export async function readForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  options?: { secret?: string[]; fault?: string },
) {
  return parseForm(await request.formData(), schema, options)
}
