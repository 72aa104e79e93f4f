import { isDeepStrictEqual } from 'node:util'
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { couldBeId, newId } from '~/db/new-id'
import { staffDrafts } from '~/db/schema'
import { type Draft, type Dropped, emptyDraft } from '~/domain/draft'
import { type DraftMark, type DraftRun, layOver, longerTrail, overtaken } from '~/domain/draft-trail'
import { DAY_MS } from '~/domain/durations'
import type { MovedFor } from '~/domain/moved-for'
import type { DeskMoney } from '~/features/money/desk-money.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'

type Context = Pick<AppContext, 'db' | 'clock'>
type Owner = Pick<Staff, 'id'>

/** Days after which a draft that nobody went on with is forgotten. */
export const DRAFT_DAYS = 7

/** What the last step asks staff for; the advance is missing until it was typed. */
export interface DeskFields extends Omit<DeskMoney, 'advance'> {
  advance?: DeskMoney['advance']
  note: string
  /** For whom an edit moves the visit, once that was said. */
  movedFor?: MovedFor
}

/** A booking that staff are making or changing. */
export interface StaffDraft {
  draft: Draft
  dropped?: Dropped
  /** The booking that is edited and the version that was read; null while a new one is made. */
  editing: { bookingId: string; version: number } | null
  desk: DeskFields
  /** What stands in the fields of a form on one page, where it is made on one; the steps know nothing of it. */
  typed?: Record<string, string>
  /** The booking that it became; nothing else is stored of it then. */
  done?: string
}

/** One as it is stored: its id stands in the address of every step, its version in every form. */
export interface StoredStaffDraft extends StaffDraft {
  id: string
  version: number
  trail: DraftRun<Draft>[]
  savedAt: Date
}

/** A new booking in which nothing is chosen yet. */
export const newStaffDraft = (): StaffDraft => ({
  draft: emptyDraft(newId()),
  editing: null,
  desk: { fullPayment: false, mode: 'cash', note: '' },
})

/**
 * Begins a draft; answers its id. Of one booking a member of staff has one draft: what they had begun to change in it is
 * left as it is, so that two tabs are two views of one thing.
 */
export async function beginStaffDraft(
  { db, clock }: Context,
  { id: staffId }: Owner,
  content: StaffDraft,
): Promise<{ id: string; resumed: boolean }> {
  const bookingId = content.editing?.bookingId ?? null
  return db.transaction(async (tx) => {
    const [begun] = await tx
      .insert(staffDrafts)
      .values({ id: newId(), staffId, bookingId, version: 1, content, trail: [], savedAt: clock.now() })
      .onConflictDoNothing({ target: [staffDrafts.staffId, staffDrafts.bookingId] })
      .returning({ id: staffDrafts.id })
    if (begun) return { id: begun.id, resumed: false }
    const ofBooking = and(eq(staffDrafts.staffId, staffId), eq(staffDrafts.bookingId, bookingId ?? ''))
    const [row] = await tx.select().from(staffDrafts).where(ofBooking).for('update')
    // thrown away in this very moment; the caller's next press begins anew
    if (!row) throw new Error('The draft was thrown away while it was begun.')
    const { id, version, trail, savedAt: _, ...before } = storedDraftOf(row)
    const touched = trail.length > 0 && !before.done
    if (!touched && !isDeepStrictEqual(asStored(before), asStored(content))) {
      // the booking has changed meanwhile: a page that shows its older state is to be told
      await tx
        .update(staffDrafts)
        .set({ content, version: version + 1, trail: [], savedAt: clock.now() })
        .where(eq(staffDrafts.id, id))
    }
    return { id, resumed: touched }
  })
}

const own = ({ id }: Owner, draftId: string) => and(eq(staffDrafts.id, draftId), eq(staffDrafts.staffId, id))

/** A draft of this member of staff; undefined when it is gone or somebody else's. */
export async function findStaffDraft(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  draftId: string,
): Promise<StoredStaffDraft | undefined> {
  // whatever else stands in an address is no id
  if (!couldBeId(draftId)) return undefined
  const [row] = await db.select().from(staffDrafts).where(own(owner, draftId))
  return row && storedDraftOf(row)
}

/** What a member of staff has begun and not finished, the last first; drafts in which nothing was chosen are left out. */
export async function listStaffDrafts({ db }: Pick<AppContext, 'db'>, { id }: Owner): Promise<StoredStaffDraft[]> {
  const rows = await db
    .select()
    .from(staffDrafts)
    .where(eq(staffDrafts.staffId, id))
    .orderBy(desc(staffDrafts.savedAt), desc(staffDrafts.id))
  return rows.map(storedDraftOf).filter(hasSomething)
}

const hasSomething = ({ editing, trail, draft, done }: StoredStaffDraft): boolean =>
  done ? false : editing ? trail.length > 0 : Boolean(draft.screenId || draft.customer)

function storedDraftOf(row: typeof staffDrafts.$inferSelect): StoredStaffDraft {
  const { id, version, savedAt } = row
  // only this module writes the columns; what an older release wrote may lack a part, and called the desk a counter
  const { counter, ...content } = row.content as Partial<StaffDraft> & { counter?: DeskFields }
  const trail = row.trail as DraftRun<Draft>[]
  return { ...newStaffDraft(), ...(counter && { desk: counter }), ...content, id, version, savedAt, trail }
}

/**
 * Saves a draft as a page changed it from what was `read`; false when another page has changed it since that one was drawn.
 * Of what the same page has changed since it was read nothing is lost. What stays as it is makes no new version.
 */
export async function saveStaffDraft(
  { db, clock }: Context,
  owner: Owner,
  read: StoredStaffDraft,
  mark: DraftMark,
  answered: StaffDraft,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(staffDrafts).where(own(owner, read.id)).for('update')
    const before = row && storedDraftOf(row)
    if (!before || overtaken(before, mark)) return false
    const { id, version, trail, savedAt: _, ...current } = before
    const content = version === read.version ? answered : layOver<StaffDraft>(read, answered, current)
    if (isDeepStrictEqual(asStored(current), asStored(content))) return true
    const longer = longerTrail({ version, trail }, mark.page, before.draft)
    await tx
      .update(staffDrafts)
      .set({ content, version: version + 1, trail: longer, savedAt: clock.now() })
      .where(eq(staffDrafts.id, id))
    return true
  })
}

const asStored = (content: StaffDraft): unknown => JSON.parse(JSON.stringify(content))

/**
 * Saves what was typed on one page under an id that the page has chosen, the last of it; false when the id is somebody else's, that of a
 * booking that is changed, or has become a booking.
 */
export async function saveTypedDraft(
  { db, clock }: Context,
  { id: staffId }: Owner,
  id: string,
  draft: Draft,
  typed: Record<string, string>,
): Promise<boolean> {
  const content = { ...newStaffDraft(), draft, typed }
  const saved = await db
    .insert(staffDrafts)
    .values({ id, staffId, bookingId: null, version: 1, content, trail: [], savedAt: clock.now() })
    .onConflictDoUpdate({
      target: staffDrafts.id,
      set: { content, savedAt: clock.now() },
      setWhere: and(
        eq(staffDrafts.staffId, staffId),
        isNull(staffDrafts.bookingId),
        sql`${staffDrafts.content} ->> 'done' is null`,
      ),
    })
    .returning({ id: staffDrafts.id })
  return saved.length > 0
}

/** A draft has become a booking, or changed one: only that is remembered, for a form that is sent twice and for the way back. */
export async function finishStaffDraft(
  { db, clock }: Context,
  owner: Owner,
  { id, version, editing }: Pick<StoredStaffDraft, 'id' | 'version' | 'editing'>,
  bookingId: string,
): Promise<void> {
  const content: Partial<StaffDraft> = { editing, done: bookingId }
  await db
    .update(staffDrafts)
    .set({ content, version: version + 1, trail: [], savedAt: clock.now() })
    .where(own(owner, id))
}

/** The same of what was typed on one page, also when nothing of it is saved yet: what that page still sends comes too late. */
export async function finishTypedDraft(
  { db, clock }: Context,
  { id: staffId }: Owner,
  id: string,
  bookingId: string,
): Promise<void> {
  const content: Partial<StaffDraft> = { done: bookingId }
  const savedAt = clock.now()
  await db
    .insert(staffDrafts)
    .values({ id, staffId, bookingId: null, version: 1, content, trail: [], savedAt })
    .onConflictDoUpdate({
      target: staffDrafts.id,
      set: { content, trail: [], savedAt },
      setWhere: and(eq(staffDrafts.staffId, staffId), isNull(staffDrafts.bookingId)),
    })
}

/** Throws a draft away; whoever pressed twice is answered the same on both times. False for somebody else's. */
export async function forgetStaffDraft(
  { db }: Pick<AppContext, 'db'>,
  owner: Owner,
  draftId: string,
): Promise<boolean> {
  await db.delete(staffDrafts).where(own(owner, draftId))
  return (await db.$count(staffDrafts, eq(staffDrafts.id, draftId))) === 0
}

/** Forgets what nobody went on with for a week. */
export async function forgetOldStaffDrafts({ db, clock }: Context): Promise<void> {
  await db.delete(staffDrafts).where(lt(staffDrafts.savedAt, new Date(clock.now().getTime() - DRAFT_DAYS * DAY_MS)))
}
