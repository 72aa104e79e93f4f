import type { z } from 'zod'
import type { Refused } from '~/domain/result'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { type FormReply, parseForm } from '~/platform/form.server'
import { redirectWithNotice } from './notice.server'
import { refusalStatus } from './refusal-status.server'

/** A press that asks for something about a booking: whose it is, what its form says, and where it leads. */
export interface Press<By extends ActingStaff = ActingStaff> {
  context: AppContext
  staff: By
  id: string
  form: FormData
  back: string
}

/** One thing that is done about a booking: what its form says, what is done, and how that is told. */
interface Deed<By extends ActingStaff, Value, Done extends { ok: true }, Reason extends string> {
  form: z.ZodType<Value>
  do(press: Press<By>, value: Value, entry: string): Promise<Done | Refused<Reason>>
  words(done: Done, value: Value, context: AppContext): string | Promise<string>
  /** At which field of its form a refusal stands, '' for the whole form; one of no field is told on the page that it leads back to. */
  fieldOf?(reason: Reason): string | undefined
}

/**
 * Answers the presses of a deed: back with what was done, back to its form with why not, or back with that.
 *
 * @throws Response 404 when there is no such booking within reach
 */
export const deed =
  <By extends ActingStaff, Value, Done extends { ok: true }, Reason extends string>({
    form,
    do: work,
    words,
    fieldOf,
  }: Deed<By, Value, Done, Reason>) =>
  async (press: Press<By>): Promise<Response | FormReply> => {
    const read = parseForm(press.form, form)
    if (!read.ok) return read.reply()
    const done = await work(press, read.value, read.entry)
    if (done.ok) return redirectWithNotice(press.back, await words(done, read.value, press.context))
    if (done.reason === 'not-found') throw noBooking()
    const field = fieldOf?.(done.reason)
    if (field === undefined) return redirectWithNotice(press.back, done.message, 'error')
    return read.refuse({ [field]: done.message }, refusalStatus(done))
  }

/** What answers a press about a booking that is not there, or not within reach. */
export const noBooking = () => new Response('Invalid booking Id', { status: 404 })

/** What a field of a press says that no schema reads. */
export const said = ({ form }: Pick<Press, 'form'>, name: string): string => String(form.get(name) ?? '')
