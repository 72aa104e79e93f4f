import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useActionData, useLoaderData, useNavigation, useSubmit } from '@remix-run/react'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { viewsOf } from '~/content/pictures'
import { formatDate, formatDay, formatWeekday, monthOf, parseCalendarDate, parseYearMonth } from '~/domain/calendar'
import { NOT_BOOKABLE } from '~/domain/closed-dates'
import { includedWords, partyWords } from '~/domain/customer-details'
import { choosePlace, type Draft } from '~/domain/draft'
import { formatRupees } from '~/domain/money'
import { slotPressed } from '~/domain/step-answers'
import { MonthCalendar } from '~/features/availability/month-calendar'
import { SlotPicker } from '~/features/availability/slot-picker'
import { paidAlready } from '~/features/booking/paid-already.server'
import { DraftMark } from '~/features/flow/draft-mark'
import { stepLink } from '~/features/flow/flow-draft.server'
import { reviseQuote } from '~/features/flow/flow-quote.server'
import { frameOf } from '~/features/flow/frame.server'
import { sendAtOnce } from '~/features/flow/optimistic'
import { PlaceFrame } from '~/features/flow/place-frame'
import { FAULT, openedAt } from '~/features/flow/refusal'
import { finalOn } from '~/features/flow/review.server'
import { openSlots, slotLeadsTo, slotStep } from '~/features/flow/slot-step.server'
import { bringBack } from '~/features/flow/step-answer.server'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { beginning, leadBooked, openDraft, saveDraft } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { standingAt } from '~/http/standing.server'
import { stepResponse } from '~/http/step-response.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button } from '~/ui/button'
import { lazyPart } from '~/ui/lazy-part'
import { Link } from '~/ui/link'
import { PhotoGallery } from '~/ui/photo-gallery'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { draftAction as clientAction } from '~/ui/unreachable'

/** The part of the page in which a date and a slot show what they came to. */
const SLOTS = 'slots'

export const meta = pageMeta({
  title: 'Date and slot',
  description: 'Choose the day and the slot of your private screening: what is free is shown as it is now.',
  path: links.bookSlots(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const query = new URL(request.url).searchParams
  const wanted = parseYearMonth(query.get('month'))
  const { quote, foreseen } = await openSlots(context, await openDraft(context, request), wanted)
  const { screen, draft, staffActor } = quote
  if (!screen) {
    await leadBooked(request, quote)
    throw redirect(draft.locationId ? stepLink('screens', quote) : await beginning(request, quote))
  }
  const step = slotStep(context, quote, screen, foreseen)
  const own = draft.date && step.stateOf(draft.date) === 'available' ? draft.date : undefined
  // a day that is shown because the chosen one cannot be had was chosen by nobody, and no slot on it
  const date = own ?? step.opensOn
  const gone = draft.date && !own ? step.faultOf(draft.date) : undefined
  const reason = step.closedBecause(date)
  const grid = step.grid(wanted ?? monthOf(date))
  const found = await step.month(date, grid)
  const slots = reason && !staffActor ? [] : found.slots
  const chosen = own && slots.find(({ id, state }) => id === draft.slotId && state === 'available')?.id
  const { name, images, extraPersonPrice, description, specifications } = screen
  return {
    frame: frameOf(context, quote, 'slots'),
    screen: {
      ...{ name, views: viewsOf(name, images), extraPersonPrice, description, specifications },
      ...{ party: partyWords(screen), included: includedWords(screen) },
    },
    photo: Number(query.get('photo')) || 0,
    ...{ grid, fullness: found.fullness, priceOf: step.priceOf },
    date,
    slots,
    closed: reason && !staffActor ? reason : null,
    closedOnline: reason && staffActor ? reason : null,
    /** Why the day that was chosen is not shown. */
    gone: draft.date && gone ? `${formatDay(draft.date)}: ${gone}` : null,
    chosen,
    // staff choose for themselves what goes back
    final: staffActor ? '' : finalOn(context, date, slots, chosen),
    answered: own !== undefined && !staffActor && slotLeadsTo(quote) === 'payment',
    paid: staffActor ? [] : await paidAlready(context, draft),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'slots')
  if (answer.overtaken) return answer.overtaken
  const { quote, form } = answer
  const { screen, staffActor } = quote
  if (!screen) {
    await leadBooked(request, quote)
    return redirect(stepLink('screens', quote), 303)
  }
  if (form.get('intent') === 'restore') return stepResponse(context, quote, await bringBack(context, quote, 'slots'))
  const step = slotStep(context, quote, screen)
  const { slotId, leads } = slotPressed(form.get('slot'))
  const date = parseCalendarDate(form.get(slotId ? 'shown' : 'date'))
  const closed = date ? step.faultOf(date) : NOT_BOOKABLE
  if (!date || closed) return data({ faults: { '': closed ?? NOT_BOOKABLE } }, 422)

  // the date shown first is chosen by nobody, and choosing a slot on it is no change of date
  const chosen = choosePlace(quote, { kind: 'date', date }, { staffEdit: Boolean(staffActor?.editing) })
  const keep = (draft: Draft) => saveDraft(context, quote, draft, chosen.dropped)
  const here = standingAt(request, stepLink('slots', quote), SLOTS)
  if (!slotId) return redirect(here, { status: 303, headers: await keep(chosen.draft) })
  const found = (await step.slots(date)).find(({ id }) => id === slotId)
  if (found?.state !== 'available') {
    return data({ faults: { slot: 'That slot is no longer available. Please choose another one.' } }, 409)
  }
  const withSlot = { ...chosen.draft, slotId: found.id }
  const next = slotLeadsTo(await reviseQuote(context, quote, withSlot))
  // a slot shows Next; Next and the slot's short cut lead on (rule B30), and where all else is answered the slot itself (rule B29)
  const to = staffActor ? (leads ? 'customer-details' : 'slots') : leads || next === 'payment' ? next : 'slots'
  return redirect(to === 'slots' ? here : stepLink(to, quote), { status: 303, headers: await keep(withSlot) })
}

// few customers ever see it
const PaidNote = lazyPart('paid-note-of-slots', async () => (await import('~/features/flow/paid-note')).PaidNote)

/** A pressed date brings its slots into sight once they are there: below the window's edge nobody would see them change. */
function useLeadingToSlots(awaited: string | undefined, fault: string | null | undefined) {
  const before = useRef(awaited)
  useEffect(() => {
    const came = before.current && !awaited && !fault
    before.current = awaited
    const first = came && document.querySelector('.slot')
    if (!first || first.getBoundingClientRect().bottom < innerHeight) return
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    // a wide window has room for the calendar too
    const block = innerWidth < 1024 ? 'start' : 'center'
    document.getElementById(SLOTS)?.scrollIntoView({ block, behavior: still ? 'auto' : 'smooth' })
  }, [awaited, fault])
}

export default function Slots() {
  const {
    frame,
    screen,
    photo,
    grid,
    fullness,
    priceOf,
    date,
    slots,
    chosen,
    final,
    answered,
    paid,
    gone,
    closed,
    closedOnline,
  } = useLoaderData<typeof loader>()
  const pressed = useNavigation().formData
  const submit = useSubmit()
  // shown before it is answered; until then nobody takes a slot of the day before it for one of this
  const awaited = parseCalendarDate(pressed?.get('date') ?? null)
  const day = awaited ?? date
  // likewise, so that a quick Next takes the slot that was pressed last
  const selected = awaited ? undefined : (slotPressed(pressed?.get('slot')).slotId ?? chosen)
  const faults: Partial<Record<string, string>> = useActionData<typeof action>()?.faults ?? {}
  const said = gone ?? closed
  useLeadingToSlots(awaited, faults[''] ?? said)
  return (
    <PlaceFrame frame={frame} title={screen.name} faults={faults} said={said}>
      {paid.length > 0 && <PaidNote paid={paid} />}
      <div className="grid items-start gap-10 lg:grid-cols-[1.15fr_1fr] lg:gap-14">
        <section aria-label="Your screen" className="order-2 lg:order-1">
          <PhotoGallery
            images={screen.views}
            shown={photo}
            link={(index) => links.bookSlots({ ...frame.query, month: grid.month, photo: index })}
          />
          <p className="figures mt-6">Capacity: {screen.party}</p>
          {screen.included && (
            <p className="mt-1 text-sm text-muted">
              {screen.included} <span className="figures text-champagne">{formatRupees(screen.extraPersonPrice)}</span>.
            </p>
          )}
          <p className="mt-4 max-w-prose text-muted">{screen.description}</p>
          <ul className="mt-5 grid gap-2 text-sm sm:grid-cols-2">
            {screen.specifications.map((line) => (
              <li key={line} className="flex gap-2">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-done" />
                {line}
              </li>
            ))}
          </ul>
        </section>
        <Form
          method="post"
          preventScrollReset
          onSubmit={sendAtOnce(submit)}
          className="order-1 rounded-card bg-aubergine p-4 max-sm:-mx-4 max-sm:px-2 sm:p-7 lg:order-2"
        >
          <DraftMark />
          <input type="hidden" name="shown" value={date} />
          <MonthCalendar
            grid={grid}
            fullness={fullness}
            priceOf={priceOf}
            selected={day}
            monthLink={(month) => links.bookSlots({ ...frame.query, month, photo: photo || undefined })}
          />
          <h2 id={SLOTS} className="mt-8 mb-4 scroll-mt-24 text-xl max-sm:px-2" aria-live="polite">
            Slots on {formatWeekday(day)}, <span className="figures">{formatDate(day)}</span>
          </h2>
          {faults.slot && (
            // where it was pressed: on a phone the top of the page is far above
            <p {...FAULT} {...openedAt(faults.slot)} className="step-fault mb-4 max-sm:mx-2">
              {faults.slot}
            </p>
          )}
          {final && !awaited && <p className="-mt-2 mb-4 text-sm text-muted max-sm:px-2">{final}</p>}
          <ZoneNote className="-mt-2 mb-4 max-sm:px-2" />
          {!frame.staff && (
            <Link
              to={links.bookScreens({ date: day })}
              className="-mt-3 mb-2 inline-flex min-h-11 items-center text-sm text-champagne underline underline-offset-4 max-sm:px-2"
            >
              Compare rooms on this day
            </Link>
          )}
          {closedOnline && <p className="mb-4 text-sm text-champagne">Closed to online booking: {closedOnline}</p>}
          {!closed && (
            <fieldset
              disabled={awaited !== undefined}
              className="transition disabled:opacity-40"
              aria-labelledby={SLOTS}
            >
              <SlotPicker
                slots={slots}
                selected={selected}
                elsewhere={links.bookScreens(frame.query)}
                shortCut={frame.staff ? undefined : 'To details'}
              />
            </fieldset>
          )}
          {selected && (
            <div className="thumb-bar thumb-bar-button lg:sticky lg:z-10 lg:bg-aubergine lg:py-3">
              <Button name="slot" value={`with:${selected}`} look="gold" className="w-full">
                {answered ? 'Go on to the payment' : 'Next'}
              </Button>
            </div>
          )}
        </Form>
      </div>
    </PlaceFrame>
  )
}
