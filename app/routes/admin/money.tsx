import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { CircleCheck } from 'lucide-react'
import { formatInstant } from '~/domain/calendar'
import { booksWords, waitingWords } from '~/domain/open-money'
import { lastBooksCheck } from '~/features/money/books-check.server'
import { answerMoney } from '~/features/money/money-answer.server'
import { openMoney, waitingOf } from '~/features/money/open-money.server'
import { countOpenMoney, countTooLong } from '~/features/money/open-money-counts.server'
import { OpenMoneyList, showsRefused } from '~/features/money/open-money-list'
import { REFUSED_FIELD, type RefusedPress } from '~/features/money/refused-press'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { redirectWithNotice } from '~/http/notice.server'
import { refusalStatus } from '~/http/refusal-status.server'
import { requireStaff } from '~/http/require-staff.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { PageHead } from '~/ui/admin-shell'
import { FormAlert } from '~/ui/form-alert'
import { FormPanel } from '~/ui/form-panel'
import { MEANWHILE } from '~/ui/revalidate'
import { UnreachableAlert } from '~/ui/unreachable'

export { alsoMeanwhile as shouldRevalidate } from '~/ui/revalidate'
export { clientAction } from '~/ui/unreachable'

export const meta: MetaFunction = () => [{ title: 'Money · Back office' }]

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'take-money')
  const scope = scopeOf(staff)
  const [open, waiting, late, check] = await Promise.all([
    openMoney(context, scope, staff.role),
    countOpenMoney(context, scope),
    countTooLong(context, scope),
    scope.kind === 'all' ? lastBooksCheck(context.db) : undefined,
  ])
  const books = check && { ...check, at: formatInstant(check.at, context.business.timeZone) }
  const hint = waitingWords({ waiting, listed: waitingOf(open).length, overdue: late.waiting })
  return { open, waiting, hint, books: books ?? null, all: scope.kind === 'all' }
}

export async function action({ request }: ActionFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'take-money')
  const form = await request.formData()
  const answered = await answerMoney(context, staff, form)
  if (answered.ok) return redirectWithNotice(links.adminMoney(), answered.message)
  if (answered.reason === 'bad-request') throw new Response('Bad request', { status: 400 })
  if (answered.reason === 'not-found') throw new Response(answered.message, { status: 404 })
  const said = (name: string) => String(form.get(name) ?? '')
  const refused: RefusedPress = {
    ...{ id: said('id'), press: said('intent'), typed: said('note') || said('code') || said('reference') },
    fault: answered.message,
  }
  return data({ refused }, refusalStatus(answered, OVERTAKEN.has(answered.reason) ? MEANWHILE : 422))
}

/** Refusals since what is shown is not so any more. */
const OVERTAKEN: ReadonlySet<string> = new Set(['done-already', 'nothing-due', 'sum-changed', 'disputed'])

type Section = keyof ReturnType<typeof useLoaderData<typeof loader>>['open']

/** The lists from above to below: what waits for somebody, then what is under way by itself. */
const SECTIONS: readonly { of: Section; title: string; hint: string }[] = [
  {
    of: 'refunds',
    title: 'Refunds for you',
    hint: 'To be handed over at the front desk, or refused by the payment provider.',
  },
  { of: 'due', title: 'Refunds due', hint: 'Received beyond what is charged, and not on its way back.' },
  {
    of: 'payments',
    title: 'Payments without a home',
    hint: 'The payment provider has them. Assign them to a booking that stands, or send them back to where they came from.',
  },
  {
    of: 'orders',
    title: 'Orders without an answer',
    hint: 'They may have been paid. The slot is not theirs until the provider says so.',
  },
  {
    of: 'disputes',
    title: 'Disputes',
    hint: 'Answered in the provider’s dashboard, each by its time. Decided ones leave this list by themselves, and what was lost is in the books as gone.',
  },
  { of: 'underWay', title: 'Under way', hint: 'Nobody has to do anything about these.' },
]

export default function Money() {
  const { open, waiting, hint, books, all } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()?.refused
  const shownThere = refused && SECTIONS.some((section) => showsRefused(open[section.of], refused))
  return (
    <>
      <PageHead title="Money" hint={hint} />
      <UnreachableAlert />
      {shownThere && (
        // scripts bring the field into sight by themselves
        <p className="scripting-hidden mb-5 rounded-card border border-wrong/50 bg-wrong/10 px-5 py-4 text-sm">
          That was not done.{' '}
          <a href={`#${REFUSED_FIELD}`} className="underline">
            See why
          </a>
        </p>
      )}
      {refused && !shownThere && <FormAlert answer={refused}>{refused.fault}</FormAlert>}
      {waiting === 0 && (
        <p className="mb-7 flex items-center gap-3 rounded-card border border-hairline px-6 py-10 text-muted">
          {!books?.all && <CircleCheck aria-hidden className="size-5 shrink-0 text-done" />}
          No refund waits for you{all ? ', and no payment is without a booking' : ''}.
        </p>
      )}
      {SECTIONS.map(({ of, title, hint }) => (
        <OpenMoneyList key={of} title={title} hint={hint} rows={open[of]} refused={refused} />
      ))}
      {all && (
        <FormPanel title="The books">
          {books ? <Books {...books} /> : <p className="text-sm text-muted">Checked every night; not checked yet.</p>}
        </FormPanel>
      )}
    </>
  )
}

type BooksProps = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['books']>

function Books({ at, all, wrong }: BooksProps) {
  return (
    <>
      <p className={`text-sm ${all ? 'text-wrong' : 'text-done'}`}>
        {booksWords(all, wrong.length)}
        <span className="text-muted">, looked at {at}</span>
      </p>
      {wrong.length > 0 && (
        <ul className="mt-3 grid gap-2 text-sm">
          {wrong.map(({ invariant, bookingId, subject, detail, words }) => (
            <li key={`${invariant}-${subject}-${detail}`}>
              {words}:{' '}
              {bookingId ? (
                <Link to={links.adminBooking(bookingId)} className="figures text-champagne hover:underline">
                  {subject}
                </Link>
              ) : (
                <span className="figures">{subject}</span>
              )}
              <span className="block text-xs text-muted">{detail}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
