import { sql } from 'drizzle-orm'
import { Broken } from './model'
import type { World } from './world'

/** At rest nobody was told twice of one event: of money that goes back, or that came, and no letter went twice. */
export async function tellsNobodyTwice({ rows, app }: World): Promise<void> {
  const twice = await rows<{ what: string; kinds: string }>(sql`
    select told.id as what, string_agg(told.kind, ', ' order by told.kind) as kinds from (
      select o.kind, unnest(string_to_array(coalesce(o.payload ->> 'refunds', o.payload ->> 'received'), ' ')) as id
      from outbox o where o.not_needed is null and o.kind <> 'refund-not-sent'
    ) told group by 1 having count(*) > 1`)
  for (const { what, kinds } of twice) throw new Broken(`of ${what} was told by ${kinds}`)
  // the words alone prove nothing: two payments of one sum are thanked for alike
  const [sent] = await rows<{ count: number }>(
    sql`select count(*)::int as count from outbox where sent_at is not null and not_needed is null`,
  )
  const { length } = app.mailbox.mails
  if (sent?.count !== length) throw new Broken(`${length} letters went out, ${sent?.count} are noted as sent`)
}
