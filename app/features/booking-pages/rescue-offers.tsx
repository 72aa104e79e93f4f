import { Form } from '@remix-run/react'
import { formatRupees, type Paise } from '~/domain/money'
import type { EqualKind } from '~/domain/rescue'
import { Button } from '~/ui/button'

const TITLES: Record<EqualKind, string> = {
  'same-slot': 'Your own slot, free again',
  'next-slot': 'Same room, nearest time',
  'sister-room': 'Another room, same time',
  'same-weekday': 'Same room, same weekday',
}

interface RescueOffersProps {
  until: string
  amount: Paise
  /** What is said where a bank has yet to decide about the payment: it buys nothing, and is not sent. */
  waits: string | null
  offers: readonly {
    kind: EqualKind
    screenId: string
    date: string
    slotId: string
    total: Paise
    words: readonly [string, string, string, string]
  }[]
}

/** What can be had for money that came when its slot was gone, one press each; or the money back at once (rule P25). */
export function RescueOffers({ until, amount, waits, offers }: RescueOffersProps) {
  if (waits) {
    return (
      <section aria-labelledby="rescue" className="mt-8 print:hidden">
        <h2 id="rescue" className="text-2xl">
          Your bank is looking at this payment
        </h2>
        <p className="mt-2 max-w-prose text-muted">
          It came when somebody else had the slot. We are sorry. It cannot pay for another slot now: {waits}
        </p>
      </section>
    )
  }
  return (
    <section aria-labelledby="rescue" className="mt-8 print:hidden">
      <h2 id="rescue" className="text-2xl">
        {offers.length ? 'Take another one instead' : 'Nothing as good is free just now'}
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        Your bank was slow, and somebody else had the slot by then. We are sorry.
        {offers.length > 0 && ' One press books, and nothing is paid again.'} If you do nothing,{' '}
        <span className="figures text-champagne">{formatRupees(amount)}</span> goes back to you by itself at{' '}
        <span className="figures text-ink">{until}</span>.
      </p>
      <ul className="mt-5 grid gap-3">
        {offers.map(({ kind, screenId, date, slotId, total, words: [room, day, slot, money] }, index) => (
          <li key={kind} className="rounded-card bg-aubergine p-5 sm:p-6">
            <Form method="post" className="flex flex-wrap items-center justify-between gap-4">
              <input type="hidden" name="screen" value={screenId} />
              <input type="hidden" name="date" value={date} />
              <input type="hidden" name="slot" value={slotId} />
              <input type="hidden" name="total" value={total} />
              <div className="min-w-0">
                <h3 className="font-sans text-sm font-medium text-champagne">{TITLES[kind]}</h3>
                <p className="mt-1 text-lg">{room}</p>
                <p className="figures text-muted">
                  {day}, <span className="whitespace-nowrap">{slot}</span>
                </p>
                <p className="figures mt-1 text-sm text-champagne">{money}</p>
              </div>
              <Button name="intent" value="take" look={index === 0 ? 'gold' : 'quiet'} className="max-sm:w-full">
                Take it
                <span className="sr-only">
                  {' '}
                  {room}, {day}, {slot}
                </span>
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form method="post" className="mt-3">
        <Button name="intent" value="return" look="plain" className="px-0">
          Send my money back now
        </Button>
      </Form>
    </section>
  )
}
