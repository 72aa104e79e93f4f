import { useActionData, useNavigate, useNavigation } from '@remix-run/react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { BookingFrame } from './frame.server'
import { useStepAnswer, useStepFetcher } from './optimistic'

/**
 * Around a step: a link that is pressed while an answer is under way is followed when it has come, so that a quick *Next* or
 * tab does not leave behind what was chosen. An answer that says something is read first: the link is then forgotten.
 */
export function AfterAnswer({
  frame,
  leave,
  children,
}: {
  frame: BookingFrame
  /** Sends what is typed and not kept yet; whether there was any. */
  leave: () => boolean
  children: ReactNode
}) {
  const navigate = useNavigate()
  const page = useActionData<unknown>()
  const fetched = useStepAnswer(frame)
  const sending = [useNavigation().state, useStepFetcher(frame.step).state].includes('submitting')
  const waiting = useRef<{ to: string; stays: boolean; page: unknown }>()

  useEffect(() => {
    const next = waiting.current
    if (sending || !next) return
    waiting.current = undefined
    if (page === next.page && fetched === undefined) navigate(next.to, { preventScrollReset: next.stays })
  }, [sending, page, fetched, navigate])

  function postpone(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (!plain || !link?.href || link.target || link.hash || link.origin !== window.location.origin) return
    if (!leave() && !sending) return
    event.preventDefault()
    // what is shown above the same step leaves it where it stands
    const stays = link.pathname === window.location.pathname
    waiting.current = { to: `${link.pathname}${link.search}`, stays, page }
  }

  return (
    <div className="contents" onClickCapture={postpone}>
      {children}
    </div>
  )
}
