import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { findPage } from '~/db/find-page'
import { found, phoneOf } from '~/db/like'
import { contactMessages } from '~/db/schema'
import { formatInstant } from '~/domain/calendar'
import { recordChange } from '~/features/back-office/audit.server'
import type { Staff } from '~/features/staff/staff-session.server'
import type { AppContext } from '~/platform/context.server'

/** Whether somebody has dealt with what a visitor wrote. */
export const MESSAGE_STATES = ['open', 'handled'] as const

interface MessageFilter {
  search?: string
  state?: (typeof MESSAGE_STATES)[number]
  page?: number
}

/** What is searched of a message, in small letters; the number as it was typed and as we write numbers. */
const searched = ({ name, phone, email, message }: typeof contactMessages): SQL =>
  sql`lower(concat_ws(' ', ${name}, ${phone}, ${phoneOf(phone)}, ${email}, ${message}))`

/** A page of what visitors wrote, the newest first. */
export async function listMessages({ db, business }: AppContext, { search, state, page }: MessageFilter) {
  const { handledAt } = contactMessages
  const where = and(
    state && (state === 'open' ? isNull(handledAt) : isNotNull(handledAt)),
    search ? found(searched(contactMessages), search) : undefined,
  )
  const at = await findPage(db, contactMessages, where, { page, whole: true })
  const rows = await db
    .select()
    .from(contactMessages)
    .where(where)
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id))
    .limit(at.limit)
    .offset(at.offset)
  const messages = rows.map(({ createdAt, handledAt: done, ...row }) => ({
    ...row,
    when: formatInstant(createdAt, business.timeZone),
    handled: done && formatInstant(done, business.timeZone),
  }))
  return { ...at, messages }
}

/** How many messages nobody has dealt with yet: counted without reading them, since every page asks. */
export const countOpenMessages = ({ db }: Pick<AppContext, 'db'>): Promise<number> =>
  db.$count(contactMessages, isNull(contactMessages.handledAt))

/** Marks a message as handled, or as open again; answers whether it is there. What it is already is noted by nobody once more. */
export async function markHandled(context: AppContext, staff: Staff, id: string, handled: boolean): Promise<boolean> {
  const { db, clock, business } = context
  const { handledAt } = contactMessages
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(contactMessages)
      .set(handled ? { handledAt: clock.now(), handledBy: staff.name } : { handledAt: null, handledBy: null })
      .where(and(eq(contactMessages.id, id), handled ? isNull(handledAt) : isNotNull(handledAt)))
      .returning()
    if (!row) return (await tx.$count(contactMessages, eq(contactMessages.id, id))) > 0
    await recordChange(context, tx, staff, {
      action: 'updated',
      entity: 'Message',
      id,
      // the audit log outlives the message, so it does not name the sender
      name: formatInstant(row.createdAt, business.timeZone),
      before: { Handled: handled ? 'No' : 'Yes' },
      after: { Handled: handled ? 'Yes' : 'No' },
    })
    return true
  })
}
