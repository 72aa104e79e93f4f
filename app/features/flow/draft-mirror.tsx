import { useEffect } from 'react'
import { type BookedPlace, isAtPlace } from '~/domain/booked-place'
import type { Choices } from '~/domain/draft'
import { DAY_MS } from '~/domain/durations'

/** Where the browser keeps a readable copy of the draft, so that it outlives the cookie (rule B4). */
export const DRAFT_MIRROR = 'customerBooking'

/** As long as the cookie lives: on a shared phone nobody's name stays for good. */
const COPY_MS = DAY_MS

/** Copies the draft into local storage; `begun` says whether a room is chosen. Draws nothing. */
export function DraftMirror({ text, begun }: { text: string; begun: boolean }) {
  useEffect(() => {
    // what was offered to be resumed is not lost to a mere city or location
    if (begun || !readMirror()?.includes('"screenId"')) writeMirror(text)
  }, [text, begun])
  return null
}

/** The copy as JSON, or null when there is none, it is a day old, or the browser keeps nothing. */
export function readMirror(): string | null {
  try {
    const copy: Partial<Choices> & { savedAt?: unknown } = JSON.parse(localStorage.getItem(DRAFT_MIRROR) ?? '{}')
    const { savedAt, ...draft } = copy
    if (typeof savedAt === 'number' && Date.now() - savedAt < COPY_MS) return JSON.stringify(draft)
    clearMirror()
    return null
  } catch {
    return null
  }
}

/** Forgets the copy where it is of what has become a booking; one of another evening stays. */
export function clearMirrorAt(place: BookedPlace): void {
  const copy = readMirror()
  if (copy && isAtPlace(JSON.parse(copy), place)) clearMirror()
}

function clearMirror(): void {
  try {
    localStorage.removeItem(DRAFT_MIRROR)
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

function writeMirror(text: string): void {
  try {
    localStorage.setItem(DRAFT_MIRROR, JSON.stringify({ ...JSON.parse(text), savedAt: Date.now() }))
  } catch {
    // private windows may refuse; the cookie is the draft, this is only its copy
  }
}
