import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { PRIVACY_POLICY, REFUND_POLICY, TERMS } from '~/content/policies'
import { unbroken } from '~/domain/unbroken'
import { pageMeta } from '~/features/site/page-meta'
import { links } from '~/links'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta({
    title: data?.policy.title ?? 'Policy',
    description: data?.policy.description,
    path: data?.path,
  })({ matches })

const OTHERS = [
  { policy: REFUND_POLICY, path: links.refundPolicy() },
  { policy: PRIVACY_POLICY, path: links.privacyPolicy() },
]

/** Three addresses, one page: which policy is said by the path. */
export function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).pathname.toLowerCase()
  const { policy, path } = OTHERS.find(({ path }) => asked.startsWith(path)) ?? { policy: TERMS, path: links.terms() }
  return { policy: { ...policy, items: policy.items.map(unbroken) }, path }
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
