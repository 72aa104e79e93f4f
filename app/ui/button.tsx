import type { ComponentProps } from 'react'
import { Link } from './link'

/** `gold` is the one action that matters on a screen. */
export type ButtonLook = 'gold' | 'quiet' | 'plain' | 'danger'

/**
 * The classes of a button (styles/components.css), for a native `<a>` or `<summary>` that should look like one. What else is asked for wins over
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

/** A link that looks like a button; what it leads to is loaded as soon as it is pointed at. */
export function ButtonLink({ look, className, ...rest }: ComponentProps<typeof Link> & { look?: ButtonLook }) {
  return <Link prefetch="intent" {...rest} className={buttonClass(look, className)} />
}
