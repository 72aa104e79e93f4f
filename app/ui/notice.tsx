import { useLocation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { lazyPart } from './lazy-part'

export interface Notice {
  kind: 'success' | 'error' | 'info'
  text: string
}

const SAID = 'notice'

/** Shows a toast, from anywhere on a page whose scripts run; of an error, which is said on the page too, and heard but once (`Toasts`). */
export const sayNotice = (notice: Notice & { kind: 'error' }): boolean =>
  window.dispatchEvent(new CustomEvent(SAID, { detail: notice }))

/** Errors stand on the page already: above it, or where the fault is. */
const PlainNotice = ({ notice: { kind, text } }: { notice: Notice }) =>
  kind === 'error' ? null : (
    <p role="status" className="page py-3 text-sm text-done">
      {text}
    </p>
  )

// what would be said by a toast alone stands on the page where its file does not come
const Toasts = lazyPart('toasts', async () => (await import('./toaster')).Toasts, PlainNotice)

/**
 * The notice of the last action: HTML that every browser shows; with scripts it is a toast, which goes with the page that it was
 * about. Errors stay on the page, and are said once: by the toast, then by the line above the page.
 */
export function NoticeBar({ notice }: { notice: Notice | null }) {
  const { pathname } = useLocation()
  const [lifted, setLifted] = useState<{ notice: Notice; at: string }>()
  useEffect(() => {
    if (notice) setLifted({ notice, at: window.location.pathname })
  }, [notice])
  useEffect(() => {
    // said again it is shown again
    const say = (event: Event) =>
      setLifted({ notice: (event as CustomEvent<Notice>).detail, at: window.location.pathname })
    window.addEventListener(SAID, say)
    return () => window.removeEventListener(SAID, say)
  }, [])
  useEffect(() => setLifted((last) => (last?.at === pathname ? last : undefined)), [pathname])
  return (
    <>
      {notice && (
        <div
          className={
            notice.kind === 'error' ? 'said-once bg-wrong/20' : 'said-plain scripting-hidden bg-done/10 text-done'
          }
        >
          <p role={notice.kind === 'error' ? 'alert' : 'status'} className="page py-3 text-sm">
            {notice.text}
          </p>
        </div>
      )}
      {lifted?.at === pathname && <Toasts key={pathname} notice={lifted.notice} />}
    </>
  )
}
