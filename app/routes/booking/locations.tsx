import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { ArrowRight, MapPin } from 'lucide-react'
import { altOf } from '~/content/pictures'
import { choosePlaces } from '~/domain/draft'
import { inShownOrder, nothingOpenIn, onlyBookable, roomsInWords } from '~/domain/location-choice'
import { hasDraftCookie } from '~/features/flow/draft-cookie.server'
import { DraftMark } from '~/features/flow/draft-mark'
import { draftIdOf, stepLink } from '~/features/flow/flow-draft.server'
import { type FlowQuote, locationsFor } from '~/features/flow/flow-quote.server'
import { frameOf } from '~/features/flow/frame.server'
import { PlaceFrame } from '~/features/flow/place-frame'
import { ResumeOffer } from '~/features/flow/resume-offer'
import { listCities } from '~/features/offer/on-offer.server'
import { pageMeta } from '~/features/site/page-meta'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { begunAnew, isBegunAnew, openQuote, saveDraft } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { Link } from '~/ui/link'
import { Picture } from '~/ui/picture'

export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({
  title: 'Choose Your Location',
  description: ({ city }) =>
    `Book a private screening room in ${city}: choose a location, a screen, a date and a slot.`,
  path: links.bookLocations(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  // whoever works here books for somebody else
  if (!draftIdOf(request) && (await currentStaffWho(context, request, 'manage-bookings')))
    throw redirect(links.adminBookingSteps())
  const quote = await openQuote(context, request)
  const locations = await locationsFor(context, quote)
  const only = onlyBookable(locations)
  if (only) {
    const to = isBegunAnew(request) ? links.bookScreens({ begin: 'anew' }) : stepLink('screens', quote)
    throw redirect(to, { headers: await chooseLocation(context, quote, only) })
  }
  const { cityId } = quote.draft
  const closed = nothingOpenIn(cityId, locations) ? await listCities(context.db) : []
  return {
    frame: frameOf(context, quote, 'locations'),
    // whoever comes back to this address after choosing keeps a booking
    said: begunAnew(context, request, await hasDraftCookie(request)),
    closedCity: closed.find(({ id }) => id === cityId)?.name,
    // said here, so that the words of every picture there is need not be loaded
    locations: inShownOrder(locations, cityId).map(({ rooms, ...one }) => ({
      ...one,
      alt: altOf(one.image),
      rooms: roomsInWords(rooms),
    })),
    severalCities: new Set(locations.map(({ cityId }) => cityId)).size > 1,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'locations')
  if (answer.overtaken) return answer.overtaken
  const { quote, form } = answer
  const id = form.get('location')
  const found = (await locationsFor(context, quote)).find((one) => one.id === id)
  if (!found?.bookable) return redirect(stepLink('locations', quote), 303)
  return redirect(stepLink('screens', quote), { status: 303, headers: await chooseLocation(context, quote, found) })
}

function chooseLocation(context: AppContext, quote: FlowQuote, { id, cityId }: { id: string; cityId: string }) {
  const { draft, dropped } = choosePlaces(quote, [
    { kind: 'city', id: cityId },
    { kind: 'location', id },
  ])
  return saveDraft(context, quote, draft, dropped)
}

export default function Locations() {
  const { frame, said, locations, closedCity, severalCities } = useLoaderData<typeof loader>()
  return (
    <PlaceFrame frame={frame} said={said} title="Choose Your Location">
      {!frame.staff && <ResumeOffer draft={frame.draft} />}
      {closedCity && (
        <p className="mb-6 rounded-2xl border border-champagne/40 bg-champagne/5 px-5 py-3 text-sm">
          In {closedCity} no room can be booked yet. These are our rooms elsewhere.
        </p>
      )}
      {!frame.staff && locations.length > 0 && (
        <p className="mb-6 text-muted">
          Open about the place?{' '}
          <Link
            to={links.findEvening()}
            className="inline-flex min-h-11 items-center text-champagne underline underline-offset-4"
          >
            Find an evening
          </Link>{' '}
          by day and price.
        </p>
      )}
      {locations.length ? (
        <Form method="post">
          <DraftMark />
          <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
            {locations.map((location, index) => (
              <li
                key={location.id}
                className="group overflow-hidden rounded-card bg-aubergine transition hover:-translate-y-0.5 hover:shadow-lift"
              >
                <button
                  type="submit"
                  name="location"
                  value={location.id}
                  disabled={!location.bookable}
                  aria-labelledby={`location-${location.id}`}
                  className="block w-full text-left disabled:cursor-not-allowed disabled:text-muted"
                >
                  <Picture
                    src={location.image}
                    alt={location.alt}
                    sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 45vw, 92vw"
                    className="aspect-[3/2] w-full"
                    eager={index < 2}
                  />
                  <span className="flex items-center justify-between gap-4 px-5 pt-5">
                    <span id={`location-${location.id}`}>
                      <span className="block font-display text-2xl">{location.name}</span>
                      {severalCities && <span className="block text-sm text-muted">{location.cityName}</span>}
                      {location.rooms && <span className="figures mt-1 block text-champagne">{location.rooms}</span>}
                      <span className="mt-1 block text-sm text-muted">{location.address}</span>
                      {location.parking && (
                        <span className="mt-1 block text-sm text-muted">Parking: {location.parking}</span>
                      )}
                      {!location.bookable && <span className="mt-2 block text-sm">No room can be booked here yet</span>}
                    </span>
                    {location.bookable && (
                      <ArrowRight aria-hidden className="shrink-0 text-gold transition group-hover:translate-x-1" />
                    )}
                  </span>
                </button>
                <a
                  href={location.addressLink}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="mx-5 my-2 inline-flex min-h-11 items-center gap-2 text-sm text-champagne underline-offset-4 hover:underline"
                >
                  <MapPin aria-hidden className="size-4" />
                  See Location<span className="sr-only"> of {location.name} on the map, opens in a new tab</span>
                </a>
              </li>
            ))}
          </ul>
        </Form>
      ) : (
        <div className="rounded-card bg-aubergine p-8">
          <p>There is no theatre open for booking yet.</p>
          <ButtonLink to={links.contact()} className="mt-4">
            Ask us about it
          </ButtonLink>
        </div>
      )}
    </PlaceFrame>
  )
}
