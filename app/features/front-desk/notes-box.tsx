import { useForm } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { ChevronDown, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { LONGEST } from '~/domain/text-limits'
import { answerTo } from '~/features/back-office/answer-to'
import type { InternalNote } from '~/features/stored-booking/internal-notes.server'
import type { FormAnswer } from '~/platform/form.server'
import { Button } from '~/ui/button'
import { CheckboxField, TextAreaField } from '~/ui/field'
import { ActionForm } from '~/ui/form'
import { useOwnEntry } from '~/ui/own-entry'

/** Notes as they are read: what asks for approval stands out, each with who wrote it and when. */
export function NoteList({ notes, remove }: { notes: readonly InternalNote[]; remove?: (id: string) => ReactNode }) {
  if (!notes.length) return null
  return (
    <ul className="grid gap-2 text-sm">
      {notes.map(({ id, text, ofCustomer, asksApproval, removable, by, when }) => (
        <li
          key={id}
          className={`min-w-0 rounded-xl p-3 ${asksApproval ? 'border border-wrong/50 bg-wrong/10' : 'bg-well'}`}
        >
          {asksApproval && (
            <span className="mb-1 flex items-center gap-1.5 font-medium text-wrong">
              <ShieldQuestion aria-hidden className="size-4" />
              Ask before booking again
            </span>
          )}
          <p className="whitespace-pre-line">{text}</p>
          <p className="figures mt-1 flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
            <span>
              {by}, {when}
              {ofCustomer && ', about the customer'}
            </span>
            {removable && remove?.(id)}
          </p>
        </li>
      ))}
    </ul>
  )
}

interface NotesBoxProps {
  booking: string
  /** What was typed as the note of the booking itself, by telephone or in the last step; it is changed there, and by an edit. */
  note: string
  notes: readonly InternalNote[]
  /** The id of the note that is added next. */
  entry: string
  action?: string
  answer: FormAnswer | undefined
}

/** What staff note for each other about a booking and its customer, and a field for one more. */
export function NotesBox({ booking, note, notes, entry, action, answer }: NotesBoxProps) {
  const own = useOwnEntry(entry, notes)
  return (
    <div className="grid gap-3">
      {note && (
        <div className="rounded-xl bg-well p-3 text-sm">
          <p className="text-xs text-muted">Note</p>
          <p className="whitespace-pre-line">{note}</p>
        </div>
      )}
      <NoteList
        notes={notes}
        remove={(id) => (
          <Form method="post" action={action} preventScrollReset>
            <input type="hidden" name="booking" value={booking} />
            <input type="hidden" name="note" value={id} />
            <button
              type="submit"
              name="intent"
              value="remove-note"
              className="min-h-11 underline-offset-4 hover:underline md:pointer-fine:min-h-0"
            >
              Remove
            </button>
          </Form>
        )}
      />
      <AddNote key={own} booking={booking} entry={own} action={action} answer={answerTo(answer, 'add-note')} />
    </div>
  )
}

function AddNote({ booking, entry, action, answer }: Omit<NotesBoxProps, 'note' | 'notes'>) {
  const [form, fields] = useForm<{ text: string; ofCustomer: string; asksApproval: string }>({
    id: 'note',
    lastResult: answer?.lastResult,
  })
  return (
    <details className="group rounded-xl border border-hairline" open={Boolean(answer)}>
      <summary className="flex min-h-11 items-center justify-between gap-3 px-4 text-sm">
        Add a note
        <ChevronDown aria-hidden className="size-4 text-muted transition group-open:rotate-180" />
      </summary>
      <ActionForm form={form} entry={entry} action={action} preventScrollReset className="grid gap-1 px-4 pb-4">
        <input type="hidden" name="intent" value="add-note" />
        <input type="hidden" name="booking" value={booking} />
        <TextAreaField field={fields.text} label="Note for staff" required rows={3} maxLength={LONGEST.note} />
        <CheckboxField field={fields.ofCustomer} label="About the customer, not only this booking" />
        <CheckboxField field={fields.asksApproval} label="Ask before this customer is booked again" />
        <Button className="justify-self-start px-5">Add the note</Button>
      </ActionForm>
    </details>
  )
}
