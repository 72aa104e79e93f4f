/** Money at the provider that the program does not act on by itself. */
export const MONEY_CASES = {
  'unknown-payment': 'A payment that no booking knows',
  'unfitting-payment': 'A payment that does not fit its order',
  dispute: 'The customer’s bank disputes a payment',
} as const satisfies Record<string, string>

export type MoneyCaseKind = keyof typeof MONEY_CASES

/** What became of it: entered in a booking, sent back by us, settled outside, decided for us, or taken back by a bank. */
export const CASE_OUTCOMES = ['assigned', 'sent-back', 'outside', 'closed', 'lost'] as const
export type CaseOutcome = (typeof CASE_OUTCOMES)[number]

const OUTCOMES: Record<CaseOutcome, string> = {
  assigned: 'entered in a booking',
  'sent-back': 'sent back',
  outside: 'settled outside',
  closed: 'closed',
  lost: 'lost',
}

/** What became of a case, in words: `waits for somebody` while nothing did. */
export const outcomeWords = (outcome: CaseOutcome | null): string =>
  outcome ? OUTCOMES[outcome] : 'waits for somebody'
