import type { ReactNode } from 'react'
import { UnreachableAlert } from '~/ui/unreachable'
import type { VisitWords } from './customer-booking.server'

interface VisitHeadProps {
  title: string
  visit: VisitWords
  /** What the visit's words are preceded by. */
  before?: string
  fault: string | undefined
  /** What there is to know before anything is pressed. */
  children?: ReactNode
}

/** Where a page about somebody's booking begins: what is done, with which visit, and why the last press was refused. */
export function VisitHead({ title, visit, before = '', fault, children }: VisitHeadProps) {
  return (
    <>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-2 text-muted">
        {before}
        {visit.screen}, {visit.location} · {visit.date} · <span className="figures">{visit.slot}</span>
      </p>
      {children}
      <UnreachableAlert words="We could not be reached" className="mt-6" />
      {fault && (
        <p role="alert" className="mt-6 rounded-2xl border border-wrong/50 bg-wrong/10 px-5 py-3">
          {fault}
        </p>
      )}
    </>
  )
}
