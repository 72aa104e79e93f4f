import { answerTo } from '~/features/back-office/answer-to'
import type { RefusedPress } from '~/features/money/refused-press'
import type { FormAnswer } from '~/platform/form.server'

interface RefusedHandOver extends Pick<RefusedPress, 'id' | 'typed' | 'fault'> {
  /** What it was refused by: the page is drawn more often than answered. */
  answer: unknown
}

/**
 * Which of these refunds could not be handed over just now and why, with the reference as it was typed; undefined when another form
 * was answered, or that refund waits no more.
 */
export function refusedHandOver(
  answer: FormAnswer | undefined,
  rows: readonly { id: string; waits: boolean }[],
): RefusedHandOver | undefined {
  const { error, initialValue } = answerTo(answer, 'hand-over')?.lastResult ?? {}
  const [fault] = Object.values(error ?? {}).flat()
  const row = rows.find(({ id, waits }) => waits && id === initialValue?.refund)
  return row && fault ? { id: row.id, typed: String(initialValue?.reference ?? ''), fault, answer } : undefined
}
