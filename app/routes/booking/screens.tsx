import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Users } from 'lucide-react'
import { viewsOf } from '~/content/pictures'
import { horizonOf, parseCalendarDate, todayIn } from '~/domain/calendar'
import { fewestPeople } from '~/domain/customer-details'
import { choosePlaces } from '~/domain/draft'
import { eveningPress, eveningPressed } from '~/domain/evening-search'
import { formatRupees } from '~/domain/money'
import { priceFrom } from '~/domain/pricing'
import { DraftMark } from '~/features/flow/draft-mark'
import { compareRooms } from '~/features/flow/evenings.server'
import { stepLink } from '~/features/flow/flow-draft.server'
import { atOnlyLocation } from '~/features/flow/flow-quote.server'
import { frameOf } from '~/features/flow/frame.server'
import { PlaceFrame } from '~/features/flow/place-frame'
import { ResumeOffer } from '~/features/flow/resume-offer'
import { isBookable, listScreens } from '~/features/offer/on-offer.server'
import { pageMeta } from '~/features/site/page-meta'
import { beginning, begunAnew, leadBooked, openQuote, saveDraft } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { takeEvening } from '~/http/take-evening.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button, ButtonLink } from '~/ui/button'
import { PhotoStrip } from '~/ui/photo-strip'

export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({
  title: 'Select Your Screen',
  description: 'Our private screening rooms with their prices, sizes and pictures. Choose the one for your evening.',
  path: links.bookScreens(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const opened = await openQuote(context, request)
  await leadBooked(request, opened)
  const quote = await atOnlyLocation(context, opened)
  if (!quote.draft.locationId) throw redirect(await beginning(request, quote))
  const screens = (await listScreens(context.db, quote.draft.locationId)).filter(isBookable)
  const date = parseCalendarDate(new URL(request.url).searchParams.get('date')) ?? quote.draft.date
  const compared = date && !quote.staffActor ? await compareRooms(context, screens, date, quote.draft) : undefined
  const today = todayIn(context.business.timeZone, context.clock.now())
  return {
    frame: frameOf(context, quote, 'screens'),
    // the only location was chosen by itself on the way here, and is no booking yet
    said: begunAnew(context, request, Boolean(quote.draft.screenId)),
    ...{ today, horizon: horizonOf(today, context.business.bookingMonths) },
    // a day on which nobody can book is said at its field, and chosen with no room
    ...{ asked: compared && date, date: compared && !compared.fault ? date : undefined, day: compared?.day },
    fault: compared?.fault ? `${compared.day}: ${compared.fault}` : null,
    screens: screens.map(({ id, name, images, capacity, minPeople, extraPersonPrice, packages, specifications }) => ({
      id,
      name,
      views: viewsOf(name, images),
      capacity:
        fewestPeople({ minPeople }) === capacity ? `${capacity}` : `${fewestPeople({ minPeople })} – ${capacity}`,
      price: packages[0] ? priceFrom({ minPeople, extraPersonPrice }, packages[0].price) : null,
      onDay: compared?.rooms.get(id)?.from ?? null,
      free: compared?.rooms.get(id)?.slots,
      specifications: specifications.slice(0, 3),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'screens')
  if (answer.overtaken) return answer.overtaken
  const { form } = answer
  await leadBooked(request, answer.quote)
  const quote = await atOnlyLocation(context, answer.quote)
  if (form.has('evening') && !quote.staffActor) {
    const picked = eveningPressed(form.get('evening'))
    return takeEvening(context, quote, picked, links.bookScreens({ date: picked.date }))
  }
  const id = form.get('screen')
  const screens = quote.draft.locationId ? await listScreens(context.db, quote.draft.locationId) : []
  const screen = screens.filter(isBookable).find((one) => one.id === id)
  if (!screen) return redirect(stepLink('screens', quote), 303)
  const date = quote.staffActor ? undefined : parseCalendarDate(form.get('date'))
  const { draft, dropped } = choosePlaces(quote, [
    { kind: 'screen', id: screen.id },
    // rooms are compared without losing the day (rule B35)
    ...(date ? [{ kind: 'date', date } as const] : []),
  ])
  const headers = await saveDraft(context, quote, draft, dropped)
  return redirect(stepLink('slots', quote), { status: 303, headers })
}

export default function Screens() {
  const { frame, said, screens, today, horizon, asked, date, day, fault } = useLoaderData<typeof loader>()
  const editing = frame.staff?.editing
  const here = frame.draft.screenId
  return (
    <PlaceFrame
      frame={frame}
      said={said}
      title="Select Your Screen"
      intro="Every room is yours alone for the whole slot."
    >
      {!frame.staff && <ResumeOffer draft={frame.draft} />}
      {!frame.staff && screens.length > 0 && (
        <Form className="mb-8 flex flex-wrap items-end gap-3" preventScrollReset>
          <label className="text-sm">
            <span className="mb-1.5 block">What is free on</span>
            <input
              type="date"
              name="date"
              required
              min={today}
              max={horizon}
              key={asked}
              defaultValue={asked}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? 'day-fault' : undefined}
              className="control w-48"
            />
          </label>
          <Button>Compare the rooms</Button>
          {fault && (
            <p id="day-fault" role="alert" className="basis-full text-sm text-wrong">
              {fault}
            </p>
          )}
        </Form>
      )}
      {screens.length ? (
        <Form method="post">
          <DraftMark />
          {date && <input type="hidden" name="date" value={date} />}
          <ul className="grid gap-8 lg:grid-cols-2">
            {screens.map((screen, index) => (
              <li key={screen.id} className="flex flex-col overflow-hidden rounded-card bg-aubergine">
                <PhotoStrip name={screen.name} images={screen.views} eager={index === 0} />
                <div className="flex grow flex-col p-6">
                  <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
                    <h2 className="text-2xl">{screen.name}</h2>
                    <p className="flex shrink-0 items-center gap-2 rounded-full bg-plum px-3 py-1 text-sm">
                      <Users aria-hidden className="size-4 text-muted" />
                      <span className="figures">{screen.capacity} people</span>
                    </p>
                  </div>
                  <p className="mt-2 text-sm text-muted">{screen.specifications.join(' · ')}</p>
                  {screen.free && (
                    <>
                      <h3 className="mt-5 font-sans text-sm text-muted">
                        {screen.free.length ? `Free on ${day}` : `Nothing free on ${day}`}
                      </h3>
                      <ul className="mt-2 flex flex-wrap gap-2">
                        {screen.free.map(({ id, words }) => (
                          <li key={id}>
                            <Button
                              name="evening"
                              value={date && eveningPress(screen.id, date, id)}
                              className="figures px-4 text-sm"
                            >
                              {words}
                              <span className="sr-only"> {screen.name}</span>
                            </Button>
                          </li>
                        ))}
                      </ul>
                    </>
                  )}
                  <div className="mt-auto flex flex-wrap items-end justify-between gap-4 pt-6">
                    <p className="flex-1">
                      <span className="block text-sm whitespace-nowrap text-muted">Prices From</span>
                      <span className="figures text-2xl whitespace-nowrap text-champagne">
                        {screen.price === null ? '—' : formatRupees(screen.price)}
                      </span>
                      {screen.onDay !== null && (
                        <span className="mt-1 block text-sm text-muted">
                          On {day} from <span className="figures text-champagne">{formatRupees(screen.onDay)}</span>
                        </span>
                      )}
                    </p>
                    <Button
                      name="screen"
                      value={screen.id}
                      look={(editing ? screen.id === here : index === 0) ? 'gold' : 'quiet'}
                      // whoever edits reads the name of the room on it
                      className={editing ? 'wrap-anywhere' : 'shrink-0 whitespace-nowrap'}
                    >
                      <span>
                        {!editing ? 'Book Now' : screen.id === here ? 'Stay in' : 'Move to'}
                        <span className={editing ? '' : 'sr-only'}> {screen.name}</span>
                      </span>
                    </Button>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </Form>
      ) : (
        <div className="rounded-card bg-aubergine p-8">
          <p>This location has no screen open for booking yet.</p>
          <ButtonLink to={links.bookLocations(frame.query)} className="mt-4">
            Choose another location
          </ButtonLink>
        </div>
      )}
    </PlaceFrame>
  )
}
