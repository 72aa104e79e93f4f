import type { DraftTexts } from '~/domain/booking-texts'
import { type PricedBooking, priceBooking } from '~/domain/pricing'
import { resolveSelection } from '~/domain/selection'
import { answerDraft } from '~/domain/step-answers'
import type { BookingFrame } from './frame.server'
import { useSentForm } from './optimistic'

export interface ExpectedQuote {
  draft: BookingFrame['draft']
  priced: PricedBooking | null
}

/**
 * The quote as it will be when the form under way has been answered, with the texts as they are typed: the same rules, run
 * early in the browser.
 */
export function useExpectedQuote(frame: BookingFrame, typed?: DraftTexts): ExpectedQuote {
  const formData = useSentForm(frame)
  const early = formData || (typed && Object.keys(typed).length > 0)
  if (!early || !frame.pricing) return { draft: frame.draft, priced: frame.priced }
  const fields = new Map<string, string>()
  for (const [name, value] of formData ?? []) if (typeof value === 'string') fields.set(name, value)
  const answered = formData ? answerDraft(frame.draft, frame.step, fields) : frame.draft
  const draft = { ...answered, ...typed }
  const { offers, date, lastHour, coupon, stored } = frame.pricing
  const selection = resolveSelection(draft, offers, {
    date,
    lastHour,
    coupon: coupon ?? undefined,
    stored: stored ?? undefined,
  })
  return { draft, priced: selection ? priceBooking(selection.input) : frame.priced }
}
