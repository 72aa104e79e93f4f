import { MINUTE_MS } from './durations'

/** How many codes stand in for a lost phone. */
export const RECOVERY_CODES = 10

/** So many minutes after somebody began to set their code up, it is to be confirmed; then it is begun anew (rule K20). */
export const SET_UP_MINUTES = 15

/** Whether a code that was begun then may still be confirmed. */
export const isBeingSetUp = (begun: Date, now: Date): boolean =>
  now.getTime() - begun.getTime() < SET_UP_MINUTES * MINUTE_MS

/** What was typed as a code: the six digits of an app, or a recovery code in its one spelling; undefined for neither. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined
}

/** A recovery code as people copy it: four letters or digits at a time. */
export const spellRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
