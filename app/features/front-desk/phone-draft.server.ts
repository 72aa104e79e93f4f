import { findStaffDraft, finishTypedDraft, saveTypedDraft } from '~/features/flow/staff-draft.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { draftOf, type PhoneForm, phoneForm } from './phone-form.server'

/** The form as it is sent, field by field. That somebody was asked is not stored: whoever takes it up again says so anew. */
function fieldsOf({
  counts,
  texts,
  approved: _,
  filledIn,
  shown: __,
  mistyped: ___,
  ...form
}: PhoneForm): Record<string, string> {
  const ordered = Object.entries(counts).map(([id, count]) => [`count.${id}`, count])
  const fields: Record<string, string | undefined> = {
    ...form,
    ...texts,
    ...Object.fromEntries(ordered),
    ...{ filledFor: filledIn.number, filledName: filledIn.name, filledEmail: filledIn.email },
  }
  return Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text]] : [])))
}

/** Whether somebody has typed something that it would be a pity to lose. */
const saysSomething = ({ number, name, email, note, counts }: PhoneForm): boolean =>
  Boolean(number || name || email || note) || Object.values(counts).some((count) => Number(count) > 0)

/** Saves an unfinished telephone booking among the person's own (rule E8); false when there is nothing to save. */
export async function savePhoneForm(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<boolean> {
  if (!saysSomething(form)) return false
  return saveTypedDraft(context, staff, form.attempt, await draftOf(context, form), fieldsOf(form))
}

/** What was typed in an unfinished telephone booking of this person; the booking, once it has become one. */
export async function findPhoneForm(
  context: AppContext,
  staff: ActingStaff,
  id: string,
): Promise<{ form: PhoneForm } | { done: string } | undefined> {
  const storedDraft = await findStaffDraft(context, staff, id)
  if (storedDraft?.done) return { done: storedDraft.done }
  return storedDraft?.typed && { form: phoneForm(context, new URLSearchParams({ ...storedDraft.typed, attempt: id })) }
}

/** The booking stands: nothing else is stored of how it was typed. */
export const finishPhoneForm = (context: AppContext, staff: ActingStaff, form: PhoneForm, bookingId: string) =>
  finishTypedDraft(context, staff, form.attempt, bookingId)
