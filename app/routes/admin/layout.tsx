import type { LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { ROLE_NAMES, roleMay, type StaffRole } from '~/domain/staff-role'
import { adminNav, namedHome, staffHome, type Waiting } from '~/features/back-office/admin-nav'
import { Finder, FindLink, useFind } from '~/features/front-desk/find-button'
import { standingTroubles } from '~/features/insight/standing-troubles.server'
import { countOpenMoney } from '~/features/money/open-money-counts.server'
import { countPendingReviews } from '~/features/review/reviews.server'
import { countOpenMessages } from '~/features/site/messages.server'
import { pageMeta } from '~/features/site/page-meta'
import { scopeOf } from '~/features/staff/staff-scope.server'
import { staffMay } from '~/features/staff/staff-session.server'
import { requireStaff } from '~/http/require-staff.server'
import { themeOf } from '~/http/theme.server'
import { links } from '~/links'
import { appContext } from '~/platform/context.server'
import { AdminShell } from '~/ui/admin-shell'
import { ButtonLink, buttonClass } from '~/ui/button'
import { isUnreachable } from '~/ui/no-answer'
import type { Theme } from '~/ui/theme'
import { ThemeSwitch } from '~/ui/theme-switch'
import { UnreachablePage } from '~/ui/unreachable-page'

export const meta = pageMeta({ title: 'Back office' })

export { unlessNothingChanged as shouldRevalidate } from '~/ui/revalidate'

export async function loader({ request }: LoaderFunctionArgs) {
  const context = appContext()
  const staff = await requireStaff(context, request, 'sign-in')
  const scope = scopeOf(staff)
  const [money, reviews, messages, troubles] = await Promise.all([
    staffMay(staff, 'take-money') ? countOpenMoney(context, scope) : 0,
    staffMay(staff, 'administer') ? countPendingReviews(context, scope) : 0,
    staffMay(staff, 'manage-cities') ? countOpenMessages(context) : 0,
    standingTroubles(context, staff.role),
  ])
  const waiting: Waiting = { money, reviews, messages }
  const { name, role } = staff
  return { brand: context.business.name, name, role, waiting, troubles, theme: await themeOf(request) }
}

export default function AdminLayout() {
  return (
    <Frame {...useLoaderData<typeof loader>()}>
      {/* a page of one record is not to go on with what was typed, pressed or copied on that of another */}
      <Outlet key={useLocation().pathname} />
    </Frame>
  )
}

interface FrameProps {
  brand: string
  name: string
  role: StaffRole
  waiting: Waiting
  /** What is said on every page: that nobody can pay, or that no letter goes out. */
  troubles: string[]
  theme: Theme
  children: ReactNode
}

function Frame({ brand, name, role, waiting, troubles, theme, children }: FrameProps) {
  const { open, setOpen } = useFind()
  // until the page is loaded with another one
  const [own, setOwn] = useState({ over: theme, lit: theme })
  const lit = own.over === theme ? own.lit : theme
  const openFind = () => setOpen(true)
  const sections = adminNav(role, waiting)
  const finds = roleMay(role, 'manage-bookings')
  return (
    <AdminShell
      brand={brand}
      name={name}
      role={ROLE_NAMES[role]}
      sections={sections}
      homeTo={staffHome(role)}
      logoutTo={links.logout()}
      light={
        <ThemeSwitch
          theme={lit}
          onLight={(chosen) => setOwn({ over: theme, lit: chosen })}
          action={links.adminTheme()}
        />
      }
      find={finds ? { short: <FindLink onOpen={openFind} short />, wide: <FindLink onOpen={openFind} /> } : undefined}
    >
      {/* it is there before there is anything to say: what comes into it is read out */}
      <div role="status" className="print:hidden">
        {troubles.map((words) => (
          <p
            key={words}
            className="mb-6 rounded-card border border-wrong/50 bg-wrong/10 px-5 py-4 text-sm wrap-anywhere"
          >
            {words}
          </p>
        ))}
      </div>
      {children}
      <Finder open={open && finds} onClose={() => setOpen(false)} sections={sections} />
    </AdminShell>
  )
}

/** Errors keep the frame as long as it is known whose it is. */
export function ErrorBoundary() {
  const error = useRouteError()
  const frame = useRouteLoaderData<typeof loader>('routes/admin/layout')
  if (isUnreachable(error)) return <UnreachablePage />
  const status = isRouteErrorResponse(error) ? error.status : 500
  const words = isRouteErrorResponse(error) && typeof error.data === 'string' ? error.data : undefined
  // who is not known is led on from there
  const home = frame ? namedHome(frame.role) : { to: links.adminHome(), label: 'Back office' }
  const goOn = `You can go on from “${home.label}”.`
  const body = (
    <div className="grid min-h-[60dvh] place-items-center px-6 text-center">
      <div>
        <p className="figures text-sm text-muted">{status}</p>
        <h1 className="mx-auto mt-2 max-w-xl text-3xl">
          {words || (status === 404 ? 'This is not here' : 'Something went wrong')}
        </h1>
        <p className="mt-3 text-muted">
          {status === 404
            ? 'It may have been deleted, or it belongs to another location.'
            : status === 401
              ? 'Nothing was changed, and nothing is lost.'
              : status < 500
                ? `Nothing was changed. ${goOn}`
                : `If you had just sent something, look whether it is there before you send it again. ${goOn}`}
        </p>
        {status === 401 ? (
          <a href={links.login()} target="_blank" rel="noreferrer" className={buttonClass('gold', 'mt-6')}>
            Sign in<span className="sr-only">, opens in a new tab</span>
          </a>
        ) : (
          <ButtonLink to={home.to} className="mt-6">
            {home.label}
          </ButtonLink>
        )}
      </div>
    </div>
  )
  return frame ? <Frame {...frame}>{body}</Frame> : <main id="main">{body}</main>
}
