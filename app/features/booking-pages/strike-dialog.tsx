import { struckWords } from '~/domain/desk-refund'
import { formatRupees, type Paise } from '~/domain/money'
import type { DeskMode } from '~/domain/payment-mode'
import { Question } from '~/ui/confirm'
import { LeaveGuard } from '~/ui/leave-guard'

interface StrikeDialogProps {
  strike: { payment: string; amount: Paise; mode: DeskMode; due: Paise; refused?: string }
  /** Where the customer is written to; empty where no address is known. */
  mail: string
  /** Where it is sent. */
  action: string
  /** The page from which it was asked, where both ways lead. */
  closeTo: string
}

/** Asks before a payment that was entered by mistake is struck out. */
export function StrikeDialog({ strike, mail, action, closeTo }: StrikeDialogProps) {
  return (
    <Question
      title={`Strike out ${struckWords([strike])}?`}
      action={action}
      closeTo={closeTo}
      yes={{ words: 'Strike out', intent: 'strike-out', look: 'danger', refused: strike.refused }}
    >
      {mail && <LeaveGuard />}
      <input type="hidden" name="payment" value={strike.payment} />
      <input type="hidden" name="back" value={closeTo} />
      <p className="text-muted">
        For a payment that was entered by mistake: it leaves the till today, its receipt is cancelled, and{' '}
        {formatRupees(strike.due)} is due. Money that was really received is given back by a refund instead.
      </p>
      {mail && (
        <label className="mt-3 flex min-h-11 items-start gap-3 py-2.5 text-sm">
          <input type="checkbox" name="tellCustomer" defaultChecked className="mt-0.5" />
          <span>Tell the customer, where they have heard of it ({mail})</span>
        </label>
      )}
    </Question>
  )
}
