import type { ReactNode } from 'react'

/** A page that is one card in the middle. */
export function CentredCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main
      id="main"
      className="grid min-h-dvh place-items-center bg-[radial-gradient(80%_60%_at_50%_0%,var(--color-plum),var(--color-night))] px-4 py-12"
    >
      <section className="w-full max-w-md rounded-card border border-hairline bg-aubergine p-6 shadow-lift sm:p-9">
        <h1 className="mb-6 text-4xl">{title}</h1>
        {children}
      </section>
    </main>
  )
}
