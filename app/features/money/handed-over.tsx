import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { Button } from '~/ui/button'

interface HandedOverProps {
  /** Of what, for those who do not see it. */
  of?: string
}

/** The press by which a refund was handed over, one button for each way: it leaves the till by that way. */
export function HandedOver({ of }: HandedOverProps) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm text-muted">Handed over{of && <span className="sr-only"> {of}</span>}</legend>
      <input type="hidden" name="intent" value="hand-over" />
      {DESK_MODES.map((mode) => (
        <Button key={mode} name="mode" value={mode} className="px-4 text-sm">
          {modeName(mode)}
        </Button>
      ))}
    </fieldset>
  )
}
