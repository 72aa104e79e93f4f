import { Form, useFetcher } from '@remix-run/react'
import { ChevronDown } from 'lucide-react'
import { cloneElement, type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react'
import { EMAIL_MAX, NAME_MAX } from '~/domain/customer-details'
import { formatRupees, paise } from '~/domain/money'
import { DESK_MODES, modeName } from '~/domain/payment-mode'
import { LONGEST } from '~/domain/text-limits'
import { PriceLines } from '~/features/flow/price-lines'
import { Button } from '~/ui/button'
import { controlClass } from '~/ui/control-class'
import { FormAlert } from '~/ui/form-alert'
import { FormPanel } from '~/ui/form-panel'
import { LeaveGuard } from '~/ui/leave-guard'
import { UnreachableAlert } from '~/ui/unreachable'
import { CallerCard } from './caller-card'
import { HoldFields } from './hold-fields'
import type { PhoneBookingPage } from './phone-booking.server'

interface PhoneFormProps {
  page: PhoneBookingPage
  /** Why it was not booked. */
  fault: string | null
}

/** What is typed without changing the quote. */
const UNPRICED = ['note', 'advance', 'mode', 'email', 'name', 'deadline', 'time', 'sum', 'own', 'approved']
/** How long the quote waits for the next letter. */
const PAUSE_MS = 400

/** A telephone booking on one page: who calls, when and where, what they want; the quote follows what is typed. */
export function PhoneBookingForm({ page: given, fault }: PhoneFormProps) {
  const fetcher = useFetcher<{ page?: PhoneBookingPage }>()
  const page = fetcher.data?.page ?? given
  const { form, limits } = page
  const element = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => {
    const number = element.current?.elements.namedItem('number')
    if (number instanceof HTMLInputElement && !number.value) number.focus()
    return () => clearTimeout(timer.current)
  }, [])
  useEffect(() => {
    // who was recognised is written where nothing was typed
    for (const name of ['name', 'email'] as const) {
      const field = element.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement && !field.value && form[name]) field.value = form[name]
    }
  }, [form])
  const follow = (event: FormEvent<HTMLFormElement>) => {
    const target = event.target as HTMLInputElement
    if (UNPRICED.includes(target.name)) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (!element.current) return
      const data = new FormData(element.current)
      data.set('intent', 'recalculate')
      fetcher.submit(data, { method: 'post' })
    }, PAUSE_MS)
  }
  const items = [
    ['Addons', page.addons],
    ['Cakes', page.cakes],
    ['Gifts', page.gifts],
  ] as const
  return (
    <Form
      ref={element}
      method="post"
      onInput={follow}
      className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <LeaveGuard />
      <div>
        {/* Enter in a field works out the quote, so that nobody books unawares */}
        <button
          type="submit"
          formNoValidate
          name="intent"
          value="recalculate"
          className="sr-only"
          tabIndex={-1}
          aria-hidden
        >
          Work out
        </button>
        <input type="hidden" name="attempt" value={form.attempt} />
        {fault && (
          <FormAlert id="phone-error" answer={fault}>
            <p>{fault}</p>
          </FormAlert>
        )}
        <UnreachableAlert />
        <FormPanel title="Who calls">
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="Phone">
              <input
                name="number"
                type="tel"
                inputMode="numeric"
                required
                maxLength={LONGEST.phone}
                defaultValue={form.number}
              />
            </Field>
            <Field label="Name">
              <input name="name" required maxLength={NAME_MAX} defaultValue={form.name} autoComplete="off" />
            </Field>
            <Field label="Email">
              <input name="email" type="email" maxLength={EMAIL_MAX} defaultValue={form.email} autoComplete="off" />
            </Field>
          </div>
          <CallerCard page={page} />
        </FormPanel>
        <FormPanel title="When and where">
          <div className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)_7rem]">
            <Field label="Date">
              <input name="date" type="date" required defaultValue={form.date} />
            </Field>
            <Field label="Room and slot">
              <select name="place" required key={`${form.date}-${page.places.length}`} defaultValue={form.place}>
                {page.places.map(({ value, words }) => (
                  <option key={value} value={value}>
                    {words}
                  </option>
                ))}
                {!page.places.length && <option value="">Nothing is free on this day</option>}
              </select>
            </Field>
            <Field label="People">
              <input
                name="people"
                type="number"
                required
                min={limits.min}
                max={limits.max}
                key={`${limits.min}-${limits.max}`}
                defaultValue={form.people}
              />
            </Field>
          </div>
          {page.taken && (
            <p className="mt-3 text-sm text-wrong">That place is not free any more; this is the next one.</p>
          )}
        </FormPanel>
        <FormPanel title="What they want">
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label="Package">
              <Choice name="packageId" key={page.packageId} chosen={page.packageId} items={page.packages} />
            </Field>
            <Field label="Occasion">
              <Choice
                name="occasionId"
                key={page.occasions.length}
                chosen={form.occasionId}
                items={page.occasions}
                none="None chosen"
              />
            </Field>
            <Field label="Coupon">
              <input
                name="couponCode"
                maxLength={LONGEST.typedCouponCode}
                defaultValue={form.couponCode}
                autoComplete="off"
              />
            </Field>
          </div>
          {items.map(
            ([title, list]) =>
              list.length > 0 && (
                <details
                  key={title}
                  className="group mt-3 border-t border-hairline"
                  open={list.some(({ id }) => Number(form.counts[id]) > 0)}
                >
                  <summary className="flex min-h-11 items-center justify-between text-sm font-medium">
                    {title}
                    <ChevronDown aria-hidden className="size-4 text-muted transition group-open:rotate-180" />
                  </summary>
                  <ul className="grid gap-x-6 gap-y-2 pb-2 sm:grid-cols-2">
                    {list.map(({ id, name, price }) => (
                      <li key={id}>
                        <label className="flex items-center justify-between gap-3 text-sm">
                          <span>
                            {name} <span className="figures text-muted">{formatRupees(paise(price))}</span>
                          </span>
                          <input
                            name={`count.${id}`}
                            type="number"
                            min={0}
                            max={20}
                            defaultValue={form.counts[id] ?? '0'}
                            className={`${controlClass} w-20 shrink-0`}
                          />
                        </label>
                      </li>
                    ))}
                  </ul>
                </details>
              ),
          )}
          <div className="mt-3 grid gap-4 border-t border-hairline pt-4 sm:grid-cols-3">
            {page.texts.map(({ name, label, max }) => (
              <Field key={name} label={label}>
                <input name={name} maxLength={max} defaultValue={form.texts[name]} autoComplete="off" />
              </Field>
            ))}
          </div>
        </FormPanel>
      </div>
      <aside className="xl:sticky xl:top-8">
        <FormPanel title="Quote">
          <p className="mb-3 text-sm text-muted">{page.room}</p>
          <PriceLines summary={page.summary} total={page.total} live className="gap-2 text-sm" />
          {page.notices.map((words) => (
            <p key={words} className="mt-2 text-sm text-wrong">
              {words}
            </p>
          ))}
          <div className="mt-4 grid grid-cols-2 gap-3">
            <Field label="Advance (₹)">
              <input name="advance" required inputMode="decimal" defaultValue={form.advance} autoComplete="off" />
            </Field>
            <Field label="Paid by">
              <select name="mode" defaultValue={form.mode}>
                {DESK_MODES.map((mode) => (
                  <option key={mode} value={mode}>
                    {modeName(mode)}
                  </option>
                ))}
              </select>
            </Field>
          </div>
          <div className="mt-3">
            <Field label="Note">
              <input name="note" maxLength={LONGEST.note} defaultValue={form.note} autoComplete="off" />
            </Field>
          </div>
          <div className="mt-4 grid gap-2">
            <Button look="gold" name="intent" value="book">
              Book now
            </Button>
          </div>
          <HoldFields page={page} />
          <div className="mt-2 grid">
            <span className="scripting-hidden">
              <Button formNoValidate name="intent" value="recalculate" className="w-full">
                Recalculate
              </Button>
            </span>
          </div>
        </FormPanel>
      </aside>
    </Form>
  )
}

/** A label above its control, which gets its name and look from here. */
function Field({ label, children }: { label: string; children: ReactElement<{ id?: string; className?: string }> }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      {cloneElement(children, { id, className: controlClass })}
    </div>
  )
}

interface ChoiceProps {
  id?: string
  className?: string
  name: string
  chosen: string
  items: readonly { id: string; name: string; price: number }[]
  /** What stands for nothing. */
  none?: string
}

function Choice({ chosen, items, none, ...rest }: ChoiceProps) {
  return (
    <select {...rest} defaultValue={chosen}>
      {none && <option value="">{none}</option>}
      {items.map(({ id, name, price }) => (
        <option key={id} value={id}>
          {name}, {formatRupees(paise(price))}
        </option>
      ))}
    </select>
  )
}
