import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { Check, X } from 'lucide-react'
import { formatRupees } from '~/domain/money'
import { BASIC_ONLY_MESSAGE, INCLUSIONS, isBasic, packageAllowed } from '~/domain/packages'
import { packagePriceOn } from '~/domain/pricing'
import { storedLine } from '~/domain/selection'
import { TOO_LATE_MESSAGE } from '~/domain/slots'
import { answerPackage } from '~/domain/step-answers'
import { BookingFrame } from '~/features/flow/booking-frame'
import { DetailTabs } from '~/features/flow/detail-tabs'
import { useExpectedQuote } from '~/features/flow/expected-quote'
import { frameOf } from '~/features/flow/frame.server'
import { WHOLE_CARD } from '~/features/flow/item-card'
import { PreviewDialog } from '~/features/flow/preview-dialog'
import { PREVIEWS, previewOf } from '~/features/flow/previews'
import { answerBesides, answerStep, fieldsOf } from '~/features/flow/step-answer.server'
import { StepForm } from '~/features/flow/step-form'
import { pageMeta } from '~/features/site/page-meta'
import { openQuote, requireStep } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { leadBack, refuseStep, stepResponse } from '~/http/step-response.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button } from '~/ui/button'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Packages' })

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const quote = await requireStep(await openQuote(context, request), 'packages')
  const { date } = quote.draft
  const stored = quote.storedTerms?.visitDate === date ? quote.storedTerms : undefined
  const { slotStart, staffActor } = quote
  const allowed = (name: string) => !slotStart || staffActor || packageAllowed(name, slotStart, context.clock.now())
  return {
    frame: frameOf(context, quote, 'packages'),
    chosen: quote.selection.package.id,
    packages: quote.offers.packages.map((one) => ({
      id: one.id,
      name: one.name,
      price: storedLine(stored, 'package', one.id)?.unitPrice ?? (date ? packagePriceOn(one, date) : one.price),
      inclusions: one.inclusions,
      deleted: one.deleted ?? false,
      allowed: Boolean(allowed(one.name)),
    })),
    preview: previewOf(new URL(request.url).searchParams.get('preview')),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'packages')
  if (answer.overtaken) return answer.overtaken
  const quote = await requireStep(answer.quote, 'packages')
  const fields = fieldsOf(answer.form)
  const besides = await answerBesides(context, quote, 'packages', fields)
  if (besides) return stepResponse(context, quote, besides)
  const draft = answerPackage(quote.draft, fields)
  const chosen = quote.offers.packages.find(({ id }) => id === (draft.packageId ?? quote.selection.package.id))
  if (!chosen) return refuseStep(context, quote, { '': 'Please choose a package' })
  if (!quote.staffActor && quote.slotStart && !packageAllowed(chosen.name, quote.slotStart, context.clock.now())) {
    if (quote.offers.packages.some(({ name }) => isBasic(name))) {
      return refuseStep(context, quote, { '': BASIC_ONLY_MESSAGE })
    }
    const late = { ok: false, reason: 'slot-started', message: TOO_LATE_MESSAGE, step: 'slots' } as const
    return leadBack(context, quote, quote.draft, late)
  }
  return stepResponse(
    context,
    quote,
    await answerStep(context, quote, 'packages', { ...draft, packageId: chosen.id }, fields.get('intent') ?? ''),
  )
}

export default function Packages() {
  const { frame, packages, chosen, preview } = useLoaderData<typeof loader>()
  const faults = useActionData<typeof action>()?.faults
  const { draft } = useExpectedQuote(frame)
  const selected = draft.packageId ?? chosen
  return (
    <BookingFrame
      frame={frame}
      title="Packages"
      tabs={<DetailTabs frame={frame} />}
      next="Next"
      faults={faults}
      summary
    >
      <ul className="mb-8 flex gap-6" aria-label="See what they look like">
        {PREVIEWS.map(({ id, label, picture }) => (
          <li key={id} className="text-center">
            <Link
              to={links.bookPackages({ ...frame.query, preview: id })}
              preventScrollReset
              className="group block rounded-2xl text-sm text-muted hover:text-ink"
            >
              <img
                src={links.picture(picture, 320)}
                alt=""
                width={88}
                height={88}
                className="mb-2 size-20 rounded-full object-cover ring-1 ring-champagne/50 transition group-hover:ring-2 group-hover:ring-gold sm:size-22"
              />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <StepForm step={frame.step}>
        <input type="hidden" name="packageId" value={selected} />
        <ul className="grid gap-5 sm:grid-cols-2" aria-label="Choose a package">
          {packages.map((one) => (
            <li
              key={one.id}
              className={`relative flex flex-col rounded-card p-6 transition duration-200 ${one.allowed ? 'hover:-translate-y-0.5' : 'text-muted'} ${one.id === selected ? 'bg-plum shadow-glow' : 'bg-aubergine'}`}
            >
              {one.id === selected && (
                <span className="absolute top-5 right-5 grid size-7 place-items-center rounded-full bg-gold text-night">
                  <Check aria-hidden className="size-4" />
                </span>
              )}
              <h2 className="pr-10 font-display text-2xl">{one.name}</h2>
              <p className="figures mt-1 text-xl text-champagne">{formatRupees(one.price)}</p>
              {!one.allowed && <p className="mt-1 text-sm text-champagne">{BASIC_ONLY_MESSAGE}</p>}
              {one.deleted && <p className="text-xs text-muted">No longer offered; kept as it was sold</p>}
              <ul className="mt-4 grid gap-1.5 text-sm">
                {INCLUSIONS.map((name) => {
                  const included = one.inclusions.includes(name)
                  return (
                    <li key={name} className={`flex items-center gap-2 ${included ? '' : 'text-muted/80'}`}>
                      {included ? (
                        <Check aria-hidden className="size-4 text-done" />
                      ) : (
                        <X aria-hidden className="size-4 text-muted/70" />
                      )}
                      {name}
                      <span className="sr-only">{included ? ' included' : ' not included'}</span>
                    </li>
                  )
                })}
              </ul>
              <div className="mt-auto pt-5">
                <Button
                  name="intent"
                  value={`package:${one.id}`}
                  aria-pressed={one.id === selected}
                  disabled={!one.allowed}
                  className={`w-full px-4 ${WHOLE_CARD}`}
                >
                  {one.id === selected ? 'Selected' : 'Choose'}
                  <span className="sr-only"> {one.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </StepForm>
      <PreviewDialog preview={preview} closeTo={links.bookPackages(frame.query)} />
    </BookingFrame>
  )
}
