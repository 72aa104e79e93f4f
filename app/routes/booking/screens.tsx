import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { Users } from 'lucide-react'
import { viewsOf } from '~/content/pictures'
import { choosePlace } from '~/domain/draft'
import { formatRupees } from '~/domain/money'
import { BookingFrame } from '~/features/flow/booking-frame'
import { DraftMark } from '~/features/flow/draft-mark'
import { stepLink } from '~/features/flow/flow-draft.server'
import { frameOf } from '~/features/flow/frame.server'
import { ResumeOffer } from '~/features/flow/resume-offer'
import { isOnSale, listScreens } from '~/features/offer/on-offer.server'
import { pageMeta } from '~/features/site/page-meta'
import { openQuote, saveDraft } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button, ButtonLink } from '~/ui/button'
import { PhotoStrip } from '~/ui/photo-strip'

export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({
  title: 'Select Your Screen',
  description: 'Our private screening rooms with their prices, sizes and pictures. Choose the one for your evening.',
  path: links.bookScreens(),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const quote = await openQuote(context, request)
  if (!quote.draft.locationId) throw redirect(stepLink('locations', quote))
  const screens = (await listScreens(context.db, quote.draft.locationId)).filter(isOnSale)
  return {
    frame: frameOf(context, quote, 'screens'),
    screens: screens.map(({ id, name, images, capacity, minPeople, packages, specifications }) => ({
      id,
      name,
      views: viewsOf(name, images),
      capacity: minPeople === capacity ? `${capacity}` : `${minPeople} – ${capacity}`,
      price: packages[0]?.price ?? null,
      specifications: specifications.slice(0, 3),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'screens')
  if (answer.overtaken) return answer.overtaken
  const { quote, form } = answer
  const id = form.get('screen')
  const screens = quote.draft.locationId ? await listScreens(context.db, quote.draft.locationId) : []
  const screen = screens.filter(isOnSale).find((one) => one.id === id)
  if (!screen) return redirect(stepLink('screens', quote), 303)
  const { draft, dropped } = choosePlace(quote.draft, { kind: 'screen', id: screen.id })
  return redirect(stepLink('slots', quote), {
    status: 303,
    headers: await saveDraft(context, quote, draft, dropped ?? quote.dropped),
  })
}

export default function Screens() {
  const { frame, screens } = useLoaderData<typeof loader>()
  return (
    <BookingFrame live frame={frame} title="Select Your Screen" intro="Every room is yours alone for the whole slot.">
      {!frame.staff && <ResumeOffer draft={frame.draft} />}
      {screens.length ? (
        <Form method="post">
          <DraftMark />
          <ul className="grid gap-8 lg:grid-cols-2">
            {screens.map((screen, index) => (
              <li key={screen.id} className="overflow-hidden rounded-card bg-aubergine">
                <PhotoStrip name={screen.name} images={screen.views} eager={index === 0} />
                <div className="p-6">
                  <div className="flex items-start justify-between gap-4">
                    <h2 className="text-2xl">{screen.name}</h2>
                    <p className="flex items-center gap-2 rounded-full bg-plum px-3 py-1 text-sm">
                      <Users aria-hidden className="size-4 text-muted" />
                      <span className="figures">{screen.capacity} people</span>
                    </p>
                  </div>
                  <p className="mt-2 text-sm text-muted">{screen.specifications.join(' · ')}</p>
                  <div className="mt-6 flex items-end justify-between gap-4">
                    <p>
                      <span className="block text-sm text-muted">Prices From</span>
                      <span className="figures text-2xl text-champagne">
                        {screen.price === null ? '—' : formatRupees(screen.price)}
                      </span>
                    </p>
                    <Button name="screen" value={screen.id} look={index === 0 ? 'gold' : 'quiet'}>
                      Book Now<span className="sr-only"> {screen.name}</span>
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
    </BookingFrame>
  )
}
