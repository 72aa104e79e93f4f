import { CONFLICT_MESSAGE, type Described, differences } from '~/domain/changes'
import type { Refused } from '~/domain/result'
import type { FormAnswer } from '~/platform/form.server'

/** What saving a record of the back office comes to. */
export type Saved<Reason extends string = never> =
  | { ok: true; id: string }
  | (Refused<'missing' | 'stale' | Reason> & Asks)

/** What a refused save asks, when it is for the person to decide. */
export type Asks = Pick<FormAnswer, 'conflict' | 'question'>

export const MISSING: Refused<'missing'> = {
  ok: false,
  reason: 'missing',
  message: 'This has been deleted meanwhile.',
}

/** Refuses a save because another one came first; carries both versions. */
export const staleSave = (version: number, saved: Described, wanted: Described) =>
  ({
    ok: false,
    reason: 'stale',
    message: CONFLICT_MESSAGE,
    conflict: { version, changes: differences(saved, wanted) },
  }) as const
