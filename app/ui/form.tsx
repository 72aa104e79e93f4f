import { type FormMetadata, getFormProps } from '@conform-to/react'
import { Form, useActionData, useLocation } from '@remix-run/react'
import { type ComponentProps, useEffect, useState } from 'react'
import { ANSWERED_HERE } from './answered-here'
import { tellBegunForm } from './begun-form'
import { Button, buttonClass } from './button'
import { ChangeList } from './change-list'
import { ErrorSummary } from './error-summary'
import { LeaveGuard } from './leave-guard'
import { NothingByEnter } from './nothing-by-enter'
import { faultsInRows } from './row-words'
import { UnreachableAlert } from './unreachable'
import { useVersionOf } from './use-version-of'
import { bringWordsIntoSight } from './words-in-sight'

/** What a form was sent back with: what was typed, and what is for the person to decide. */
interface Answer {
  lastResult?: { initialValue?: Record<string, unknown> | null }
  conflict?: { version: number; changes: { label: string; before: string; after: string }[] }
  question?: { label: string; name: string; value: string }
}

interface ActionFormProps<Fields extends Record<string, unknown>>
  extends Omit<ComponentProps<typeof Form>, 'onSubmit' | 'noValidate'> {
  form: FormMetadata<Fields, string[]>
  /** What is said when nobody answers; the route exports `clientAction` of `ui/unreachable`. */
  unreachable?: string
  /** The version of the record as it is now; a form that comes back stays of the one that it was filled from. */
  version?: number
  /** What the form is filled with, where it has a version (`useVersionOf`). */
  values?: object
  /** The id under which something is added, made with the page: the form adds it once, however often it is sent. */
  entry?: string
  answer?: Answer
  /** Whether leaving the page with something unsaved in the form asks first; not where strangers come in. */
  asksBeforeLeaving?: boolean
}

/**
 * The form of the back office (strangers get `PublicForm`): conform's wiring, native validation kept on with and without scripts
 * (conform would switch it off), and above it the list of errors with links to their fields, or a question with buttons of its own.
 */
export function ActionForm<Fields extends Record<string, unknown>>({
  form,
  unreachable,
  version: loaded,
  values,
  entry,
  answer: asked,
  asksBeforeLeaving = true,
  children,
  ...rest
}: ActionFormProps<Fields>) {
  // whatever else is loaded meanwhile, this form stays the one that it was
  const [own] = useState(entry)
  const version = useVersionOf(values, loaded)
  const { onSubmit: _, ...props } = getFormProps(form)
  const answer = useActionData<{ signIn?: string }>()
  const { conflict, question } = asked ?? {}
  // what others saved meanwhile is not overwritten unseen, however often the form comes back
  const filledFrom = asked?.lastResult ? String(asked.lastResult.initialValue?.version ?? 0) : version
  const { id } = form
  useEffect(() => {
    const element = document.getElementById(id)
    if (element instanceof HTMLFormElement) tellBegunForm(element)
  }, [id])
  const faults = JSON.stringify(form.allErrors)
  // the field at fault has the focus before its words are drawn
  useEffect(() => {
    const begun = document.activeElement
    if (faults !== '{}' && begun?.closest('form')?.id === id) bringWordsIntoSight(begun)
  }, [faults, id])
  return (
    <Form method="post" onFocus={({ target }) => bringWordsIntoSight(target)} {...props} {...rest} noValidate={false}>
      {asksBeforeLeaving && <LeaveGuard />}
      {/* while something is asked nobody agrees unawares */}
      {(conflict || question) && <NothingByEnter {...form.validate.getButtonProps()} />}
      <UnreachableAlert words={unreachable} />
      <ErrorSummary answer={answer} errors={faultsInRows(form.allErrors)} formId={form.id} formErrors={form.errors}>
        {conflict && <ConflictChoice conflict={conflict} />}
        {question && (
          <Button look="danger" name={question.name} value={question.value} className="mt-4 px-5">
            {question.label}
          </Button>
        )}
        {answer?.signIn && (
          <a href={answer.signIn} target="_blank" rel="noreferrer" className={buttonClass('quiet', 'mt-3 px-5')}>
            Sign in<span className="sr-only">, opens in a new tab</span>
          </a>
        )}
      </ErrorSummary>
      <input type="hidden" name={ANSWERED_HERE} value="yes" />
      {/* after a conflict only "Keep mine" names the version that it overwrites: Save is refused again */}
      {version !== undefined && !conflict && <input type="hidden" name="version" value={filledFrom} />}
      {own !== undefined && <input type="hidden" name="entry" value={own} />}
      {children}
    </Form>
  )
}

/** Somebody else saved first: what differs, and whose is to stand. */
function ConflictChoice({ conflict: { version, changes } }: { conflict: NonNullable<Answer['conflict']> }) {
  const { pathname, search } = useLocation()
  return (
    <>
      {!changes.length && <p className="mt-2 text-muted">What differs is not shown, as a password.</p>}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button name="version" value={version} className="px-5">
          Keep mine
        </Button>
        {/* the record anew: nothing typed here goes with it */}
        <a href={`${pathname}${search}`} data-leaves className={buttonClass('quiet', 'px-5')}>
          Take theirs
        </a>
      </div>
      <ChangeList changes={changes} before="Theirs, saved now" after="Yours" />
    </>
  )
}
