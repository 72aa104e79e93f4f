import type { Transaction } from '~/db/client.server'
import { type Change, differences } from '~/domain/changes'
import { type Struck, struckWords } from '~/domain/desk-refund'
import { formatRupees } from '~/domain/money'
import { type MovedFor, movedForWords } from '~/domain/moved-for'
import type { ReturnedSums } from '~/domain/refund-parts'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import {
  announceDetails,
  announceEdit,
  announceMoneyReceived,
  announceReschedule,
} from '~/features/stored-booking/announce-booking.server'
import {
  type ChangeElsewhere,
  recordBookingChange,
  recordElsewhere,
} from '~/features/stored-booking/booking-history.server'
import type { StoredBooking } from '~/features/stored-booking/stored-booking.server'
import type { AppContext } from '~/platform/context.server'
import { describeBooking, describeLeaving } from './booking-words.server'
import { type moneySaid, struckByPlace } from './edit-money.server'

/** What an edit has done, for those who are to know of it. */
export interface EditDone {
  stored: StoredBooking
  saved: StoredBooking
  /** For whom the visit was moved; undefined where it stays. */
  move: MovedFor | undefined
  struck: Struck[]
  returned: ReturnedSums
  readdressed: boolean
}

/** Writes an edit into the audit log, elsewhere too where it touched other places; answers what it changed. */
export async function recordEdit(
  context: AppContext,
  tx: Transaction,
  staff: ActingStaff,
  { stored, saved, move, struck, returned, readdressed }: EditDone,
): Promise<Change[]> {
  const before = describeBooking(stored)
  const after = {
    ...describeBooking(saved),
    ...(move && { Moved: movedForWords(move) }),
    ...(struck.length > 0 && { 'Struck out': struckWords(struck) }),
    ...(returned.all > 0 && { Refund: formatRupees(returned.all) }),
    ...(readdressed && { Link: 'A new one' }),
  }
  await recordBookingChange(context, tx, staff, saved, { action: 'updated', before, after })
  await recordElsewhere(context, tx, staff, saved, elsewhere(stored, saved, move))
  return differences(before, after)
}

/** Writes to the customer: of a move, else of money that goes back or became less, else where their address is known only now. */
export async function writeOfEdit(
  context: AppContext,
  tx: Transaction,
  { stored, saved, move, returned }: EditDone,
  { received, less, addressed, lost }: Awaited<ReturnType<typeof moneySaid>> & { addressed: boolean; lost: string[] },
): Promise<void> {
  if (move) await announceReschedule(context, tx, saved, returned, { from: stored, movedFor: move, lost, less })
  else if (returned.all > 0 || (returned.needed ?? 0) > 0 || less > 0)
    await announceEdit(context, tx, saved, returned, { less, addressed })
  else if (addressed) await announceDetails(context, tx, saved, context.clock.now())
  if (received) await announceMoneyReceived(context, tx, { bookingId: saved.id, ...received })
}

/** What an edit does to places that are not the booking's afterwards: to the one that it leaves, and to those of whose till is struck out. */
const elsewhere = (before: StoredBooking, after: StoredBooking, move: MovedFor | undefined): ChangeElsewhere[] =>
  struckByPlace(before, after)
    .filter(({ locationId }) => locationId !== after.locationId)
    .map(({ locationId, struck }) => {
      const out = struck.length > 0 && { 'Struck out': struckWords(struck) }
      if (locationId !== before.locationId) return { locationId, after: { ...out } }
      const moved = move && { Moved: movedForWords(move) }
      return {
        ...{ locationId, before: describeLeaving(before) },
        after: { ...describeLeaving(after), ...moved, ...out },
      }
    })
