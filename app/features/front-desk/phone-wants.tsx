import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { TYPED_TEXT_MAX } from '~/domain/booking-texts'
import { FIRST_CAKE_FREE } from '~/domain/cakes'
import { MAX_COUNT } from '~/domain/draft'
import { hidesQuantity } from '~/domain/led-lettering'
import { formatRupees, paise } from '~/domain/money'
import { LONGEST } from '~/domain/text-limits'
import { FieldError } from '~/ui/field'
import { FormPanel } from '~/ui/form-panel'
import { UNWHEELED } from '~/ui/unwheeled'
import type { PhoneBookingPage } from './phone-booking.server'
import type { PhoneFaults } from './phone-faults'
import { Choice, PhoneField as Field, faultOf } from './phone-field'
import type { Touched } from './use-followed'

interface PhoneWantsProps {
  page: PhoneBookingPage
  faults: PhoneFaults | null
  touched: Touched
}

/** What is wanted by whoever calls: package, occasion, coupon, items by their number, and the texts that these ask for. */
export function PhoneWants({ page, faults, touched }: PhoneWantsProps) {
  const { form } = page
  const followed = { page, touched }
  return (
    <FormPanel title="What they want">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Package" name="packageId" faults={faults}>
          <Choice name="packageId" {...followed} chosen={page.packageId} items={page.packages} />
        </Field>
        <Field label="Occasion" name="occasionId" faults={faults}>
          <Choice
            name="occasionId"
            {...followed}
            chosen={form.occasionId}
            items={page.occasions}
            none="Choose an occasion"
            required={page.occasions.length > 0}
          />
        </Field>
        <Field label="Coupon" name="couponCode" faults={faults}>
          <input
            name="couponCode"
            maxLength={LONGEST.typedCouponCode}
            defaultValue={form.couponCode}
            autoComplete="off"
          />
        </Field>
      </div>
      <Items title="Addons" items={page.addons} counts={form.counts} most={mostOf} fault={faultOf('addons', faults)} />
      <Items
        title="Cakes"
        intro={FIRST_CAKE_FREE}
        items={page.cakes}
        counts={form.counts}
        fault={faultOf('cakes', faults)}
      />
      <Items title="Gifts" items={page.gifts} counts={form.counts} most={mostOf} fault={faultOf('gifts', faults)} />
      <div className="mt-3 grid gap-4 border-t border-hairline pt-4 sm:grid-cols-3">
        {page.texts.map(({ name, label }) => (
          <Field key={name} label={label} name={name} faults={faults}>
            <input name={name} maxLength={TYPED_TEXT_MAX} defaultValue={form.texts[name]} autoComplete="off" />
          </Field>
        ))}
      </div>
    </FormPanel>
  )
}

interface ItemsProps {
  title: string
  intro?: string
  items: (PhoneBookingPage['addons'][number] & { free?: string })[]
  counts: Record<string, string>
  /** How many of one there can be. */
  most?: (item: { name: string }) => number
  /** That one of them must be chosen, or fewer. */
  fault?: ReturnType<typeof faultOf>
}

const mostOf = (item: { name: string }): number => (hidesQuantity(item) ? 1 : MAX_COUNT)

/** One kind of items behind a fold, open while something of it is wanted; each with how many. */
function Items({ title, intro, items, counts, most = () => MAX_COUNT, fault }: ItemsProps) {
  const asked = fault?.field.errors
  const chosen = items.filter(({ id }) => Number(counts[id]) > 0)
  // of several cakes the page does not say which one is the free one; the bill does
  const mayBeFree = (id: string) => chosen.every((one) => one.id === id)
  // once open it closes over nobody who is in it
  const wanted = asked !== undefined || chosen.length > 0
  const [opened, setOpened] = useState(wanted)
  if (wanted && !opened) setOpened(true)
  if (!items.length) return null
  return (
    <details className="group mt-3 border-t border-hairline" open={opened}>
      <summary className="flex min-h-11 items-center justify-between text-sm font-medium">
        {title}
        <ChevronDown aria-hidden className="size-4 text-muted transition group-open:rotate-180" />
      </summary>
      {intro && <p className="mb-2 text-sm text-muted">{intro}</p>}
      <ul className="grid gap-x-6 gap-y-2 pb-2 sm:grid-cols-2">
        {items.map(({ id, name, price, free }, index) => (
          <li key={id}>
            <label className="flex items-center justify-between gap-3 text-sm">
              <span>
                {name}{' '}
                <span className="figures text-muted">
                  {free && mayBeFree(id)
                    ? `${free}, ${formatRupees(paise(price))} for each further one`
                    : formatRupees(paise(price))}
                </span>
              </span>
              <input
                {...(index === 0 && fault?.control)}
                name={`count.${id}`}
                type="number"
                {...UNWHEELED}
                min={0}
                max={most({ name })}
                defaultValue={counts[id] ?? '0'}
                className="control w-20 shrink-0"
              />
            </label>
          </li>
        ))}
      </ul>
      {fault && <FieldError field={fault.field} />}
    </details>
  )
}
