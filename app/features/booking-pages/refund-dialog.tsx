import { Form, Link } from '@remix-run/react'
import { formatRupees, type Paise } from '~/domain/money'
import { Button, buttonClass } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { UnreachableAlert } from '~/ui/unreachable'

/** Asks before what was received beyond the total goes back. */
export function RefundDialog({ due, closeTo }: { due: Paise; closeTo: string }) {
  return (
    <Dialog title={`Give back ${formatRupees(due)}?`} closeTo={closeTo}>
      <UnreachableAlert />
      <Form method="post" action={closeTo} preventScrollReset>
        <p className="text-muted">
          More was received than the booking costs. What came online goes back by the payment provider; what was taken
          at the front desk is handed over by you.
        </p>
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className={buttonClass('quiet')}>
            Cancel
          </Link>
          <Button look="gold" name="intent" value="refund-owed">
            Give back
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
