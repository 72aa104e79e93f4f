import { useForm } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatRupees, type Paise, paise, parseRupees, toRupeeNumber, typedRupees } from '~/domain/money'
import { modeName, PAYMENT_MODES } from '~/domain/payment-mode'
import { LONGEST } from '~/domain/text-limits'
import { allOf, beginWords, begunWith, differenceWords, entryFor, type TillSum } from '~/domain/till'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { type Column, DataTable } from '~/ui/data-table'
import { SelectField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormPanel } from '~/ui/form-panel'
import { useOwnEntry } from '~/ui/own-entry'
import type { TillDay } from './till.server'

/** What a sum is of: a mode of payment, or a person by name. */
function sumName(name: string): string {
  const mode = PAYMENT_MODES.find((one) => one === name)
  return mode ? modeName(mode) : name
}

/** What came in and went out, added up by mode or by person. */
export function TillSums({ title, sums }: { title: string; sums: readonly TillSum[] }) {
  const all = allOf(sums)
  return (
    <FormPanel title={title}>
      {sums.length ? (
        <table className="w-full text-sm">
          <caption className="sr-only">{title}</caption>
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="pb-1 text-left font-medium">
                <span className="sr-only">Name</span>
              </th>
              {['In', 'Out', 'Net'].map((head) => (
                <th key={head} scope="col" className="pb-1 text-right font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, in: came, out, net }) => (
              <tr key={name} className="border-t border-hairline">
                <th scope="row" className="py-2 text-left font-normal">
                  {sumName(name)}
                </th>
                <td className="figures py-2 text-right">{formatRupees(came)}</td>
                <td className="figures py-2 text-right">{formatRupees(out)}</td>
                <td className="figures py-2 text-right font-medium text-champagne">{formatRupees(net)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-t-2 border-hairline font-medium">
              <th scope="row" className="pt-2 text-left font-medium">
                All
              </th>
              <td className="figures pt-2 text-right">{formatRupees(all.in)}</td>
              <td className="figures pt-2 text-right">{formatRupees(all.out)}</td>
              <td className="figures pt-2 text-right text-champagne">{formatRupees(all.net)}</td>
            </tr>
          </tfoot>
        </table>
      ) : (
        <p className="text-sm text-muted">Nothing moved.</p>
      )}
    </FormPanel>
  )
}

type Row = TillDay['movements'][number]

const columns = (everywhere: boolean): Column<Row>[] => [
  { head: 'Time', cell: ({ when }) => <span className="figures">{when}</span> },
  {
    head: 'Booking',
    card: 'title',
    cell: ({ booking, code, guest }) =>
      booking ? (
        <span className="min-w-0">
          <Link to={links.adminBooking(booking)} className="figures underline underline-offset-4">
            {code}
          </Link>
          <span className="block text-xs font-normal text-muted">{guest}</span>
        </span>
      ) : (
        (code ?? '—')
      ),
  },
  { head: 'What', cell: ({ what, late }) => `${what}${late ? ', after closing' : ''}` },
  {
    head: 'Mode',
    cell: ({ mode, reference }) => (
      <>
        {modeName(mode)}
        {reference && <span className="figures block text-xs text-muted">{reference}</span>}
      </>
    ),
  },
  { head: 'Person', cell: ({ person }) => person },
  ...(everywhere ? [{ head: 'Location', cell: ({ location }: Row) => location ?? '—' }] : []),
  {
    head: 'Amount',
    align: 'right',
    card: 'corner',
    cell: ({ amount }) => (
      <span className="as-cards:block as-cards:p-2.5 as-cards:text-base as-cards:font-medium">
        {formatRupees(amount)}
      </span>
    ),
  },
]

/** Everything that moved on a day, in the order of time; of all locations each with its own. */
export const TillMovements = ({ rows, everywhere }: { rows: readonly Row[]; everywhere: boolean }) => (
  <DataTable
    caption="What moved"
    columns={columns(everywhere)}
    rows={rows}
    empty={<p className="text-muted">Nothing moved on this day.</p>}
  />
)

interface Sent {
  answer: FormAnswer | undefined
  /** The address that names the day and the location shown. */
  sentTo: string
}

interface CloseTillProps extends Sent {
  day: TillDay
  /** What parties of the day still owe, and where they are found; it forbids nothing. */
  owing: '' | { words: string; to: string }
  /** A day before it that nobody closed, and where it is. */
  unclosed: { words: string; to: string } | undefined
}

/** Closes the day: what the till began with, what was counted, and why that differs. */
export function CloseTill({ day, owing, unclosed, answer, sentTo }: CloseTillProps) {
  const [form, fields] = useForm<{ openingFloat: string; counted: string; reason: string }>({
    id: 'close',
    lastResult: answer?.lastResult,
    defaultValue: { openingFloat: String(toRupeeNumber(day.float)), counted: '', reason: '' },
  })
  const typed = answer?.lastResult?.initialValue
  const [shown, setShown] = useState({
    float: parseRupees(String(typed?.openingFloat ?? '')) ?? day.float,
    counted: parseRupees(String(typed?.counted ?? '')),
  })
  const moved = paise(day.expected - day.float)
  const expected = paise(shown.float + moved)
  const begun = begunWith(shown.float, day.left)
  return (
    <FormPanel title="Close the day">
      {unclosed && <Notice {...unclosed} link="Close it first" />}
      {owing && <Notice {...owing} link="Look at the day" />}
      <ActionForm
        form={form}
        action={sentTo}
        answer={answer}
        className="grid gap-4"
        onInput={({ currentTarget }) => {
          const data = new FormData(currentTarget)
          setShown({
            float: parseRupees(String(data.get('openingFloat'))) ?? day.float,
            counted: parseRupees(String(data.get('counted'))),
          })
        }}
      >
        <input type="hidden" name="shown" value={moved} />
        <input type="hidden" name="shownLeft" value={String(day.left)} />
        <div className="grid grid-cols-2 gap-3">
          <TextField field={fields.openingFloat} label="Opening float (₹)" required inputMode="decimal" />
          <TextField field={fields.counted} label="Counted cash (₹)" required inputMode="decimal" autoComplete="off" />
        </div>
        <p className="figures text-sm" aria-live="polite">
          Expected in the till: <strong className="text-champagne">{formatRupees(expected)}</strong>
          {begun !== 0 && <span className="block text-wrong">{beginWords(begun)} than was left</span>}
          {shown.counted !== undefined && <Difference amount={paise(shown.counted - expected)} />}
        </p>
        <TextField field={fields.reason} label="Reason of a difference" maxLength={LONGEST.reason} />
        <Button look="gold" name="intent" value="close">
          Close the day
        </Button>
      </ActionForm>
    </FormPanel>
  )
}

/** What is said before a day is closed, with the way to where it is seen to. */
const Notice = ({ words, to, link }: { words: string; to: string; link: string }) => (
  <p className="figures mb-4 rounded-xl bg-gold/10 px-4 py-3 text-sm text-champagne">
    {words}.{' '}
    <Link to={to} className="underline underline-offset-4">
      {link}
    </Link>
  </p>
)

const Difference = ({ amount }: { amount: Paise }) => (
  <span className={amount === 0 ? 'block text-done' : 'block text-wrong'}>{differenceWords(amount)}</span>
)

type Fact = [label: string, text: ReactNode]
const factIf = (known: boolean, ...fact: Fact): Fact[] => (known ? [fact] : [])

type Closing = NonNullable<TillDay['closing']>
interface ShownClosing
  extends Pick<Closing, 'openingFloat' | 'begunWords' | 'expected' | 'counted' | 'words' | 'reason' | 'since'>,
    Pick<Closing, 'corrected' | 'correctedWords' | 'closedByName' | 'when'> {
  corrections: readonly Pick<Closing['corrections'][number], 'id' | 'amount' | 'reason' | 'enteredByName' | 'when'>[]
}

/** A closed day: who closed it with what, the entries that correct it since, and what cash it left. */
export function ClosedTill({ closing, entry, ...sent }: { closing: ShownClosing; entry: string } & Sent) {
  const own = useOwnEntry(entry, closing.corrections)
  const facts: Fact[] = [
    ['Opening float', formatRupees(closing.openingFloat)],
    ...factIf(Boolean(closing.begunWords), 'Against what was left', closing.begunWords),
    ['Expected', formatRupees(closing.expected)],
    ['Counted', formatRupees(closing.counted)],
    [
      'Difference',
      <span key="difference" className={closing.counted === closing.expected ? 'text-done' : 'text-wrong'}>
        {closing.words}
      </span>,
    ],
    ...factIf(closing.reason !== '', 'Reason', closing.reason),
    ...factIf(closing.since !== 0, 'Moved in cash since', formatRupees(closing.since)),
    ...factIf(closing.corrections.length > 0, 'After corrections', formatRupees(closing.corrected)),
    // neither line above has the sum that whoever takes over counts
    ...factIf(closing.since !== 0, 'Left in the till', formatRupees(paise(closing.corrected + closing.since))),
  ]
  return (
    <FormPanel title="Closed">
      <p className="mb-3 text-sm text-muted">
        {closing.closedByName}, {closing.when}
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-sm">
        {facts.map(([label, text]) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="figures min-w-0 text-right">{text}</dd>
          </div>
        ))}
      </dl>
      {closing.correctedWords && <p className="figures mt-3 text-sm text-champagne">{closing.correctedWords}</p>}
      {closing.corrections.length > 0 && (
        <ul className="mt-4 grid gap-2 border-t border-hairline pt-3 text-sm">
          {closing.corrections.map(({ id, amount, reason, enteredByName, when }) => (
            <li key={id} className="flex justify-between gap-4">
              <span className="min-w-0">
                {reason}
                <span className="figures block text-xs text-muted">
                  {when}, {enteredByName}
                </span>
              </span>
              <span className="figures shrink-0">{formatRupees(amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <CorrectionForm key={own} entry={own} sentTo={sent.sentTo} answer={asEntry(sent.answer, closing)} />
    </FormPanel>
  )
}

/** What somebody counted who found the day closed already, as the entry that they may make of it: nothing that was counted is lost. */
function asEntry(answer: FormAnswer | undefined, { corrected, since }: Pick<Closing, 'corrected' | 'since'>) {
  const { counted, reason } = answer?.lastResult?.initialValue ?? {}
  const amount = parseRupees(String(counted ?? ''))
  const entry = amount === undefined ? undefined : entryFor(amount, paise(corrected + since))
  if (!answer || !entry) return answer
  const initialValue = { sign: entry.sign, amount: typedRupees(entry.amount), reason: reason ?? '' }
  return { ...answer, lastResult: { ...answer.lastResult, initialValue } }
}

/** One form enters one entry, however often it is sent; it is drawn anew, and empty, once that stands. */
function CorrectionForm({ entry, answer, sentTo }: { entry: string } & Sent) {
  const [form, fields] = useForm<{ sign: string; amount: string; reason: string }>({
    id: 'correct',
    lastResult: answer?.lastResult,
    defaultValue: { sign: '', amount: '', reason: '' },
  })
  return (
    <details className="group mt-4 rounded-xl border border-hairline print:hidden" open={answer !== undefined}>
      <summary className="flex min-h-11 items-center gap-2 px-4 text-sm">
        Correct by an entry
        <ChevronDown aria-hidden className="ml-auto size-4 text-muted transition group-open:rotate-180" />
      </summary>
      <ActionForm form={form} entry={entry} action={sentTo} className="grid gap-3 px-4 pb-4">
        <div className="grid grid-cols-2 gap-3">
          <SelectField field={fields.sign} label="There was" required>
            <option value="">Choose</option>
            <option value="less">less</option>
            <option value="more">more</option>
          </SelectField>
          <TextField field={fields.amount} label="Amount (₹)" required inputMode="decimal" autoComplete="off" />
        </div>
        <TextField field={fields.reason} label="Reason" required maxLength={LONGEST.reason} />
        <Button name="intent" value="correct">
          Enter the correction
        </Button>
      </ActionForm>
    </details>
  )
}
