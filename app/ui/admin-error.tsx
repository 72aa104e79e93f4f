import { isRouteErrorResponse, useActionData, useRouteError } from '@remix-run/react'
import { links } from '~/links'
import { ButtonLink, buttonClass } from './button'
import { isUnreachable } from './no-answer'
import { UnreachablePage } from './unreachable-page'

/** What a page of the back office says in the place of what could not be shown. */
export function AdminError({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const words = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : undefined
  return (
    <div className="grid min-h-[60dvh] place-items-center px-6 text-center">
      <div>
        <p className="figures text-sm text-muted">{status}</p>
        <h1 className="mx-auto mt-2 max-w-xl text-3xl">
          {words || (status === 404 ? 'This is not here' : 'Something went wrong')}
        </h1>
        <p className="mt-3 text-muted">
          {status === 404
            ? 'It may have been deleted, or it belongs to another location.'
            : status === 401
              ? 'Nothing was changed, and nothing is lost.'
              : status < 500
                ? 'Nothing was changed. You can go on from the dashboard.'
                : 'If you had just sent something, look whether it is there before you send it again. You can go on from the dashboard.'}
        </p>
        {status === 401 ? (
          <a href={links.login()} target="_blank" rel="noreferrer" className={buttonClass('gold', 'mt-6')}>
            Sign in<span className="sr-only">, opens in a new tab</span>
          </a>
        ) : (
          <ButtonLink to={links.dashboard()} className="mt-6">
            Dashboard
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

interface SentBack {
  lastResult?: { error?: Record<string, string[] | null> | null; initialValue?: unknown }
}

/**
 * A record's page that cannot be shown. Whoever saved without scripts what was deleted meanwhile reads so, and has what was typed to
 * take along; the form itself is drawn only of what is there.
 */
export function RecordError() {
  const error = useRouteError()
  const sent = useActionData<SentBack>()?.lastResult
  if (isUnreachable(error)) return <UnreachablePage />
  const typed = leavesOf(sent?.initialValue)
  const refusal = sent?.error?.['']?.[0]
  if (!refusal || typed.length === 0) return <AdminError error={error} />
  return (
    <section aria-labelledby="gone" className="max-w-2xl">
      <h1 id="gone" className="text-3xl">
        {refusal}
      </h1>
      <p className="mt-3 text-muted">What you typed, to be added anew if it should be there:</p>
      <dl className="mt-5 grid gap-4 rounded-card bg-well p-6">
        {typed.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="whitespace-pre-line break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What nobody types. */
const MADE = /^(version|entry|intent|status|images.*|.*Ids?)$/

/** The texts of a form with their names in words: `Special price`, `Packages 1 name`. */
function leavesOf(value: unknown, path: string[] = []): [name: string, text: string][] {
  if (typeof value === 'string') return value && !path.some((one) => MADE.test(one)) ? [[wordsOf(path), value]] : []
  if (!value || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) =>
    leavesOf(inner, [...path, Array.isArray(value) ? String(Number(name) + 1) : name]),
  )
}

function wordsOf(path: readonly string[]): string {
  const words = path
    .join(' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
