import { Form } from '@remix-run/react'
import { Check } from 'lucide-react'
import type { CustomerTexts } from '~/features/booking/customer-texts.server'
import { links } from '~/links'
import { Button, ButtonLink } from '~/ui/button'
import { Proof } from './proof'

/** The texts of a booking as they will be made, to be confirmed or changed until their deadline. */
export function BookingProofs({ token, texts }: { token: string; texts: CustomerTexts }) {
  const { proofs, untold, asked, cake, shown, confirmed, until, phone } = texts
  const told = proofs.some(({ text }) => text)
  return (
    <section
      aria-labelledby="proofs"
      className="mb-6 rounded-card bg-aubergine p-6 sm:p-8 print:mt-6 print:bg-transparent print:p-0"
    >
      <h2 id="proofs" className="text-2xl">
        As it will be made
      </h2>
      <dl className="mt-4 grid gap-6">
        {proofs.map(({ name, label, on, text }) => (
          <div key={name}>
            <dt className="mb-1.5 text-sm text-muted">{label}</dt>
            <dd>{text ? <Proof on={on} text={text} /> : 'Not told yet'}</dd>
          </div>
        ))}
      </dl>
      {asked && <p className="mt-5 text-champagne">{until ? `${asked}.` : asked}</p>}
      {cake && <p className="mt-5 text-champagne">{cake}</p>}
      {confirmed && (
        <p className="mt-5 flex items-center gap-2 text-done">
          <Check aria-hidden className="size-4" />
          Confirmed by you
        </p>
      )}
      {!asked && !untold.length && (
        <p className="mt-3 text-sm text-muted print:hidden">
          {until
            ? `You can change it until ${until}.`
            : `It is being made by now. If something is wrong, please call ${phone}.`}
        </p>
      )}
      {until && (
        <div className="mt-4 flex flex-wrap gap-3 print:hidden">
          {told && !untold.length && !confirmed && (
            <Form method="post" action={links.customerTexts(token)} preventScrollReset>
              <input type="hidden" name="shown" value={shown} />
              <Button name="intent" value="confirm">
                It is right like this
              </Button>
            </Form>
          )}
          <ButtonLink to={links.customerTexts(token)}>
            {told && !untold.length ? 'Change it' : 'Tell us now'}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
