import { useNavigation } from '@remix-run/react'
import { Lock } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { formatRupees, type Paise, paise } from '~/domain/money'
import { amountToCharge, needsPayment, type PayChoice } from '~/domain/payment-choice'
import { links } from '~/links'
import { Button } from '~/ui/button'
import { Cover } from '~/ui/cover'
import { Link } from '~/ui/link'
import { STEP_FORM } from './step-form'

interface PayChoiceProps {
  total: Paise
  /** The total, and the mark of what else there is, that whoever presses has seen (domain/shown-booking). */
  shown: { total: Paise; mark: string }
  /** For how long the slot is held while it is paid for. */
  holdMinutes: number
  chosen: PayChoice
  /** What cancelling and moving would come to, for each choice. */
  promises: Record<PayChoice, string>
  /** The tokens of the waiting money that this page names, so that pressing is known to be meant. */
  told?: readonly string[]
}

/**
 * How much a customer pays now: the advance or all; then the slot is held. Where nothing is to be paid, it books. Its fields are those of
 * the step's form, as the coupon's are, so that neither loses the other (rule B26).
 */
export function PayChoiceFields({ total, shown, holdMinutes, chosen, promises, told = [] }: PayChoiceProps) {
  const busy = usePaying()
  const pays = needsPayment(total)
  const advance = amountToCharge('advance', total)
  const rest = advance < total ? `The rest, ${formatRupees(paise(total - advance))}, at the theatre.` : PAID
  return (
    <div className="max-w-xl">
      <input type="hidden" form={STEP_FORM} name="total" value={shown.total} />
      <input type="hidden" form={STEP_FORM} name="mark" value={shown.mark} />
      {told.map((token) => (
        <input key={token} type="hidden" form={STEP_FORM} name="told" value={token} />
      ))}
      {pays ? (
        <fieldset className="grid gap-3">
          <legend className="mb-3 text-lg sm:text-xl">How much would you like to pay now?</legend>
          <Choice
            value="advance"
            chosen={chosen === 'advance'}
            title="Pay the advance now"
            amount={formatRupees(advance)}
            rest={rest}
            promise={promises.advance}
          />
          <Choice
            value="full"
            chosen={chosen === 'full'}
            title="Pay in full"
            amount={formatRupees(total)}
            rest={PAID}
            promise={promises.full}
          />
        </fieldset>
      ) : (
        <p className="text-xl">There is nothing to pay now.</p>
      )}
      <p className="mt-6 text-sm text-muted">
        {pays && `Your slot is held for ${holdMinutes} minutes while you pay. `}The{' '}
        <Link to={links.terms()} target="_blank" className="text-champagne underline underline-offset-4">
          terms and conditions<span className="sr-only">, opens in a new tab</span>
        </Link>{' '}
        and the{' '}
        <Link to={links.refundPolicy()} target="_blank" className="text-champagne underline underline-offset-4">
          refund policy<span className="sr-only">, opens in a new tab</span>
        </Link>{' '}
        apply.
      </p>
      <PayButton total={total} className="thumb-bar thumb-bar-button flex items-center gap-5 lg:hidden" />
      {pays && (
        <p className="mt-4 flex items-center gap-2 text-sm text-muted">
          <Lock aria-hidden className="size-4 shrink-0" />
          UPI, card or netbanking, secured by Razorpay
        </p>
      )}
      {busy && <Cover>Holding your slot…</Cover>}
    </div>
  )
}

/** Whether it was pressed, until the page that takes the money stands. */
const usePaying = () => useNavigation().formData?.get('intent') === 'pay'

/** Pays what is chosen, or books what costs nothing: at the thumb of a phone, else at the end of the summary as *Next* is. */
export function PayButton({ total, className }: { total: Paise; className: string }) {
  const busy = usePaying()
  const pays = needsPayment(total)
  return (
    <div className={className}>
      {pays && (
        <p className="text-xs text-muted lg:hidden">
          Total <span className="figures block text-base leading-tight text-champagne">{formatRupees(total)}</span>
        </p>
      )}
      <Button look="gold" form={STEP_FORM} name="intent" value="pay" className="w-full grow" disabled={busy}>
        {pays ? (
          <span>
            Pay{' '}
            <span className="[body:has([value=full]:checked)_&]:hidden">
              {formatRupees(amountToCharge('advance', total))}
            </span>
            <span className="hidden [body:has([value=full]:checked)_&]:inline">{formatRupees(total)}</span> and book
          </span>
        ) : (
          'Book'
        )}
      </Button>
    </div>
  )
}

/** Enter on a choice pays by it; a browser alone would take it for Enter in the coupon's field, whose form is the same. */
function payByEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return
  event.preventDefault()
  const pay = [...(event.currentTarget.form?.elements ?? [])].find((one) => one.matches('button[value="pay"]'))
  if (pay instanceof HTMLElement) pay.click()
}

const PAID = 'Nothing left to pay on the day.'

interface ChoiceProps {
  value: PayChoice
  chosen: boolean
  title: string
  amount: string
  rest: string
  /** What cancelling and moving come to, shown while it is chosen. */
  promise: string
}

function Choice(props: ChoiceProps) {
  return (
    <label className="group/choice flex items-start gap-4 rounded-2xl bg-aubergine p-5 transition has-checked:bg-plum has-checked:shadow-glow has-focus-visible:outline-2 has-focus-visible:outline-gold">
      <input
        type="radio"
        form={STEP_FORM}
        name="payChoice"
        value={props.value}
        defaultChecked={props.chosen}
        onKeyDown={payByEnter}
        className="mt-1"
      />
      <span className="grid grow grid-cols-[1fr_auto] items-baseline gap-x-4">
        <span className="font-medium">{props.title}</span>
        <span className="figures text-lg text-champagne">{props.amount}</span>
        <span className="col-span-2 text-sm">{props.rest}</span>
        <span className="col-span-2 mt-1 hidden text-sm text-muted group-has-checked/choice:block">
          {props.promise}
        </span>
      </span>
    </label>
  )
}
