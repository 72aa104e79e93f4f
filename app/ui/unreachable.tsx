import { type ClientActionFunctionArgs, isRouteErrorResponse, useActionData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { UNREACHABLE } from './revalidate'
import { sendInTurn, sentFirst } from './send-first'

/**
 * A route's action in the browser, to be exported by pages with forms: when nobody answers, it answers itself, so that the
 * page stays as it is with everything that was typed, and `UnreachableAlert` says so (rule V7). What the
 * server answers, refusals and redirects too, passes through. It goes out after what is to be sent first.
 */
export const clientAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  unlessUnreached(request, () => sentFirst().then(serverAction))

/** The same for a page whose forms change a draft, to be exported as its `clientAction`: after every other such form of this window. */
export const draftAction = ({ request, serverAction }: ClientActionFunctionArgs) =>
  unlessUnreached(request, () => sendInTurn(serverAction))

/** What a page sends by itself while somebody types: its failure, whichever it is, takes nothing of theirs away. */
const UNASKED = /(^|&)intent=(keep|recalculate)(&|$)/

async function unlessUnreached<Answer>(request: Request, send: () => Promise<Answer>): Promise<Answer | Response> {
  const sent = request.clone()
  try {
    return await send()
  } catch (error) {
    // the server itself says that it cannot serve right now
    if (isRouteErrorResponse(error) && error.status === UNREACHABLE) return unreached(String(error.data))
    // `fetch` fails so without a connection; Remix fails so on what is no answer of ours, as a proxy's error page
    const silent = error instanceof TypeError || (error instanceof Error && /^Unable to decode/.test(error.message))
    if (silent || (isRouteErrorResponse(error) && UNASKED.test(await sent.text()))) return unreached()
    throw error
  }
}

function unreached(said?: string): Response {
  // older Safaris lack `Response.json`
  const headers = { 'Content-Type': 'application/json' }
  return new Response(JSON.stringify({ unreachable: true, said }), { status: UNREACHABLE, headers })
}

interface UnreachableAlertProps {
  words?: string
  className?: string
  /** What a fetcher of the page was answered. */
  answer?: { unreachable?: boolean; said?: string }
  /** Whether nobody had pressed for what the fetcher sent: it is then said over the page, which stays where it stands. */
  unasked?: boolean
}

/** Said when the last form of this page reached nobody. */
export function UnreachableAlert({
  words = 'Something went wrong',
  className = 'mb-6',
  answer: fetched,
  unasked = false,
}: UnreachableAlertProps) {
  const page = useActionData<{ unreachable?: boolean; said?: string }>()
  const answer = fetched?.unreachable ? fetched : page
  const stays = unasked && answer === fetched
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (answer?.unreachable && !stays) alert.current?.scrollIntoView({ block: 'center' })
  }, [answer, stays])
  if (!answer?.unreachable) return null
  return (
    <p
      ref={alert}
      role="alert"
      className={`rounded-card border border-wrong/50 px-5 py-4 text-sm ${stays ? 'over-page' : `bg-wrong/10 ${className}`}`}
    >
      {answer.said ?? `${words}. Nothing was lost; please check your connection and try again.`}
    </p>
  )
}
