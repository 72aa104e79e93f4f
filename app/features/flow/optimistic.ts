import { useFetcher } from '@remix-run/react'
import { useRef } from 'react'
import type { DraftTexts } from '~/domain/booking-texts'
import type { Draft } from '~/domain/draft'
import { type PricedBooking, priceBooking } from '~/domain/pricing'
import { resolveSelection } from '~/domain/selection'
import { answerDraft } from '~/domain/step-answers'
import type { BookingFrame } from './frame.server'
import type { Overtaken } from './open-answer.server'

/** The one fetcher of a step, whose form, summary and Next buttons share it: a change is seen while it is under way. */
export const useStepFetcher = <Answer>(step: string) => useFetcher<Answer>({ key: `booking-${step}` })

type Told = {
  faults?: Record<string, string>
  typed?: DraftTexts
  kept?: boolean
  unreachable?: boolean
  overtaken?: Overtaken
  signIn?: string
}

/**
 * What the step's form was told, until the next try. A fetcher keeps its answer even when that try went well, and when the
 * step is entered anew.
 */
export function useStepAnswer<Answer extends object = Told>({ step }: BookingFrame): Answer | undefined {
  const { data, state } = useStepFetcher<Answer>(step)
  const past = useRef(data)
  if (state === 'submitting') past.current = data
  // that what is typed was kept is nothing to be told
  return data === past.current || (data && 'kept' in data) ? undefined : data
}

export interface ExpectedQuote {
  draft: Draft
  priced: PricedBooking | null
}

/**
 * The quote as it will be when the form under way has been answered, with the texts as they are typed: the same rules, run
 * early in the browser.
 */
export function useExpectedQuote(frame: BookingFrame, typed?: DraftTexts): ExpectedQuote {
  const { formData } = useStepFetcher<Told>(frame.step)
  const early = formData || (typed && Object.keys(typed).length > 0)
  if (!early || !frame.pricing) return { draft: frame.draft, priced: frame.priced }
  const fields = new Map<string, string>()
  for (const [name, value] of formData ?? []) if (typeof value === 'string') fields.set(name, value)
  const answered = formData ? answerDraft(frame.draft, frame.step, fields) : frame.draft
  const draft = { ...answered, ...typed }
  const { offers, date, slotStart, now, coupon, stored } = frame.pricing
  const selection = resolveSelection(draft, offers, {
    date,
    slotStart: slotStart ? new Date(slotStart) : undefined,
    now: new Date(now),
    coupon: coupon ?? undefined,
    stored: stored ?? undefined,
  })
  return { draft, priced: selection ? priceBooking(selection.input) : frame.priced }
}
