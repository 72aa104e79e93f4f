import { useFetcher } from '@remix-run/react'
import { useRef } from 'react'
import type { Draft, ItemKind } from '~/domain/draft'
import { ITEM_KINDS } from '~/domain/draft'
import { type PricedBooking, priceBooking } from '~/domain/pricing'
import { resolveSelection } from '~/domain/selection'
import { answerItems, answerOccasion, answerPackage } from '~/domain/step-answers'
import type { BookingFrame } from './frame.server'

/** A step's form and the summary beside it share one fetcher, so that a change is seen while it is under way. */
export const stepFetcher = (step: string) => ({ key: `booking-${step}` })

type Faults = Record<string, string>

/** What the step's form was told, until the next try: a fetcher keeps its answer even when that try went well. */
export function useStepFaults(frame: BookingFrame, ofPage?: Faults): Faults {
  const { data, state } = useFetcher<{ faults?: Faults }>(stepFetcher(frame.step))
  const past = useRef(data)
  if (state === 'submitting') past.current = data
  return { ...ofPage, ...(data !== past.current && data?.faults) }
}

export interface ExpectedVisit {
  draft: Draft
  priced: PricedBooking | null
  pending: boolean
}

/** The visit as it will be when the form under way has been answered: the same rules, run early in the browser. */
export function useExpectedVisit(frame: BookingFrame): ExpectedVisit {
  const { formData } = useFetcher(stepFetcher(frame.step))
  if (!formData || !frame.pricing) return { draft: frame.draft, priced: frame.priced, pending: false }
  const fields = new Map<string, string>()
  for (const [name, value] of formData) if (typeof value === 'string') fields.set(name, value)
  const draft = answer(frame, fields)
  const { offers, date, slotStart, now, coupon, sold } = frame.pricing
  const selection = resolveSelection(draft, offers, {
    date,
    slotStart: slotStart ? new Date(slotStart) : undefined,
    now: new Date(now),
    coupon: coupon ?? undefined,
    sold: sold ?? undefined,
  })
  return { draft, priced: selection ? priceBooking(selection.input) : frame.priced, pending: true }
}

function answer(frame: BookingFrame, fields: Map<string, string>): Draft {
  if (frame.step === 'packages') return answerPackage(frame.draft, fields)
  if (frame.step === 'occasions') return answerOccasion(frame.draft, fields)
  if (frame.step === 'customer-details')
    return { ...frame.draft, people: Number(fields.get('people')) || frame.draft.people }
  return isItemKind(frame.step) ? answerItems(frame.draft, frame.step, fields) : frame.draft
}

const isItemKind = (step: string): step is ItemKind => (ITEM_KINDS as readonly string[]).includes(step)
