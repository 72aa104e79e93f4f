import { lazy, Suspense, useEffect, useState } from 'react'

const Toasts = lazy(() => import('./toaster'))

export interface Notice {
  kind: 'success' | 'error' | 'info'
  text: string
}

/** The notice of the last action: HTML that every browser shows; with scripts it is a toast. Errors stay on the page. */
export function NoticeBar({ notice }: { notice: Notice | null }) {
  const [lifted, setLifted] = useState(false)
  useEffect(() => {
    if (notice) setLifted(true)
  }, [notice])
  return (
    <>
      {notice && (
        <p
          role={notice.kind === 'error' ? 'alert' : 'status'}
          className={`page py-3 text-sm ${notice.kind === 'error' ? 'text-wrong' : 'scripting-hidden text-done'}`}
        >
          {notice.text}
        </p>
      )}
      {lifted && (
        <Suspense fallback={null}>
          <Toasts notice={notice} />
        </Suspense>
      )}
    </>
  )
}
