import { isRouteErrorResponse, useRouteError } from '@remix-run/react'
import { ButtonLink } from './button'

/** What a person sees when a page is missing or failed: no trace of the program's inside. */
export function ErrorPage({ home }: { home: string }) {
  const error = useRouteError()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main id="main" className="page grid min-h-[70dvh] place-items-center py-20 text-center">
      <div>
        <p className="figures font-display text-7xl text-champagne">
          {isRouteErrorResponse(error) ? error.status : 500}
        </p>
        <h1 className="mt-4 text-4xl">{missing ? 'This page is not showing' : 'Something went wrong'}</h1>
        <p className="mx-auto mt-3 max-w-md text-muted">
          {missing
            ? 'The address may have been mistyped, or the page has moved.'
            : 'It is not your doing, and nothing was booked or charged by it. Please try again in a moment.'}
        </p>
        <ButtonLink to={home} reloadDocument className="mt-8">
          Back to the start
        </ButtonLink>
      </div>
    </main>
  )
}
