import { and, eq } from 'drizzle-orm'
import type { Transaction } from '~/db/client.server'
import { newId } from '~/db/new-id'
import { tillClosings, tillCorrections } from '~/db/schema'
import type { PlaceOption } from '~/domain/asked-day'
import type { CalendarDate } from '~/domain/calendar'
import { dayEndHour, deskDate } from '~/domain/desk-day'
import { formatRupees, type Paise, paise, ZERO } from '~/domain/money'
import type { Refused } from '~/domain/result'
import { inScope } from '~/domain/staff-role'
import {
  type ClosingRefusal,
  closeTill,
  differenceWords,
  expectedCash,
  movedWords,
  sumsBy,
  TILL_MODES,
} from '~/domain/till'
import { recordChange } from '~/features/back-office/audit.server'
import { type ActingStaff, scopeOf } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { leftBefore, movementsOn } from './till.server'
import { closedHours, closingOf } from './till-closings.server'

type CloseRefusal = ClosingRefusal | 'not-found' | 'closed' | 'moved-meanwhile'

interface Closing {
  date: CalendarDate
  openingFloat: Paise
  counted: Paise
  reason: string
  /** Cash that had moved on the day, as the page said beside which it was counted. */
  shown?: Paise
  /** What was left for the day, as the page said; null where it said that no day was closed before. */
  shownLeft?: Paise | null
  /** What there is to ask first, in words; and to which of such words somebody said yes. */
  asks?: string
  sure?: string
}

const NO_PLACE = { ok: false, reason: 'not-found', message: 'This is not here' } as const
const CLOSED = {
  ok: false,
  reason: 'closed',
  message: 'This day is closed already; what is wrong gets an entry',
} as const

const ENTERED = {
  ok: false,
  reason: 'entered-already',
  message: 'What this form said before is entered already. Look at the entries; press again if this one is missing.',
} as const

/**
 * Closes the till of a location for a day, once; what is wrong afterwards gets an entry. Refused when other cash has moved, or was left
 * for the day, than the page said: who counted saw another difference.
 */
export async function closeDay(
  context: AppContext,
  staff: ActingStaff,
  place: PlaceOption,
  { date, shown, shownLeft, asks, sure, ...given }: Closing,
): Promise<{ ok: true; difference: Paise } | Refused<CloseRefusal>> {
  const { db, clock, business } = context
  const scope = scopeOf(staff)
  if (!inScope(scope, place.id)) return NO_PLACE
  const at = clock.now()
  return db.transaction(async (tx) => {
    const hours = await closedHours(tx, place.id, date)
    const movements = await movementsOn({ business, db: tx, scope, locationId: place.id }, date, hours)
    // who finds it closed is told that before anything of their own count
    if (hours.get(place.id)?.closedAt) return closedBefore(tx, staff, place, { date, ...given })
    const left = await leftBefore({ business, db: tx, scope, locationId: place.id }, date)
    const meanwhile = movedWords({ moved: shown, left: shownLeft }, { moved: expectedCash(ZERO, movements), left })
    if (meanwhile) {
      const before = await closedBefore(tx, staff, place, { date, ...given })
      return before.ok ? before : movedMeanwhile(meanwhile)
    }
    const begun = date <= deskDate(business.timeZone, at)
    const closed = closeTill({ ...given, left, movements, begun, asks, sure })
    if (!closed.ok) return closed
    const added = await tx
      .insert(tillClosings)
      .values({
        ...{ id: newId(), locationId: place.id, locationName: place.name, date, ...given, expected: closed.expected },
        floatLeft: left,
        endsHour: dayEndHour(hours.get(place.id) ?? {}),
        ...{ sums: sumsBy(movements, 'mode', TILL_MODES), closedBy: staff.id, closedByName: staff.name, closedAt: at },
      })
      .onConflictDoNothing()
      .returning({ id: tillClosings.id })
    const id = added[0]?.id
    if (!id) return closedBefore(tx, staff, place, { date, ...given })
    await recordChange(context, tx, staff, {
      ...{ action: 'added', entity: 'Till', id, name: `${place.name} ${date}`, locationId: place.id },
      after: {
        ...(left !== null && { 'Float proposed': formatRupees(left) }),
        'Opening float': formatRupees(given.openingFloat),
        Expected: formatRupees(closed.expected),
        Counted: formatRupees(given.counted),
        Difference: differenceWords(closed.difference),
        Reason: given.reason,
      },
    })
    return { ok: true, difference: closed.difference }
  })
}

const movedMeanwhile = (words: string) =>
  ({ ok: false, reason: 'moved-meanwhile', message: `${words} Look at the till, then press again.` }) as const

/** The same closing sent twice is answered as it was the first time; another one finds the day closed. */
async function closedBefore(
  tx: Transaction,
  staff: ActingStaff,
  place: PlaceOption,
  { date, openingFloat, counted, reason }: Closing,
): Promise<{ ok: true; difference: Paise } | typeof CLOSED> {
  const [same] = await tx
    .select({ expected: tillClosings.expected })
    .from(tillClosings)
    .where(
      and(
        ...[eq(tillClosings.locationId, place.id), eq(tillClosings.date, date), eq(tillClosings.closedBy, staff.id)],
        ...[eq(tillClosings.openingFloat, openingFloat), eq(tillClosings.counted, counted)],
        eq(tillClosings.reason, reason),
      ),
    )
  return same ? { ok: true, difference: paise(counted - same.expected) } : CLOSED
}

interface Correction {
  date: CalendarDate
  amount: Paise
  reason: string
  /** The id that was made with the form: sent twice, it is entered once. */
  entry: string
}

/** Corrects the cash of a closed day by an entry of its own; the closing stays as it is. */
export async function correctDay(
  context: AppContext,
  staff: ActingStaff,
  place: PlaceOption,
  { date, amount, reason, entry }: Correction,
): Promise<{ ok: true } | Refused<'not-found' | 'no-amount' | 'entered-already'>> {
  if (!inScope(scopeOf(staff), place.id)) return NO_PLACE
  if (amount === 0) return { ok: false, reason: 'no-amount', message: 'Amount must be more than ₹0' }
  return context.db.transaction(async (tx) => {
    const closing = await closingOf(tx, place.id, date)
    if (!closing) return NO_PLACE
    const who = { enteredBy: staff.id, enteredByName: staff.name, at: context.clock.now() }
    const added = await tx
      .insert(tillCorrections)
      .values({ id: entry, closingId: closing.id, amount, reason, ...who })
      .onConflictDoNothing()
      .returning({ id: tillCorrections.id })
    if (!added.length) {
      const [first] = await tx.select().from(tillCorrections).where(eq(tillCorrections.id, entry))
      const same = first?.closingId === closing.id && first.amount === amount && first.reason === reason
      return same && first.enteredBy === staff.id ? { ok: true } : ENTERED
    }
    await recordChange(context, tx, staff, {
      ...{ action: 'updated', entity: 'Till', id: closing.id, name: `${place.name} ${date}`, locationId: place.id },
      after: { Correction: formatRupees(amount), Reason: reason },
    })
    return { ok: true }
  })
}
