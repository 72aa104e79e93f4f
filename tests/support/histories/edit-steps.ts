import type { Draft } from '~/domain/draft'
import { paise, ZERO } from '~/domain/money'
import { DESK_MODES } from '~/domain/payment-mode'
import { type EditableBooking, findEditable, updateBooking } from '~/features/booking/edit-booking.server'
import type { Theatre } from '../theatre'
import { anyStaff, pick, standingIds } from './choices'
import { Broken } from './model'
import type { Deed } from './steps'
import type { World } from './world'

/** What staff make of what was bought, dearer and cheaper. */
const PURCHASES: readonly ((theatre: Theatre) => Partial<Draft>)[] = [
  ({ aurora, items }) => ({ packageId: aurora.celebration, cakes: [{ id: items.truffle, count: 1 }] }),
  ({ aurora }) => ({ packageId: aurora.basic, cakes: [], couponCode: undefined }),
  ({ aurora, items }) => ({
    ...{ packageId: aurora.celebration, cakes: [{ id: items.redVelvet, count: 1 }], couponCode: 'TENTH' },
  }),
  () => ({ people: 8 }),
  () => ({ people: 2, gifts: [], couponCode: undefined }),
  ({ items }) => ({ gifts: [{ id: items.roses, count: 2 }] }),
]

/** What they say was received. */
const RECEIPTS: readonly ((booking: EditableBooking) => Partial<EditableBooking['money']>)[] = [
  () => ({ fullPayment: true }),
  () => ({ fullPayment: false }),
  ({ money }) => ({ advance: paise(Math.max(0, money.advance - 20_000)) }),
  ({ money, ledger }) => ({ advance: paise(money.advance + Math.min(30_000, ledger.remaining)) }),
  () => ({ advance: ZERO, fullPayment: false }),
]

/** Edits a booking as a page of this moment does. */
async function edit(
  world: World,
  [a, b]: [number, number],
  changed: (booking: EditableBooking) => { draft?: Partial<Draft>; money?: Partial<EditableBooking['money']> },
): Promise<void> {
  const id = pick(await standingIds(world), a)
  const by = anyStaff(world, a + b)
  const found = id && (await findEditable(world.context, by, id))
  if (!found) return
  const { draft, money } = changed(found)
  const mode = pick(DESK_MODES, b) ?? 'cash'
  const saying = { ...found.money, ...money, mode, note: '', tellCustomer: b % 4 > 0 }
  const saved = await updateBooking(world.context, by, id, found.version, { ...found.draft, ...draft }, saying)
  if (saved.ok) world.reach(`edit by ${by.role}`)
  else if (saved.reason === 'stale') throw new Broken('an edit of a booking as it is was called stale')
}

/** Staff change what was bought, and what was received for it. */
export const EDIT_STEPS: Record<string, Deed> = {
  'staff edit what was bought': {
    weight: 5,
    run: (world, _model, a, b) =>
      edit(world, [a, b], () => ({ draft: pick(PURCHASES, b)?.(world.theatre), money: {} })),
  },
  'staff edit what was received': {
    weight: 4,
    run: (world, _model, a, b) => edit(world, [a, b], (found) => ({ money: pick(RECEIPTS, b)?.(found) })),
  },
  'staff edit both at once': {
    weight: 3,
    run: (world, _model, a, b) =>
      edit(world, [a, b], (found) => ({
        draft: pick(PURCHASES, b)?.(world.theatre),
        money: pick(RECEIPTS, a)?.(found),
      })),
  },
}
