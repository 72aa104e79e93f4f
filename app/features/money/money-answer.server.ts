import { z } from 'zod'
import { ZERO } from '~/domain/money'
import { DESK_MODES } from '~/domain/payment-mode'
import { LONGEST, LONGEST_READ } from '~/domain/text-limits'
import { isBlank } from '~/domain/visible-text'
import type { ActingStaff } from '~/features/staff/staff-scope.server'
import type { AppContext } from '~/platform/context.server'
import { shownSumField } from '~/platform/form-fields.server'
import { handedOverWords, handOverRefund, refundOwed, sendRefundAgain } from './owed-refunds.server'
import { askAgain, assignPayment, sendBack, settleCase, settleOrder } from './settle-money.server'

const id = z
  .string()
  .max(LONGEST_READ.id)
  .regex(/^[\w-]+$/)
/** Whose it is; nobody's when none is named. */
const booking = id.optional().transform((one) => one ?? null)
const note = z
  .string()
  .trim()
  .refine((text) => !isBlank(text))
  .max(LONGEST.reason)
/** By what it is found again; none of what nobody sees. */
const reference = z
  .string()
  .trim()
  .max(LONGEST.reference)
  .transform((text) => (isBlank(text) ? '' : text))

/** Every press of the money page. */
const presses = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('send-again'), id, booking, shown: shownSumField('What is sent') }),
  z.object({
    ...{ intent: z.literal('hand-over'), id, booking, mode: z.enum(DESK_MODES).optional() },
    reference: reference.optional(),
    shown: shownSumField('What is handed over'),
  }),
  z.object({ intent: z.literal('refund-owed'), id, shown: shownSumField('What goes back') }),
  z.object({ intent: z.literal('ask-again'), id }),
  z.object({ intent: z.literal('assign'), id, code: z.string().trim().min(1).max(LONGEST_READ.number) }),
  z.object({ intent: z.literal('send-back'), id }),
  z.object({ intent: z.literal('settle'), id, note }),
  z.object({ intent: z.literal('settle-order'), id, note }),
])

const SETTLED = 'Noted: it is settled.'

const NOTHING_LEFT = 'All of it had gone back before, or the bank took it: nothing was left to send.'

const DONE = {
  'send-again': 'The refund is sent again.',
  'refund-owed': 'The money is going back.',
  'ask-again': 'The payment provider is asked now.',
  assign: 'The payment belongs to the booking now.',
  'send-back': 'The money is on its way back.',
  settle: SETTLED,
  'settle-order': SETTLED,
} as const satisfies Record<Exclude<z.output<typeof presses>['intent'], 'hand-over'>, string>

/** What is asked for in words, and how it is said that it is missing or too long. */
const ASKED = {
  note: { missing: 'Say it in a few words', tooLong: `Say it in at most ${LONGEST.reason} characters` },
  code: { missing: 'Enter the code of the booking', tooLong: 'That is not the code of a booking' },
  mode: { missing: 'Choose how it was handed over', tooLong: '' },
  reference: { missing: '', tooLong: `Reference can have at most ${LONGEST.reference} characters` },
  shown: { missing: 'Look at the sum again, then press once more', tooLong: '' },
}

/**
 * Does what one press of the money page asks for, within the scope of who presses; answers in words. `invalid`: what was
 * typed cannot be taken; `bad-request`: no form of ours asks that.
 */
export async function answerMoney(context: AppContext, staff: ActingStaff, form: FormData) {
  const read = presses.safeParse(Object.fromEntries(form))
  if (!read.success) {
    const [{ path, code } = { path: [], code: undefined }, ...more] = read.error.issues
    const asked = Object.entries(ASKED).find(([name]) => name === path[0] && !more.length)?.[1]
    if (!asked) return { ok: false, reason: 'bad-request', message: 'Bad request' } as const
    return { ok: false, reason: 'invalid', message: code === 'too_big' ? asked.tooLong : asked.missing } as const
  }
  return press(context, staff, read.data)
}

async function press(context: AppContext, staff: ActingStaff, wanted: z.output<typeof presses>) {
  if (wanted.intent === 'hand-over') {
    const { mode, reference: note, shown } = wanted
    const handed = await handOverRefund(context, staff, wanted.booking, wanted.id, { mode, note, shown })
    return handed.ok ? ({ ok: true, message: handedOverWords(handed) } as const) : handed
  }
  const done = await pressAlone(context, staff, wanted)
  if (!done.ok) return done
  const nothingLeft = wanted.intent === 'send-back' && 'sent' in done && done.sent === ZERO
  return { ok: true, message: nothingLeft ? NOTHING_LEFT : DONE[wanted.intent] } as const
}

/** Does what needs nothing but the press. */
async function pressAlone(
  context: AppContext,
  staff: ActingStaff,
  wanted: Exclude<z.output<typeof presses>, { intent: 'hand-over' }>,
) {
  switch (wanted.intent) {
    case 'send-again':
      return sendRefundAgain(context, staff, wanted.booking, wanted.id, wanted.shown)
    case 'refund-owed':
      return refundOwed(context, staff, wanted.id, wanted.shown)
    case 'ask-again':
      return askAgain(context, staff, wanted.id)
    case 'assign':
      return assignPayment(context, staff, wanted.id, wanted.code)
    case 'send-back':
      return sendBack(context, staff, wanted.id)
    case 'settle':
      return settleCase(context, staff, wanted.id, wanted.note)
    case 'settle-order':
      return settleOrder(context, staff, wanted.id, wanted.note)
  }
}
