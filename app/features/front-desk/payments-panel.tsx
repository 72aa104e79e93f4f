import { formatRupees } from '~/domain/money'
import { MoneyRows } from '~/features/booking-pages/booking-facts'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { ButtonLink } from '~/ui/button'
import { FormPanel } from '~/ui/form-panel'
import { AskForMoney } from './ask-for-money'
import type { DeskVisitPage } from './desk-visit.server'
import { TakePayment } from './take-payment'

interface PaymentsPanelProps {
  booking: Pick<
    DeskVisitPage,
    'id' | 'view' | 'money' | 'underWay' | 'request' | 'owed' | 'failed' | 'charged' | 'upi' | 'entry'
  >
  /** Whether money is taken for it. */
  takes: boolean
  answer: FormAnswer | undefined
}

/** What came in and went back of a booking, and what is done about it. */
export function PaymentsPanel({ booking, takes, answer }: PaymentsPanelProps) {
  const { id, view, money, underWay, request, owed, failed, charged, upi, entry } = booking
  return (
    <FormPanel title="Payments">
      <MoneyRows rows={money} booking={id} guest={view.customer.name} action={links.adminBooking(id)} answer={answer} />
      {takes && (
        <div className="mt-4 border-t border-hairline pt-4">
          <TakePayment
            key={`${id} ${view.ledger.remaining} ${money.length}`}
            booking={id}
            due={view.ledger.remaining}
            underWay={underWay}
            upi={upi}
            entry={entry}
            answer={answer}
          />
        </div>
      )}
      {request && (
        <div className="mt-4 border-t border-hairline pt-4">
          <AskForMoney key={`${id} ${request.due} ${request.asked}`} booking={id} request={request} answer={answer} />
        </div>
      )}
      {owed > 0 && (
        <ButtonLink to={links.adminBooking(id, { refund: 1 })} preventScrollReset className="mt-4 w-full">
          Give back {formatRupees(owed)}
        </ButtonLink>
      )}
      {failed && (
        <ButtonLink to={links.adminBooking(id, { failure: 1 })} preventScrollReset className="mt-4 w-full">
          After a technical failure
        </ButtonLink>
      )}
      {charged && !charged.refused && (
        <ButtonLink to={links.adminBooking(id, { correct: 1 })} preventScrollReset className="mt-4 w-full">
          Correct what it costs
        </ButtonLink>
      )}
      {charged?.refused && <p className="mt-4 text-sm text-muted">{charged.refused}</p>}
    </FormPanel>
  )
}
