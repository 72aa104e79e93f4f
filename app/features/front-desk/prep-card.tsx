import { Form, useNavigation } from '@remix-run/react'
import { Check, TriangleAlert, Undo2 } from 'lucide-react'
import { peopleWords } from '~/domain/customer-details'
import { PREPARATION_KINDS } from '~/domain/prep-board'
import { untoldWords } from '~/domain/preparations'
import { Proof } from '~/features/booking-pages/proof'
import { buttonClass } from '~/ui/button'
import type { PrepItem } from './prep-items.server'

interface PrepCardProps {
  item: PrepItem
  /** Where its buttons are sent. */
  action: string
  /** Whether rooms of several locations stand beside each other. */
  several: boolean
}

const LOOKS = {
  open: 'border-hairline bg-aubergine/70',
  ready: 'border-done/40 bg-done/5',
  changed: 'border-wrong/70 bg-wrong/10',
  dropped: 'border-wrong/70 bg-wrong/10',
} as const

/** The part of the board that shows one thing to make. */
export const prepCardId = ({ booking, item }: Pick<PrepItem, 'booking' | 'item'>) => `prep-${booking}-${item}`

/** One thing to make: for which room and until when, what stands on it in large letters, and its tick. */
export function PrepCard({ item, action, several }: PrepCardProps) {
  const { preparation, room, location, slot, ready, late, state, cancelled, tick, people, code, confirmed } = item
  const { name, count, text, kind, untold } = preparation
  return (
    <article
      id={prepCardId(item)}
      className={`flex scroll-mt-16 break-inside-avoid flex-col rounded-card border p-4 ${LOOKS[state]}`}
    >
      <p className="figures flex flex-wrap justify-between gap-x-3 text-sm text-muted">
        <span>
          <span className="font-medium text-ink">{room}</span>
          {several && `, ${location}`}
        </span>
        <span className={`font-medium ${late ? 'text-wrong' : 'text-ink'}`}>
          by {ready}
          {late && ', late'}
        </span>
      </p>
      <h3 className="mt-2 font-sans text-xl leading-snug font-medium">
        {count > 1 && <span className="figures text-champagne">{count} × </span>}
        {name}
      </h3>
      {text && (
        <div className="mt-3">
          <Proof on={kind === 'cake' ? 'cake' : 'lights'} text={text} large />
          <p className="mt-1 text-sm text-muted">
            As ordered: “{text}”{confirmed && ', confirmed by the customer'}
          </p>
        </div>
      )}
      <p className="figures mt-2 text-xs text-muted">
        {PREPARATION_KINDS[kind]} · {slot} · {peopleWords(people)} · <span className="whitespace-nowrap">{code}</span>
      </p>
      <div className="mt-auto pt-3">
        {untold && <Warning words={`What it says is ${untoldWords(text)}: ask the front desk.`} />}
        {state === 'changed' && <Warning words={`Changed after it was ready. It was: ${tick?.made}`} />}
        {state === 'dropped' && <Warning words={cancelled ? 'The visit is cancelled.' : 'Not wanted any more.'} />}
        {tick && state !== 'changed' && (
          <p className="mb-2 text-sm text-done">
            <Check aria-hidden className="mr-1.5 inline size-4" />
            {state === 'dropped' ? 'Was ready' : 'Ready'}: {tick.by}, {tick.at}
          </p>
        )}
        <Tick item={item} action={action} />
      </div>
    </article>
  )
}

const Warning = ({ words }: { words: string }) => (
  <p className="mb-2 flex gap-2 text-sm text-wrong">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {words}
  </p>
)

function Tick({ item: { booking, item, wanted, state, preparation, room }, action }: Omit<PrepCardProps, 'several'>) {
  const { formData } = useNavigation()
  const busy = formData?.get('booking') === booking && formData.get('item') === item
  const what = (
    <span className="sr-only">
      : {preparation.name}, {room}
    </span>
  )
  return (
    <Form method="post" action={action} preventScrollReset className="print:hidden">
      <input type="hidden" name="booking" value={booking} />
      <input type="hidden" name="item" value={item} />
      <input type="hidden" name="wanted" value={wanted} />
      {state === 'open' || state === 'changed' ? (
        <button type="submit" name="intent" value="ready" aria-busy={busy} className={buttonClass('quiet', 'w-full')}>
          <Check aria-hidden className="size-5" />
          {state === 'changed' ? 'Ready again' : 'Ready'}
          {what}
        </button>
      ) : (
        <button
          type="submit"
          name="intent"
          value="undo"
          aria-busy={busy}
          className={buttonClass('plain', 'px-0 text-sm')}
        >
          <Undo2 aria-hidden className="size-4" />
          {state === 'dropped' ? 'Seen' : 'Undo'}
          {what}
        </button>
      )}
    </Form>
  )
}
