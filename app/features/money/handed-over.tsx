import { useId } from 'react'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { LONGEST } from '~/domain/text-limits'
import { Button } from '~/ui/button'
import { NothingByEnter } from '~/ui/nothing-by-enter'

interface HandedOverProps {
  /** Of what, for those who do not see it. */
  of?: string
}

/** The press by which a refund was handed over, one button for each way: it leaves the till by that way, and is found by its reference. */
export function HandedOver({ of }: HandedOverProps) {
  const reference = useId()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm text-muted">Handed over{of && <span className="sr-only"> {of}</span>}</legend>
      <input type="hidden" name="intent" value="hand-over" />
      {/* Enter presses the first button, and nobody chose that way */}
      <NothingByEnter name="mode" value="" />
      <label htmlFor={reference} className="sr-only">
        Reference (optional)
      </label>
      <input
        id={reference}
        name="reference"
        maxLength={LONGEST.reference}
        autoComplete="off"
        placeholder="Reference (optional)"
        className="control"
      />
      {DESK_MODES.map((mode) => (
        <Button key={mode} name="mode" value={mode} className="px-4 text-sm">
          {modeName(mode)}
        </Button>
      ))}
    </fieldset>
  )
}
