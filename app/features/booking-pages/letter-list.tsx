import { Form } from '@remix-run/react'
import type { LetterOfBooking } from '~/features/booking/booking-letters.server'
import { Button } from '~/ui/button'

/** The letters about a booking: which, how far each has come, and a button that sends it once more. */
export function LetterList({ letters, booking }: { letters: readonly LetterOfBooking[]; booking: string }) {
  if (!letters.length) return <p className="text-sm text-muted">None has been written yet.</p>
  return (
    <ul className="grid gap-2 text-sm">
      {letters.map(({ id, what, state, again, gone, failed }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          <span>
            <span className="first-letter:uppercase inline-block">{what}</span>
            <span className={`figures block text-xs ${failed ? 'text-wrong' : 'text-muted'}`}>
              {state}
              {gone && '. A copy is no longer kept.'}
            </span>
          </span>
          {again && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="booking" value={booking} />
              <input type="hidden" name="letter" value={id} />
              <Button look="plain" name="intent" value="letter-again" className="px-2 text-sm">
                Send again<span className="sr-only">: {what}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}
