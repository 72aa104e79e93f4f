import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from './button'

const FAILED = {
  title: 'Something went wrong',
  // also where an answer was lost: what was sent may be entered all the same
  text: 'It is not your doing. If you had just sent something, look whether it arrived before you send it again; if you had just paid, we confirm by e-mail.',
}

const UNREADABLE = {
  title: 'We could not read that',
  text: 'What was sent is not what a form of ours sends, and nothing of it was kept. Please open the page again.',
}

const WORDS: Record<number, typeof FAILED> = {
  400: UNREADABLE,
  403: {
    title: 'This request came from another site',
    text: 'Or your browser hides where it came from. Nothing was changed by it. Open the page here and try again.',
  },
  404: {
    title: 'This page is not showing',
    text: 'The address may have been mistyped, or the page has moved.',
  },
  503: {
    title: 'Just a moment, please',
    text: 'We cannot serve you right now. Please try again in a moment. Nothing was charged by this.',
  },
  405: {
    title: 'This page does not take that',
    text: 'It can be read, and nothing was changed.',
  },
  408: {
    title: 'That took too long',
    text: 'The line was too slow, and nothing was kept. Please try again.',
  },
  413: {
    title: 'That was too much at once',
    text: 'What was sent is larger than we can take, and nothing of it was kept. Please go back and send less.',
  },
  415: UNREADABLE,
}

/** What a person sees when a page is missing or failed, no trace of the program's inside; `children` are further ways on. */
export function ErrorPage({ home, children }: { home: string; children?: (status: number) => ReactNode }) {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { title, text } = WORDS[status] ?? FAILED
  // a page may say itself what is missing
  const said = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : ''
  return (
    <main id="main" className="page grid min-h-[70dvh] place-items-center py-20 text-center">
      <div>
        <p className="figures font-display text-7xl text-champagne">{status}</p>
        <h1 className="mt-4 text-4xl">{(status === 404 && said) || title}</h1>
        <p className="mx-auto mt-3 max-w-md text-muted">{(status === 503 && said) || text}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          {status === 503 && (
            <ButtonLink to={`${pathname}${search}`} look="gold" reloadDocument>
              Try again
            </ButtonLink>
          )}
          {status === 500 && (
            <ButtonLink to={`${pathname}${search}`} look="gold" reloadDocument>
              Load the page again
            </ButtonLink>
          )}
          <ButtonLink to={home} reloadDocument>
            Back to the start
          </ButtonLink>
          {children?.(status)}
        </div>
      </div>
    </main>
  )
}
