import type { ComponentProps } from 'react'
import { Link } from './link'

/** `gold` is the one action that matters on a screen. */
export type ButtonLook = 'gold' | 'quiet' | 'plain' | 'danger'

/**
 * The classes of a button (app.css), for a native `<a>` or `<summary>` that should look like one. What else is asked for wins over
 * the button's own.
 */
export const buttonClass = (look: ButtonLook = 'quiet', more = '') => `button button-${look} ${more}`.trim()

/** A button that submits unless it says otherwise. */
export function Button({
  look,
  className,
  type = 'submit',
  ...rest
}: ComponentProps<'button'> & { look?: ButtonLook }) {
  return <button type={type} {...rest} className={buttonClass(look, className)} />
}

/**
 * First in a form: Enter in one of its fields presses its first button, and this one does nothing; without scripts the form comes back as
 * it was sent, by the name and value that say so. It is drawn and can be pressed, since older Safaris pass over a button that is not, and
 * press the next one.
 */
export function NothingByEnter(nothing: Pick<ComponentProps<'button'>, 'name' | 'value' | 'form' | 'formNoValidate'>) {
  return (
    <button
      type="submit"
      {...nothing}
      onClick={(event) => event.preventDefault()}
      className="sr-only"
      tabIndex={-1}
      aria-hidden
    >
      Check
    </button>
  )
}

/** A link that looks like a button; what it leads to is loaded as soon as it is pointed at. */
export function ButtonLink({ look, className, ...rest }: ComponentProps<typeof Link> & { look?: ButtonLook }) {
  return <Link prefetch="intent" {...rest} className={buttonClass(look, className)} />
}
