import { useMatches } from '@remix-run/react'
import { createContext, useContext, useState } from 'react'
import { type DraftMark as Mark, writeMark } from '~/domain/draft-trail'
import { ANSWERED_HERE } from '~/ui/answered-here'
import type { BookingFrame } from './frame.server'

/** Which draft of staff's the forms of a page answer to, as text; null in a customer's flow. */
const PageMark = createContext<string | null>(null)

/**
 * The name of this tab: that of the first page of staff's in it. A step that is entered while the answer of the one before is
 * still under way is not overtaken by it.
 */
let tab: string | undefined

function tabOf(mark: Mark): string {
  // a server has no tabs
  if (typeof document === 'undefined') return mark.page
  tab ??= mark.page
  return tab
}

/**
 * Around a step: what its forms were drawn from. Fields that somebody types in stay as they were drawn while data is loaded
 * again, so their page's mark does too; a step without any (`live`) is drawn anew each time.
 */
export function DraftPage({
  frame,
  live,
  children,
}: {
  frame: BookingFrame
  live: boolean
  children: React.ReactNode
}) {
  const [drawn] = useState<Mark | undefined>(frame.staff?.mark)
  const mark = live ? frame.staff?.mark : drawn
  const text = frame.staff && mark ? writeMark(frame.staff.draftId, { ...mark, page: tabOf(mark) }) : null
  return <PageMark.Provider value={text}>{children}</PageMark.Provider>
}

/** The same for a form around the step, as the header's: of the step that is shown. */
export function useShownMark(): string | null {
  const shown = useMatches().at(-1)?.data as { frame?: BookingFrame } | undefined
  const staff = shown?.frame?.staff
  return staff ? writeMark(staff.draftId, { ...staff.mark, page: tabOf(staff.mark) }) : null
}

/** What every form of staff's step carries: its draft, and that it can show an answer where it stands. */
export function DraftMark() {
  const mark = useContext(PageMark)
  if (mark === null) return null
  return (
    <>
      <input type="hidden" name="draft" value={mark} />
      <input type="hidden" name={ANSWERED_HERE} value="yes" />
    </>
  )
}
