import { eq } from 'drizzle-orm'
import { bookings } from '~/db/schema'
import { formatDate } from '~/domain/calendar'
import { inScope, type Scope } from '~/domain/staff-role'
import { DOCUMENT_TITLES, splitWords } from '~/domain/tax-document'
import { unbroken } from '~/domain/unbroken'
import type { AppContext } from '~/platform/context.server'
import { documentsOf, findDocument } from './tax-documents.server'

/** Who asks for a paper: the customer by the token of their link, or staff within their scope. */
export type Asking = { token: string } | { scope: Scope }

/** A paper as it is shown and printed; undefined when there is none for whoever asks. */
export async function paperPage(context: AppContext, asking: Asking, id: string) {
  const found = await findDocument(context, id)
  if (!found) return undefined
  const booking = await context.db.query.bookings.findFirst({
    columns: { linkToken: true, locationId: true },
    where: eq(bookings.id, found.bookingId),
  })
  const may =
    booking && ('token' in asking ? booking.linkToken === asking.token : inScope(asking.scope, booking.locationId))
  if (!may) return undefined
  const { kind, number, date, total, content, cancelledAt, cancelReason, bookingId } = found
  return {
    title: DOCUMENT_TITLES[kind],
    date: formatDate(date),
    cancelled: cancelledAt && (cancelReason ?? 'Cancelled'),
    split: content.tax && splitWords(content.tax),
    content: unbrokenIn(content),
    ...{ number, total, bookingId },
  }
}

/** A paper says ever after what it said first; only its times are kept in one row. */
function unbrokenIn<Content extends { booking: { visit: string }; lines: { detail?: string | null }[] }>(
  content: Content,
): Content {
  const { booking, lines } = content
  return {
    ...content,
    booking: { ...booking, visit: unbroken(booking.visit) },
    lines: lines.map((line) => ({ ...line, detail: line.detail && unbroken(line.detail) })),
  }
}

export type PaperPage = NonNullable<Awaited<ReturnType<typeof paperPage>>>

/** The papers of a booking as they are listed. */
export const paperList = async (context: Pick<AppContext, 'db'>, bookingId: string) =>
  (await documentsOf(context, bookingId)).map(({ id, kind, number, date, total, cancelledAt }) => ({
    ...{ id, number, total },
    title: DOCUMENT_TITLES[kind],
    date: formatDate(date),
    cancelled: cancelledAt !== null,
  }))
