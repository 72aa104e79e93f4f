import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Check, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { INCLUSIONS } from '~/domain/inclusions'
import { BASIC_ONLY_MESSAGE, packageAllowed } from '~/domain/last-hour'
import { formatRupees } from '~/domain/money'
import { isBasic } from '~/domain/packages'
import { packagePriceFor } from '~/domain/selection'
import { TOO_LATE_MESSAGE } from '~/domain/slots'
import { answerPackage } from '~/domain/step-answers'
import { BookingFrame } from '~/features/flow/booking-frame'
import { DetailTabs } from '~/features/flow/detail-tabs'
import { useExpectedQuote } from '~/features/flow/expected-quote'
import { frameOf, shortCutOf } from '~/features/flow/frame.server'
import { useStepAnswer, useStepFetcher } from '~/features/flow/optimistic'
import { PreviewDialog } from '~/features/flow/preview-dialog'
import { PREVIEWS, previewOf } from '~/features/flow/previews'
import { ShortCut } from '~/features/flow/short-cut'
import { answerBesides, answerStep, pressedOf } from '~/features/flow/step-answer.server'
import { STEP_FORM, StepForm } from '~/features/flow/step-form'
import { pageMeta } from '~/features/site/page-meta'
import { openQuote, requireStep } from '~/http/draft.server'
import { openAnswer } from '~/http/open-answer.server'
import { leadBack, refuseStep, stepResponse } from '~/http/step-response.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { Button } from '~/ui/button'
import { Link } from '~/ui/link'
import { Picture } from '~/ui/picture'

export { unlessUndecided as shouldRevalidate } from '~/ui/revalidate'
export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'Packages' })

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const quote = await requireStep(request, await openQuote(context, request), 'packages')
  const { date } = quote.draft
  const { slotStart, staffActor } = quote
  const allowed = (name: string) => !slotStart || staffActor || packageAllowed(name, slotStart, context.clock.now())
  return {
    frame: frameOf(context, quote, 'packages'),
    chosen: quote.selection.package.id,
    packages: quote.offers.packages.map((one) => ({
      id: one.id,
      name: one.name,
      price: date ? packagePriceFor(one, date, quote.storedTerms) : one.price,
      inclusions: one.inclusions,
      deleted: one.deleted ?? false,
      allowed: Boolean(allowed(one.name)),
      leadsTo: shortCutOf(quote, 'packages', { ...quote.draft, packageId: one.id }, one.inclusions.includes('Cake')),
    })),
    preview: previewOf(new URL(request.url).searchParams.get('preview')),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const answer = await openAnswer(context, request, 'packages')
  if (answer.overtaken) return answer.overtaken
  const quote = await requireStep(request, answer.quote, 'packages')
  const fields = pressedOf(answer.form)
  const draft = answerPackage(quote.draft, fields)
  const chosen = quote.offers.packages.find(({ id }) => id === (draft.packageId ?? quote.selection.package.id))
  const late =
    chosen && !quote.staffActor && quote.slotStart && !packageAllowed(chosen.name, quote.slotStart, context.clock.now())
  // what stands ticked until somebody chooses is no choice, and gives way to the package that is brought back
  const changed = chosen && !late && chosen.id !== quote.selection.package.id
  const besides = await answerBesides(context, quote, 'packages', fields, changed ? draft : quote.draft)
  if (besides) return stepResponse(context, quote, besides, { request })
  if (!chosen) return refuseStep(context, quote, { '': 'Please choose a package' })
  if (late) {
    if (quote.offers.packages.some(({ name }) => isBasic(name))) {
      return refuseStep(context, quote, { '': BASIC_ONLY_MESSAGE })
    }
    const started = { ok: false, reason: 'slot-started', message: TOO_LATE_MESSAGE, step: 'slots' } as const
    return leadBack(context, quote, quote.draft, started)
  }
  return stepResponse(
    context,
    quote,
    await answerStep(context, quote, 'packages', { ...draft, packageId: chosen.id }, fields.get('intent') ?? ''),
  )
}

/** What was brought back is drawn anew: fields keep what they began with. */
export default function Packages() {
  const { canRestore } = useLoaderData<typeof loader>().frame
  return <PackagesStep key={String(canRestore)} />
}

function PackagesStep() {
  const { frame, packages, chosen, preview } = useLoaderData<typeof loader>()
  const faults = useActionData<typeof action>()?.faults
  const { submit } = useStepFetcher(frame.step)
  const refused = useStepAnswer(frame)?.faults
  useEffect(() => {
    // what was refused is chosen no longer: back to what is; a coupon that was refused stays to be mended
    if (refused?.['']) (document.getElementById(STEP_FORM) as HTMLFormElement | null)?.reset()
  }, [refused])
  const { draft } = useExpectedQuote(frame)
  const selected = draft.packageId ?? chosen
  const drawn = useRef(selected)
  useEffect(() => {
    // ticked before scripts took over, or by a browser that remembers: the price is to be of what is ticked
    const form = document.getElementById(STEP_FORM) as HTMLFormElement
    const ticked = new FormData(form).get('packageId')
    if (ticked && ticked !== drawn.current) submit(form, { method: 'post', preventScrollReset: true })
  }, [submit])
  return (
    <BookingFrame frame={frame} title="Packages" tabs={<DetailTabs frame={frame} />} next="Next" faults={faults}>
      <ul className="mb-8 flex gap-6" aria-label="See what they look like">
        {PREVIEWS.map(({ id, label, picture }) => (
          <li key={id} className="text-center">
            <Link
              to={links.bookPackages({ ...frame.query, preview: id })}
              preventScrollReset
              className="group block rounded-2xl text-sm text-muted hover:text-ink"
            >
              <Picture
                src={picture}
                alt=""
                sizes="5.5rem"
                width={88}
                height={88}
                eager
                className="mb-2 size-20 rounded-full ring-1 ring-champagne/50 transition group-hover:ring-2 group-hover:ring-gold sm:size-22"
              />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <StepForm
        step={frame.step}
        onChange={(event) => submit(event.currentTarget, { method: 'post', preventScrollReset: true, flushSync: true })}
      >
        <fieldset>
          <legend className="sr-only">Choose a package</legend>
          <div className="grid gap-5 sm:grid-cols-2">
            {packages.map((one) => (
              <div
                key={one.id}
                className="relative flex flex-col rounded-card bg-aubergine transition duration-200 has-checked:bg-plum has-checked:shadow-glow has-disabled:text-muted has-[:enabled]:hover:-translate-y-0.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-gold"
              >
                <label className="flex grow flex-col p-6 pb-2 has-enabled:cursor-pointer has-disabled:cursor-not-allowed">
                  <input
                    type="radio"
                    name="packageId"
                    value={one.id}
                    defaultChecked={one.id === selected}
                    disabled={!one.allowed}
                    className="peer sr-only"
                  />
                  <span className="round absolute top-5 right-5 size-7 border border-white/25 text-night peer-checked:border-gold peer-checked:bg-gold peer-not-checked:*:hidden">
                    <Check aria-hidden className="size-4" />
                  </span>
                  <span className="block pr-10 font-display text-2xl">{one.name}</span>
                  <span className="figures mt-1 block text-xl text-champagne">{formatRupees(one.price)}</span>
                  {!one.allowed && <span className="mt-1 block text-sm text-champagne">{BASIC_ONLY_MESSAGE}</span>}
                  {one.deleted && (
                    <span className="block text-xs text-muted">No longer offered; kept as it was sold</span>
                  )}
                  <span className="inclusions mt-4 pb-2">
                    {INCLUSIONS.map((name) => {
                      const included = one.inclusions.includes(name)
                      return (
                        <span key={name} className={included ? undefined : 'without'}>
                          {included ? <Check aria-hidden /> : <X aria-hidden />}
                          {name}
                          <span className="sr-only">{included ? ' included' : ' not included'}</span>
                        </span>
                      )
                    })}
                  </span>
                </label>
                {one.leadsTo && one.allowed && (
                  <ShortCut id={one.id} leadsTo={one.leadsTo} name={one.name} className="mx-4 mb-3" />
                )}
              </div>
            ))}
          </div>
        </fieldset>
        <Button name="intent" value="choose" className="scripting-hidden mt-5">
          Update total
        </Button>
      </StepForm>
      <PreviewDialog preview={preview} closeTo={links.bookPackages(frame.query)} />
    </BookingFrame>
  )
}
