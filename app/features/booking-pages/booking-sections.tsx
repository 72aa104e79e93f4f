import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { formatRupees, type Paise } from '~/domain/money'
import type { customerOptions } from '~/features/booking/customer-changes.server'
import { links } from '~/links'
import { Button, ButtonLink, buttonClass } from '~/ui/button'
import { AskBank } from './ask-bank'

interface HeldSlotProps {
  token: string
  heldUntil: string
  /** Whether this is the browser that leads to the payment. */
  paysHere: boolean
  bank: Parameters<typeof AskBank>[0]['answer']
}

/** A slot that waits for its payment, and the way to find out about that. */
export function HeldSlot({ token, heldUntil, paysHere, bank }: HeldSlotProps) {
  return (
    <section aria-labelledby="held" className="my-8 rounded-card bg-plum p-6 sm:p-8 print:hidden">
      <h2 id="held" className="text-2xl">
        Your slot is held until <span className="figures text-champagne">{heldUntil}</span>
      </h2>
      <p className="mt-2 mb-3 text-muted">
        As soon as your bank confirms the payment it is yours: this page says so by itself, and we write to you.
        {!paysHere && ' Not paid yet? The browser in which you booked leads to the payment.'}
      </p>
      {paysHere && (
        <ButtonLink to={links.bookPayment()} look="gold" className="mb-3">
          Not paid yet? Go to the payment
        </ButtonLink>
      )}
      <AskBank action={links.customerBooking(token)} answer={bank} />
      <details className="mt-2">
        <summary className={buttonClass('plain', 'cursor-pointer px-0')}>Another visit after all?</summary>
        <Form method="post" action={links.customerBooking(token)} className="pt-1">
          <p className="mb-3 text-muted">Others can book this slot then, and you can choose another one.</p>
          <Button look="quiet" name="intent" value="give-back">
            Give the slot back
          </Button>
        </Form>
      </details>
    </section>
  )
}

interface ComingBackProps {
  returns: readonly { id: string; amount: Paise; how: string; since: string }[]
}

/** What goes back to the customer, each sum with where it is. Nothing when nothing does. */
export function ComingBack({ returns }: ComingBackProps) {
  if (!returns.length) return null
  return (
    <section aria-labelledby="returns" className="mt-6 rounded-card bg-aubergine p-6 sm:p-8">
      <h2 id="returns" className="text-2xl">
        Money back
      </h2>
      <ul className="mt-4 grid gap-3">
        {returns.map(({ id, amount, how, since }) => (
          <li key={id} className="flex items-baseline justify-between gap-6">
            <span>
              {how}
              <span className="figures block text-sm text-muted">Since {since}</span>
            </span>
            <span className="figures shrink-0 text-champagne">{formatRupees(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The same evening again, on another day; `children` asks first, where it would take the place of another booking. */
export const OnceMore = ({ children }: { children?: ReactNode }) => (
  <section aria-labelledby="again" className="mt-6 rounded-card bg-aubergine p-6 sm:p-8 print:hidden">
    <h2 id="again" className="scroll-mt-24 text-2xl">
      Once more?
    </h2>
    <p className="mt-2 max-w-prose text-muted">
      Room, package, extras and names are filled in as they were; you choose the day, and change what you like.
    </p>
    <Form method="post" className="mt-5">
      {children ?? (
        <Button name="intent" value="again">
          Same again
        </Button>
      )}
    </Form>
  </section>
)

/** In the place of the ways to change the booking, once its guests are in the house. */
export const AtTheDesk = ({ words }: { words: string }) => (
  <section aria-labelledby="plans" className="mt-10 rounded-card bg-aubergine p-6 sm:p-8 print:hidden">
    <h2 id="plans" className="text-2xl">
      Plans have changed?
    </h2>
    <p className="mt-2 max-w-prose text-muted">{words}</p>
  </section>
)

interface AskUsProps {
  /** What is asked for by a call, before the visit. */
  words: string
  phone: { shown: string; call: string }
  email: string
}

/** Whom to ask for what no form of the page does. */
export const AskUs = ({ words, phone, email }: AskUsProps) => (
  <p className="mt-8 text-muted print:hidden">
    {words} Call{' '}
    <a href={phone.call} className="figures text-champagne underline underline-offset-4">
      {phone.shown}
    </a>{' '}
    or write to{' '}
    <a href={`mailto:${email}`} className="text-champagne underline underline-offset-4">
      {email}
    </a>
    .
  </p>
)

interface ChangedPlansProps {
  token: string
  options: NonNullable<ReturnType<typeof customerOptions>>
  /** What comes back when it is cancelled now, in words. */
  promise: string
}

/** The ways to move or to cancel the booking, with what that means. */
export function ChangedPlans({ token, options, promise }: ChangedPlansProps) {
  return (
    <section aria-labelledby="plans" className="mt-10 rounded-card bg-aubergine p-6 sm:p-8 print:hidden">
      <h2 id="plans" className="text-2xl">
        Plans have changed?
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        {promise}
        {options.cancellation.owed.all > 0 &&
          ` ${formatRupees(options.cancellation.owed.all)} of it you paid beyond the price.`}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        {options.reschedule.allowed && (
          <ButtonLink to={links.customerReschedule(token)}>Move to another date</ButtonLink>
        )}
        <ButtonLink to={links.customerCancel(token)} look="danger">
          Cancel the booking
        </ButtonLink>
      </div>
    </section>
  )
}
