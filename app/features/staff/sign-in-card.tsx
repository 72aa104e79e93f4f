import { useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { links } from '~/links'
import { CentredCard } from '~/ui/centred-card'

/** The card of everything around signing in: it says whose back office it is, and leads back to the site. */
export function SignInCard({ title, children }: { title: string; children: ReactNode }) {
  const business = useRouteLoaderData<{ business: { name: string } }>('root')?.business
  return (
    <CentredCard title={title} above={business && { name: business.name, to: links.home() }}>
      {children}
    </CentredCard>
  )
}
