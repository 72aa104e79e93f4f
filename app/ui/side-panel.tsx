import { Link, useNavigate } from '@remix-run/react'
import { X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useLeading } from './use-leading'

interface SidePanelProps {
  title: string
  hint?: ReactNode
  /** The same page without the panel. */
  closeTo: string
  /** The parameter of the page's address that says what the panel shows: with another value it is another panel, or none. */
  shownBy: string
  children: ReactNode
}

/**
 * Something of a page opened beside it, with an address of its own: the page stays in use. Over the whole window on a phone,
 * at its right side on a desktop; it needs no scripts, which only bring the focus and close it by Escape.
 */
export function SidePanel({ title, hint, closeTo, shownBy, children }: SidePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const navigate = useNavigate()
  const id = useId()
  useLeading(true, () => heading.current, 'nearest')
  return (
    <section
      aria-labelledby={id}
      data-shown-by={shownBy}
      onKeyDown={(event) => event.key === 'Escape' && navigate(closeTo, { preventScrollReset: true })}
      className="side-panel fixed inset-0 z-40 overflow-y-auto border-hairline bg-aubergine sm:left-auto sm:w-[26rem] sm:border-l sm:shadow-lift print:static print:w-auto"
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 border-b border-hairline bg-aubergine px-5 py-4">
        <div className="min-w-0">
          <h2 id={id} ref={heading} tabIndex={-1} className="text-2xl outline-none">
            {title}
          </h2>
          {hint && <p className="figures text-sm text-muted">{hint}</p>}
        </div>
        <Link
          to={closeTo}
          preventScrollReset
          aria-label="Close"
          className="round -mt-1 -mr-2 shrink-0 hover:bg-white/10"
        >
          <X aria-hidden />
        </Link>
      </div>
      <div className="p-5">{children}</div>
    </section>
  )
}
