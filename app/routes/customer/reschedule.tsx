import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react'
import { parseCalendarDate } from '~/domain/calendar'
import { NOTICE_HOURS } from '~/domain/cancellation-policy'
import { shownSum } from '~/domain/money'
import { returnWords } from '~/domain/refund-parts'
import { unbroken } from '~/domain/unbroken'
import { MonthCalendar } from '~/features/availability/month-calendar'
import { SlotPicker } from '~/features/availability/slot-picker'
import { findChangeable, rescheduleByCustomer } from '~/features/booking/customer-changes.server'
import { moveChoices } from '~/features/booking/move-choices.server'
import { visitWords } from '~/features/booking-pages/customer-booking.server'
import { VisitHead } from '~/features/booking-pages/visit-head'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { backToBooking } from '~/http/customer-deeds.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refusalStatus } from '~/http/refusal-status.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button, ButtonLink } from '~/ui/button'

export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Move your booking' })

export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const found = await findChangeable(context, token)
  if (!found?.options.reschedule.allowed) throw await backToBooking(context, token)
  const query = new URL(request.url).searchParams
  const asked = { month: query.get('month'), date: query.get('date'), slot: query.get('slot') }
  return { token, visit: visitWords(found.stored), ...(await moveChoices(context, found, asked)) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  const token = params.token ?? ''
  const form = await request.formData()
  const date = parseCalendarDate(form.get('date'))
  if (!date) return data({ fault: 'Please choose a date.' }, 422)
  const [total, returned] = [shownSum(form.get('total')), shownSum(form.get('returned'))]
  const shown = total !== undefined && returned !== undefined ? { total, returned } : undefined
  const move = { date, slotId: String(form.get('slot') ?? '') }
  const moved = await rescheduleByCustomer(context, token, move, shown)
  if (moved.ok) {
    const words = `Your booking has moved. ${returnWords(moved.returned, 'now')}`.trim()
    return redirectWithNotice(links.customerBooking(token), words)
  }
  const again = ['busy', 'slot-taken', 'price-changed', 'return-changed'].includes(moved.reason)
  if (again) return data({ fault: moved.message }, refusalStatus(moved))
  const words = moved.reason === 'not-found' ? 'This booking cannot be moved any more.' : moved.message
  return redirectWithNotice(links.customerBooking(token), words, 'error')
}

export default function RescheduleBooking() {
  const { token, visit, grid, fullness, priceOf, date, day, roomClosed, dayClosed, slots, move } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // sent twice, the second would be refused for what the first has done
  const busy = useNavigation().state !== 'idle'
  return (
    <main id="main" className="page max-w-5xl py-12">
      <VisitHead title="Move your booking" before="Now: " visit={visit} answer={answer}>
        <p className="mt-2 max-w-prose text-muted">
          A booking can be moved once, up to {NOTICE_HOURS} hours before, to another date or slot of the same screen. A
          moved booking is not refunded when it is cancelled. If the new date costs less than you have paid, the
          difference comes back by itself.
        </p>
      </VisitHead>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-2">
        <Form
          action={`${links.customerReschedule(token)}#slots`}
          preventScrollReset
          className="rounded-card bg-aubergine p-4 max-sm:-mx-4 max-sm:px-2 sm:p-7"
        >
          <MonthCalendar
            grid={grid}
            fullness={fullness}
            priceOf={priceOf}
            selected={date}
            monthLink={(month) => links.customerReschedule(token, { month, date })}
          />
        </Form>
        <div>
          <Form action={`${links.customerReschedule(token)}#move`} preventScrollReset>
            <input type="hidden" name="date" value={date} />
            <h2 id="slots" className="mb-4 scroll-mt-24 text-xl" aria-live="polite">
              Slots on {day}
            </h2>
            <ZoneNote className="-mt-2 mb-4" />
            {dayClosed && !roomClosed && (
              <p role="alert" className="mb-4 text-champagne">
                {dayClosed}
              </p>
            )}
            {roomClosed && <p>{roomClosed}</p>}
            {!roomClosed && (slots.length > 0 || !dayClosed) && <SlotPicker slots={slots} selected={move?.slotId} />}
          </Form>
          {move && (
            <Form method="post" id="move" className="mt-6 scroll-mt-24 rounded-card bg-plum p-6">
              <input type="hidden" name="date" value={date} />
              <input type="hidden" name="slot" value={move.slotId} />
              <input type="hidden" name="total" value={move.total} />
              <input type="hidden" name="returned" value={move.returned.all} />
              <p className="mb-4">
                {day}, <span className="figures">{move.slot}</span>. {move.becomes}{' '}
                {move.because.map((why) => `${why} `)}
                {move.dearer && `${move.dearer} `}
                {unbroken(returnWords(move.returned, 'would'))}
              </p>
              <p className="mb-4 text-muted">{move.means}</p>
              <Button look="gold" className="w-full" disabled={busy}>
                Move my booking
              </Button>
            </Form>
          )}
        </div>
      </div>
      <ButtonLink to={links.customerBooking(token)} look="plain" className="mt-6 px-0">
        Keep it as it is
      </ButtonLink>
    </main>
  )
}
