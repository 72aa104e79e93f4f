import { useId } from 'react'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { LONGEST } from '~/domain/text-limits'
import { Button } from '~/ui/button'
import { NothingByEnter } from '~/ui/nothing-by-enter'

interface HandedOverProps {
  /** How much, in words. */
  amount: string
  /** The guest who is given it; empty where nobody is known. */
  to: string
}

/** The press by which a refund was handed over, one button for each way: it leaves the till by that way, and is found by its reference. */
export function HandedOver({ amount, to }: HandedOverProps) {
  const reference = useId()
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm wrap-anywhere text-muted">
        Handed over {amount}
        {to && ` to ${to}`}
      </legend>
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
