import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { buttonClass } from './button'
import { onceByKey } from './once-by-key'

interface QuantityInputProps {
  name: string
  count: number
  /** Values of the two submit buttons, both named `intent`. */
  less: string
  more: string
  max: number
  /** Classes of the button that adds the first one. */
  addClass: string
}

const notPressed = (event: MouseEvent) => event.preventDefault()

const ROUND = 'round round-edged text-xl leading-none'

/**
 * A count with two submit buttons, or "Add" while there is none; it stands inside a form and works without scripts. Who presses by
 * key keeps their place: what adds the first one and further ones is one button, on which who takes the last one away stands then. It
 * says so where there can be no more, and is not disabled then, which would take the focus away; only without scripts it is.
 */
export function QuantityInput({ name, count, less, more, max, addClass }: QuantityInputProps) {
  const add = useRef<HTMLButtonElement>(null)
  const stoodOnLess = useRef(false)
  const [scripts, setScripts] = useState(false)
  useEffect(() => setScripts(true), [])
  const full = count >= max
  useEffect(() => {
    // not if they have gone on meanwhile
    if (count === 0 && stoodOnLess.current && document.activeElement === document.body)
      add.current?.focus({ preventScroll: true })
    stoodOnLess.current = false
  }, [count])
  const noteFocus = ({ currentTarget }: MouseEvent) => {
    stoodOnLess.current = document.activeElement === currentTarget
  }
  return (
    <div className="flex items-center gap-2">
      {count > 0 && (
        <button
          type="submit"
          name="intent"
          value={less}
          aria-label={`One less ${name}`}
          onClick={noteFocus}
          onKeyDown={onceByKey}
          className={ROUND}
        >
          <span aria-hidden>−</span>
        </button>
      )}
      {/* there from the beginning, since what comes with its words is not read out */}
      <output
        className={count > 0 ? 'figures w-7 text-center text-lg' : 'sr-only'}
        aria-label={count > 0 ? `${name} selected` : undefined}
      >
        {count > 0 && count}
      </output>
      <button
        ref={add}
        type="submit"
        name="intent"
        value={more}
        disabled={full && !scripts}
        aria-disabled={(full && scripts) || undefined}
        onClick={full ? notPressed : undefined}
        aria-label={count > 0 ? `One more ${name}` : undefined}
        onKeyDown={onceByKey}
        className={count > 0 ? ROUND : buttonClass('quiet', `w-full px-4 ${addClass}`)}
      >
        {count > 0 ? (
          <span aria-hidden>+</span>
        ) : (
          <>
            Add<span className="sr-only"> {name}</span>
          </>
        )}
      </button>
    </div>
  )
}
