import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { newId } from '~/db/new-id'
import { bookings, reviews } from '~/db/schema'
import { within } from '~/db/within'
import { type CalendarDate, formatDate, formatInstant, formatMonth, monthOf } from '~/domain/calendar'
import { pageOf } from '~/domain/paging'
import type { Refused } from '~/domain/result'
import { isOpen, isOver, MOST_STARS, REVIEW_NAME_MAX, REVIEW_TEXT_MAX, type ReviewState } from '~/domain/review'
import type { Scope } from '~/domain/staff-role'
import { wholeOf } from '~/domain/whole-number'
import {
  type Asks,
  nextVersion,
  type RecordKind,
  type Saved,
  saveVersioned,
  staleSave,
  stillAsRead,
  UNREAD,
} from '~/features/back-office/save.server'
import { type ActingStaff, actingIn } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { recordId, requiredLines, requiredText, versionField } from '~/platform/form-fields.server'

/** How many reviews the public page shows: those that staff agreed to last. */
const MOST_SHOWN = 30

export const reviewForm = z.object({
  stars: z
    .string()
    .default('')
    .transform((text, check) => {
      const stars = wholeOf(text, 1, MOST_STARS)
      if (stars !== undefined) return stars
      check.addIssue({ code: 'custom', message: 'Please choose one to five stars' })
      return z.NEVER
    }),
  text: requiredLines('What you say', REVIEW_TEXT_MAX),
  name: requiredText('The name to show', REVIEW_NAME_MAX),
  /** Of the review that the form was filled from; an empty one was filled from none. */
  version: versionField,
})

type Evening = Pick<
  typeof bookings.$inferSelect,
  'id' | 'status' | 'attendance' | 'during' | 'visitDate' | 'customerName'
>

/** What the booking's page shows of its review; undefined before the evening is over. */
export async function reviewOf({ db, clock }: AppContext, evening: Evening) {
  if (!isOver(evening, clock.now())) return undefined
  const review = await db.query.reviews.findFirst({ where: eq(reviews.bookingId, evening.id) })
  return {
    open: isOpen(review),
    written: review && { stars: review.stars, text: review.text, name: review.name, state: review.state },
    version: review?.version ?? UNREAD,
    // the first name, as a proposal
    name: evening.customerName.split(' ')[0] ?? '',
  }
}

const DECIDED: Refused<'decided'> = {
  ok: false,
  reason: 'decided',
  message: 'Your review has been read by us, and cannot be changed any more. Write to us if it should go.',
}
const TOO_EARLY: Refused<'too-early'> = {
  ok: false,
  reason: 'too-early',
  message: 'A review can be written once the visit is over.',
}

const OVERTAKEN =
  'Another review of this visit was saved before yours. Yours is not saved yet: sent once more, it takes the place of that one.'

const describeReview = ({ stars, text, name }: Pick<typeof reviews.$inferSelect, 'stars' | 'text' | 'name'>) => ({
  Stars: String(stars),
  'What you say': text,
  'The name to show': name,
})

/**
 * Keeps what a family says about its evening: one a booking, to be changed until staff have decided (rule V17), and only by whoever has
 * read what stands. The evening's day is kept with it, since the booking may be moved to another one afterwards.
 */
export async function writeReview(
  { db, clock }: AppContext,
  evening: Evening,
  { version, ...said }: z.output<typeof reviewForm>,
): Promise<{ ok: true } | (Refused<'decided' | 'too-early' | 'stale'> & Asks)> {
  if (!isOver(evening, clock.now())) return TOO_EARLY
  const told = { ...said, visitDate: evening.visitDate }
  const written = await db
    .insert(reviews)
    .values({ id: newId(), bookingId: evening.id, ...told, createdAt: clock.now() })
    .onConflictDoUpdate({
      target: reviews.bookingId,
      set: { ...told, ...nextVersion(reviews), updatedAt: sql`now()` },
      setWhere: and(eq(reviews.state, 'pending'), stillAsRead(reviews, version)),
    })
    .returning({ id: reviews.id })
  if (written.length) return { ok: true }
  const standing = await db.query.reviews.findFirst({ where: eq(reviews.bookingId, evening.id) })
  if (standing?.state !== 'pending') return DECIDED
  const stale = staleSave(standing.version, describeReview(standing), describeReview(said))
  // sent twice, it is saved already
  return stale.conflict.changes.length ? { ...stale, message: OVERTAKEN } : { ok: true }
}

/** The day of the evening that a review is about, not to which its booking was moved since; reviews of older days kept none. */
const EVENINGS_DAY = sql<CalendarDate>`coalesce(${reviews.visitDate}, ${bookings.visitDate})`.mapWith(reviews.visitDate)

/** What everybody may read: the reviews that staff agreed to last, under the name and the month and nothing else. */
export async function shownReviews({ db }: AppContext) {
  const { id, stars, text, name } = reviews
  const rows = await db
    .select({ id, stars, text, name, day: EVENINGS_DAY })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(eq(reviews.state, 'shown'))
    .orderBy(sql`${reviews.decidedAt} desc nulls last`, desc(reviews.createdAt), desc(reviews.id))
    .limit(MOST_SHOWN)
  return rows.map(({ day, ...review }) => ({ ...review, when: formatMonth(monthOf(day)) }))
}

/** A page of what was said about evenings within a scope, the newest first. */
export async function listReviews(
  { db, business }: AppContext,
  scope: Scope,
  { state, page = 1 }: { state?: ReviewState; page?: number },
) {
  const where = and(within(scope, bookings.locationId), state && eq(reviews.state, state))
  const [counted] = await db
    .select({ rows: count() })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(where)
  const total = counted?.rows ?? 0
  const at = pageOf(total, page)
  const rows = await db
    .select({ review: reviews, booking: bookings, day: EVENINGS_DAY })
    .from(reviews)
    .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
    .where(where)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(at.limit)
    .offset(at.offset)
  return {
    ...at,
    total,
    reviews: rows.map(({ review: { id, stars, text, name, state: now, version, ...review }, booking, day }) => ({
      ...{ id, stars, text, name, state: now, version },
      bookingId: booking.id,
      booking: `${booking.code}, ${booking.screenName}, ${booking.locationName}, ${formatDate(day)}`,
      decided: review.decidedAt && `${review.decidedBy}, ${formatInstant(review.decidedAt, business.timeZone)}`,
    })),
  }
}

/** How many reviews within a scope wait for a decision: counted without reading them, since every page asks. */
export const countPendingReviews = ({ db }: Pick<AppContext, 'db'>, scope: Scope): Promise<number> =>
  db.$count(
    reviews,
    and(
      eq(reviews.state, 'pending'),
      scope.kind === 'all'
        ? undefined
        : inArray(
            reviews.bookingId,
            db.select({ id: bookings.id }).from(bookings).where(within(scope, bookings.locationId)),
          ),
    ),
  )

type ReviewRow = typeof reviews.$inferSelect & { code: string; locationId: string | null }

const REVIEW: RecordKind<typeof reviews, ReviewRow> = {
  entity: 'Review',
  table: reviews,
  async find(tx, scope, id) {
    const [found] = await tx
      .select({ review: reviews, code: bookings.code, locationId: bookings.locationId })
      .from(reviews)
      .innerJoin(bookings, eq(bookings.id, reviews.bookingId))
      .where(and(eq(reviews.id, id), within(scope, bookings.locationId)))
    return found && { ...found.review, code: found.code, locationId: found.locationId }
  },
  // the audit log outlives the review, so it names neither its words nor its writer
  named: ({ code, locationId }) => ({ name: code, locationId }),
  describe: ({ state }) => ({ Shown: STATE_WORDS[state] }),
}

const STATE_WORDS: Record<ReviewState, string> = { pending: 'not decided', shown: 'yes', hidden: 'no' }

export const decisionForm = z.object({
  id: recordId,
  state: z.enum(['shown', 'hidden']),
  version: versionField,
})

/** Shows a review on the public page, or keeps it from there; refused when it was changed since it was read. */
export const decideReview = (
  context: AppContext,
  staff: ActingStaff,
  { id, state, version }: z.output<typeof decisionForm>,
): Promise<Saved> =>
  saveVersioned(
    context,
    actingIn(staff),
    REVIEW,
    { id, version },
    {
      columns: { state },
      stamps: { decidedAt: context.clock.now(), decidedBy: staff.name },
      wanted: () => ({ Shown: STATE_WORDS[state] }),
    },
  )
