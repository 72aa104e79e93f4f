import { eq } from 'drizzle-orm'
import { newId } from '~/db/new-id'
import { staffSessions } from '~/db/schema'
import { type Draft, type Dropped, emptyDraft } from '~/domain/draft'
import type { CounterMoney } from '~/features/payment/counter-money.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'

/** What the last step asks staff for; the advance is missing until it was typed. */
export interface CounterFields extends Omit<CounterMoney, 'advance'> {
  advance?: CounterMoney['advance']
  note: string
}

/** A booking that staff are making or changing; it lives in their session, never in the customer's draft. */
export interface StaffDraft {
  draft: Draft
  dropped?: Dropped
  /** The booking that is edited and the version that was read; null while a new one is made. */
  editing: { bookingId: string; version: number } | null
  counter: CounterFields
}

/** A new booking in which nothing is chosen yet. */
export const newStaffDraft = (): StaffDraft => ({
  draft: emptyDraft(newId()),
  editing: null,
  counter: { fullPayment: false, mode: 'cash', note: '' },
})

/** Keeps a draft in the staff session; null forgets it. */
export async function keepStaffDraft(
  { db }: AppContext,
  { sessionId }: Pick<Staff, 'sessionId'>,
  draft: StaffDraft | null,
): Promise<void> {
  await db.update(staffSessions).set({ editDraft: draft }).where(eq(staffSessions.id, sessionId))
}

/** The draft of a staff session; a new one when there is none. */
export async function readStaffDraft({ db }: AppContext, { sessionId }: Pick<Staff, 'sessionId'>): Promise<StaffDraft> {
  const [row] = await db
    .select({ kept: staffSessions.editDraft })
    .from(staffSessions)
    .where(eq(staffSessions.id, sessionId))
  // only this module writes the column; what an older release wrote may lack a part
  const kept = row?.kept as Partial<StaffDraft> | null | undefined
  return { ...newStaffDraft(), ...kept }
}
