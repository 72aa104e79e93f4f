/** Who holds this document's pages at the moment, and is told of each that would have been opened. */
let holder: (() => void) | undefined

/** Holds all pages until the answered function is called; `tell` is called for each that would have been opened. */
export function holdPages(tell: () => void): () => void {
  holder = tell
  return () => {
    if (holder === tell) holder = undefined
  }
}

/** Whether pages are held just now; whoever holds them is told that one would have been opened. */
export function isPageHeld(): boolean {
  holder?.()
  return holder !== undefined
}
