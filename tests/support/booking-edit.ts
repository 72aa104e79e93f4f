import type { Draft } from '~/domain/draft'
import { type BookingEdit, findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import { type Quote, resolveQuote } from '~/features/booking/quote.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import type { TestApp, TheatreApp } from './app'
import { purchase, takeCash } from './purchase'
import { fullDraft, OWNER } from './theatre'

/** Opens a booking for the owner as an edit does. */
export async function openEdit({ context }: TestApp, bookingId: string) {
  const open = await findEditable(context, OWNER, bookingId)
  if (!open) throw new Error('The booking cannot be opened.')
  return open
}

/** Opens a booking, changes the draft and saves it with the money fields as they were, a move for the family, unless told otherwise. */
export async function editBooking(
  app: TestApp,
  bookingId: string,
  change: (draft: Draft) => Partial<Draft>,
  fields: Partial<BookingEdit> & { staff?: ActingStaff; version?: number } = {},
) {
  const open = await openEdit(app, bookingId)
  const { staff = OWNER, version = open.version, ...given } = fields
  const draft = { ...open.draft, ...change(open.draft) }
  const saved = { ...open.money, mode: 'cash' as const, note: open.stored.note, movedFor: 'family' as const, ...given }
  return updateBooking(app.context, staff, bookingId, version, draft, saved)
}

/** A booking that was paid online and the rest of it in cash, and costs less since: the difference waits at the desk. */
export async function cashThatWaits(app: TheatreApp) {
  const bought = await purchase(app, fullDraft(app.theatre))
  app.clock.advanceMinutes(1)
  const rest = (await openEdit(app, bought.bookingId)).ledger.remaining / 100
  const taken = await takeCash(app, bought.bookingId, rest, rest)
  app.clock.advanceMinutes(1)
  const saved = await editBooking(app, bought.bookingId, () => ({ gifts: [] }))
  if (!taken.ok || !saved.ok) throw new Error('Nothing waits at the desk.')
  return bought
}

/** What an edit comes to: what was bought stays on offer, untouched lines keep the price they were sold at. */
export const resolveEdit = (context: AppContext, stored: StoredBooking, draft: Draft): Promise<Quote> =>
  resolveQuote(context, context.db, { draft, dropped: undefined }, { staff: true, stored })
