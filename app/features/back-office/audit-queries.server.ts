import { and, desc, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { findPage } from '~/db/find-page'
import { likePattern } from '~/db/like'
import { auditLog, bookings } from '~/db/schema'
import { within } from '~/db/within'
import { everybodysKinds, type Scope, type StaffRole } from '~/domain/staff-role'

/** How far somebody sees, and as what. */
export interface AuditReader {
  scope: Scope
  role: StaffRole
}

/** The entries that somebody may read: those within their scope, and those of everybody's records that they manage. */
export function readableBy({ scope, role }: AuditReader): SQL | undefined {
  const own = within(scope, auditLog.locationId)
  return own && or(own, and(isNull(auditLog.locationId), inArray(auditLog.entity, everybodysKinds(role))))
}

/** What a row says of a till, which is called otherwise than it is kept (`domain/audit-words`, to which a test holds it). */
const TILL_WORDS = sql`case when ${auditLog.entity} = 'Till' then
  'Till ' || case ${auditLog.action} when 'added' then 'closed' when 'updated' then 'corrected' else ${auditLog.action} end || ': ' ||
  regexp_replace(${auditLog.entityName}, '^(.*) (\\d{4})-(\\d{2})-(\\d{2})$', '\\1, \\4/\\3/\\2') end`

/** Which of some bookings are within a scope: the page of another one is not found. */
export async function bookingsWithin(db: Database, scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (!ids.length) return new Set()
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.id, [...ids]), within(scope, bookings.locationId)))
  return new Set(rows.map(({ id }) => id))
}

/** A page of what somebody may read of the audit log, the newest first. */
export async function pageOfAudit(
  db: Database,
  reader: AuditReader,
  { search, page }: { search?: string; page?: number },
) {
  const where: SQL | undefined = and(
    readableBy(reader),
    search
      ? or(
          ...[auditLog.staffName, auditLog.entity, auditLog.entityName, auditLog.action, TILL_WORDS].map((said) =>
            ilike(said, likePattern(search)),
          ),
        )
      : undefined,
  )
  const at = await findPage(db, auditLog, where, { page, whole: true })
  const rows = await db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(at.limit)
    .offset(at.offset)
  return { ...at, rows }
}
