import { useActionData } from '@remix-run/react'
import { ChevronUp } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { formatRupees } from '~/domain/money'
import { Button } from '~/ui/button'
import { closeByEscape } from '~/ui/close-by-escape'
import { useExpectedQuote } from './expected-quote'
import type { BookingFrame as Frame } from './frame.server'
import { useKeepTyped } from './keep-typed'
import { useStepAnswer, useStepFetcher } from './optimistic'
import { CouponPanel, OrderSummary, SelectedItems } from './order-summary'
import { PlaceFrame } from './place-frame'
import { useRefusal } from './refusal'
import { ShareButton } from './share-button'
import { BEFORE_RESTORE, STEP_FORM } from './step-form'

interface BookingFrameProps {
  frame: Frame
  title: string
  intro?: ReactNode
  /** Words on the button that goes on; none where the step goes on by itself. */
  next?: string
  /** Faults that belong to no field of the step ('') or to the coupon ('code'). */
  faults: Record<string, string> | undefined
  tabs?: ReactNode
  /** What stands at the end of the summary in the place of *Next*, below the coupon: in the window always, where it is a column. */
  end?: ReactNode
  children: ReactNode
}

/**
 * Step line, heading, content, and beside it the Order Summary with the one button that goes on; on a phone that is a bar at the
 * thumb, with the summary in its sheet, or without a bar below the step.
 */
export function BookingFrame({ frame, title, intro, next, faults, tabs, end, children }: BookingFrameProps) {
  const { typed, leave, onInput } = useKeepTyped(frame)
  const { priced } = useExpectedQuote(frame, typed)
  const answer = useStepAnswer(frame)
  useRefusal(answer)
  const said = { ...faults, ...answer?.faults }
  const refused = useRefusedCode(answer, frame.coupon.code)
  const coupon = <CouponPanel coupon={frame.coupon} fault={said.code} refused={refused} />
  return (
    <PlaceFrame
      frame={frame}
      title={title}
      intro={intro}
      tabs={tabs}
      live={false}
      faults={said}
      leave={leave}
      onInput={onInput}
      split
      aside={
        priced && (
          // a phone has it in the sheet above the bar; without a bar it stands below the step
          <aside className={`${next ? 'hidden lg:grid' : 'mt-10 grid lg:mt-0'} summary-card`}>
            <OrderSummary priced={priced} place={frame.place} />
            <SelectedItems priced={priced} />
            {!frame.staff && <ShareButton step={frame.step} />}
            {next && coupon}
            <div className="summary-end">
              {next ? <NextButtons frame={frame}>{next}</NextButtons> : coupon}
              {end}
            </div>
          </aside>
        )
      }
      bar={<ThumbBar frame={frame} next={next} priced={priced} coupon={coupon} opened={Boolean(said.code)} />}
    >
      {frame.canRestore && <input type="hidden" form={STEP_FORM} name={BEFORE_RESTORE} value="yes" />}
      {refused && <input type="hidden" form={STEP_FORM} name="refused" value={refused} />}
      {children}
    </PlaceFrame>
  )
}

/** The code that was refused last on this page, as it was typed: *Next* does not try it again. */
function useRefusedCode(answer: { code?: string } | undefined, applied: string | null): string | undefined {
  const page = useActionData<{ code?: string }>()
  const code = answer?.code ?? page?.code
  const last = useRef(code)
  // once another one is applied it is refused no more
  if (applied) last.current = undefined
  else if (code !== undefined) last.current = code
  return last.current
}

/** Goes on; beside it, once nothing must be chosen any more, straight to the payment, or to the end of an edit (rule B37). */
function NextButtons({ frame, children }: { frame: Frame; children: string }) {
  const busy = useStepFetcher(frame.step).state !== 'idle'
  const complete = frame.steps.at(-1)?.state === 'open' && frame.steps.at(-2)?.step !== frame.step
  const editing = Boolean(frame.staff?.editing)
  const ends = complete && (editing || (!frame.staff && frame.pricing !== null && frame.step !== 'customer-details'))
  return (
    <div className="flex gap-2 lg:grid">
      {ends && (
        <Button form={STEP_FORM} name="intent" value="pay" className="px-4">
          {editing ? (
            <span>
              Review<span className="max-lg:hidden"> and save</span>
            </span>
          ) : (
            'Payment'
          )}
        </Button>
      )}
      <Button
        look="gold"
        form={STEP_FORM}
        name="intent"
        value="next"
        aria-busy={busy}
        className={ends ? 'px-5' : 'min-w-36'}
      >
        {children}
      </Button>
    </div>
  )
}

function ThumbBar({
  frame,
  next,
  priced,
  coupon,
  opened,
}: Pick<BookingFrameProps, 'frame' | 'next'> & {
  priced: Frame['priced']
  coupon: ReactNode
  opened: boolean
}) {
  if (!next) return null
  return (
    <div className="thumb-bar lg:hidden">
      <div className="page thumb-row">
        {priced ? (
          // a page that comes back with a refused coupon shows why, without being asked
          <details open={opened} data-sheet onKeyDown={closeByEscape} className="group min-w-0 grow">
            <summary className="sheet-opener">
              <span>
                <span>Total</span>
                <span className="figures">{formatRupees(priced.total)}</span>
              </span>
              <ChevronUp aria-hidden />
              <span className="sr-only">Order Summary</span>
            </summary>
            <div className="sheet">
              <OrderSummary priced={priced} place={frame.place} />
              <SelectedItems priced={priced} />
              {!frame.staff && <ShareButton step={frame.step} />}
              {coupon}
            </div>
          </details>
        ) : (
          <span />
        )}
        <NextButtons frame={frame}>{next}</NextButtons>
      </div>
    </div>
  )
}
