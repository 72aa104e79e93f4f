import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { REFUND_POLICY, TERMS } from '~/content/policies'
import { links } from '~/links'

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.policy.title ?? 'Policy'} · Lumière Private Theatre` },
]

/** Two addresses, one page: which policy is said by the path. */
export function loader({ request }: LoaderFunctionArgs) {
  const refund = new URL(request.url).pathname.toLowerCase().startsWith(links.refundPolicy())
  return { policy: refund ? REFUND_POLICY : TERMS }
}

export default function PolicyPage() {
  const { policy } = useLoaderData<typeof loader>()
  return (
    <main id="main" className="page max-w-3xl py-16">
      <h1 className="text-4xl">{policy.title}</h1>
      <ol className="mt-8 grid list-decimal gap-4 pl-6 text-lg text-muted marker:text-gold">
        {policy.items.map((item) => (
          <li key={item} className="pl-2">
            {item}
          </li>
        ))}
      </ol>
    </main>
  )
}
