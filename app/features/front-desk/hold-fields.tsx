import { useRef } from 'react'
import { formatRupees } from '~/domain/money'
import { DEADLINE_WORDS } from '~/domain/money-request'
import { Button } from '~/ui/button'
import { FieldError } from '~/ui/field'
import { useBrowserLayoutEffect } from '~/ui/use-browser-layout-effect'
import type { PhoneBookingPage } from './phone-booking.server'
import type { PhoneFaults } from './phone-faults'
import { faultOf } from './phone-field'

interface HoldFieldsProps {
  page: PhoneBookingPage
  faults: PhoneFaults | null
}

/** Keeps the slot and asks for the money, instead of booking it: until when, how much, one press. */
export function HoldFields({ page: { form, deadlines, advanceSum, total, room, unfit }, faults }: HoldFieldsProps) {
  if (!deadlines.length || total === 0) {
    return (
      <p className="mt-4 border-t border-hairline pt-4 text-sm text-muted">
        {!room || !form.place
          ? 'Once a slot is chosen, it can be held for a payment too.'
          : unfit
            ? 'A party that the room does not take cannot be held.'
            : deadlines.length
              ? 'Nothing is to be paid, so nothing can be asked for.'
              : 'The slot begins too soon to be held for a payment.'}
      </p>
    )
  }
  const own = faultOf('own', faults)
  const sums = [
    ['advance', `Advance, ${formatRupees(advanceSum)}`],
    ['full', `All, ${formatRupees(total)}`],
    ['own', 'An own sum'],
  ] as const
  return (
    <div className="mt-4 grid gap-3 border-t border-hairline pt-4">
      <Until form={form} deadlines={deadlines} faults={faults} />
      <fieldset className="group/sum">
        <legend className="mb-1.5 text-sm font-medium">Ask for</legend>
        <div className="flex flex-wrap gap-2">
          {sums.map(([sum, words]) => (
            <Chip key={sum} name="sum" value={sum} chosen={sum === form.sum}>
              {words}
            </Chip>
          ))}
        </div>
        <label className="mt-2 hidden text-sm text-muted group-has-[input[value=own]:checked]/sum:block">
          The sum (₹)
          <input
            name="own"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={form.own}
            className="control mt-1"
            {...own.control}
          />
        </label>
        <FieldError field={own.field} />
      </fieldset>
      <Button name="intent" value="hold">
        Hold and ask for money
      </Button>
    </div>
  )
}

type UntilProps = Pick<PhoneBookingPage, 'deadlines'> & { form: PhoneBookingPage['form']; faults: PhoneFaults | null }

/** Until when the slot is held. Another day or slot may offer less: once the choice is gone, the page's own is chosen, never none. */
function Until({ form: { deadline: chosen, time: typed }, deadlines, faults }: UntilProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  useBrowserLayoutEffect(() => {
    const { current } = fieldset
    if (!current || current.querySelector('[name=deadline]:checked')) return
    const own = current.querySelector<HTMLInputElement>(`[name=deadline][value="${chosen}"]`)
    if (own) own.checked = true
  }, [chosen, deadlines])
  const [deadline, time] = [faultOf('deadline', faults), faultOf('time', faults)]
  const choices = [...deadlines, { choice: 'time', until: '', cut: false } as const]
  return (
    <fieldset ref={fieldset} className="group/until">
      <legend className="mb-1.5 text-sm font-medium">Hold it until</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ choice, until, cut }, index) => (
          <Chip
            key={choice}
            name="deadline"
            value={choice}
            chosen={choice === chosen}
            hint={cut ? '' : until}
            control={index === 0 ? deadline.control : undefined}
          >
            {cut ? `Until ${until}` : DEADLINE_WORDS[choice]}
          </Chip>
        ))}
      </div>
      <FieldError field={deadline.field} />
      <label className="mt-2 hidden text-sm text-muted group-has-[input[value=time]:checked]/until:block">
        The time
        <input name="time" type="datetime-local" defaultValue={typed} className="control mt-1" {...time.control} />
      </label>
      <FieldError field={time.field} />
    </fieldset>
  )
}

interface ChipProps {
  name: string
  value: string
  chosen: boolean
  hint?: string
  /** Of the first one: what ties the choice to its fault. */
  control?: ReturnType<typeof faultOf>['control']
  children: string
}

function Chip({ name, value, chosen, hint, control, children }: ChipProps) {
  return (
    <label className="relative">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={chosen}
        {...control}
        className="peer absolute inset-0 opacity-0"
      />
      <span className="figures flex min-h-11 items-center rounded-full border border-white/20 px-4 text-sm peer-checked:border-gold peer-checked:bg-gold/10 peer-checked:text-champagne peer-focus-visible:outline-2 peer-focus-visible:outline-gold md:pointer-fine:min-h-9">
        {children}
        {hint && <span className="sr-only">, {hint}</span>}
      </span>
    </label>
  )
}
