import type { FormAnswer } from '~/platform/form.server'
import { FormAlert } from '~/ui/form-alert'

interface UnsaidProps {
  answer: FormAnswer | undefined
  /** The intents of the forms that the page draws, each of which says by itself why it was refused. */
  drawn: readonly (string | false | null | undefined)[]
}

/**
 * Why a form was refused that the page no longer draws, since somebody else has done meanwhile what it was for: without scripts nothing
 * else would say so.
 */
export function Unsaid({ answer, drawn }: UnsaidProps) {
  const { error, initialValue } = answer?.lastResult ?? {}
  const intent = initialValue?.intent
  const words = Object.values(error ?? {})
    .flat()
    .find(Boolean)
  if (!words || typeof intent !== 'string' || drawn.includes(intent)) return null
  return <FormAlert answer={answer}>{words}</FormAlert>
}
