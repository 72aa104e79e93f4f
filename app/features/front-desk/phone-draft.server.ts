import { findStaffDraft, finishTypedDraft, keepTypedDraft } from '~/features/flow/staff-draft.server'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { draftOf, type PhoneForm, phoneForm } from './phone-booking.server'

/** The form as it is sent, field by field. That somebody was asked is not kept: whoever takes it up again says so anew. */
function fieldsOf({ counts, texts, approved: _, ...form }: PhoneForm): Record<string, string> {
  const ordered = Object.entries(counts).map(([id, count]) => [`count.${id}`, count])
  const fields: Record<string, string | undefined> = { ...form, ...texts, ...Object.fromEntries(ordered) }
  return Object.fromEntries(Object.entries(fields).flatMap(([name, text]) => (text ? [[name, text]] : [])))
}

/** Whether somebody has typed something that it would be a pity to lose. */
const saysSomething = ({ number, name, email, note, counts }: PhoneForm): boolean =>
  Boolean(number || name || email || note) || Object.values(counts).some((count) => Number(count) > 0)

/** Keeps an unfinished telephone booking among the person's own (rule E8); false when there is nothing to keep. */
export async function keepPhoneForm(context: AppContext, staff: ActingStaff, form: PhoneForm): Promise<boolean> {
  if (!saysSomething(form)) return false
  return keepTypedDraft(context, staff, form.attempt, await draftOf(context, form), fieldsOf(form))
}

/** What was typed in an unfinished telephone booking of this person; the booking, once it has become one. */
export async function keptPhoneForm(
  context: AppContext,
  staff: ActingStaff,
  id: string,
): Promise<{ form: PhoneForm } | { done: string } | undefined> {
  const kept = await findStaffDraft(context, staff, id)
  if (kept?.done) return { done: kept.done }
  return kept?.typed && { form: phoneForm(context, new URLSearchParams({ ...kept.typed, attempt: id })) }
}

/** The booking stands: nothing else is kept of how it was typed. */
export const finishPhoneForm = (context: AppContext, staff: ActingStaff, form: PhoneForm, bookingId: string) =>
  finishTypedDraft(context, staff, form.attempt, bookingId)
