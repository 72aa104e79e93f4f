import { useForm } from '@conform-to/react'
import { useState } from 'react'
import { COUPON_TYPE_WORDS, COUPON_TYPES } from '~/domain/coupon-types'
import { LONGEST } from '~/domain/text-limits'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import { AmountField, OnOffField, SelectField, TextField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { FormEnd, FormPanel } from '~/ui/form-panel'

export type CouponFormValues = {
  code?: string
  type?: string
  discount?: string
  expireDate?: string
  status?: string
  scrollCoupon?: string
  scrollingText?: string
}

interface CouponFormProps {
  adding: boolean
  /** The first date it may expire on. */
  earliest: string
  version: number
  /** The id of what is added. */
  entry?: string
  values: CouponFormValues
  answer: FormAnswer | undefined
}

const HINTS: Record<string, string> = {
  percentage: 'Percent of everything but the coupon itself, 100 at most.',
  fixed: 'Rupees, never more than the booking costs.',
}

const EACH_HINT = COUPON_TYPES.map((one) => `${COUPON_TYPE_WORDS[one]}: ${HINTS[one]}`).join(' ')

/** Words that follow the chosen type; without scripts nothing follows it, and words that are true of each stand there. */
function FollowsType({ followed, without }: { followed: string | undefined; without: string }) {
  return (
    <>
      <span className="scripting-only">{followed}</span>
      <span className="scripting-hidden">{without}</span>
    </>
  )
}

/** The form of a coupon. */
export function CouponForm({ adding, earliest, version, entry, values, answer }: CouponFormProps) {
  const [form, fields] = useForm<CouponFormValues>({
    id: 'coupon',
    lastResult: answer?.lastResult,
    defaultValue: values,
  })
  const [type, setType] = useState(String(fields.type.initialValue ?? 'percentage'))
  return (
    <ActionForm form={form} version={version} values={values} entry={entry} answer={answer} className="max-w-3xl">
      <FormPanel>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            field={fields.code}
            label="Code"
            required
            maxLength={LONGEST.couponCode}
            autoComplete="off"
            autoCapitalize="characters"
            className="uppercase"
            onInput={(event) => {
              const input = event.currentTarget
              const at = input.selectionStart
              input.value = input.value.toUpperCase()
              input.setSelectionRange(at, at)
            }}
          />
          <SelectField
            field={fields.type}
            label="Type"
            required
            onChange={(event) => setType(event.currentTarget.value)}
          >
            {COUPON_TYPES.map((one) => (
              <option key={one} value={one}>
                {COUPON_TYPE_WORDS[one]}
              </option>
            ))}
          </SelectField>
          <AmountField
            field={fields.discount}
            label={
              <FollowsType followed={type === 'fixed' ? 'Discount (₹)' : 'Discount (%)'} without="Discount (% or ₹)" />
            }
            hint={<FollowsType followed={HINTS[type]} without={EACH_HINT} />}
          />
          <TextField
            field={fields.expireDate}
            label="Expire Date"
            type="date"
            required
            min={earliest}
            hint="The last date of visit it is good for."
          />
          <OnOffField field={fields.status} label="Status" />
          <OnOffField field={fields.scrollCoupon} label="Scroll coupon" words={['Show', 'Hide']} />
          <TextField
            field={fields.scrollingText}
            label="Scrolling text"
            maxLength={LONGEST.ticker}
            frameClassName="sm:col-span-2"
            hint="Runs above the pages while it is shown."
          />
        </div>
      </FormPanel>
      <FormEnd save={adding ? 'Add Coupon' : 'Update Coupon'} cancelTo={links.adminCoupons()} />
    </ActionForm>
  )
}
