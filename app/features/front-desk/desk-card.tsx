import { Form, Link } from '@remix-run/react'
import {
  Ban,
  Check,
  CircleCheck,
  Clock,
  DoorOpen,
  Hourglass,
  type LucideIcon,
  Minus,
  Plus,
  UserRoundX,
  Wrench,
} from 'lucide-react'
import { peopleWords } from '~/domain/customer-details'
import { DESK_STATE_WORDS, type DeskState, isSellable } from '~/domain/desk-day'
import { formatRupees } from '~/domain/money'
import { links } from '~/links'
import type { DeskCardPlace, DeskCardVisit } from './desk-day.server'

const LOOKS: Record<DeskState, { icon: LucideIcon; box: string; word: string }> = {
  free: { icon: Plus, box: 'border-dashed border-white/25 bg-plum hover:border-gold', word: 'text-ink' },
  blocked: { icon: Ban, box: 'border-dashed border-wrong/40 bg-plum hover:border-gold', word: 'text-wrong' },
  over: { icon: Minus, box: 'border-hairline bg-plum text-muted', word: 'text-muted' },
  held: { icon: Hourglass, box: 'border-gold/60 border-l-gold bg-place-held', word: 'text-champagne' },
  booked: { icon: CircleCheck, box: 'border-white/20 border-l-sky bg-place-booked', word: 'text-sky' },
  'in-house': { icon: DoorOpen, box: 'border-done/50 border-l-done bg-place-house', word: 'text-done' },
  done: { icon: Check, box: 'border-hairline border-l-white/30 bg-place-done', word: 'text-muted' },
  'no-show': { icon: UserRoundX, box: 'border-wrong/40 border-l-wrong bg-place-absent', word: 'text-wrong' },
}

const BOX =
  'relative flex h-full w-full flex-col rounded-xl border border-l-4 p-2.5 text-left text-sm leading-snug transition'

interface DeskCardProps {
  place: DeskCardPlace
  /** Where the visit opens. */
  opens(visitId: string): string
  date: string
  /** Where the card's buttons are sent. */
  action: string
  /** Whether its visit is open beside it. */
  open?: boolean
  /** Set where the card stands alone and has to name its room, and its location where there are several. */
  alone?: 'here' | 'everywhere'
}

/** One place of the day: what stands in it in its state's colour and word, or a button that books it. */
export function DeskCard({ place, opens, date, action, open = false, alone }: DeskCardProps) {
  const { state, visit, room } = place
  const { box } = LOOKS[state]
  const head = <Head place={place} alone={alone} />
  if (visit) {
    return (
      <article className={`${BOX} ${box} ${open ? 'shadow-glow' : 'hover:border-white/50'}`}>
        {head}
        <Link
          to={opens(visit.id)}
          preventScrollReset
          aria-current={open || undefined}
          className={`mt-1 truncate text-base font-medium after:absolute after:inset-0 ${state === 'no-show' ? 'line-through decoration-wrong' : ''}`}
        >
          {visit.customer}
        </Link>
        <span className="truncate text-muted">
          {peopleWords(visit.people)}, {visit.package}
        </span>
        {state !== 'no-show' && <Due visit={visit} held={state === 'held'} />}
        {visit.toHandOver > 0 && (
          <span className="figures font-medium text-champagne">{formatRupees(visit.toHandOver)} to hand over</span>
        )}
        {visit.needs.length > 0 && state !== 'done' && state !== 'no-show' && (
          <span className="mt-1 flex items-start gap-1.5 text-xs text-muted">
            <Wrench aria-hidden className="mt-0.5 size-3 shrink-0" />
            <span className="line-clamp-2">{visit.needs.join(', ')}</span>
          </span>
        )}
        {visit.awaited && (
          <Form method="post" action={action} preventScrollReset className="relative z-10 mt-2 print:hidden">
            <input type="hidden" name="booking" value={visit.id} />
            <input type="hidden" name="intent" value="attendance" />
            <input type="hidden" name="shown" value="expected" />
            <button
              type="submit"
              name="attendance"
              value="arrived"
              className="min-h-11 w-full rounded-lg border border-done/60 bg-night/30 px-3 text-done hover:bg-done/15 md:pointer-fine:min-h-8"
            >
              Arrived<span className="sr-only">: {visit.customer}</span>
            </button>
          </Form>
        )}
      </article>
    )
  }
  if (isSellable(state)) {
    return (
      <Form method="get" action={links.adminBookingNew()} className="h-full">
        <input type="hidden" name="date" value={date} />
        <input type="hidden" name="screen" value={room.id} />
        <button
          type="submit"
          name="slot"
          value={place.slotId ?? ''}
          aria-label={`Book ${room.name}, ${place.slot}`}
          className={`${BOX} min-h-11 max-md:flex-row max-md:items-center max-md:justify-between ${box}`}
        >
          {head}
        </button>
      </Form>
    )
  }
  return <div className={`${BOX} ${box}`}>{head}</div>
}

function Head({ place: { slot, state, room, visit }, alone }: { place: DeskCardPlace; alone: DeskCardProps['alone'] }) {
  const { icon: Icon, word } = LOOKS[state]
  const words =
    state === 'held' && visit?.heldUntil
      ? `Held until ${visit.heldUntil}`
      : visit?.late
        ? `${visit.late} min late`
        : visit?.unmarked
          ? 'Done, not marked'
          : DESK_STATE_WORDS[state]
  return (
    <span className="flex w-full flex-wrap items-center justify-between gap-x-2">
      <span className="figures text-xs text-muted wrap-anywhere">
        <span className={alone ? 'font-medium text-ink' : 'font-medium text-ink md:sr-only'}>
          {room.name}
          {alone === 'everywhere' && `, ${room.location}`} ·{' '}
        </span>
        {slot}
      </span>
      <span className={`flex items-center gap-1 text-xs ${visit?.late || visit?.unmarked ? 'text-wrong' : word}`}>
        {visit?.late ? <Clock aria-hidden className="size-3.5" /> : <Icon aria-hidden className="size-3.5" />}
        {words}
      </span>
    </span>
  )
}

function Due({ visit: { due, asked, toHandOver }, held }: { visit: DeskCardVisit; held: boolean }) {
  if (due === 0) return toHandOver === 0 && <span className="text-xs text-done">Paid</span>
  return (
    <span className="figures font-medium text-champagne">
      {formatRupees(due)} {held ? 'to pay' : 'due'}
      {asked > 0 && (
        <span className="font-normal text-muted">, {asked < due ? `${formatRupees(asked)} asked` : 'asked'}</span>
      )}
    </span>
  )
}
