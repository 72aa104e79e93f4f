import { Check, ChevronRight } from 'lucide-react'
import { type ClockTime, endsAfterMidnight, formatClockTime } from '~/domain/calendar'
import type { OnlineSlotState } from '~/domain/slots'
import { Button, ButtonLink } from '~/ui/button'

export interface SlotChip {
  id: string
  from: ClockTime
  to: ClockTime
  state: OnlineSlotState
  /** Said instead of what its state is called. */
  words?: string
}

const WORDS: Record<OnlineSlotState, string> = {
  available: 'Available',
  started: 'Already started',
  'too-late': 'Starts too soon',
  held: 'Being booked',
  booked: 'Booked',
}

interface SlotPickerProps {
  slots: readonly SlotChip[]
  selected: string | undefined
  /** Where another screen can be chosen. */
  elsewhere?: string
  /** Words on the short cut of each free slot, a submit button `with:{id}`; none where a slot is only chosen. */
  shortCut?: string
}

/** The slots of the chosen date as big chips: submit buttons named `slot`, inside a form. */
export function SlotPicker({ slots, selected, elsewhere, shortCut }: SlotPickerProps) {
  if (!slots.length) {
    return (
      <>
        <p className="text-muted">This screen has no slots yet.</p>
        {elsewhere && (
          <ButtonLink to={elsewhere} className="mt-4">
            Choose another screen
          </ButtonLink>
        )}
      </>
    )
  }
  return (
    <ul className={`grid gap-3 ${shortCut ? '' : 'sm:grid-cols-2'}`}>
      {slots.map((slot) => {
        const chosen = slot.id === selected && slot.state === 'available'
        return (
          <li key={slot.id} data-row={shortCut && ''} className="flex flex-wrap items-center justify-end gap-1">
            <button
              type="submit"
              name="slot"
              value={slot.id}
              disabled={slot.state !== 'available'}
              aria-pressed={chosen}
              className="slot"
            >
              <span>
                <span
                  className={`figures block font-medium whitespace-nowrap ${slot.state === 'available' ? '' : 'line-through'}`}
                >
                  {formatClockTime(slot.from)} – {formatClockTime(slot.to)}
                </span>
                {endsAfterMidnight(slot) && <span className="block text-xs text-muted">ends after midnight</span>}
              </span>
              <span className={`flex items-center gap-1 text-sm ${chosen ? 'text-champagne' : 'text-muted'}`}>
                {chosen && <Check aria-hidden className="size-4" />}
                {chosen ? 'Selected' : (slot.words ?? WORDS[slot.state])}
              </span>
            </button>
            {shortCut && slot.state === 'available' && (
              <Button
                name="slot"
                value={`with:${slot.id}`}
                look="plain"
                className="shrink-0 px-3 text-sm max-[22.5rem]:px-1.5"
              >
                {shortCut}
                <span className="sr-only">
                  {' '}
                  with {formatClockTime(slot.from)} – {formatClockTime(slot.to)}
                </span>
                <ChevronRight aria-hidden className="size-4" />
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
