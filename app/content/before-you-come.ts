/** Of the terms what guests have to know before they come (rule V6): told with every booking, in the words of the policy. */
export const BEFORE_YOU_COME: readonly string[] = [
  'Aadhar card is mandatory for couples at check-in.',
  'Outside food, spark candles and snow sprays are not allowed.',
]
