import { Form } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { Choices } from '~/domain/draft'
import { links } from '~/links'
import { Button } from '~/ui/button'
import { readMirror } from './draft-mirror'

/** Offers the browser's copy of a booking when the cookie is gone; the server checks and prices it anew. */
export function ResumeOffer({ draft }: { draft: Choices }) {
  const [mirror, setMirror] = useState<string | null>(null)
  // one that stands without its room is the booking itself: there is no other to go on with
  const started = Boolean(draft.screenId ?? draft.date ?? draft.customer ?? draft.packageId)
  useEffect(() => {
    const copy = started ? null : readMirror()
    setMirror(copy?.includes('screenId') ? copy : null)
  }, [started])
  if (!mirror) return null
  return (
    <Form
      method="post"
      action={links.bookingDraft()}
      className="mb-6 flex flex-wrap items-center gap-4 rounded-card bg-plum px-5 py-4"
    >
      <input type="hidden" name="draft" value={mirror} />
      <p className="grow">You have a booking that is not finished.</p>
      <Button name="intent" value="resume">
        Continue where you left off
      </Button>
    </Form>
  )
}
