import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './button'
import { Dialog } from './dialog'
import { LeaveGuard } from './leave-guard'
import { Link } from './link'
import { UnreachableAlert } from './unreachable'

interface ConfirmDeleteProps {
  /** Which record; goes with the form as `id`. */
  id: string
  text: string
  closeTo: string
  title?: string
  /** How many bookings to come it would touch; said when there are any. */
  futureBookings?: number
  /** What becomes of them. */
  outcome?: string
  /** Where the form goes; where the list is, unless the question may have to be asked again. */
  action?: string
  formId?: string
  /** What else the form asks for. */
  children?: ReactNode
}

/** The question before deleting (rule V10): an address of its own, a form inside. */
export function ConfirmDelete({
  id,
  text,
  closeTo,
  title = 'Are You sure?',
  futureBookings = 0,
  outcome = 'They stay as they are, and have to be looked after by hand.',
  action = closeTo,
  formId,
  children,
}: ConfirmDeleteProps) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <UnreachableAlert />
      <Form method="post" action={action} id={formId} preventScrollReset>
        <p className="text-muted">{text}</p>
        {futureBookings > 0 && (
          <p className="mt-3 rounded-xl bg-wrong/10 px-4 py-3 text-sm text-wrong">
            {futureBookings === 1 ? '1 booking' : `${futureBookings} bookings`} to come would be affected. {outcome}
          </p>
        )}
        {children && <LeaveGuard />}
        {children && <div className="mt-5">{children}</div>}
        <input type="hidden" name="id" value={id} />
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className={buttonClass('quiet')}>
            Cancel
          </Link>
          <Button look="danger" name="intent" value="delete">
            Delete
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
