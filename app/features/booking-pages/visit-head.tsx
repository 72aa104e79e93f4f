import type { ReactNode } from 'react'
import { FormAlert } from '~/ui/form-alert'
import { UnreachableAlert } from '~/ui/unreachable'
import type { VisitWords } from './customer-booking.server'

interface VisitHeadProps {
  title: string
  visit: VisitWords
  /** What the visit's words are preceded by. */
  before?: string
  /** What the last press was answered. */
  answer: { fault?: string } | undefined
  /** Whether the answer asks to agree to something, and nothing is wrong. */
  asks?: boolean
  /** What there is to know before anything is pressed. */
  children?: ReactNode
}

/** In gold: these pages alone ask, and every other one would load it too. */
const ASKS = 'mt-6 border-gold/50! bg-gold/5!'

/** Where a page about somebody's booking begins: what is done, with which visit, and why the last press was refused. */
export function VisitHead({ title, visit, before = '', answer, asks, children }: VisitHeadProps) {
  return (
    <>
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-2 text-muted">
        {before}
        {visit.screen}, {visit.location}&nbsp;·{' '}
        <span className="figures inline-block">
          {visit.date}&nbsp;· {visit.slot}
        </span>
      </p>
      {children}
      <UnreachableAlert words="We could not be reached" className="mt-6" />
      {answer?.fault && (
        <FormAlert answer={answer} className={asks ? ASKS : 'mt-6'}>
          {answer.fault}
        </FormAlert>
      )}
    </>
  )
}
