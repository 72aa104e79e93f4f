import type { FormAnswer } from '~/platform/form.server'

/** The answer to the form with this intent; undefined when another form of the page was answered, or nobody did (`ui/unreachable`). */
export const answerTo = (answer: FormAnswer | undefined, intent: string): FormAnswer | undefined =>
  answer?.lastResult?.initialValue?.intent === intent ? answer : undefined
