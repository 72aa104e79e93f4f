interface QuantityInputProps {
  name: string
  count: number
  /** Values of the two submit buttons, both named `intent`. */
  less: string
  more: string
  max: number
}

/** A count with two submit buttons; it stands inside a form and works without scripts. */
export function QuantityInput({ name, count, less, more, max }: QuantityInputProps) {
  const button = 'round round-edged text-xl leading-none'
  return (
    <div className="flex items-center gap-2">
      <button
        type="submit"
        name="intent"
        value={less}
        disabled={count === 0}
        aria-label={`One less ${name}`}
        className={button}
      >
        <span aria-hidden>−</span>
      </button>
      <output className="figures w-7 text-center text-lg" aria-label={`${name} selected`}>
        {count}
      </output>
      <button
        type="submit"
        name="intent"
        value={more}
        disabled={count >= max}
        aria-label={`One more ${name}`}
        className={button}
      >
        <span aria-hidden>+</span>
      </button>
    </div>
  )
}
