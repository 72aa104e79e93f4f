import { and, desc, ilike, or, type SQL } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { findPage } from '~/db/find-page'
import { likePattern } from '~/db/like'
import { auditLog } from '~/db/schema'
import { within } from '~/db/within'
import type { Scope } from '~/domain/staff-role'

/** A page of the audit log within a scope, the newest first. */
export async function pageOfAudit(db: Database, scope: Scope, { search, page }: { search?: string; page?: number }) {
  const where: SQL | undefined = and(
    within(scope, auditLog.locationId),
    search
      ? or(
          ...[auditLog.staffName, auditLog.entity, auditLog.entityName, auditLog.action].map((column) =>
            ilike(column, likePattern(search)),
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
