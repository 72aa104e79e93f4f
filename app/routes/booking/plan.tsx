import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { MessageCircle } from 'lucide-react'
import { BOOKING_STEPS, type BookingStep, firstIncompleteStep } from '~/domain/booking-steps'
import { peopleWords } from '~/domain/customer-details'
import { type Draft, leftAside } from '~/domain/draft'
import { PLAN_DAYS } from '~/domain/shared-plan'
import { beginChosenBooking, ELSEWHERE } from '~/features/flow/begin-staff-draft.server'
import { ASIDE, begunWords } from '~/features/flow/begun-draft.server'
import { readDraftCookie } from '~/features/flow/draft-cookie.server'
import { stepLink } from '~/features/flow/flow-draft.server'
import { type FlowQuote, reviseQuote } from '~/features/flow/flow-quote.server'
import { SelectedItems } from '~/features/flow/order-summary'
import { PriceLines } from '~/features/flow/price-lines'
import { PutAside } from '~/features/flow/put-aside'
import { findPlan, putsAside, sharePlan, takePlanUp } from '~/features/flow/shared-plan.server'
import { fieldsOf, isBeforeRestore, keptAnswer } from '~/features/flow/step-answer.server'
import { pageMeta } from '~/features/site/page-meta'
import { ZoneNote } from '~/features/site/zone-note'
import { currentStaffWho } from '~/features/staff/staff-session.server'
import { openQuote, saveDraft } from '~/http/draft.server'
import { redirectWithNotice } from '~/http/notice.server'
import { keptPlanKey, planKeyCookie } from '~/http/plan-key.server'
import { links } from '~/links'
import { type AppContext, appContext } from '~/platform/context.server'
import { tooManyTries } from '~/platform/rate-limit.server'
import { Button, ButtonLink, buttonClass } from '~/ui/button'
import { CopyLink } from '~/ui/copy-link'
import { UnreachableAlert } from '~/ui/unreachable'

export { draftAction as clientAction } from '~/ui/unreachable'

export const meta = pageMeta({ title: 'A plan' })

/**
 * The key of the owner's own link stays in this browser and leaves the address at once: whoever shares what stands there, shares the
 * plan and no more (rule B32).
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const context = appContext()
  // whoever comes by hand goes on booking
  if (!params.token) throw redirect(links.bookLocations())
  const { token } = params
  const key = await keptPlanKey(request, token)
  const found = await findPlan(context, token, key)
  if (!found) return data({ view: null, owner: null }, 404)
  const brought = new URL(request.url).searchParams.get('key')
  if (brought === found.ownerKey) throw await toPlan(token, brought)
  const link = (query?: { key: string }) => `${context.business.appUrl}${links.plan(token, query)}`
  if (key !== found.ownerKey) return { view: found.view, owner: null }
  const begun = await readDraftCookie(request)
  const aside = putsAside(found.plan, begun) ? await begunWords(context, begun) : undefined
  return { view: found.view, owner: { key, friends: link(), own: link({ key }), aside } }
}

/** To a plan as its owner, whose key this browser keeps. */
async function toPlan(token: string, key: string, headers = new Headers()): Promise<Response> {
  headers.append('Set-Cookie', await planKeyCookie(token, key))
  return redirect(links.plan(token), { status: 303, headers })
}

/** Without a token the visitor's draft becomes one; with one its owner goes on with it, on this device. */
export async function action({ request, params }: ActionFunctionArgs) {
  const context = appContext()
  if (!params.token) return share(context, request)
  const form = await request.formData()
  const key = String(form.get('key') ?? '')
  const before = await readDraftCookie(request)
  const taken = await takePlanUp(context, params.token, key, before.draft.customer)
  if (!taken) return redirect(links.plan(params.token), 303)
  const said = ['Your plan is here.', ...taken.changes]
  const words = [...said, ...taken.again].join(' ')
  const kind = taken.changes.length ? 'error' : 'success'
  const staff = await currentStaffWho(context, request, 'manage-bookings')
  if (staff) {
    // whoever works here goes on with it for somebody else
    const draft = await beginChosenBooking(context, staff, taken.draft)
    if (draft) return redirectWithNotice(links.bookPayment({ draft }), words, kind)
    return redirectWithNotice(links.plan(params.token), ELSEWHERE, 'error')
  }
  const other = putsAside(taken.plan, before)
  if (other && form.get('replace') !== 'yes') {
    const kept = new Headers({ 'Set-Cookie': await planKeyCookie(params.token, key) })
    return redirectWithNotice(links.plan(params.token), ASIDE, 'info', kept)
  }
  // who comes back to their own plan keeps what they typed meanwhile, and what is kept aside (rule B6)
  const state = other || !before.draft.screenId ? { draft: taken.draft, dropped: undefined } : before
  const quote = await reviseQuote(context, state, state.draft)
  const headers = await saveDraft(context, {}, quote.draft, leftAside(quote))
  const { step } = firstIncompleteStep(quote.draft, quote.steps)
  return redirectWithNotice(stepLink(step, {}), state === before ? said.join(' ') : words, kind, headers)
}

async function share(context: AppContext, request: Request) {
  const before = await openQuote(context, request)
  if (before.staffActor) return redirect(links.bookLocations(), 303)
  // the form of the step on which it was pressed came along
  const fields = fieldsOf(await request.formData())
  const step = BOOKING_STEPS.find((one) => one === fields.get('shared'))
  const known = step && !isBeforeRestore(fields, before)
  const quote = known ? await reviseQuote(context, before, sharedAnswer(before, step, fields)) : before
  const headers = await saveDraft(context, quote, quote.draft, quote.dropped)
  const tooMany = await tooManyTries(context, 'plan', quote.draft.attemptId)
  if (tooMany) return redirectWithNotice(links.bookPayment(), tooMany, 'error', headers)
  const shared = await sharePlan(context, quote)
  if (!shared) return redirectWithNotice(links.bookLocations(), 'Please choose a room first.', 'error', headers)
  return toPlan(shared.token, shared.ownerKey, headers)
}

/** What is typed and chosen in the step; the package that stands ticked until somebody chooses is no choice (rule B9). */
function sharedAnswer(before: FlowQuote, step: BookingStep, fields: Map<string, string>): Draft {
  const { packageId } = before.draft
  const answered = keptAnswer(before.draft, step, fields)
  return answered.packageId === before.selection?.package.id ? { ...answered, packageId } : answered
}

export default function Plan() {
  const { view, owner } = useLoaderData<typeof loader>()
  if (!view) {
    return (
      <main id="main" className="page max-w-2xl py-14">
        <h1 className="text-4xl">This plan is not here any more</h1>
        <p className="mt-4 text-muted">
          A plan can be looked at for {PLAN_DAYS} days. Ask for a new link, or make one yourself.
        </p>
        <ButtonLink to={links.bookLocations()} className="mt-6">
          See the rooms
        </ButtonLink>
      </main>
    )
  }
  const { place, when, slot, people, priced, changes, booked, elsewhere, free, until } = view
  return (
    <main id="main" className="page max-w-2xl py-12">
      <h1 className="text-4xl">{place ? `A visit to ${place.screen}` : 'A visit'}</h1>
      <p className="mt-3 text-lg">
        {[place?.location, when].filter(Boolean).join(' · ')}
        {slot && <span className="figures block text-champagne">{slot}</span>}
      </p>
      {slot && <ZoneNote className="mt-1" />}
      <p className="mt-2 text-muted">
        {people !== null && <span className="figures">For {peopleWords(people)}. </span>}
        {booked
          ? elsewhere
            ? 'It is booked, for another visit than this one.'
            : 'This visit is booked.'
          : free
            ? 'The slot is still free; nothing is booked yet.'
            : 'Nothing is booked yet.'}
      </p>
      {changes.length > 0 && (
        <section aria-labelledby="changed" className="mt-6 rounded-2xl border border-gold/40 bg-gold/5 px-5 py-4">
          <h2 id="changed" className="text-lg">
            Changed since the plan was made
          </h2>
          <ul className="mt-2 list-disc pl-5">
            {changes.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      {priced && (
        <div className="mt-8 grid gap-8 rounded-card bg-aubergine p-6 sm:p-8">
          <SelectedItems priced={priced} />
          <section aria-labelledby="price">
            <h2 id="price" className="text-xl">
              What it comes to
            </h2>
            <PriceLines summary={priced.summary} total={priced.total} className="mt-4 gap-3" />
          </section>
        </div>
      )}
      {owner ? (
        <section aria-labelledby="yours" className="mt-8 rounded-card bg-plum p-6 sm:p-8">
          <h2 id="yours" className="text-2xl">
            Your plan to show around
          </h2>
          <p className="mt-2 max-w-prose text-muted">
            Whoever has this link sees this page until {until}: no name, no coupon code, nothing that you typed, and
            nothing to pay.
          </p>
          <p className="figures mt-3 rounded-xl bg-night px-4 py-3 text-sm break-all select-all">{owner.friends}</p>
          <div className="mt-4 flex flex-wrap gap-2">
            <a
              href={`https://wa.me/?text=${encodeURIComponent(owner.friends)}`}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass('quiet', 'px-4 text-sm')}
            >
              <MessageCircle aria-hidden className="size-4" />
              Send by WhatsApp<span className="sr-only">, opens in a new tab</span>
            </a>
            <CopyLink link={owner.friends} of="to show around" instead="select it by hand" />
          </div>
          {!booked && <GoOn owner={owner} />}
        </section>
      ) : (
        <p className="mt-8 text-muted">
          You look at somebody’s plan.{' '}
          <a href={links.bookLocations()} className="text-champagne underline underline-offset-4">
            Make your own
          </a>
        </p>
      )}
    </main>
  )
}

/** The way to another device, and on with the plan there. */
function GoOn({ owner }: { owner: { key: string; own: string; aside?: string } }) {
  return (
    <>
      <h3 className="mt-8 text-lg">Go on with it</h3>
      <p className="mt-1 max-w-prose text-muted">
        On another phone or computer open this link, which is yours alone, and press the button there.
      </p>
      <p className="figures mt-3 rounded-xl bg-night px-4 py-3 text-sm break-all select-all">{owner.own}</p>
      <div className="mt-4">
        <CopyLink link={owner.own} of="of your own" instead="select it by hand" />
      </div>
      <UnreachableAlert words="We could not be reached" className="mt-4" />
      <Form method="post" className="mt-4">
        <input type="hidden" name="key" value={owner.key} />
        {owner.aside ? (
          <PutAside begun={owner.aside} yes="Put this plan in its place" />
        ) : (
          <Button look="gold">Go on with this plan here</Button>
        )}
      </Form>
    </>
  )
}
