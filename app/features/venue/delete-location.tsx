import { useForm } from '@conform-to/react'
import { OwnPassword } from '~/features/staff/password-fields'
import type { FormAnswer } from '~/platform/form.server'
import { ASKED_FIRST, ConfirmDelete } from '~/ui/confirm'

interface DeleteLocationProps {
  id: string
  /** Bookings to come there. */
  inUse: number
  /** How many accounts are closed with it, which asks for one's own password. */
  closesAccounts: number
  /** The address of this question. */
  here: string
  closeTo: string
  answer: FormAnswer | undefined
}

/** The question before a location is deleted. */
export function DeleteLocation({ id, inUse, closesAccounts, here, closeTo, answer }: DeleteLocationProps) {
  const [form, fields] = useForm<{ ownPassword: string }>({ id: 'delete-location', lastResult: answer?.lastResult })
  return (
    <ConfirmDelete
      id={id}
      closeTo={closeTo}
      action={here}
      formId={form.id}
      text="If you Delete this Locations All the screens will be unallocated"
      futureBookings={inUse}
    >
      {closesAccounts > 0 && (
        <OwnPassword
          {...ASKED_FIRST}
          field={fields.ownPassword}
          hint={`${closesAccounts === 1 ? '1 account is' : `${closesAccounts} accounts are`} closed with it. They and the owners are told by mail.`}
        />
      )}
    </ConfirmDelete>
  )
}
