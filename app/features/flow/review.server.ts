import { askedTexts, BOOKING_TEXT_NAMES, bookingText, isAsked } from '~/domain/booking-texts'
import { type CalendarDate, type ClockTime, instantOf } from '~/domain/calendar'
import { cancellationPromise, expectedPayment, finalWords } from '~/domain/cancellation-promise'
import { amountToCharge, type PayChoice } from '~/domain/payment-choice'
import { PROOFS, type ProofOn } from '~/domain/proof'
import { unbroken } from '~/domain/unbroken'
import type { AppContext } from '~/platform/context.server'
import type { OpenFlowQuote } from './flow-quote.server'

/** A line of the review; `on`, when the words are made there, and drawn. */
export interface ReviewFact {
  label: string
  words: string
  on?: ProofOn
}

/** What else is made of a booking than its priced things: how many come, and every text as it will stand there. */
export function reviewOf({ draft, selection }: OpenFlowQuote): ReviewFact[] {
  const { people, addons, cakes } = selection.input
  const selected = { addons, cakes }
  const texts = askedTexts(draft, selected)
  return [
    { label: 'People', words: String(people) },
    ...BOOKING_TEXT_NAMES.filter((name) => isAsked(name, selected)).flatMap((name): ReviewFact[] => {
      const { label, later } = bookingText(name)
      const words = texts[name] || (later ? 'You tell us later' : '')
      return words ? [{ label, words, on: texts[name] ? PROOFS[name] : undefined }] : []
    }),
  ]
}

/** What cancelling and moving would come to once the advance, or everything, is paid (rule M27). */
export function promisesOf({ business, clock }: AppContext, { draft, slotStart, priced }: OpenFlowQuote) {
  const now = clock.now()
  const promise = (choice: PayChoice) => {
    if (!draft.date || !slotStart) return ''
    const booking = { visitDate: draft.date, start: slotStart, rescheduleCount: 0 }
    const held = [expectedPayment(amountToCharge(choice, priced.total), now)]
    return unbroken(cancellationPromise(booking, { held, total: priced.total, expected: true }, now, business.timeZone))
  }
  return { advance: promise('advance'), full: promise('full') }
}

/**
 * What is final about the visits of a day, said while a slot is still chosen: of the chosen one, else of the first that is free
 * (rules M20, M22). Empty where something comes back.
 */
export function finalOn(
  { business, clock }: AppContext,
  date: CalendarDate,
  slots: readonly { id: string; from: ClockTime; state: string }[],
  chosen: string | undefined,
): string {
  const slot = slots.find(({ id, state }) => (chosen ? id === chosen : state === 'available'))
  if (!slot) return ''
  const start = instantOf(date, slot.from, business.timeZone)
  return finalWords({ visitDate: date, start, rescheduleCount: 0 }, clock.now())
}
