import { lazy, Suspense } from 'react'

// customers never need it, so that they do not load it
const LeaveWatch = lazy(async () => ({ default: (await import('~/ui/leave-guard')).LeaveWatch }))
const LeaveGuard = lazy(async () => ({ default: (await import('~/ui/leave-guard')).LeaveGuard }))

/** Asks staff before they leave a step in which something was typed and not saved. */
export const StaffLeaveWatch = () => (
  <Suspense>
    <LeaveWatch />
  </Suspense>
)

/** Stands in the form that staff are not to leave by accident; `savedAs` changes when what it holds has been saved. */
export const StaffLeaveGuard = ({ savedAs }: { savedAs: number }) => (
  <Suspense>
    <LeaveGuard savedAs={savedAs} />
  </Suspense>
)
