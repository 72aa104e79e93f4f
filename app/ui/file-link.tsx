import { Download } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonClass } from './button'

/**
 * A link to a file. The answer says that it is one: told so by the link, a browser would save as the file whatever page says why
 * there is none, the login among them. Beside a form that may be half filled in it opens in a tab of its own (`target`), which the
 * browser closes again when a file comes: what is typed stays, whatever comes.
 */
export function FileLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a {...rest} className={buttonClass('quiet', className)}>
      <Download aria-hidden className="size-4" />
      {children}
    </a>
  )
}
