import { z } from 'zod'
import type { Capability } from '~/domain/staff-role'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may make a call: everyone, or those with a capability of the roles table. */
export type Caller = 'everyone' | Capability

/** What a call may be refused with besides what follows from its shape (see openapi.server.ts). */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 502 | 503

/**
 * One call of the API. The route parses with these schemas, the answer is cut down to them, and the
 * OpenAPI description is made of them: there is no second description.
 */
export interface Call<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  StaffAnswer extends z.ZodType = z.ZodType,
  Who extends Caller = Caller,
  Repeatable extends boolean = boolean,
> {
  method: Method
  /** With its parts in braces: `/api/cities/{id}`. */
  path: `/api/${string}`
  group: string
  summary: string
  notes?: string
  who: Who
  /** Which staff everybody's call takes for staff, and not for visitors: those with this capability, else admins. */
  knows?: Capability
  query?: Query
  body?: Body
  /** Fields without which it is refused in the handler's own words, where the schema itself takes their absence; for the description. */
  requires?: readonly string[]
  /** Also taken as a form with files: which of its fields are JSON texts, and which are repeated. */
  multipart?: { json?: readonly string[]; repeated?: readonly string[] }
  /** What is sent; nothing that it does not name leaves the house. */
  answer: Answer
  /** What signed-in staff are sent instead, where that is more. */
  staffAnswer?: StaffAnswer
  /** 200 unless it says 201. */
  status?: 200 | 201
  refusals?: readonly RefusalStatus[]
  /** The same for every visitor, so that browsers and proxies may keep it for a moment. */
  shared?: boolean
  /** Takes an `Idempotency-Key`; every call that adds a record does. */
  repeatable?: Repeatable
}

/** Describes a call; keeps the exact types of its schemas for the handler. */
export const describeCall = <
  Answer extends z.ZodType,
  Who extends Caller,
  Query extends z.ZodType = z.ZodObject,
  Body extends z.ZodType = z.ZodObject,
  StaffAnswer extends z.ZodType = Answer,
  Repeatable extends boolean = false,
>(
  call: Call<Query, Body, Answer, StaffAnswer, Who, Repeatable>,
) => call

/** A refusal: what went wrong in words, with more where the call says so. */
export const refusalShape = z
  .looseObject({
    error: z.string().meta({ description: 'What went wrong, in words for a person.' }),
    fields: z.record(z.string(), z.string()).optional().meta({ description: 'The fault of each field that has one.' }),
  })
  .meta({ id: 'Error', description: 'Every refusal; some say more, as a changed price does.' })

/** Refuses a call; a value like any other answer. */
export class Refusal {
  constructor(
    readonly status: RefusalStatus,
    readonly error: string,
    readonly more: Record<string, unknown> = {},
  ) {}
}

/** A call’s refusal; `more` stands beside its words in the answer. */
export const refuse = (status: RefusalStatus, error: string, more?: Record<string, unknown>): Refusal =>
  new Refusal(status, error, more)

/** An object that is not there, or not within the caller's reach: the two cannot be told apart. */
export const notFound = (error = 'Not found'): Refusal => refuse(404, error)

/** An answer with headers of its own. */
export class Reply<T> {
  constructor(
    readonly answer: T,
    readonly headers: Headers,
  ) {}
}
