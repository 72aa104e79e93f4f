import { CancelDialog } from '~/features/booking-pages/cancel-dialog'
import { RefundDialog } from '~/features/booking-pages/refund-dialog'
import { StrikeDialog } from '~/features/booking-pages/strike-dialog'
import { CorrectionDialog, TechnicalFailureDialog } from '~/features/booking-pages/technical-failure-dialog'
import { links } from '~/links'
import type { FormAnswer } from '~/platform/form.server'
import type { DeskVisitPage } from './desk-visit.server'

/** What each question of the page sends. */
export const INTENTS = {
  delete: 'delete',
  refund: 'refund-owed',
  failure: 'technical-failure',
  correct: 'correct-failure',
  strike: 'strike-out',
} as const

interface AskedDialogProps {
  booking: Pick<
    DeskVisitPage,
    'id' | 'view' | 'offers' | 'failed' | 'charged' | 'owed' | 'stood' | 'deletion' | 'strike' | 'refused' | 'sends'
  >
  asked: keyof typeof INTENTS | null
  minutes: number | null
  /** Where a deletion or a payment that is struck out leads back to. */
  back: string
  answer: FormAnswer | undefined
}

/** What a booking's page asks before it is done; nothing while nobody asks. */
export function AskedDialog({ booking, asked, minutes, back, answer }: AskedDialogProps) {
  const { id, view, offers, failed, charged, owed, stood, deletion, strike, refused, sends } = booking
  return (
    <>
      {asked === 'refund' && (
        <RefundDialog
          due={owed}
          stood={stood}
          beyond={refused.owed}
          action={links.adminBooking(id, { refund: 1 })}
          closeTo={links.adminBooking(id)}
          answer={answer}
        />
      )}
      {asked === 'failure' && failed && (
        <TechnicalFailureDialog
          visit={failed}
          sends={sends}
          minutes={minutes}
          closeTo={links.adminBooking(id)}
          answer={answer}
        />
      )}
      {asked === 'correct' && charged && (
        <CorrectionDialog visit={charged} minutes={minutes} closeTo={links.adminBooking(id)} answer={answer} />
      )}
      {strike && (
        <StrikeDialog strike={strike} mail={view.customer.email} action={links.adminBooking(id)} closeTo={back} />
      )}
      {asked === 'delete' && (
        <CancelDialog offers={offers} deletion={deletion} refused={refused} closeTo={back} answer={answer} />
      )}
    </>
  )
}
