import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { BookingStatus } from '~/domain/booking-status'
import { formatRupees, type Paise, paise } from '~/domain/money'
import { HandedOver } from '~/features/money/handed-over'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { LeaveGuard } from '~/ui/leave-guard'
import { refusedHandOver } from './refused-hand-over'

interface Fact {
  label: string
  text: ReactNode
}

/** Facts beside each other, each under its label. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-balance">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

interface MoneyRow {
  id: string
  when: string
  what: string
  amount: Paise
  voided: boolean
  /** Money that staff have yet to hand over. */
  waits: boolean
  /** A refund that the provider did not take: it can be sent once more. */
  stuck: boolean
  /** Money that staff entered, and may strike out. */
  strikable: boolean
  /** Why whoever looks at it may not hand it over or send it again. */
  refused?: string
}

const STANDING = { pending: 'Held', expired: 'Ran out', cancelled: 'Cancelled' }

/** Over a booking that does not stand, so that nobody takes it for one that does: how it is, and until when it is held. */
export const StandingMark = ({ status, until }: { status: BookingStatus; until: string | undefined }) =>
  status !== 'booked' && (
    <strong
      className={`mr-2 rounded-full px-3 py-1 text-sm ${status === 'pending' ? 'bg-gold/15 text-champagne' : 'bg-wrong/15 text-wrong'}`}
    >
      {STANDING[status]}
      {status === 'pending' && until && ` until ${until}`}
    </strong>
  )

interface MoneyRowsProps {
  rows: MoneyRow[]
  booking: string
  /** Who is given what waits. */
  guest: string
  /** The page on which it stands, where its buttons are sent and a question leads back. */
  action: string
  answer: FormAnswer | undefined
}

/** What was received and what went back, row by row; what waits at the front desk has its buttons, what was entered by mistake its way out. */
export function MoneyRows({ rows, booking, guest, action, answer }: MoneyRowsProps) {
  const refused = refusedHandOver(answer, rows)
  if (!rows.length) return <p className="text-sm text-muted">Nothing has been received yet.</p>
  return (
    <ul className="grid gap-2 text-sm">
      {rows.map(({ id, when, what, amount, voided, waits, stuck, strikable, refused: beyond }) => (
        <li key={id} className={voided ? 'text-muted line-through' : undefined}>
          <div className="flex justify-between gap-4">
            <span className="min-w-0">
              {what}
              <span className="figures block text-xs text-muted">{when}</span>
              {strikable && (
                <Link
                  to={links.adminBooking(booking, { strike: id, back: action })}
                  preventScrollReset
                  className="inline-flex min-h-8 items-center text-xs text-muted underline underline-offset-4"
                >
                  Strike out<span className="sr-only"> {formatRupees(amount)}</span>
                </Link>
              )}
            </span>
            <span className="figures shrink-0">{formatRupees(amount)}</span>
          </div>
          {(waits || stuck) && beyond && <p className="mt-1 text-xs text-wrong">{beyond}</p>}
          {waits && !beyond && (
            <Form method="post" action={action} preventScrollReset className="mt-2">
              <LeaveGuard />
              <RefundNames booking={booking} refund={id} />
              <HandedOver amount={paise(-amount)} to={guest} refused={refused?.id === id ? refused : undefined} />
            </Form>
          )}
          {stuck && !beyond && (
            <Form method="post" action={action} preventScrollReset className="mt-2">
              <RefundNames booking={booking} refund={id} />
              <input type="hidden" name="shown" value={-amount} />
              <Button name="intent" value="send-again" className="px-4 text-sm">
                Send again<span className="sr-only"> {formatRupees(paise(-amount))}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}

function RefundNames({ booking, refund }: { booking: string; refund: string }) {
  return (
    <>
      <input type="hidden" name="booking" value={booking} />
      <input type="hidden" name="refund" value={refund} />
    </>
  )
}
