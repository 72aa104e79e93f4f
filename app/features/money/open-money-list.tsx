import { Form, Link } from '@remix-run/react'
import { useId, useRef } from 'react'
import { bankWords, formatAmount } from '~/domain/open-money'
import { LONGEST } from '~/domain/text-limits'
import { links } from '~/links'
import { Button } from '~/ui/button'
import { FieldFrame } from '~/ui/field'
import { LeaveGuard } from '~/ui/leave-guard'
import { useLeading } from '~/ui/use-leading'
import { HandedOver } from './handed-over'
import type { OpenMoney, Press } from './open-money.server'
import { REFUSED_FIELD, type RefusedPress } from './refused-press'

interface OpenMoneyListProps {
  title: string
  /** What these are, in a line. */
  hint: string
  rows: OpenMoney[]
  /** The press that was refused just now. */
  refused?: RefusedPress
}

/** Whether one of the rows has a field for the press that was refused, and so can show it where it stands. */
export const showsRefused = (rows: readonly OpenMoney[], { id, press }: RefusedPress): boolean =>
  rows.some((row) => row.id === id && !row.refused && row.presses.some((one) => one === press && ASKED[one]?.name))

/** One kind of thing that waits about money, each with what can be done about it. Nothing when there is none. */
export function OpenMoneyList({ title, hint, rows, refused }: OpenMoneyListProps) {
  if (!rows.length) return null
  const name = title.toLowerCase().replaceAll(' ', '-')
  return (
    <section aria-labelledby={name} className="mb-7">
      <h2 id={name} className="text-xl">
        {title} <span className="figures text-base text-muted">{rows.length}</span>
      </h2>
      <p className="mb-3 text-sm text-muted">{hint}</p>
      <ul className="divide-y divide-hairline rounded-card bg-aubergine/70">
        {rows.map((row) => (
          <li
            key={row.id}
            id={row.id}
            className="grid gap-x-6 gap-y-3 px-4 py-4 sm:px-5 lg:grid-cols-[minmax(0,1fr)_7rem_19rem] lg:items-center xl:grid-cols-[minmax(0,1fr)_7rem_24rem]"
          >
            <div className="min-w-0 text-sm">
              <p className="flex items-baseline justify-between gap-4">
                <span className="font-medium">{row.title}</span>
                <Sum row={row} className="lg:hidden" />
              </p>
              {row.booking && (
                <p className="mt-0.5">
                  <Link
                    to={links.adminBooking(row.booking.id)}
                    className="inline-flex min-h-11 items-center text-champagne hover:underline lg:pointer-fine:min-h-0"
                  >
                    <span className="figures shrink-0">{row.booking.code}</span>
                    <span className="text-ink">, {row.booking.name}</span>
                  </Link>
                  <span className="text-muted"> · {row.booking.location}</span>
                </p>
              )}
              <p className="mt-0.5 text-xs text-muted">
                <span className={`figures ${row.tooLong ? 'font-medium text-wrong' : ''}`}>
                  {row.tooLong ? `Waits too long: ${row.age}` : `For ${row.age}`}
                </span>
                {' · '}
                {row.bankReference && `${bankWords(row.bankReference)} · `}
                {row.detail}
              </p>
            </div>
            <Sum row={row} className="hidden text-right lg:block" />
            <Presses row={row} refused={refused?.id === row.id ? refused : undefined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sum({ row, className }: { row: OpenMoney; className: string }) {
  return (
    <span className={`figures shrink-0 text-champagne ${className}`}>{formatAmount(row.amount, row.currency)}</span>
  )
}

const PLAIN: Partial<Record<Press, string>> = {
  'send-again': 'Send again',
  'refund-owed': 'Give back',
  'ask-again': 'Ask again',
}
interface Asked {
  open: string
  label?: string
  name?: 'note' | 'code' | 'reference'
  button?: string
}
const SETTLED: Asked = {
  open: 'Settled outside',
  label: 'What became of it?',
  name: 'note',
  button: 'It is settled',
}
const ASKED: Partial<Record<Press, Asked>> = {
  'hand-over': { open: 'Handed over', name: 'reference' },
  'send-back': { open: 'Send it back', button: 'Yes, send it back' },
  assign: { open: 'Assign', label: 'Booking code', name: 'code', button: 'Assign to this booking' },
  settle: SETTLED,
  'settle-order': SETTLED,
}

function Presses({ row, refused }: { row: OpenMoney; refused?: RefusedPress }) {
  if (!row.presses.length) return null
  if (row.refused) return <p className="text-xs text-wrong lg:text-right">{row.refused}</p>
  const of = `${formatAmount(row.amount, row.currency)}${row.booking ? `, ${row.booking.code}` : ''}`
  return (
    <div className="flex flex-wrap items-start gap-2 lg:justify-end">
      {row.presses.map((press) => {
        const asked = ASKED[press]
        const answer = refused?.press === press ? refused : undefined
        return asked ? (
          <details key={press} open={answer && true} className="open:basis-full lg:text-right">
            <summary className="inline-flex min-h-11 cursor-pointer list-none items-center rounded-full border border-white/20 px-4 text-sm hover:border-white/45 hover:bg-white/5 [&::-webkit-details-marker]:hidden">
              {asked.open}
              <span className="sr-only"> {of}</span>
            </summary>
            <Form method="post" preventScrollReset className="mt-2 grid gap-2 rounded-xl bg-well p-3 text-left">
              <LeaveGuard />
              <RowFields row={row} />
              {asked.label && <Words label={asked.label} name={asked.name} refused={answer} />}
              {asked.button ? (
                <Button name="intent" value={press} className="px-4 text-sm">
                  {asked.button}
                </Button>
              ) : (
                <HandedOver amount={row.amount} to={row.booking?.name ?? ''} refused={answer} />
              )}
            </Form>
          </details>
        ) : (
          <Form key={press} method="post" preventScrollReset>
            <RowFields row={row} />
            <input type="hidden" name="shown" value={row.amount} />
            <Button name="intent" value={press} className="px-4 text-sm">
              {PLAIN[press]}
              <span className="sr-only"> {of}</span>
            </Button>
          </Form>
        )
      })}
    </div>
  )
}

function RowFields({ row: { id, booking } }: { row: OpenMoney }) {
  return (
    <>
      <input type="hidden" name="id" value={id} />
      {booking && <input type="hidden" name="booking" value={booking.id} />}
    </>
  )
}

/** What is asked for beside a press; refused, it keeps what was typed, says why and takes the focus. */
function Words({ label, name, refused }: { label: string; name?: string; refused?: RefusedPress }) {
  const own = useId()
  const id = refused ? REFUSED_FIELD : own
  const input = useRef<HTMLInputElement>(null)
  useLeading(refused, () => input.current)
  const field = { id, errorId: `${id}-fault`, descriptionId: `${id}-hint`, errors: refused && [refused.fault] }
  return (
    <FieldFrame field={field} label={label}>
      <input
        ref={input}
        id={id}
        name={name}
        required
        maxLength={LONGEST.reason}
        autoComplete="off"
        defaultValue={refused?.typed}
        aria-invalid={refused && true}
        aria-describedby={refused && field.errorId}
        className="control"
      />
    </FieldFrame>
  )
}
