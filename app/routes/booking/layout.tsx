import { Outlet, useMatches } from '@remix-run/react'
import { DraftMirror } from '~/features/flow/draft-mirror'
import type { BookingFrame } from '~/features/flow/frame.server'

/** Around every step: keeps the browser's copy of a customer's draft in step. */
export default function BookingLayout() {
  const last = useMatches().at(-1)?.data as { frame?: BookingFrame } | undefined
  return (
    <main id="main">
      {last?.frame?.mirror && <DraftMirror text={last.frame.mirror} begun={last.frame.draft.screenId !== undefined} />}
      <Outlet />
    </main>
  )
}
