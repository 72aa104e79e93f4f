import { useForm } from '@conform-to/react'
import type { FormAnswer } from '~/platform/form.server'
import { ASKED_FIRST, YesOrCancel } from '~/ui/confirm'
import { Dialog } from '~/ui/dialog'
import { ActionForm } from '~/ui/form'
import { OwnPassword } from './password-fields'

interface AskPasswordProps {
  title: string
  text: string
  /** What the button says, and what it sends as `intent`. */
  press: { words: string; intent: string; look: 'gold' | 'danger' }
  /** The address of this question, and of the page without it. */
  here: string
  closeTo: string
  answer: FormAnswer | undefined
}

/** The question before an account changes: one's own password again. */
export function AskPassword({ title, text, press, here, closeTo, answer }: AskPasswordProps) {
  const [form, fields] = useForm<{ ownPassword: string }>({ id: press.intent, lastResult: answer?.lastResult })
  return (
    <Dialog title={title} closeTo={closeTo}>
      <ActionForm form={form} action={here} className="grid gap-5">
        <p className="text-muted">{text}</p>
        <OwnPassword field={fields.ownPassword} {...ASKED_FIRST} />
        <YesOrCancel closeTo={closeTo} yes={press} />
      </ActionForm>
    </Dialog>
  )
}
