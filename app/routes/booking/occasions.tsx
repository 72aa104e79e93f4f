import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { altOf } from '~/content/pictures'
import { textsAskedAt } from '~/domain/booking-texts'
import { formatRupees } from '~/domain/money'
import { answerOccasion } from '~/domain/step-answers'
import { BookingFrame } from '~/features/flow/booking-frame'
import { DetailTabs } from '~/features/flow/detail-tabs'
import { useExpectedQuote } from '~/features/flow/expected-quote'
import { draftQuery } from '~/features/flow/flow-draft.server'
import { frameOf, shortCutOf } from '~/features/flow/frame.server'
import { ItemCard, onceOnly, WHOLE_CARD } from '~/features/flow/item-card'
import { useStepAnswer } from '~/features/flow/optimistic'
import { CARD_IN_SIGHT, cardPart, pressedPart } from '~/features/flow/pressed-card'
import { ShortCut } from '~/features/flow/short-cut'
import { answerBesides, answerStep, pressedOf } from '~/features/flow/step-answer.server'
import { StepForm } from '~/features/flow/step-form'
import { KeepingLink } from '~/features/flow/step-link'
import { StepTexts } from '~/features/flow/step-texts'
import { pageMeta } from '~/features/site/page-meta'
import { openQuote, requireStep } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { stepResponse } from '~/http/step-response.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button } from '~/ui/button'
import { Dialog } from '~/ui/dialog'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { draftAction as clientAction } from '~/ui/unreachable'

const GRID = 'grid grid-cols-2 gap-4 xl:grid-cols-3'

export const meta = pageMeta({ title: 'Occasions' })

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const quote = await requireStep(request, await openQuote(context, request), 'occasions')
  return {
    frame: frameOf(context, quote, 'occasions'),
    leadsTo: shortCutOf(quote, 'occasions', { ...quote.draft, occasionId: quote.offers.occasions[0]?.id }),
    occasions: quote.offers.occasions.map((one) => ({ ...one, alt: altOf(one.image) })),
    about: new URL(request.url).searchParams.get('about'),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'occasions')
  if (answer.overtaken) return answer.overtaken
  const quote = await requireStep(request, answer.quote, 'occasions')
  const fields = pressedOf(answer.form)
  const draft = answerOccasion(quote.draft, fields)
  const besides = await answerBesides(context, quote, 'occasions', fields, draft)
  if (besides) return stepResponse(context, quote, besides, { request })
  const intent = fields.get('intent') ?? ''
  const outcome = await answerStep(context, quote, 'occasions', draft, intent)
  const [verb, about] = intent.split(':')
  const link = verb === 'about' ? links.bookOccasions({ ...draftQuery(quote), about }) : undefined
  return stepResponse(context, quote, outcome, { request, part: pressedPart(intent), link })
}

/** What was brought back is drawn anew: fields keep what they began with. */
export default function Occasions() {
  const { canRestore } = useLoaderData<typeof loader>().frame
  return <OccasionsStep key={String(canRestore)} />
}

function OccasionsStep() {
  const { frame, occasions, about, leadsTo } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const faults = { ...answered?.faults, ...useStepAnswer(frame)?.faults }
  const { draft, priced } = useExpectedQuote(frame)
  const [offered, deleted] = [occasions.filter((one) => !one.deleted), occasions.filter((one) => one.deleted)]
  const card = (occasion: (typeof occasions)[number], index: number) => {
    const selected = draft.occasionId === occasion.id
    const line = priced?.lines.find(({ kind, itemId }) => kind === 'occasion' && itemId === occasion.id)
    const note = line && line.unitPrice !== occasion.price ? `Sold at ${formatRupees(line.unitPrice)}` : undefined
    return (
      <ItemCard
        key={occasion.id}
        item={{ ...occasion, description: '' }}
        selected={selected}
        note={note}
        chosenBy={`occasion-${occasion.id}`}
        first={index < 2}
      >
        <div id={cardPart(occasion.id)} className={`grid grid-cols-1 gap-1 ${CARD_IN_SIGHT}`}>
          <Button
            name="intent"
            value={`occasion:${occasion.id}`}
            aria-pressed={selected}
            id={`occasion-${occasion.id}`}
            aria-label={`${selected ? 'Selected' : 'Select'} ${occasion.name}`}
            onClick={onceOnly}
            className={`w-full px-4 ${WHOLE_CARD}`}
          >
            {selected ? 'Selected' : 'Select'}
          </Button>
          {leadsTo && <ShortCut id={occasion.id} name={occasion.name} leadsTo={leadsTo} />}
          <KeepingLink
            intent={`about:${occasion.id}`}
            to={links.bookOccasions({ ...frame.query, about: occasion.id })}
            preventScrollReset
            className="card-more"
          >
            Know More<span className="sr-only"> about {occasion.name}</span>
          </KeepingLink>
        </div>
      </ItemCard>
    )
  }
  const told = occasions.find(({ id }) => id === about)
  return (
    <BookingFrame frame={frame} title="Occasions" tabs={<DetailTabs frame={frame} />} next="Next" faults={faults}>
      <StepForm step={frame.step}>
        <input type="hidden" name="occasionId" value={draft.occasionId ?? ''} />
        <div className="grid max-w-md gap-5">
          <StepTexts names={textsAskedAt('occasions')} draft={{ ...frame.draft, ...answered?.typed }} faults={faults} />
        </div>
        {offered.length ? (
          <ul className={`mt-8 ${GRID}`}>{offered.map(card)}</ul>
        ) : (
          <p className="mt-8 text-muted">No Occasions Available</p>
        )}
        {deleted.length > 0 && (
          <>
            <h2 className="mt-10 mb-4 text-xl">Deleted Occasions</h2>
            <ul className={GRID}>{deleted.map(card)}</ul>
          </>
        )}
      </StepForm>
      {told && (
        <Dialog title={told.name} closeTo={links.bookOccasions(frame.query)} from={cardPart(told.id)}>
          <p className="text-muted">{told.description}</p>
        </Dialog>
      )}
    </BookingFrame>
  )
}
