import { eq } from 'drizzle-orm'
import type { Database, Transaction } from '~/db/client.server'
import { letterSwitches } from '~/db/schema'
import { OWN_LETTER_NAMES, type OwnLetter } from '~/domain/visit-letters'

/** Which of the letters that go out by themselves do so. */
export async function letterSwitchesOf(db: Database | Transaction): Promise<Record<OwnLetter, boolean>> {
  const rows = await db.select().from(letterSwitches)
  const off = new Set(rows.filter(({ active }) => !active).map(({ kind }) => kind))
  return Object.fromEntries(OWN_LETTER_NAMES.map((kind) => [kind, !off.has(kind)])) as Record<OwnLetter, boolean>
}

/** Turns one of them on or off; answers what it was before. */
export async function switchLetter(tx: Transaction, kind: OwnLetter, active: boolean): Promise<boolean> {
  const [before] = await tx.select().from(letterSwitches).where(eq(letterSwitches.kind, kind)).for('update')
  await tx
    .insert(letterSwitches)
    .values({ kind, active })
    .onConflictDoUpdate({ target: letterSwitches.kind, set: { active } })
  return before?.active ?? true
}
