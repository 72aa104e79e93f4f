import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import type { ReactNode } from 'react'

interface CarouselControlsProps {
  /** What turns, in small letters: `services`. */
  what: string
  playing: boolean
  toggle(): void
  turn(by: 1 | -1): void
}

/** Back, pause, on: there when scripts run; without them the strip itself scrolls. */
export function CarouselControls({ what, playing, toggle, turn }: CarouselControlsProps) {
  return (
    <div className="scripting-only flex gap-2">
      <Round label={`Previous of the ${what}`} onPress={() => turn(-1)}>
        <ChevronLeft aria-hidden className="size-5" />
      </Round>
      <Round label={playing ? `Pause the ${what}` : `Play the ${what}`} onPress={toggle}>
        {playing ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
      </Round>
      <Round label={`Next of the ${what}`} onPress={() => turn(1)}>
        <ChevronRight aria-hidden className="size-5" />
      </Round>
    </div>
  )
}

function Round({ label, onPress, children }: { label: string; onPress(): void; children: ReactNode }) {
  return (
    <button type="button" aria-label={label} onClick={onPress} className="round round-edged bg-night/70">
      {children}
    </button>
  )
}
