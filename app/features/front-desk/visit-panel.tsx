import { Form } from '@remix-run/react'
import { Wrench } from 'lucide-react'
import { ATTENDANCES, attendanceWords } from '~/domain/booking-status'
import { readPhone } from '~/domain/calling'
import { peopleWords } from '~/domain/customer-details'
import { formatRupees, paise } from '~/domain/money'
import { Unsaid } from '~/features/back-office/unsaid'
import { MoneyRows } from '~/features/booking-pages/booking-facts'
import { Invoice } from '~/features/booking-pages/invoice'
import { refusedHandOver } from '~/features/booking-pages/refused-hand-over'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { Button, ButtonLink } from '~/ui/button'
import { SidePanel } from '~/ui/side-panel'
import { AskForMoney } from './ask-for-money'
import { ContactRow } from './contact-row'
import type { DeskVisitPage } from './desk-visit.server'
import { NotesBox } from './notes-box'
import { TakePayment } from './take-payment'

interface VisitPanelProps {
  booking: DeskVisitPage
  closeTo: string
  /** Where its buttons are sent. */
  action: string
  answer: FormAnswer | undefined
}

/** A booking beside the day it belongs to: who, what is due, and what the front desk does for it. */
export function VisitPanel({ booking, closeTo, action, answer }: VisitPanelProps) {
  const { id, view, note, contact, upi, entry, money, request, heldByStaff, cancellable, notes } = booking
  const { remaining: due, received, refunded } = view.ledger
  const stands = view.status === 'booked'
  const takes = (stands || heldByStaff) && due > 0
  return (
    <SidePanel
      title={view.customer.name}
      hint={
        <>
          <span className="block">
            {peopleWords(view.people)} · {booking.package}
            {view.customer.number && (
              <>
                {' · '}
                <a
                  href={contact.call}
                  className="-my-2 inline-block py-2 whitespace-nowrap text-ink underline underline-offset-4"
                >
                  {readPhone(view.customer.number)}
                </a>
              </>
            )}
          </span>
          {view.screen}, {view.slot}
        </>
      }
      closeTo={closeTo}
      shownBy="booking"
    >
      <Unsaid
        answer={answer}
        drawn={[
          ...[takes && 'take-payment', refusedHandOver(answer, money) && 'hand-over'],
          ...(request ? ['ask-money', 'extend-hold'] : []),
          'add-note',
        ]}
      />
      {booking.needs.length > 0 && (
        <p className="mb-4 flex items-start gap-2 text-sm">
          <Wrench aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0">
            <span className="sr-only">To prepare: </span>
            {booking.needs.join(', ')}
          </span>
        </p>
      )}
      <AttendanceButtons booking={booking} action={action} />
      <section aria-labelledby="due" className="mt-5 rounded-card border border-hairline p-4">
        <h3 id="due" className="mb-3 flex items-baseline justify-between gap-4 font-sans text-sm">
          {due > 0 ? 'Still due' : 'Paid'}
          <span className="figures text-2xl font-medium text-champagne">
            {formatRupees(due > 0 ? due : paise(received - refunded))}
          </span>
        </h3>
        {takes && (
          <TakePayment
            key={`${due} ${money.length}`}
            booking={id}
            due={due}
            underWay={booking.underWay}
            upi={upi}
            entry={entry}
            action={action}
            answer={answer}
          />
        )}
        {request && (
          <div className="mt-4 border-t border-hairline pt-4">
            <AskForMoney
              key={`${request.due} ${request.asked}`}
              booking={id}
              request={request}
              action={action}
              answer={answer}
            />
          </div>
        )}
        {money.length > 0 && (
          <div className="mt-4 border-t border-hairline pt-3">
            <MoneyRows rows={money} booking={id} guest={view.customer.name} action={action} answer={answer} />
          </div>
        )}
      </section>
      <div className="mt-5">
        <ContactRow key={contact.link} contact={contact} booking={id} stands={stands} action={action} />
      </div>
      <div className="mt-2 flex flex-wrap gap-2">
        <ButtonLink to={links.adminBooking(id)} className="px-4 text-sm">
          Open the booking
        </ButtonLink>
        {stands && (
          <ButtonLink to={links.editBooking(id)} prefetch="none" className="px-4 text-sm">
            Edit
          </ButtonLink>
        )}
        {/* guests who are here are not called off by a slip of the hand */}
        {cancellable && booking.attendance !== 'arrived' && (
          <ButtonLink
            to={links.adminBooking(id, { delete: 1, back: closeTo })}
            look="danger"
            prefetch="none"
            className="px-4 text-sm"
          >
            {booking.deletion.ofHold ? 'Free the slot' : 'Delete'}
          </ButtonLink>
        )}
      </div>
      <section aria-label="Notes for staff" className="mt-4">
        <NotesBox key={id} booking={id} note={note} notes={notes} entry={entry} action={action} answer={answer} />
      </section>
      <div className="-mx-2 mt-2">
        <Invoice view={view} />
      </div>
    </SidePanel>
  )
}

interface AttendanceProps {
  booking: Pick<DeskVisitPage, 'id' | 'view' | 'attendance' | 'ahead' | 'tooEarly'>
  action?: string
}

/** Whether the guests came, by one press; of what cannot be known yet it is said from when it can, and of another day's visit its day. */
export function AttendanceButtons({ booking: { id, view, attendance, ahead, tooEarly }, action }: AttendanceProps) {
  if (view.status !== 'booked') return null
  const early = tooEarly.filter(({ what }) => what !== attendance)
  return (
    <Form method="post" action={action} preventScrollReset className="flex flex-wrap gap-2">
      <input type="hidden" name="intent" value="attendance" />
      <input type="hidden" name="shown" value={attendance} />
      <input type="hidden" name="booking" value={id} />
      {ahead && <p className="w-full text-sm text-champagne">Not today: this visit is on {ahead}.</p>}
      {ATTENDANCES.filter((state) => early.every(({ what }) => what !== state)).map((state) => (
        <Button
          key={state}
          name="attendance"
          value={state}
          aria-pressed={state === attendance}
          className={`px-4 text-sm ${state === attendance ? 'bg-plum-light text-champagne' : ''}`}
        >
          {attendanceWords(state)}
        </Button>
      ))}
      {early.length > 0 && <p className="w-full text-sm text-muted">{early.map(({ why }) => why).join(' ')}</p>}
    </Form>
  )
}
