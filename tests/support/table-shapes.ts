import { sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { rowsOf } from '~/db/rows-of'

/**
 * What each table and function of ours is, by name: its columns, guards, indexes and triggers, or its text, as one number. A test that leaves
 * one otherwise is found by it at once, and not by tests of other things that meet the same database after it.
 */
export async function tableShapes(db: Database): Promise<Record<string, string>> {
  const found = rowsOf<{ name: string; shape: string }>(
    await db.execute(sql`
      with ours as (select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'),
      parts as (
        select attrelid as oid, hashtext(attname || atttypid || attnotnull) as part
        from pg_attribute where attnum > 0 and not attisdropped and attrelid in (select oid from ours)
        union all select conrelid, hashtext(conname || convalidated || coalesce(conbin::text, ''))
        from pg_constraint where connamespace = 'public'::regnamespace
        union all select indrelid, hashtext(relname || indkey::text || coalesce(indpred::text, ''))
        from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace
        union all select tgrelid, hashtext(tgname || tgenabled::text || tgfoid::text) from pg_trigger where not tgisinternal)
      select relname as name, concat(count(*), ' ', sum(part)) as shape from parts join ours using (oid) group by relname
      union all
      select proname, concat(count(*), ' ', sum(hashtext(prosrc)))
      from pg_proc where pronamespace = 'public'::regnamespace and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
      group by proname`),
  )
  return Object.fromEntries(found.map(({ name, shape }) => [name, shape]))
}
