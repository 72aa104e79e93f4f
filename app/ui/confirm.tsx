import { Form } from '@remix-run/react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button, buttonClass } from './button'
import { Dialog } from './dialog'
import { LeaveGuard } from './leave-guard'
import { Link } from './link'
import { UnreachableAlert } from './unreachable'

/** Spread on the first field of a question: on the × that closes it, where a dialog begins otherwise, Enter would send nothing. */
export const ASKED_FIRST = { autoFocus: true } as const

/** What the button that says yes is called, and which intent it sends, where the form has several. */
interface Yes {
  words: string
  intent?: string
  look: ComponentProps<typeof Button>['look']
  /** Why whoever is asked may not say it. */
  refused?: string
}

/** The end of a question: Cancel, which leads back, and the button that says yes. */
export function YesOrCancel({ closeTo, yes }: { closeTo: string; yes: Yes }) {
  const why = useId()
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {yes.refused && (
        <p id={why} className="basis-full text-sm text-wrong">
          {yes.refused}
        </p>
      )}
      <Link to={closeTo} preventScrollReset className={buttonClass('quiet')}>
        Cancel
      </Link>
      <Button
        look={yes.look}
        {...(yes.intent && { name: 'intent', value: yes.intent })}
        {...(yes.refused && { disabled: true, 'aria-describedby': why })}
      >
        {yes.words}
      </Button>
    </div>
  )
}

interface QuestionProps {
  title: string
  closeTo: string
  /** Where the form goes; where the question was asked from, unless it may have to be asked again. */
  action?: string
  formId?: string
  yes: Yes
  children: ReactNode
}

/** A question before something that is not easily taken back: an address of its own, a form inside. */
export function Question({ title, closeTo, action = closeTo, formId, yes, children }: QuestionProps) {
  return (
    <Dialog title={title} closeTo={closeTo}>
      <UnreachableAlert />
      <Form method="post" action={action} id={formId} preventScrollReset>
        {children}
        <div className="mt-7">
          <YesOrCancel closeTo={closeTo} yes={yes} />
        </div>
      </Form>
    </Dialog>
  )
}

interface ConfirmDeleteProps extends Pick<QuestionProps, 'closeTo' | 'action' | 'formId'> {
  /** Which record; goes with the form as `id`. */
  id: string
  text: string
  /** How many bookings to come it would touch; said when there are any. */
  futureBookings?: number
  /** What becomes of them. */
  outcome?: string
  /** What else the form asks for. */
  children?: ReactNode
}

/** The question before deleting (rule V10). */
export function ConfirmDelete({
  id,
  text,
  futureBookings = 0,
  outcome = 'They stay as they are, and have to be looked after by hand.',
  children,
  ...where
}: ConfirmDeleteProps) {
  return (
    <Question title="Are You sure?" yes={{ words: 'Delete', intent: 'delete', look: 'danger' }} {...where}>
      <p className="text-muted">{text}</p>
      {futureBookings > 0 && (
        <p className="mt-3 rounded-xl bg-wrong/10 px-4 py-3 text-sm text-wrong">
          {futureBookings === 1 ? '1 booking' : `${futureBookings} bookings`} to come would be affected. {outcome}
        </p>
      )}
      {children && <LeaveGuard />}
      {children && <div className="mt-5">{children}</div>}
      <input type="hidden" name="id" value={id} />
    </Question>
  )
}
