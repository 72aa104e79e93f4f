import { useForm } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ChevronDown, Hourglass, Send } from 'lucide-react'
import { formatRupees, typedRupees } from '~/domain/money'
import { DEADLINE_WORDS } from '~/domain/money-request'
import { answerTo } from '~/features/back-office/answer-to'
import type { FormAnswer } from '~/platform/form.server'
import { Button, buttonClass } from '~/ui/button'
import { TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import type { DeskRequest } from './desk-visit.server'

interface AskForMoneyProps {
  booking: string
  request: DeskRequest
  action?: string
  answer: FormAnswer | undefined
}

/** Asks a customer for money on their own page; of a hold of ours it says until when, and lets it end later by one press. */
export function AskForMoney({ booking, request, action, answer }: AskForMoneyProps) {
  const { asked, due, until, ends, held, later } = request
  const common = (
    <>
      <input type="hidden" name="booking" value={booking} />
      <input type="hidden" name="shown" value={due} />
    </>
  )
  return (
    <div className="grid gap-3">
      {asked > 0 && (
        <p
          className={`flex items-start gap-2 rounded-xl p-3 text-sm ${held ? 'bg-gold/10 text-champagne' : 'bg-well'}`}
        >
          <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span className="figures">
            {formatRupees(asked)} asked for, {held ? 'held until' : 'to be paid before'} {until}
          </span>
        </p>
      )}
      {held && asked === 0 && <p className="text-sm">Held until {until}</p>}
      {later.length > 0 && (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="booking" value={booking} />
          <input type="hidden" name="shown" value={ends} />
          <input type="hidden" name="intent" value="extend-hold" />
          <fieldset className="flex flex-wrap items-center gap-2">
            <legend className="mb-1.5 text-sm text-muted">Hold it longer</legend>
            {later.map(({ choice, cut, until: end }) => (
              <button
                type="submit"
                key={choice}
                name="deadline"
                value={choice}
                className={buttonClass('quiet', 'px-4 text-sm')}
              >
                {cut ? `Until ${end}` : choice === 'tonight' ? DEADLINE_WORDS[choice] : `+ ${DEADLINE_WORDS[choice]}`}
                {!cut && <span className="sr-only">: until {end}</span>}
              </button>
            ))}
          </fieldset>
        </Form>
      )}
      {asked === 0 && (
        <Form method="post" action={action} preventScrollReset>
          {common}
          <input type="hidden" name="intent" value="ask-money" />
          <Button name="sum" value="full" className="w-full">
            <Send aria-hidden className="size-4" />
            Ask for {formatRupees(due)}
          </Button>
        </Form>
      )}
      <details
        className="group rounded-xl border border-hairline"
        open={Boolean(answerTo(answer, 'ask-money') || answerTo(answer, 'extend-hold'))}
      >
        <summary className="flex min-h-11 items-center justify-between gap-3 px-4 text-sm">
          {held ? 'Another sum or time' : asked > 0 ? 'Ask again, or for another sum' : 'Ask for another sum'}
          <ChevronDown aria-hidden className="size-4 text-muted transition group-open:rotate-180" />
        </summary>
        <div className="grid gap-4 px-4 pb-4">
          <OwnSum booking={booking} request={request} action={action} answer={answer} />
          {held && <OwnTime key={ends} booking={booking} request={request} action={action} answer={answer} />}
        </div>
      </details>
    </div>
  )
}

function OwnSum({ booking, request: { asked, due }, action, answer }: AskForMoneyProps) {
  const [form, fields] = useForm<{ own: string }>({
    id: 'ask',
    lastResult: answerTo(answer, 'ask-money')?.lastResult,
    defaultValue: { own: typedRupees(asked > 0 ? asked : due) },
  })
  return (
    <ActionForm
      form={form}
      action={action}
      preventScrollReset
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
    >
      <input type="hidden" name="intent" value="ask-money" />
      <input type="hidden" name="booking" value={booking} />
      <input type="hidden" name="shown" value={due} />
      <TextField field={fields.own} label="Ask for (₹)" required inputMode="decimal" autoComplete="off" />
      <Button name="sum" value="own" className="px-5">
        Ask
      </Button>
    </ActionForm>
  )
}

function OwnTime({ booking, request: { ends }, action, answer }: AskForMoneyProps) {
  const [form, fields] = useForm<{ time: string }>({
    id: 'hold-until',
    lastResult: answerTo(answer, 'extend-hold')?.lastResult,
  })
  return (
    <ActionForm
      form={form}
      action={action}
      preventScrollReset
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2"
    >
      <input type="hidden" name="intent" value="extend-hold" />
      <input type="hidden" name="booking" value={booking} />
      <input type="hidden" name="shown" value={ends} />
      <TextField field={fields.time} label="Hold until" type="datetime-local" required />
      <Button name="deadline" value="time" className="px-5">
        Hold
      </Button>
    </ActionForm>
  )
}
