import { Form } from '@remix-run/react'
import { Lock } from 'lucide-react'
import { formatRupees, type Paise } from '~/domain/money'
import type { Payable } from '~/domain/money-request'
import { links } from '~/links'
import { Button } from '~/ui/button'

interface PayOnOwnPageProps {
  token: string
  payable: Pick<Payable, 'asked' | 'due'>
  /** What may be under way already. */
  underWay: Paise
  /** Until when, in words. */
  until: string
  held: boolean
}

/** What is asked of a booking's customer, by when, and the presses that pay it, or all that is due. */
export function PayOnOwnPage({ token, payable: { asked, due }, underWay, until, held }: PayOnOwnPageProps) {
  const first = asked > 0 ? asked : due
  return (
    <section aria-labelledby="to-pay" className="my-8 rounded-card bg-plum p-6 sm:p-8 print:hidden">
      <h2 id="to-pay" className="text-2xl">
        {held ? (
          <>
            Your slot is held until <span className="figures text-champagne">{until}</span>
          </>
        ) : asked > 0 ? (
          <>
            Please pay <span className="figures text-champagne">{formatRupees(asked)}</span>
          </>
        ) : (
          <>
            Still to pay: <span className="figures text-champagne">{formatRupees(due)}</span>
          </>
        )}
      </h2>
      <p className="mt-2 text-muted">{wordsOf({ asked, due, held, until })}</p>
      {underWay > 0 && (
        <p className="mt-2 text-champagne">
          {formatRupees(underWay)} may still be under way: this page shows it when it arrives. Pay only if you have not
          paid yet, or know that it failed.
        </p>
      )}
      <Form method="post" action={links.customerPay(token)} className="mt-6 flex flex-wrap gap-3">
        <Pay sum={asked > 0 ? 'asked' : 'due'} amount={first} look="gold" />
      </Form>
      {asked > 0 && asked < due && (
        <Form method="post" action={links.customerPay(token)} className="mt-3">
          <Pay sum="due" amount={due} look="plain" />
        </Form>
      )}
    </section>
  )
}

function wordsOf({ asked, due, held, until }: PayOnOwnPageProps['payable'] & { held: boolean; until: string }): string {
  const first = formatRupees(asked > 0 ? asked : due)
  if (held) return `It is yours as soon as ${first} is paid. Nobody else can book it meanwhile.`
  return asked > 0
    ? `Before ${until}, please. You can also pay it at the theatre.`
    : 'You can pay it here, or at the theatre.'
}

function Pay({ sum, amount, look }: { sum: 'asked' | 'due'; amount: Paise; look: 'gold' | 'plain' }) {
  return (
    <>
      <input type="hidden" name="shown" value={amount} />
      <Button look={look} name="sum" value={sum} className={look === 'plain' ? 'px-0' : 'w-full sm:w-auto'}>
        {look === 'gold' && <Lock aria-hidden className="size-4" />}
        {sum === 'due' && look === 'plain'
          ? `Pay all of it, ${formatRupees(amount)}`
          : `Pay ${formatRupees(amount)} now`}
      </Button>
    </>
  )
}
