import { Outlet, useMatches } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { DraftMirror } from '~/features/flow/draft-mirror'
import type { BookingFrame } from '~/features/flow/frame.server'
import { TotalAloud } from '~/features/flow/total-aloud'
import { hearHeading } from '~/ui/scroll-to-top'

/** Around every step: keeps the browser's copy of a customer's draft in step, and says what a press makes of the total. */
export default function BookingLayout() {
  const last = useMatches().at(-1)?.data as { frame?: BookingFrame } | undefined
  const { step, priced, mirror, draft, canRestore } = last?.frame ?? {}
  const restorable = useRef<string>()
  useEffect(() => {
    // what brought the selections back has gone, with the focus on it
    if (!canRestore && step === restorable.current) hearHeading()
    restorable.current = canRestore ? step : undefined
  }, [canRestore, step])
  return (
    <main id="main">
      {mirror && <DraftMirror text={mirror} begun={draft?.screenId !== undefined} />}
      <Outlet />
      {/* the slots have no summary */}
      {priced && step !== 'slots' && <TotalAloud key={step} total={priced.total} />}
    </main>
  )
}
