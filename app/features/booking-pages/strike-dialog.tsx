import { Form, Link } from '@remix-run/react'
import { struckWords } from '~/domain/desk-refund'
import { formatRupees, type Paise } from '~/domain/money'
import type { DeskMode } from '~/domain/payment-mode'
import { Button, buttonClass } from '~/ui/button'
import { Dialog } from '~/ui/dialog'
import { UnreachableAlert } from '~/ui/unreachable'

interface StrikeDialogProps {
  strike: { payment: string; amount: Paise; mode: DeskMode; due: Paise }
  closeTo: string
}

/** Asks before a payment that was entered by mistake is struck out. */
export function StrikeDialog({ strike, closeTo }: StrikeDialogProps) {
  return (
    <Dialog title={`Strike out ${struckWords([strike])}?`} closeTo={closeTo}>
      <UnreachableAlert />
      <Form method="post" action={closeTo} preventScrollReset>
        <input type="hidden" name="payment" value={strike.payment} />
        <p className="text-muted">
          For a payment that was entered by mistake: it leaves the till today, its receipt is cancelled, and{' '}
          {formatRupees(strike.due)} is due. Money that was really received is given back by a refund instead.
        </p>
        <div className="mt-7 flex flex-wrap justify-end gap-3">
          <Link to={closeTo} preventScrollReset className={buttonClass('quiet')}>
            Cancel
          </Link>
          <Button look="danger" name="intent" value="strike-out">
            Strike out
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
