import { formatRupees, type Paise, paise, sum } from './money'
import { DESK_MODES, modeName } from './payment-mode'
import { type HeldPayment, newestFirst } from './refund-parts'
import type { Refused } from './result'

/** A payment that counts, as the staff's form may change it. */
export interface CountedPayment extends HeldPayment {
  amount: Paise
  /** Recorded by the "payment completed" tick. */
  completes: boolean
}

export interface MoneyForm {
  /** All that was received besides the completing payments. */
  advance: Paise
  /** The "payment completed" tick: set, taken away, or (undefined) as it was. */
  fullPayment?: boolean
}

export type DeskRefusal = 'advance-above-total' | 'advance-below-received' | 'balance-went-back'

export interface MoneyPlan {
  /** Payments that are voided. */
  voided: string[]
  /** `rest`: the payment of which that is left, struck out by a lower advance; none of money that is new. */
  added: { amount: Paise; purpose: 'advance' | 'balance'; rest?: string }[]
  /** What is held afterwards; what is added comes last and is the newest. */
  held: HeldPayment[]
  remaining: Paise
}

/** Whether a payment may be struck out, as one that never came: taken at the front desk, and nothing of it went back (rule M16). */
export const canBeStruckOut = ({ online, held, amount }: Pick<CountedPayment, 'online' | 'held' | 'amount'>): boolean =>
  !online && held === amount

/**
 * What the staff's money form does to the ledger, by new rows and voided ones, never by changing one (rules M14, M16): a higher advance
 * adds a row, no more than the total has room for beside what completed the payment; a lower one voids the newest of what was taken at the
 * front desk, as many as it takes, and enters anew what it leaves of them; the tick adds a completing payment, un-ticking voids it. Money
 * that came online, or went back in part, can only be refunded.
 */
export function planDeskMoney(
  total: Paise,
  rows: readonly CountedPayment[],
  { advance, fullPayment }: MoneyForm,
  now: Date,
): ({ ok: true } & MoneyPlan) | Refused<DeskRefusal> {
  const loose = rows.filter(canBeStruckOut)
  const others = rows.filter(({ completes }) => !completes)
  const received = amountsOf(others)
  // what went back before is received anew
  const gone = paise(received - sum(others.map(({ held }) => held)))
  const voided = new Set<CountedPayment>()
  const added: MoneyPlan['added'] = []
  let base = received
  let rest: string | undefined
  for (const row of others.filter((one) => loose.includes(one)).sort(newestFirst)) {
    if (base <= advance) break
    voided.add(row)
    rest = row.payment
    base = paise(base - row.amount)
  }
  if (advance < base) {
    const message = `${formatRupees(base)} has been received already; money is given back by a refund`
    return { ok: false, reason: 'advance-below-received', message }
  }
  if (advance > base) added.push({ amount: paise(advance - base), purpose: 'advance', rest })
  if (fullPayment === false) {
    const completing = rows.filter(({ completes }) => completes)
    if (completing.some((row) => !loose.includes(row))) {
      const message = 'Part of what completed the payment went back already, so it stays as it is'
      return { ok: false, reason: 'balance-went-back', message }
    }
    for (const row of completing) voided.add(row)
  }
  const kept = rows.filter((row) => !voided.has(row))
  const beside = sum(kept.filter(({ completes }) => completes).map(({ held }) => held))
  if (advance > received && advance + beside > total + gone) {
    const all = paise(total + gone)
    const message = `Advance can be at most ${mostWords(all, { beside, gone })}`
    return { ok: false, reason: 'advance-above-total', message }
  }
  const open = paise(Math.max(0, total - sum([...kept.map(({ held }) => held), ...added.map(({ amount }) => amount)])))
  if (fullPayment && open > 0) added.push({ amount: open, purpose: 'balance' })
  return {
    ok: true,
    voided: [...voided].map(({ payment }) => payment),
    added,
    held: [
      ...kept,
      ...added.map(({ amount, purpose }) => ({
        payment: purpose,
        online: false,
        receivedAt: now,
        held: amount,
        fee: paise(0),
      })),
    ],
    remaining: fullPayment ? paise(0) : open,
  }
}

/** How much advance there can be, of `all` that has room: beside what completed the payment, and with what went back before. */
function mostWords(all: Paise, { beside, gone }: { beside: Paise; gone: Paise }): string {
  if (beside > 0) {
    const most = formatRupees(paise(Math.max(0, all - beside)))
    return `${most} beside the ${formatRupees(beside)} that completed the payment, ${formatRupees(all)} in all`
  }
  return gone > 0 ? `${formatRupees(all)}, of which ${formatRupees(gone)} went back` : `the total, ${formatRupees(all)}`
}

export type SentMoneyRefusal = 'advance-unclear' | 'version-wanted'

/** A booking's money as a program may have read it. */
export interface ReadMoney {
  /** The form's own advance, which leaves out what completed the payment. */
  before: Paise
  /** What was answered: all that was received, and whether that is everything. */
  received: Paise
  paid: boolean
  /** Whether a payment of it was struck out. */
  struck: boolean
  /** Whether the program names the version that it has read. */
  versioned: boolean
}

/**
 * What a program says of a booking's money that it has read (rule A9): what is sent back as it was answered changes nothing, and more than
 * that is all that was received with what came since. Less is the form's own advance; between the two it could be either, and is refused.
 * Where a payment was struck out, more, or the tick, could be what was answered before that: refused unless the version says what was read.
 */
export function moneySent(
  { advance: sent, fullPayment }: Partial<MoneyForm>,
  { before, received, paid, struck, versioned }: ReadMoney,
): { ok: true; form: MoneyForm } | Refused<SentMoneyRefusal> {
  const advance = sent ?? received
  const form = { fullPayment: fullPayment === paid ? undefined : fullPayment }
  const completing = paise(received - before)
  const untick = form.fullPayment === false && completing > 0
  const own = advance <= before
  if (!own && (advance < received || (advance > received && untick))) {
    const all = `${formatRupees(received)} has been received, ${formatRupees(completing)} of it as what completed the payment`
    const message = `An advance of ${formatRupees(advance)} is unclear: ${all}. Send all that has been received, with what came since and without taking anything back; or at most ${formatRupees(before)}, which leaves out what completed the payment`
    return { ok: false, reason: 'advance-unclear', message }
  }
  if ((advance > received || form.fullPayment) && struck && !versioned) {
    const message = `A payment of this booking was struck out, and ${formatRupees(received)} has been received. To enter more, read the booking again and send its version along`
    return { ok: false, reason: 'version-wanted', message }
  }
  return { ok: true, form: { ...form, advance: own ? advance : paise(advance - completing) } }
}

export type TakingRefusal = 'no-amount' | 'more-than-due'

/**
 * What the money form has to say so that `amount` more is received at the front desk (rule E5): all of what is due completes
 * the payment, less is a row more. Nothing, and more than is due, is refused.
 */
export function takingOf(
  rows: readonly CountedPayment[],
  due: Paise,
  amount: Paise,
): { ok: true; form: MoneyForm } | Refused<TakingRefusal> {
  if (amount === 0) return { ok: false, reason: 'no-amount', message: 'Amount must be more than ₹0' }
  if (amount > due) {
    const message = due > 0 ? `Only ${formatRupees(due)} is due` : 'Nothing is due any more'
    return { ok: false, reason: 'more-than-due', message }
  }
  const advance = amountsOf(rows.filter(({ completes }) => !completes))
  if (amount === due) return { ok: true, form: { advance, fullPayment: true } }
  return { ok: true, form: { advance: paise(advance + amount) } }
}

/** What is said of money whose way nobody has chosen yet: that, and at its field what is wrong with so much of what is `due`. */
export function unchosenWay(due: Paise, amount: Paise): { amount?: string; '': string } {
  const taking = takingOf([], due, amount)
  return { ...(!taking.ok && { amount: taking.message }), '': `How it is paid is still to choose: ${WAYS}` }
}

const WAYS = DESK_MODES.map(modeName)
  .join(', ')
  .replace(/, (\w+)$/, ' or $1')

const amountsOf = (rows: readonly CountedPayment[]): Paise => sum(rows.map(({ amount }) => amount))
