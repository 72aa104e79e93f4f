import { lazyPart } from '~/ui/lazy-part'

// customers never need it, so that they do not load it; without its file nobody is asked
const unasked = () => null

/** Asks staff before they leave a step in which something was typed and not saved. */
export const StaffLeaveWatch = lazyPart(
  'leave-watch',
  async () => (await import('~/ui/leave-guard')).LeaveWatch,
  unasked,
)

/** Stands in the form that staff are not to leave by accident; `savedAs` changes when what it holds has been saved. */
export const StaffLeaveGuard = lazyPart<{ savedAs: number }>(
  'leave-guard',
  async () => (await import('~/ui/leave-guard')).LeaveGuard,
  unasked,
)
