import { and, desc, ilike, inArray, isNull, or, type SQL } from 'drizzle-orm'
import type { Database } from '~/db/client.server'
import { findPage } from '~/db/find-page'
import { likePattern } from '~/db/like'
import { auditLog } from '~/db/schema'
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
