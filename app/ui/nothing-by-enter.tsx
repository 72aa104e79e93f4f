import type { ComponentProps } from 'react'

interface NothingByEnterProps extends Pick<ComponentProps<'button'>, 'name' | 'value' | 'form' | 'formNoValidate'> {
  /** Whether the press is sent with scripts as well, where the answer says what is still to choose. */
  sent?: boolean
}

/**
 * First in a form: Enter in one of its fields presses its first button, and this one does nothing; without scripts the form comes back as
 * it was sent, by the name and value that say so. It is drawn and can be pressed, since older Safaris pass over a button that is not, and
 * press the next one.
 */
export function NothingByEnter({ sent = false, ...nothing }: NothingByEnterProps) {
  return (
    <button
      type="submit"
      {...nothing}
      onClick={sent ? undefined : (event) => event.preventDefault()}
      className="sr-only"
      tabIndex={-1}
      aria-hidden
    >
      Check
    </button>
  )
}
