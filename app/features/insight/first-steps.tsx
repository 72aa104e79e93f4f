import { Link } from '@remix-run/react'
import { Circle, CircleCheck } from 'lucide-react'
import type { FirstStep } from '~/domain/first-steps'
import { links } from '~/links'

const WHERE: Record<FirstStep, string> = {
  city: links.adminCityAdd(),
  location: links.adminLocationAdd(),
  room: links.adminScreenAdd(),
  catalogue: links.adminCatalogueAdd('occasion'),
  booking: links.bookLocations(),
  live: 'https://dashboard.razorpay.com/app/website-app-settings/api-keys',
}

interface FirstStepsProps {
  steps: readonly { step: FirstStep; words: string; done: boolean }[]
}

/** What an empty installation still needs, in order, each with its page and its tick. */
export function FirstSteps({ steps }: FirstStepsProps) {
  const next = steps.find(({ done }) => !done)?.step
  return (
    <section aria-labelledby="first-steps" className="mb-6 rounded-card border border-gold/50 bg-aubergine/70 p-5">
      <h2 id="first-steps" className="text-xl">
        To your first evening
      </h2>
      <ol className="mt-3 grid gap-1">
        {steps.map(({ step, words, done }) => (
          <li key={step} className="flex items-center gap-3">
            {done ? (
              <CircleCheck aria-hidden className="size-5 shrink-0 text-done" />
            ) : (
              <Circle aria-hidden className="size-5 shrink-0 text-muted" />
            )}
            <span className="sr-only">{done ? 'Done: ' : 'To do: '}</span>
            <Link
              to={WHERE[step]}
              aria-current={step === next ? 'step' : undefined}
              className={`flex min-h-11 items-center underline-offset-4 hover:underline ${done ? 'text-muted' : step === next ? 'font-medium text-champagne' : ''}`}
            >
              {words}
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}
