import { data, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { failedMeta } from '~/features/site/page-meta'
import { publicBusiness } from '~/features/site/public-business'
import { takeNotice } from '~/http/notice.server'
import { themeOf } from '~/http/theme.server'
import stylesheet from './app.css?url'
import displayFont from './fonts/fraunces-core.woff2?url'
import textFont from './fonts/inter-core.woff2?url'
import { links as addresses } from './links'
import { appContext } from './platform/context.server'
import { BusyLine } from './ui/busy-line'
import { ErrorPage } from './ui/error-page'
import { LiveMark } from './ui/live-mark'
import { NIGHT } from './ui/night'
import { useNonce } from './ui/nonce'
import { NoticeBar } from './ui/notice'
import { revalidateOnNewPage } from './ui/revalidate'
import { ScrollToTop } from './ui/scroll-to-top'

export const links: LinksFunction = () => [
  ...[textFont, displayFont].map((href) => ({
    rel: 'preload',
    as: 'font' as const,
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
    href,
  })),
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: addresses.icon(), type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: addresses.icon(180) },
  { rel: 'manifest', href: addresses.manifest() },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const { business } = appContext()
  const { notice, headers } = await takeNotice(request)
  return data({ business: publicBusiness(business), notice, theme: await themeOf(request) }, { headers })
}

/** Of what fails outside every layout too: its address, which may be a secret link, is no title. */
export const meta = failedMeta

/** Within a page (a filter, a dialog, a month) nothing here changes. */
export const shouldRevalidate = revalidateOnNewPage

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html lang="en-IN" data-theme={useTheme()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={NIGHT} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <ScrollToTop />
        <LiveMark />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Of the pages of staff how they are lit, their way in and the steps in which they book for others included; visitors' are dark. */
function useTheme(): string | undefined {
  const root = useRouteLoaderData<{ theme?: string }>('root')
  // the back office is loaded anew more often than what stands around it
  const office = useRouteLoaderData('routes/admin/layout') as { theme?: string } | undefined
  const matches = useMatches()
  const { frame } = (matches.at(-1)?.data ?? {}) as { frame?: { staff?: unknown } }
  const ofStaff = frame?.staff || matches.some(({ id }) => id.startsWith('routes/admin/') || BESIDE.includes(id))
  return office?.theme ?? (ofStaff ? root?.theme : undefined)
}

/** Staff's pages whose name is no file's: one file stands at two addresses. */
const BESIDE = ['login', 'register', 'admin-paper']

export default function App() {
  const { notice } = useLoaderData<typeof loader>()
  return (
    <>
      <BusyLine />
      <NoticeBar notice={notice} />
      <Outlet />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage home={addresses.home()} />
}
