import type { Sql } from 'postgres'
import type { AppContext } from '~/platform/context.server'

/**
 * Lets the connections of pages and jobs keep the plans of their statements. Histories ask the same few hundred of them a
 * hundred thousand times; the product, whose pages ask many more, plans each one anew.
 */
export function planOnce({ client: { db, jobsDb, urgentDb } }: Pick<AppContext, 'client'>): void {
  for (const one of new Set([db, jobsDb, urgentDb])) {
    const { $client } = one as { $client?: Partial<Sql> }
    if ($client?.unsafe && $client.begin) keepPlans($client as Sql)
  }
}

function keepPlans(own: Pick<Sql, 'unsafe'> & { begin?: unknown; savepoint?: unknown }): void {
  const { unsafe } = own
  own.unsafe = (query, values = [], options) => unsafe(query, values, { prepare: values.length > 0, ...options })
  for (const name of ['begin', 'savepoint'] as const) {
    const within = own[name] as ((...args: unknown[]) => unknown) | undefined
    if (!within) continue
    own[name] = (...args: unknown[]) => {
      const work = args.pop() as (inner: Sql) => unknown
      return within(...args, (inner: Sql) => {
        keepPlans(inner)
        return work(inner)
      })
    }
  }
}
