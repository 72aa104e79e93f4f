import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { rowsOf } from '~/db/rows-of'
import type { BookingStatus } from '~/domain/booking-status'
import { booksSql } from '~/features/money/books-invariants.server'
import type { AppContext } from '~/platform/context.server'
import type { Queue } from '~/platform/queues.server'

interface Look {
  /** What the books check finds. */
  wrong: string[]
  statuses: ReadonlyMap<string, BookingStatus>
}

export interface DueJob {
  id: string
  name: Queue
  data: never
}

type Row = Record<'rule' | 'booking_id' | 'subject' | 'detail', string>

/**
 * What is asked of the database after every step, as functions of it: planning the books check anew each time would cost
 * more than all the rest.
 */
export class Questions {
  private seen = { key: '', look: { wrong: [], statuses: new Map() } as Look }
  constructor(private readonly client: AppContext['client']) {}

  async rows<R>(query: SQL): Promise<R[]> {
    return rowsOf<R>(await this.client.db.execute(query))
  }

  async prepare(): Promise<void> {
    const { sql: text } = new PgDialect().sqlToQuery(booksSql(new Date(0)))
    const books = text.replaceAll(/\$\d+/g, 'looked_at')
    const asFunction = (head: string, work: string) => `create or replace function ${head} language plpgsql
      set plan_cache_mode = force_generic_plan as $$ #variable_conflict use_column
      begin ${work}; end $$;`
    await this.client.runScript(`
      ${asFunction(
        'books_look(looked_at text, seen text) returns table (rule text, booking_id text, subject text, detail text)',
        // while the clock and the number of the next transaction that writes stand, nothing can have changed
        `declare moment text := pg_snapshot_xmax(pg_current_snapshot())::text || ' ' || looked_at;
         begin
         return query select 'key', null::text, moment, null::text;
         if moment <> seen then
           return query select wrong.invariant::text, wrong.booking_id::text, wrong.subject::text, wrong.detail::text
             from (${books}) wrong union all select 'status', id, status::text, '' from bookings;
         end if; end`,
      )}
      ${asFunction(
        'jobs_due(looked_at timestamptz, mail boolean, done uuid[]) returns table (id uuid, name text, data jsonb)',
        `delete from pgboss.job where id = any(done);
         return query select id, name, data from pgboss.job
           where state in ('created', 'retry') and (mail or name <> 'deliver-mail')
             and start_after <= greatest(looked_at, now()) order by created_on, id`,
      )}`)
  }

  /** What is wrong now, and every booking's status, in one statement. */
  async look(now: Date): Promise<Look> {
    const rows = await this.rows<Row>(sql`select * from books_look(${now.toISOString()}, ${this.seen.key})`)
    const key = rows.find(({ rule }) => rule === 'key')?.subject ?? ''
    if (key !== this.seen.key) this.seen = { key, look: lookOf(rows) }
    return this.seen.look
  }

  /** The jobs that are due, oldest first, after those that are done have been taken away. */
  dueJobs = (now: Date, done: readonly string[], mail: boolean): Promise<DueJob[]> =>
    this.rows(sql`select * from jobs_due(${now.toISOString()}::timestamptz, ${mail}, ${`{${done.join(',')}}`}::uuid[])`)
}

function lookOf(rows: readonly Row[]): Look {
  const statuses = rows.filter(({ rule }) => rule === 'status')
  const wrong = rows.filter(({ rule }) => rule !== 'status' && rule !== 'key')
  return {
    wrong: wrong.map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`).sort(),
    statuses: new Map(statuses.map((row) => [row.booking_id, row.subject as BookingStatus])),
  }
}
