import { Form, NavLink, useLocation } from '@remix-run/react'
import { Facebook, Instagram, Menu, MessageCircle, X, Youtube } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ButtonLink } from './button'
import { closeByEscape } from './close-by-escape'
import { Link } from './link'

export interface ShellFacts {
  name: string
  blurb: string
  /** Each as it is read, and the link that calls it. */
  phones: readonly { number: string; call: string }[]
  email: string
  address: string
  social: { instagram: string; youtube: string; facebook: string; whatsapp: string }
  credit: { name: string; url: string }
  since: number
}

export interface ShellLink {
  to: string
  label: string
}

interface PageShellProps {
  facts: ShellFacts
  home: string
  book: string
  links: readonly ShellLink[]
  quickLinks: readonly ShellLink[]
  /** The city selector; none where it is hidden. */
  cities: {
    action: string
    /** What goes along unseen. */
    fields?: Record<string, string> | null
    options: readonly { id: string; name: string }[]
    chosen: string | undefined
  } | null
  children: ReactNode
}

/** Header, page, footer and the chat button: around every public page. */
export function PageShell({ facts, home, book, links, quickLinks, cities, children }: PageShellProps) {
  return (
    <>
      <a href="#main" className="skip">
        Skip to the page
      </a>
      <header className="sticky top-0 z-30 border-b border-hairline bg-night print:hidden">
        <div className="page flex min-h-16 items-center gap-2 max-[22.5rem]:px-4 lg:gap-4">
          <Brand name={facts.name} home={home} className="bar-brand" />
          <nav aria-label="Main" className="main-nav">
            {links.map(({ to, label }) => (
              <NavLink
                key={to}
                to={to}
                end
                prefetch="intent"
                className={({ isActive }) => (isActive ? 'text-champagne' : 'text-muted')}
              >
                {label}
              </NavLink>
            ))}
          </nav>
          {cities && <CitySelector {...cities} />}
          {/* where the page has no margin for it, it floats with the header, and covers no word and no button; on a
              phone the button that chooses a city takes its place where it is shown, and the footer has it too */}
          <ChatLink
            to={facts.social.whatsapp}
            className={`text-done lg:hidden ${cities ? 'max-sm:noscript:hidden max-sm:peer-data-passed:hidden' : ''}`}
          />
          <ButtonLink to={book} className="max-lg:hidden">
            Book Now
          </ButtonLink>
          <PhoneMenu links={links} book={book} />
        </div>
      </header>
      {children}
      <Footer facts={facts} home={home} quickLinks={quickLinks} />
      <aside aria-label="Chat" className="max-lg:hidden print:hidden">
        <ChatLink
          to={facts.social.whatsapp}
          className="fixed right-2 bottom-5 z-20 size-12 bg-done text-night shadow-lift hover:scale-105"
        />
      </aside>
    </>
  )
}

const Brand = ({ name, home, className }: { name: string; home: string; className: string }) => (
  <Link to={home} aria-label={`${name}, home`} className={`flex min-h-11 shrink-0 items-center ${className}`}>
    <img src="/media/brand/logo.svg" alt={name} width={135} height={40} className="[filter:var(--mark)]" />
  </Link>
)

const ChatLink = ({ to, className }: { to: string; className: string }) => (
  <a
    href={to}
    target="_blank"
    rel="noopener noreferrer"
    aria-label="Chat with us on WhatsApp, opens in a new tab"
    className={`round shrink-0 transition ${className}`}
  >
    <MessageCircle aria-hidden />
  </a>
)

/**
 * The menu of small screens slides in from the side. A `<details>`, so it works without scripts: the button opens and closes
 * it, and so does everything beside it, which is the button's own veil. It is drawn anew, closed, on every page.
 */
function PhoneMenu({ links, book }: Pick<PageShellProps, 'links' | 'book'>) {
  const { key, pathname } = useLocation()
  return (
    <details key={key} onKeyDown={closeByEscape} className="group -mr-2.5 lg:hidden">
      <summary
        aria-label="Menu"
        className="round list-none group-open:before:fixed group-open:before:inset-0 group-open:before:bg-night/70 [&::-webkit-details-marker]:hidden"
      >
        <Menu aria-hidden className="group-open:hidden" />
        <X aria-hidden className="relative z-20 hidden group-open:block" />
      </summary>
      <nav aria-label="Menu" className="slide-in phone-menu">
        <div className="menu-links">
          {links.map(({ to, label }) => (
            <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
              {label}
            </Link>
          ))}
        </div>
        <ButtonLink to={book} look="gold" className="mt-6">
          Book Now
        </ButtonLink>
      </nav>
    </details>
  )
}

function CitySelector({ action, fields, options, chosen }: NonNullable<PageShellProps['cities']>) {
  const select = useRef<HTMLSelectElement>(null)
  const drawn = useRef(chosen)
  // an arrow key chooses each city that it passes: it leads nowhere until Enter or the button says so
  const byKey = useRef(false)
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    // chosen before scripts took over; where none was drawn as chosen, the first one is no choice
    const { value, form } = select.current ?? {}
    if (drawn.current && value !== drawn.current) form?.requestSubmit()
  }, [])
  return (
    <Form
      method="post"
      action={action}
      onSubmit={() => {
        // where the page stays, the focus does not go with the button
        if (passed && fields?.back) select.current?.focus()
        setPassed(false)
      }}
      // the page stays, and where it is scrolled to
      preventScrollReset={fields?.back !== undefined}
      data-passed={passed || undefined}
      className="peer flex items-center gap-1 lg:ml-2"
    >
      {Object.entries(fields ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor="city" className="sr-only">
        City
      </label>
      <select
        ref={select}
        id="city"
        name="cityId"
        required
        autoComplete="off"
        defaultValue={chosen ?? ''}
        onKeyDown={({ key }) => {
          byKey.current = key !== 'Enter'
        }}
        onPointerDown={() => {
          byKey.current = false
        }}
        onChange={({ currentTarget }) => {
          if (byKey.current) setPassed(true)
          else currentTarget.form?.requestSubmit()
        }}
        className={`city-select ${passed ? 'max-[24rem]:max-w-20' : 'max-[24rem]:noscript:max-w-20'}`}
      >
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <button
        type="submit"
        name="intent"
        value="city"
        className={`${passed ? '' : 'scripting-hidden '}min-h-11 px-1 text-sm underline`}
      >
        Choose
      </button>
    </Form>
  )
}

function Footer({ facts, home, quickLinks }: Pick<PageShellProps, 'facts' | 'home' | 'quickLinks'>) {
  const social = [
    { label: 'Instagram', href: facts.social.instagram, icon: <Instagram aria-hidden className="size-5" /> },
    { label: 'YouTube', href: facts.social.youtube, icon: <Youtube aria-hidden className="size-5" /> },
    { label: 'Facebook', href: facts.social.facebook, icon: <Facebook aria-hidden className="size-5" /> },
    { label: 'WhatsApp', href: facts.social.whatsapp, icon: <MessageCircle aria-hidden className="size-5" /> },
  ]
  return (
    <footer className="drawn-late sticky top-[100vh] border-t border-hairline bg-aubergine/50 pt-14 pb-12 max-lg:[body:has(.thumb-bar)_&]:pb-28 print:hidden">
      <div className="page grid gap-10 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1.2fr]">
        <div>
          <Brand name={facts.name} home={home} className="w-fit" />
          <p className="mt-3 max-w-sm text-sm text-muted">{facts.blurb}</p>
          <ul className="mt-3 -ml-3 flex gap-1">
            {social.map(({ label, href, icon }) => (
              <li key={label}>
                <a
                  href={href}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`${label}, opens in a new tab`}
                  className="round text-muted hover:bg-white/5 hover:text-ink"
                >
                  {icon}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <nav aria-label="Quick links">
          <h2 className="text-lg">Quick Links</h2>
          <ul className="mt-1 grid grid-cols-2 gap-x-6 text-sm text-muted sm:grid-cols-1 [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:hover:text-ink">
            {quickLinks.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <h2 className="text-lg">Contact</h2>
          <address className="mt-1 grid justify-items-start text-sm text-muted not-italic">
            <a href={`mailto:${facts.email}`} className="flex min-h-11 items-center hover:text-ink">
              {facts.email}
            </a>
            {facts.phones.map(({ number, call }) => (
              <a key={number} href={call} className="figures flex min-h-11 items-center hover:text-ink">
                {number}
              </a>
            ))}
            <span className="pt-2">{facts.address}</span>
          </address>
        </div>
      </div>
      <p className="page mt-10 text-sm text-muted">
        © {facts.since} {facts.name} · made by{' '}
        <a href={facts.credit.url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
          {facts.credit.name}
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </p>
    </footer>
  )
}
