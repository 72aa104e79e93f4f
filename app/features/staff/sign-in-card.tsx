import { useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { links } from '~/links'
import { CentredCard } from '~/ui/centred-card'
import type { Notice } from '~/ui/notice'

/** The card of everything around signing in: it says whose back office it is, and leads back to the site. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const { business, notice } = useRouteLoaderData<{ business: { name: string }; notice: Notice | null }>('root') ?? {}
  return (
    <CentredCard title={title} above={business && { name: business.name, to: links.home() }}>
      {notice && notice.kind !== 'error' && (
        <p role="status" className="said-here scripting-hidden mb-6 rounded-xl bg-done/10 px-4 py-3 text-sm text-done">
          {notice.text}
        </p>
      )}
      {children}
    </CentredCard>
  )
}
