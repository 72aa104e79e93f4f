import type { LoaderFunctionArgs } from '@remix-run/node'
import { Outlet, useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { cityOf } from '~/features/flow/flow-draft.server'
import { listCities } from '~/features/offer/on-offer.server'
import { failedMeta } from '~/features/site/page-meta'
import { shellFacts } from '~/features/site/shell-facts.server'
import { hasCitySelector, SiteShell } from '~/features/site/site-shell'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { ButtonLink } from '~/ui/button'
import { ErrorPage } from '~/ui/error-page'
import { revalidateOnNewPage } from '~/ui/revalidate'

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const facts = shellFacts(context.business)
  if (!hasCitySelector(new URL(request.url).pathname)) return { facts, cities: [], city: undefined }
  const [cities, city] = await Promise.all([listCities(context.db), cityOf(context, request)])
  // one that is switched off since it was chosen is shown to nobody
  const chosen = cities.find(({ id }) => id === city) ?? cities[0]
  return { facts, cities, city: chosen?.id }
}

export const meta = failedMeta

/** Within a page (a filter, a dialog, a month) header and footer stay as they are. */
export const shouldRevalidate = revalidateOnNewPage

export default function SiteLayout() {
  return (
    <SiteShell data={useLoaderData<typeof loader>()}>
      <Outlet />
    </SiteShell>
  )
}

/** Errors of the pages inside keep header and footer; without the loader's data only the message stands. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('routes/site/layout')
  const page = (
    <ErrorPage home={links.home()}>
      {/* a link that lost a letter on its way */}
      {(status) => status === 404 && <ButtonLink to={links.find()}>Where is my booking?</ButtonLink>}
    </ErrorPage>
  )
  return data ? <SiteShell data={data}>{page}</SiteShell> : page
}
