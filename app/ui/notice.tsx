import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'

export const TOAST_MS = 3500

interface NoticeProps {
  notice: { kind: 'success' | 'error' | 'info'; text: string } | null
}

/** The notice of the last action: HTML that every browser shows; with scripts it is a toast. Errors stay on the page. */
export function NoticeBar({ notice }: NoticeProps) {
  useEffect(() => {
    if (notice) toast[notice.kind](notice.text, { id: notice.text })
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
      <Toaster theme="dark" position="top-center" duration={TOAST_MS} closeButton />
    </>
  )
}
