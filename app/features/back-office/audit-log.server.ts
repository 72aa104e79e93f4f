import { beforeAndAfter, deedWords, firstChange, recordWords } from '~/domain/audit-words'
import { formatInstant } from '~/domain/calendar'
import type { AppContext } from '~/platform/context.server'
import { type AuditReader, bookingsWithin, pageOfAudit } from './audit-queries.server'

/** A page of who changed what and when, in words. */
export async function listAudit(
  { db, business }: AppContext,
  reader: AuditReader,
  filter: { search?: string; page?: number },
) {
  const found = await pageOfAudit(db, reader, filter)
  const named = found.rows.flatMap(({ entity, entityId }) => (entity === 'Booking' && entityId ? [entityId] : []))
  const within = await bookingsWithin(db, reader.scope, [...new Set(named)])
  const entries = found.rows.map((row) => ({
    id: row.id,
    when: formatInstant(row.at, business.timeZone),
    who: row.staffName,
    what: deedWords(row),
    name: recordWords(row),
    /** The booking that it is of, whose page its reader may see. */
    booking: row.entityId && within.has(row.entityId) ? row.entityId : null,
    first: firstChange(row),
    changes: Object.entries(row.changes ?? {}).map(([label, value]) => ({ label, ...beforeAndAfter(value) })),
  }))
  return { page: found.page, pages: found.pages, total: found.total, entries }
}
