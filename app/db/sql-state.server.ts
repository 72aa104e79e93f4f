interface DatabaseError {
  /** SQLSTATE (`55P03`), or the code of the driver or of the network (`CONNECTION_CLOSED`, `ECONNREFUSED`). */
  code: string
  constraint: string | undefined
  /** Whether it befell a query: the network refuses mail servers with the same codes. */
  ofQuery: boolean
}

const CODE = /^([0-9A-Z]{5}|[A-Z][A-Z_]+)$/

/** What the database or its driver said, found among an error's causes; undefined when neither spoke. */
export function readSqlState(error: unknown): DatabaseError | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; depth++) {
    const { code, constraint, constraint_name } = at as {
      code?: unknown
      constraint?: unknown
      constraint_name?: unknown
    }
    if (typeof code === 'string' && CODE.test(code)) {
      const name = constraint ?? constraint_name
      return { code, constraint: typeof name === 'string' ? name : undefined, ofQuery: 'query' in at }
    }
    // several addresses of one host, none of which answered
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return undefined
}
