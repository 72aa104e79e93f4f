import { Link, useNavigate } from '@remix-run/react'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { openModal } from './open-modal'
import { useBrowserLayoutEffect } from './use-browser-layout-effect'

interface DialogProps {
  title: string
  /** Where closing goes: the same page without the dialog. */
  closeTo: string
  /** The part of the page it was opened from: without scripts closing it leads there, not to the page's top. */
  from?: string
  children: ReactNode
}

/** A modal that is an address: drawn by the server, closed by a link; with scripts the browser's own modal dialog. */
export function Dialog({ title, closeTo, from, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const navigate = useNavigate()
  const close = () => navigate(closeTo, { replace: true, preventScrollReset: true })
  // known while it is drawn: a field that begins with the focus takes it from there
  const [opener] = useState(() => (import.meta.env.SSR ? null : document.activeElement))
  useBrowserLayoutEffect(() => (dialog.current ? openModal(dialog.current, opener) : undefined), [])
  return (
    <dialog
      ref={dialog}
      open
      aria-label={title}
      data-close-to={closeTo}
      onCancel={(event) => {
        // it stays until the page without it is there: somebody may be asked first
        event.preventDefault()
        close()
      }}
      // where the browser closes nothing by itself: the dialog that was drawn open
      onKeyDown={(event) => event.key === 'Escape' && !event.currentTarget.matches(':modal') && close()}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="fixed inset-0 z-50 m-auto max-h-[86dvh] w-[min(40rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-hairline bg-aubergine p-0 text-ink shadow-lift backdrop:bg-night/85"
    >
      <div className="p-6 sm:p-8">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 className="text-2xl">{title}</h2>
          <Link
            // with scripts nothing moves
            to={import.meta.env.SSR && from ? `${closeTo}#${from}` : closeTo}
            replace
            preventScrollReset
            aria-label="Close"
            className="round -mt-1.5 -mr-2 shrink-0 hover:bg-white/10"
          >
            <X aria-hidden />
          </Link>
        </div>
        {children}
      </div>
    </dialog>
  )
}
