import { isDeepStrictEqual } from 'node:util'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Transaction } from '~/db/client.server'
import { constraintRefusal } from '~/db/constraint-errors.server'
import { CONFLICT_MESSAGE, type Described, differences, type SavedBeside } from '~/domain/changes'
import type { Refused } from '~/domain/result'
import type { Scope } from '~/domain/staff-role'
import type { AppContext } from '~/platform/context.server'
import type { FormAnswer } from '~/platform/form.server'
import { recordChange } from './audit.server'

/** What saving a record of the back office comes to. */
export type Saved<Reason extends string = never> =
  | { ok: true; id: string }
  | (Refused<'missing' | 'stale' | Reason> & Asks)

/** What adding one comes to. */
export type Added<Reason extends string = never> = Saved<'added-already' | Reason>

/** What a refused save asks, when it is for the person to decide. */
export type Asks = Pick<FormAnswer, 'conflict' | 'question'>

export const MISSING: Refused<'missing'> = {
  ok: false,
  reason: 'missing',
  message: 'This has been deleted meanwhile.',
}

/** Refuses a save because another one came first; carries both versions, and what is saved beside. */
export const staleSave = (version: number, saved: Described, wanted: Described, beside?: SavedBeside) =>
  ({
    ok: false,
    reason: 'stale',
    message: CONFLICT_MESSAGE,
    conflict: { version, changes: differences(saved, wanted), ...(beside !== undefined && { beside }) },
  }) as const

const ADDED_ALREADY = {
  ok: false,
  reason: 'added-already',
  message:
    'This form has added it already, as it was filled in then: change it in the list. For another one open the form anew.',
} as const

/** The version of whoever has read none: nothing is saved by it, and what is saved already is answered as saved. */
export const UNREAD = 0

/**
 * Adds a record under the id that was drawn with its form. The same form sent again adds nothing: `again` saves what was sent to the
 * record with this id, as of a version that is `UNREAD`, and so answers like the first time where it is what was added. With other
 * words it is refused: `added-already`.
 */
export async function addOnce<Reason extends string = never>(
  add: () => Promise<Added<Reason>>,
  again: () => Promise<{ ok: true; id: string } | { ok: false; reason: string }>,
): Promise<Added<Reason>> {
  try {
    return await add()
  } catch (error) {
    const refusal = constraintRefusal(error)
    if (!refusal) throw error
    const found = await again()
    if (found.ok) return found
    if (found.reason !== 'missing') return ADDED_ALREADY
    if (refusal.constraint.endsWith('_pkey')) return MISSING
    // the id is new: another record has what must be its own, as its address
    throw error
  }
}

type VersionedTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn }

/** Set with every change of a row, so that whoever read it before is told. */
export const nextVersion = ({ version }: { version: AnyPgColumn }): { version: SQL } => ({
  version: sql`${version} + 1`,
})

/** Whether a row is still as whoever changes it has read it; for a change in one statement, which locks nothing before. */
export const stillAsRead = ({ version }: { version: AnyPgColumn }, read: number): SQL => eq(version, read)

/** A kind of record: where it lies, whom it is within reach of, and what it says. */
export interface RecordKind<Table extends VersionedTable, Row> {
  entity: string
  table: Table
  /** The record as it is; undefined when it is not there, or outside the scope. */
  find(tx: Transaction, scope: Scope, id: string): Promise<Row | undefined>
  /** What it is called, and the location whose admin may read what became of it. */
  named(row: Row): { name: string; locationId?: string | null }
  describe(row: Row): Described
  /** What is saved beside it, which a form names too. */
  besideOf?(row: Row): SavedBeside
}

interface Change<Table extends VersionedTable, Row, Reason extends string> {
  columns: PgUpdateSetSource<Table> | ((before: Row) => PgUpdateSetSource<Table>)
  /** When and by whom it was saved: set with the columns, and never the same twice. */
  stamps?: PgUpdateSetSource<Table>
  /** What the record would say, for whoever is told that another save came first. */
  wanted(before: Row): Described
  /** Why it may not be saved so; `current` when nobody saved it since it was read. */
  refusal?(tx: Transaction, before: Row, current: boolean): Promise<(Refused<Reason> & Asks) | undefined>
  /** Whether something that belongs to the record has changed since it was looked at. */
  overtaken?(before: Row): boolean
  /** Whether more is sent than words and columns tell, as a password; asked when those are what is saved already. */
  untold?(tx: Transaction, before: Row): Promise<boolean>
  /** What is saved beside the row; answers what the audit log says of it. */
  beside?(tx: Transaction, before: Row): Promise<Described | undefined>
}

/** Locks a record that the scope reaches; nobody else changes it until the transaction ends. */
async function lockWithinReach<Table extends VersionedTable, Row>(
  tx: Transaction,
  { table, find }: RecordKind<Table, Row>,
  scope: Scope,
  id: string,
): Promise<{ before: Row; row: Record<string, unknown> } | undefined> {
  const [row] = await tx
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id))
    .for('no key update')
  const before = row && (await find(tx, scope, id))
  return before && { before, row }
}

/** Whether a row has all that is to be set: two things of one name, and two lists, may read alike in words. */
const hasAlready = (row: Record<string, unknown>, set: object): boolean =>
  Object.entries(set).every(([name, value]) => value === undefined || isDeepStrictEqual(row[name], value))

/**
 * The one way to change a record of the back office: within the actor's scope, as long as nobody saved it since `version` was
 * read (where one is named), and with an entry in the audit log. What is saved already, as by one's own first press, is saved.
 */
export function saveVersioned<Table extends VersionedTable, Row, Reason extends string = never>(
  context: AppContext,
  { actor, scope }: { actor: { id: string; name: string }; scope: Scope },
  kind: RecordKind<Table, Row>,
  { id, version }: { id: string; version?: number },
  { columns, stamps, wanted, refusal, overtaken, untold, beside }: Change<Table, Row, Reason>,
): Promise<Saved<Reason>> {
  return context.db.transaction(async (tx) => {
    const locked = await lockWithinReach(tx, kind, scope, id)
    if (!locked) return MISSING
    const { before, row } = locked
    const current = version === undefined || version === row.version
    const refused = await refusal?.(tx, before, current)
    if (refused) return refused
    const set = typeof columns === 'function' ? columns(before) : columns
    if (!current || overtaken?.(before)) {
      const stale = staleSave(Number(row.version), kind.describe(before), wanted(before), kind.besideOf?.(before))
      const alike = !stale.conflict.changes.length && hasAlready(row, set)
      return alike && !(await untold?.(tx, before)) ? { ok: true, id } : stale
    }
    await tx
      .update(kind.table)
      .set({ ...set, ...stamps, ...nextVersion(kind.table) } as PgUpdateSetSource<Table>)
      .where(eq(kind.table.id, id))
    const more = await beside?.(tx, before)
    const after = await kind.find(tx, { kind: 'all' }, id)
    if (!after) throw new Error(`A ${kind.entity} that was just saved is not there.`)
    await recordChange(context, tx, actor, {
      ...{ action: 'updated', entity: kind.entity, id, ...kind.named(after) },
      before: kind.describe(before),
      after: { ...kind.describe(after), ...more },
    })
    return { ok: true, id }
  })
}
