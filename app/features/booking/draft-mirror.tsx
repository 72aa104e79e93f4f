import { useEffect } from 'react'
import type { Draft } from '~/domain/draft'

/** Where the browser keeps a readable copy of the draft, so that it outlives the cookie (spec customer-side §3). */
export const DRAFT_MIRROR = 'customerBooking'

/** Copies the draft into local storage whenever it has a city. Draws nothing. */
export function DraftMirror({ draft }: { draft: Draft }) {
  const text = draft.cityId ? JSON.stringify(draft) : null
  useEffect(() => {
    if (text) writeMirror(text)
  }, [text])
  return null
}

/** The copy, or null when there is none or the browser keeps nothing. */
export function readMirror(): string | null {
  try {
    return localStorage.getItem(DRAFT_MIRROR)
  } catch {
    return null
  }
}

export function clearMirror(): void {
  try {
    localStorage.removeItem(DRAFT_MIRROR)
  } catch {
    // a browser that keeps nothing has nothing to forget
  }
}

function writeMirror(text: string): void {
  try {
    localStorage.setItem(DRAFT_MIRROR, text)
  } catch {
    // private windows may refuse; the cookie is the draft, this is only its copy
  }
}
