import { createRequire } from 'node:module'
import { Link } from '@remix-run/react'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { links } from '~/links'
import { DrawnLink } from '~/ui/link'

type Props = ComponentProps<typeof Link>

// Remix brings no router of its own for a page without a server
const bySide = createRequire(createRequire(import.meta.url).resolve('@remix-run/react'))
const { StaticRouter } = bySide('react-router-dom/server') as {
  StaticRouter: ComponentType<{ location: string; children: ReactNode }>
}

/** The attributes of a link on a page deep in the flow, in one order. */
const drawn = (element: ReactNode): string =>
  renderToStaticMarkup(
    <StaticRouter location="/booking/otherdetails/packages?draft=d">{element}</StaticRouter>,
  ).replace(/<a ([^>]*)>/, (_, attributes: string) =>
    attributes
      .split(/ (?=[\w-]+=)/)
      .sort()
      .join('\n'),
  )

const LINKS: Props[] = [
  { to: '/' },
  { to: links.bookSlots({ draft: 'a b&c', month: '2026-12' }), preventScrollReset: true, replace: true, rel: 'prev' },
  { to: links.bookPackages(), prefetch: 'intent', className: 'x', 'aria-current': 'page' },
  { to: links.refundPolicy(), target: '_blank', state: { from: 'here' }, title: '"quoted" & <more>' },
  { to: '/gallery?show=smoke', reloadDocument: true },
  { to: '/find', discover: 'none', 'aria-label': 'Where is my booking?' },
  { to: '/b/token%20of', relative: 'path' },
  // left to the router
  ...['?month=2026-12', '..', '../cakes', '/a/../b', '//other.example/x', '/x#part', '/with space', ''].map((to) => ({
    to,
  })),
  { to: 'https://other.example/x' },
  { to: { pathname: '/gallery', search: '?show=smoke' } },
]

test.each(LINKS)('a link with %j is drawn as the router draws it', (props) => {
  expect(drawn(<DrawnLink {...props}>Words</DrawnLink>)).toBe(drawn(<Link {...props}>Words</Link>))
})
