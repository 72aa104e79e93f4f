/** How many codes stand in for a lost phone. */
export const RECOVERY_CODES = 10

/** What was typed as a code: the six digits of an app, or a recovery code in its one spelling; undefined for neither. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } | undefined {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return { kind: 'app', code }
  return /^[A-Z2-7]{16}$/.test(code) ? { kind: 'recovery', code } : undefined
}

/** A recovery code as people copy it: four letters or digits at a time. */
export const spellRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? code
