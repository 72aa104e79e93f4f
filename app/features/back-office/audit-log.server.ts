import { formatInstant } from '~/domain/calendar'
import type { AppContext } from '~/platform/context.server'
import { type AuditReader, pageOfAudit } from './audit-queries.server'

/** A page of who changed what and when, in words. */
export async function listAudit(
  { db, business }: AppContext,
  reader: AuditReader,
  filter: { search?: string; page?: number },
) {
  const found = await pageOfAudit(db, reader, filter)
  const entries = found.rows.map(({ id, at, staffName, action, entity, entityName, changes }) => ({
    id,
    when: formatInstant(at, business.timeZone),
    who: staffName,
    what: `${entity} ${action}`,
    name: entityName,
    changes: Object.entries(changes ?? {}).map(([label, value]) => ({ label, ...inWords(value) })),
  }))
  return { page: found.page, pages: found.pages, total: found.total, entries }
}

/** `[before, after]` apart; anything else is what it became. */
function inWords(value: unknown): { before: string; after: string } {
  if (Array.isArray(value) && value.length === 2) return { before: text(value[0]), after: text(value[1]) }
  return { before: '', after: text(value) }
}

const text = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
