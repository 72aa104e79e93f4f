import { useId } from 'react'
import { lineWords, type PricedBooking } from '~/domain/pricing'
import { LONGEST } from '~/domain/text-limits'
import { Button } from '~/ui/button'
import type { BookingFrame } from './frame.server'
import { PriceLines } from './price-lines'
import { openedAt } from './refusal'
import { STEP_FORM } from './step-form'

/** The Order Summary: where and when, and what it comes to. */
export function OrderSummary({ priced, place }: { priced: PricedBooking; place: BookingFrame['place'] }) {
  // it stands twice on a page: beside the step, and in the sheet above the bar
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-xl">
        Order Summary
      </h2>
      {place && (
        <p className="mt-2 text-sm text-muted">
          {place.screen}, {place.location}
          {place.date && (
            <>
              <br />
              {place.date}
            </>
          )}
          {place.slot && (
            <>
              <br />
              <span className="figures">{place.slot}</span>
            </>
          )}
        </p>
      )}
      <PriceLines summary={priced.summary} total={priced.total} className="mt-4 gap-3" />
    </section>
  )
}

/** The Selected Items list: every line of the price by its name, so that they come to the total. */
export function SelectedItems({ priced }: { priced: PricedBooking }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="text-xl">
        Selected Items
      </h2>
      <ul className="mt-3 grid gap-2 text-sm">
        {priced.lines.map((line) => {
          // what explains a line stands in the Order Summary
          const { kind, name, amount } = lineWords(line)
          return (
            <li key={`${line.kind}-${line.itemId}`} className="grid grid-cols-[1fr_auto] gap-4">
              <span className="figures">
                {/* an occasion may be called as its package is */}
                {kind && <span className="block text-xs text-muted">{kind}</span>}
                {name}
              </span>
              <span className="figures text-muted">{amount}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface CouponPanelProps {
  coupon: BookingFrame['coupon']
  fault: string | undefined
  /** The code that was refused, as it was typed. */
  refused: string | undefined
}

/** Apply Coupon or Remove Coupon; not offered for the Basic package. Sends the step's form, so that nothing typed there is lost. */
export function CouponPanel({ coupon, fault, refused }: CouponPanelProps) {
  const id = useId()
  const { offered, code } = coupon
  if (!offered) return null
  return (
    <div>
      {!code && (
        <label htmlFor={id} className="mb-1.5 block text-sm">
          Coupon code
        </label>
      )}
      {/* above the field: below it the bar of a phone would hide it */}
      {fault && (
        <p id={`${id}-fault`} className="mb-1.5 text-sm text-wrong">
          {fault}
        </p>
      )}
      <div className="flex items-center justify-between gap-3">
        {code ? (
          <p className="text-sm text-done">{code}</p>
        ) : (
          <input
            id={id}
            form={STEP_FORM}
            name="code"
            // what was refused is mended, not typed anew
            defaultValue={refused}
            autoComplete="off"
            autoCapitalize="characters"
            {...openedAt(fault)}
            maxLength={LONGEST.typedCouponCode}
            aria-invalid={fault ? true : undefined}
            aria-describedby={fault ? `${id}-fault` : undefined}
            className="control min-w-0 uppercase"
          />
        )}
        {/* one button for both, so that who pressed it by key still stands on it */}
        <Button
          form={STEP_FORM}
          name="intent"
          value={code ? 'remove-coupon' : 'coupon'}
          formNoValidate
          look={code ? 'plain' : undefined}
          className="shrink-0 px-4"
        >
          {code ? 'Remove Coupon' : 'Apply Coupon'}
        </Button>
      </div>
    </div>
  )
}
