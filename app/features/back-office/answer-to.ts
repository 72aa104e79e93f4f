import type { FormAnswer } from '~/platform/form.server'

/** What was answered to the form of this intent; undefined when the answer is to another one of the page. */
export const answerTo = (answer: FormAnswer | undefined, intent: string): FormAnswer | undefined =>
  answer?.lastResult.initialValue?.intent === intent ? answer : undefined
