import { useId, useRef } from 'react'
import { formatRupees, type Paise } from '~/domain/money'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { LONGEST } from '~/domain/text-limits'
import { Button } from '~/ui/button'
import { FieldError } from '~/ui/field'
import { NothingByEnter } from '~/ui/nothing-by-enter'
import { useLeading } from '~/ui/use-leading'
import { REFUSED_FIELD, type RefusedPress } from './refused-press'

interface HandedOverProps {
  amount: Paise
  /** The guest who is given it; empty where nobody is known. */
  to: string
  /** Why it was refused just now, with the reference as it was typed. */
  refused?: Pick<RefusedPress, 'typed' | 'fault'> & { answer?: unknown }
}

/** The press by which a refund was handed over, one button for each way: it leaves the till by that way, and is found by its reference. */
export function HandedOver({ amount, to, refused }: HandedOverProps) {
  const own = useId()
  const reference = refused ? REFUSED_FIELD : own
  const errorId = `${reference}-fault`
  const input = useRef<HTMLInputElement>(null)
  useLeading(refused?.answer ?? refused, () => input.current)
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="mb-1.5 text-sm text-muted">
        Handed over {formatRupees(amount)}
        {to && ` to ${to}`}
      </legend>
      <input type="hidden" name="intent" value="hand-over" />
      <input type="hidden" name="shown" value={amount} />
      {/* Enter presses the first button, and nobody chose that way */}
      <NothingByEnter name="mode" value="" />
      <label htmlFor={reference} className="sr-only">
        Reference (optional)
      </label>
      <input
        ref={input}
        id={reference}
        name="reference"
        maxLength={LONGEST.reference}
        autoComplete="off"
        placeholder="Reference (optional)"
        defaultValue={refused?.typed}
        aria-describedby={refused && errorId}
        className="control"
      />
      <div className="basis-full empty:hidden">
        <FieldError field={{ errorId, errors: refused && [refused.fault] }} />
      </div>
      {DESK_MODES.map((mode) => (
        <Button key={mode} name="mode" value={mode} className="px-4 text-sm">
          {modeName(mode)}
        </Button>
      ))}
    </fieldset>
  )
}
