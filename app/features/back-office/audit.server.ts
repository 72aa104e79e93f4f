import { and, eq, or } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { auditLog } from '~/db/schema'
import { type Described, differences } from '~/domain/changes'
import type { AppContext } from '~/platform/context.server'
import { type AuditReader, readableBy } from './audit-queries.server'

export type AuditAction = 'added' | 'updated' | 'deleted' | 'signed in' | 'exported' | 'erased'

interface AuditEntry {
  action: AuditAction
  /** What kind of record: `Coupon`, `Booking`, … */
  entity: string
  id: string
  name: string
  /** The location whose admin may read it; null for what belongs to all. */
  locationId?: string | null
  before?: Described
  after?: Described
}

/** Writes who changed what and when, in the transaction of the change; an update that changed nothing leaves no entry. */
export async function recordChange(
  { clock }: Pick<AppContext, 'clock'>,
  tx: Transaction | Database,
  staff: { id: string; name: string },
  { action, entity, id, name, locationId = null, before, after }: AuditEntry,
): Promise<void> {
  const changed = before || after ? differences(before ?? {}, after ?? {}) : []
  if (action === 'updated' && !changed.length) return
  await tx.insert(auditLog).values({
    at: clock.now(),
    staffId: staff.id,
    staffName: staff.name,
    locationId,
    action,
    entity,
    entityId: id,
    entityName: name,
    changes: changed.length
      ? Object.fromEntries(changed.map(({ label, before: was, after: is }) => [label, [was, is]]))
      : null,
  })
}

/** Whether this person has added a record under this id, whatever became of it since. */
export async function hasAdded(
  { db }: Pick<AppContext, 'db'>,
  staff: { id: string },
  { entity, id }: Pick<AuditEntry, 'entity' | 'id'>,
): Promise<boolean> {
  const added = and(eq(auditLog.entity, entity), eq(auditLog.entityId, id), eq(auditLog.action, 'added'))
  return (await db.$count(auditLog, and(added, eq(auditLog.staffId, staff.id)))) > 0
}

/** Whether a record was there and has been deleted, by this person or where they may read of it. */
export async function wasDeleted(
  { db }: Pick<AppContext, 'db'>,
  { actor, ...reader }: AuditReader & { actor: { id: string } },
  { entity, id }: Pick<AuditEntry, 'entity' | 'id'>,
): Promise<boolean> {
  const reach = readableBy(reader)
  const deleted = and(eq(auditLog.entity, entity), eq(auditLog.entityId, id), eq(auditLog.action, 'deleted'))
  return (await db.$count(auditLog, and(deleted, reach && or(eq(auditLog.staffId, actor.id), reach)))) > 0
}
