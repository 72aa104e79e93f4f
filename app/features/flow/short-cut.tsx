import { ChevronRight } from 'lucide-react'
import { Button } from '~/ui/button'

interface ShortCutProps {
  /** What it chooses. */
  id: string
  name: string
  /** Where it leads to, and whether past something: `Skip to cakes`. */
  leadsTo: string
  className?: string
}

/** On a card: takes it and leads on by one press, past what only may be chosen, and says where to (rule B30). */
export function ShortCut({ id, name, leadsTo, className = '' }: ShortCutProps) {
  return (
    <Button name="intent" value={`with:${id}`} look="plain" className={`relative z-10 gap-1 px-2 text-sm ${className}`}>
      {leadsTo}
      <span className="sr-only"> with {name}</span>
      <ChevronRight aria-hidden className="size-4" />
    </Button>
  )
}
