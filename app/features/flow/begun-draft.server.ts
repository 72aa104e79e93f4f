import { formatDay, formatSlot } from '~/domain/calendar'
import type { DraftState } from '~/features/booking/quote.server'
import type { AppContext } from '~/platform/context.server'
import { reviseQuote } from './flow-quote.server'

/** A booking that is begun on this device, in a line: room, day and slot; undefined while it has no room. */
export async function begunWords(context: AppContext, begun: DraftState): Promise<string | undefined> {
  if (!begun.draft.screenId) return undefined
  const { screen, slot, draft } = await reviseQuote(context, begun, begun.draft)
  const day = draft.date && formatDay(draft.date)
  return [screen?.name ?? 'a room', day, slot && formatSlot(slot)].filter(Boolean).join(' · ')
}

/** Said where something would take the place of a begun booking and nobody has said that it may. */
export const ASIDE = 'A booking is begun on this device already: say below which of the two you go on with.'
