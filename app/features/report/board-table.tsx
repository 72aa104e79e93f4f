import { Form, Link } from '@remix-run/react'
import { Ban, CircleCheck, Hourglass, Plus } from 'lucide-react'
import { links } from '~/links'
import type { BoardCard, BoardColumn } from './day-board.server'

/** The day board: screens as columns, their slots as rows. A free slot is a button that books it, a card a link. */
export function BoardTable({ columns, date }: { columns: BoardColumn[]; date: string }) {
  const rows = Math.max(0, ...columns.map(({ cards }) => cards.length))
  return (
    <div className="overflow-x-auto pb-2">
      <table className="w-full min-w-max border-separate border-spacing-2 text-sm">
        <caption className="sr-only">Slots of every screen</caption>
        <thead>
          <tr>
            {columns.map(({ id, name, active, capacity }) => (
              <th key={id} scope="col" className="min-w-52 px-2 py-1 text-left font-medium">
                {name}
                <span className="block text-xs font-normal text-muted">
                  up to {capacity} people{active ? '' : ', In Active'}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rows }, (_, row) => (
            <tr key={`row-${row + 1}`}>
              {columns.map(({ id, name, cards }) => (
                <td key={id} className="p-0 align-top">
                  {cards[row] && <Card card={cards[row]} screen={{ id, name }} date={date} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const BOX = 'min-h-24 w-full rounded-xl border p-3 text-left transition'

function Card({ card, screen, date }: { card: BoardCard; screen: { id: string; name: string }; date: string }) {
  const { slot, state, booking, slotId } = card
  if (booking) {
    const held = state === 'held'
    return (
      <Link
        to={links.adminBooking(booking.id)}
        className={`block ${BOX} ${held ? 'border-champagne/50 bg-champagne/5' : 'border-done/50 bg-done/10'} hover:border-white/50`}
      >
        <span className="figures block text-xs text-muted">{slot}</span>
        <span className="mt-1 block font-medium">{booking.customer}</span>
        <span className="block text-xs text-muted">
          {booking.people} people, {booking.package}
        </span>
        <span className={`mt-1 flex items-center gap-1.5 text-xs ${held ? 'text-champagne' : 'text-done'}`}>
          {held ? <Hourglass aria-hidden className="size-3.5" /> : <CircleCheck aria-hidden className="size-3.5" />}
          {held ? 'held' : booking.attendance === 'expected' ? 'booked' : booking.attendance}
        </span>
      </Link>
    )
  }
  if (state === 'over' || state === 'held' || state === 'booked') {
    return (
      <div className={`block ${BOX} border-hairline opacity-55`}>
        <span className="figures block text-xs">{slot}</span>
        <span className="mt-1 block text-xs">{state}</span>
      </div>
    )
  }
  return (
    <Form method="post">
      <input type="hidden" name="screenId" value={screen.id} />
      <input type="hidden" name="date" value={date} />
      <button
        type="submit"
        name="slotId"
        value={slotId ?? ''}
        aria-label={`Book ${screen.name}, ${slot}`}
        className={`${BOX} flex flex-col ${state === 'blocked' ? 'border-wrong/40' : 'border-dashed border-white/25'} hover:border-gold`}
      >
        <span className="figures block text-xs text-muted">{slot}</span>
        <span className={`mt-1 flex items-center gap-1.5 ${state === 'blocked' ? 'text-wrong' : 'text-ink'}`}>
          {state === 'blocked' ? <Ban aria-hidden className="size-4" /> : <Plus aria-hidden className="size-4" />}
          {state === 'blocked' ? 'blocked online' : 'free'}
        </span>
      </button>
    </Form>
  )
}
