import { useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useShownMark } from '~/features/flow/draft-mark'
import { links } from '~/links'
import { PageShell, type ShellFacts } from '~/ui/page-shell'

export interface SiteData {
  facts: ShellFacts
  cities: readonly { id: string; name: string }[]
  city: string | undefined
}

const MAIN = [
  { to: links.home(), label: 'Home' },
  { to: links.about(), label: 'About' },
  { to: links.gallery(), label: 'Gallery' },
  { to: links.testimonials(), label: 'Testimonials' },
  { to: links.contact(), label: 'Contact' },
]

const QUICK = [
  { to: links.home(), label: 'Home' },
  { to: links.about(), label: 'About Us' },
  { to: links.contact(), label: 'Contact' },
  { to: links.findEvening(), label: 'Find an evening' },
  { to: links.find(), label: 'Where is my booking?' },
  { to: links.gallery(), label: 'Gallery' },
  { to: links.testimonials(), label: 'Testimonials' },
  { to: links.terms(), label: 'Terms & Conditions' },
  { to: links.refundPolicy(), label: 'Refund Policy' },
  { to: links.privacyPolicy(), label: 'Privacy Policy' },
]

/** Whether the city selector stands at this address: it hides inside the booking, after its first step. */
export function hasCitySelector(pathname: string): boolean {
  const path = pathname.toLowerCase()
  return !path.startsWith(links.bookingSteps()) || path === links.bookLocations()
}

/** Whether a city that is chosen there leads to its locations; elsewhere, where something may be typed, the page stays. */
const leadsOn = (pathname: string): boolean => [links.home(), links.bookLocations()].includes(pathname.toLowerCase())

/** Around public pages, whichever layout drew them. */
export function SiteShell({ data, children }: { data: SiteData; children: ReactNode }) {
  const { pathname, search } = useLocation()
  // staff at work on a booking choose the city of that one
  const draft = pathname.toLowerCase() === links.bookLocations() ? new URLSearchParams(search).get('draft') : null
  const mark = useShownMark()
  const cities =
    !hasCitySelector(pathname) || data.cities.length < 2
      ? null
      : {
          action: links.bookingDraft({ draft: draft ?? undefined }),
          fields: { ...(mark && { draft: mark }), ...(leadsOn(pathname) ? {} : { back: `${pathname}${search}` }) },
          options: data.cities,
          chosen: data.city,
        }
  return (
    <PageShell
      facts={data.facts}
      home={links.home()}
      book={links.bookLocations()}
      links={MAIN}
      quickLinks={QUICK}
      cities={cities}
    >
      {children}
    </PageShell>
  )
}
