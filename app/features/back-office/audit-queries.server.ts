import { and, count, desc, eq, ilike, or, type SQL } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { likePattern } from '~/db/like'
import { auditLog } from '~/db/schema'
import { pageOf } from '~/domain/paging'
import type { Scope } from '~/domain/staff-role'

/** A page of the audit log within a scope, the newest first. */
export async function pageOfAudit(
  db: Database,
  scope: Scope,
  { search, page = 1 }: { search?: string; page?: number },
) {
  const where: SQL | undefined = and(
    scope.kind === 'location' ? eq(auditLog.locationId, scope.locationId) : undefined,
    search
      ? or(
          ...[auditLog.staffName, auditLog.entity, auditLog.entityName, auditLog.action].map((column) =>
            ilike(column, likePattern(search)),
          ),
        )
      : undefined,
  )
  const [counted] = await db.select({ rows: count() }).from(auditLog).where(where)
  const total = counted?.rows ?? 0
  const at = pageOf(total, page)
  const rows = await db
    .select()
    .from(auditLog)
    .where(where)
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(at.limit)
    .offset(at.offset)
  return { ...at, total, rows }
}
