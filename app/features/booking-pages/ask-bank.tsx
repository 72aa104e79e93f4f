import { Form, useNavigation } from '@remix-run/react'
import { Button } from '~/ui/button'

interface AskBankProps {
  /** The page; with `#bank` where this stands far below, so that the answer is in sight, without scripts too. */
  action: string
  answer: { words: string; good: boolean } | undefined
}

/** "I paid but see nothing": asks the provider, and says below the button what it found (rule P24). */
export function AskBank({ action, answer }: AskBankProps) {
  const { state, formData } = useNavigation()
  const asking = state === 'submitting' && formData?.get('intent') === 'ask-bank'
  return (
    <Form method="post" action={action} id="bank" className="scroll-mt-24 print:hidden">
      <Button look="plain" name="intent" value="ask-bank" className="px-0" aria-busy={asking}>
        {asking ? 'Asking the bank…' : 'I paid but see nothing'}
      </Button>
      <p
        role="status"
        className={
          answer
            ? `mt-2 rounded-2xl border px-5 py-3 ${answer.good ? 'border-done/50' : 'border-champagne/40 bg-champagne/5'}`
            : 'sr-only'
        }
      >
        {answer?.words}
      </p>
    </Form>
  )
}
