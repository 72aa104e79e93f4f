import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'

interface CentredCardProps {
  title: string
  /** A name above the card that leads somewhere. */
  above?: { name: string; to: string }
  children: ReactNode
}

/** A page that is one card in the middle. */
export function CentredCard({ title, above, children }: CentredCardProps) {
  return (
    <main
      id="main"
      className="grid min-h-dvh place-content-center justify-items-center gap-3 bg-[radial-gradient(80%_60%_at_50%_0%,var(--color-plum),var(--color-night))] px-4 py-12"
    >
      {above && (
        <Link to={above.to} className="flex min-h-11 items-center font-display text-xl text-champagne hover:underline">
          {above.name}
        </Link>
      )}
      <section className="w-[min(28rem,calc(100vw-2rem))] rounded-card border border-hairline bg-aubergine p-6 shadow-lift sm:p-9">
        <h1 className="mb-6 text-4xl">{title}</h1>
        {children}
      </section>
    </main>
  )
}
