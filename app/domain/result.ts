/** A success, with what it brings spread beside `ok`. */
export type Ok<T extends object = object> = { ok: true } & T

/** An expected refusal: `reason` for the program, `message` for the person. */
export interface Refused<R extends string> {
  ok: false
  reason: R
  message: string
}

export type Result<T extends object, R extends string> = Ok<T> | Refused<R>

/** Ends a `switch` over a union: a new member that is not handled fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
