import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { altOf } from '~/content/pictures'
import { eachText, textsAskedAt } from '~/domain/booking-texts'
import { FIRST_CAKE_FREE, freeCakeWords } from '~/domain/cakes'
import { type ItemKind, MAX_COUNT } from '~/domain/draft'
import { hidesQuantity } from '~/domain/led-lettering'
import { formatRupees } from '~/domain/money'
import { isGiven, storedLine } from '~/domain/selection'
import { answerItems, itemFault } from '~/domain/step-answers'
import { BookingFrame } from '~/features/flow/booking-frame'
import { DetailTabs } from '~/features/flow/detail-tabs'
import { useExpectedQuote } from '~/features/flow/expected-quote'
import { frameOf } from '~/features/flow/frame.server'
import { ItemCard, WHOLE_CARD } from '~/features/flow/item-card'
import { useStepAnswer } from '~/features/flow/optimistic'
import { CARD_IN_SIGHT, cardPart, pressedPart } from '~/features/flow/pressed-card'
import { ShortCut } from '~/features/flow/short-cut'
import { answerBesides, answerStep, keptAnswer, pressedOf } from '~/features/flow/step-answer.server'
import { StepForm } from '~/features/flow/step-form'
import { StepTexts } from '~/features/flow/step-texts'
import { pageMeta } from '~/features/site/page-meta'
import { openQuote, requireStep } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { stepResponse } from '~/http/step-response.server'
import { appContext } from '~/platform/context.server'
import { Button } from '~/ui/button'
import { QuantityInput } from '~/ui/quantity-input'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { draftAction as clientAction } from '~/ui/unreachable'

const LINES = { addons: 'addon', cakes: 'cake', gifts: 'gift' } as const
const GRID = 'grid grid-cols-2 gap-4 xl:grid-cols-3'
const TITLES: Record<ItemKind, string> = { addons: 'Addons', cakes: 'Cakes', gifts: 'Gifts' }

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({ title: data ? TITLES[data.kind] : 'Extras' })({ matches })

/** One module serves the three tabs; the last part of the address says which. */
function kindOf(request: Request): ItemKind {
  const last = new URL(request.url).pathname.toLowerCase().replace(/\/+$/, '').split('/').at(-1)
  return last === 'cakes' || last === 'gifts' ? last : 'addons'
}

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const kind = kindOf(request)
  const quote = await requireStep(request, await openQuote(context, request), kind)
  return {
    frame: frameOf(context, quote, kind),
    kind,
    items: quote.offers[kind].map((item) => ({
      ...item,
      alt: altOf(item.image),
      given: kind === 'addons' && isGiven(item, quote.selection.package, quote.storedTerms),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const kind = kindOf(request)
  const answer = await openAnswer(context, request, kind)
  if (answer.overtaken) return answer.overtaken
  const quote = await requireStep(request, answer.quote, kind)
  const fields = pressedOf(answer.form)
  const draft = answerItems(quote.draft, kind, fields)
  const besides = await answerBesides(context, quote, kind, fields, draft)
  if (besides) return stepResponse(context, quote, besides, { request })
  const intent = fields.get('intent') ?? ''
  const full = itemFault(draft, kind, fields)
  const outcome = full
    ? {
        ok: false as const,
        faults: { '': full },
        typed: eachText((name) => draft[name]),
        keep: keptAnswer(quote.draft, kind, fields),
      }
    : await answerStep(context, quote, kind, draft, intent)
  return stepResponse(context, quote, outcome, { request, part: pressedPart(intent) })
}

type Item = ReturnType<typeof useLoaderData<typeof loader>>['items'][number]

/** Each tab is drawn anew, so that none shows what another was told; and what was brought back. */
export default function Items() {
  const { kind, frame } = useLoaderData<typeof loader>()
  return <ItemsStep key={`${kind} ${frame.canRestore}`} />
}

function ItemsStep() {
  const { frame, kind, items } = useLoaderData<typeof loader>()
  const answered = useActionData<typeof action>()
  const fetched = useStepAnswer(frame)
  const faults = { ...answered?.faults, ...fetched?.faults }
  const typed = { ...frame.draft, ...answered?.typed }
  const { draft, priced } = useExpectedQuote(frame)
  const counts = draft[kind]
  // in the order of selection, by which the kitchen too knows the first (rule E3)
  const selected = counts.flatMap(({ id }) => items.find((one) => one.id === id) ?? [])
  /** The texts that a thing asks for, in that of those which ask for the same that was chosen first. */
  const textsOf = (item: Item) => {
    const asking = (one: Item) => textsAskedAt(kind, { addons: [one], cakes: [one] })
    return asking(item).filter((name) => selected.find((one) => asking(one).includes(name)) === item)
  }
  const [offered, deleted] = [items.filter((item) => !item.deleted), items.filter((item) => item.deleted)]
  const card = (item: Item, index: number) => {
    const count = counts.find(({ id }) => id === item.id)?.count ?? 0
    const line = priced?.lines.find((one) => one.kind === LINES[kind] && one.itemId === item.id)
    const asSold = line && line.unitPrice !== item.price ? `Sold at ${formatRupees(line.unitPrice)}` : undefined
    // of what is no longer offered there can be less than was sold, not more
    const max = item.deleted ? (storedLine(frame.pricing?.stored, LINES[kind], item.id)?.count ?? 1) : MAX_COUNT
    const free = kind === 'cakes' && (!counts.length || line?.free)
    const note = item.given
      ? 'Already in your package'
      : free
        ? `${formatRupees(item.price)} for each further one`
        : (kind === 'cakes' && line?.explanation) || asSold
    return (
      <ItemCard
        key={item.id}
        item={item}
        selected={count > 0}
        price={free ? freeCakeWords(item) : undefined}
        note={note}
        first={index < 2}
      >
        <span id={cardPart(item.id)} className={CARD_IN_SIGHT} />
        {item.given && count === 0 ? null : kind !== 'cakes' && hidesQuantity(item) ? (
          <Button
            name="intent"
            value={`${count ? 'remove' : 'more'}:${item.id}`}
            aria-pressed={count > 0}
            className={`w-full px-4 ${count ? '' : WHOLE_CARD}`}
          >
            {count ? 'Remove' : 'Add'}
            <span className="sr-only"> {item.name}</span>
          </Button>
        ) : (
          <QuantityInput
            name={item.name}
            count={count}
            less={`less:${item.id}`}
            more={`more:${item.id}`}
            max={max}
            addClass={WHOLE_CARD}
          />
        )}
        {kind === 'cakes' && !counts.length && !frame.staff && (
          <ShortCut id={item.id} name={item.name} leadsTo="Skip to payment" className="w-full" />
        )}
        {count > 0 && (
          <div className="mt-4 grid gap-4 empty:hidden">
            <StepTexts
              names={textsOf(item)}
              draft={typed}
              faults={faults}
              hint={
                kind === 'cakes' && selected.length > 1 ? 'Written on this cake, which you chose first.' : undefined
              }
            />
          </div>
        )}
      </ItemCard>
    )
  }
  return (
    <BookingFrame
      frame={frame}
      title={TITLES[kind]}
      intro={kind === 'cakes' ? FIRST_CAKE_FREE : undefined}
      tabs={<DetailTabs frame={frame} />}
      next={frame.steps.at(-2)?.step === kind ? 'Payment' : 'Next'}
      faults={faults}
    >
      <StepForm step={frame.step}>
        <input type="hidden" name="whole" value="yes" />
        {counts.map(({ id, count }) => (
          <input key={id} type="hidden" name={`count:${id}`} value={count} />
        ))}
        {offered.length ? (
          <ul className={GRID}>{offered.map(card)}</ul>
        ) : (
          <p className="text-muted">Nothing on offer here today; go on with Next.</p>
        )}
        {deleted.length > 0 && (
          <>
            <h2 className="mt-10 mb-4 text-xl">Deleted {TITLES[kind]}</h2>
            <ul className={GRID}>{deleted.map(card)}</ul>
          </>
        )}
      </StepForm>
    </BookingFrame>
  )
}
