/**
 * What `fetch` says when it reached nobody, or the line broke while the answer came: Chromium, Firefox and WebKit, each in its own
 * whole sentences. Anything else in a TypeError is a fault of ours.
 */
const WORDS = [
  /^Failed to fetch( \([^)]*\))?$/,
  /^network error$/,
  /^NetworkError when attempting to fetch resource\.?$/,
  /^Error in (input|body) stream$/,
  /^Load failed( \([^)]*\))?$/,
  /^The network connection was lost\.?$/,
  /^The Internet connection appears to be offline\.?$/,
  /^The request timed out\.?$/,
  /^Could not connect to the server\.?$/,
  /^A server with the specified hostname could not be found\.?$/,
]

/** Whether nobody answered: what `fetch` itself throws, and no other error. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof TypeError && WORDS.some((words) => words.test(error.message))
