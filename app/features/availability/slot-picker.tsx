import { Check } from 'lucide-react'
import { type ClockTime, formatClockTime } from '~/domain/calendar'
import type { OnlineSlotState } from '~/domain/slots'
import { ButtonLink } from '~/ui/button'

export interface SlotChip {
  id: string
  from: ClockTime
  to: ClockTime
  state: OnlineSlotState
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
}

/** The slots of the chosen date as big chips: submit buttons named `slot`, inside a form. */
export function SlotPicker({ slots, selected, elsewhere }: SlotPickerProps) {
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
    <ul className="grid gap-3 sm:grid-cols-2">
      {slots.map((slot) => {
        const chosen = slot.id === selected && slot.state === 'available'
        const look = chosen
          ? 'border-transparent bg-plum-light shadow-glow'
          : slot.state === 'available'
            ? 'border-white/15 bg-plum hover:-translate-y-0.5 hover:border-white/40'
            : 'border-white/5 bg-white/[0.03] text-muted'
        return (
          <li key={slot.id}>
            <button
              type="submit"
              name="slot"
              value={slot.id}
              disabled={slot.state !== 'available'}
              aria-pressed={chosen}
              className={`flex min-h-16 w-full items-center justify-between gap-3 rounded-2xl border px-4 py-3 text-left transition duration-200 disabled:cursor-not-allowed ${look}`}
            >
              <span>
                <span className={`figures block font-medium ${slot.state === 'available' ? '' : 'line-through'}`}>
                  {formatClockTime(slot.from)} – {formatClockTime(slot.to)}
                </span>
                {slot.to <= slot.from && <span className="block text-xs text-muted">ends the next day</span>}
              </span>
              <span className={`flex items-center gap-1 text-sm ${chosen ? 'text-champagne' : 'text-muted'}`}>
                {chosen && <Check aria-hidden className="size-4" />}
                {chosen ? 'Selected' : WORDS[slot.state]}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
