import type { ShouldRevalidateFunction } from '@remix-run/react'

/** The status by which `ui/unreachable` says that nobody answered. */
export const UNREACHABLE = 503

/** The status of an answer that only saved what is typed: nothing that is shown has changed. */
export const SAVED = 202

/** An action that failed has changed nothing that is shown; Remix would load all the same where a page says when to load. */
const failed = (actionStatus: number | undefined): boolean => actionStatus !== undefined && actionStatus >= 400

/**
 * Loads data again as usual, but not after an action that failed or only saved what is typed: Remix loads after a fetcher's failure
 * wherever a route does not say so itself, and what cannot be loaded then takes the place of what was typed.
 */
export const unlessNothingChanged: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  !failed(actionStatus) && actionStatus !== SAVED && defaultShouldRevalidate

/**
 * Loads data again as usual, except for the same page when nothing was sent (another query, or news that it asks for, by which
 * what is said once would be gone before it was read), and after an action that failed: for a sender who was signed out, or has
 * no connection, loading would lead away from what was typed.
 */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (failed(actionStatus) || actionStatus === SAVED) return false
  const samePage = currentUrl.pathname === nextUrl.pathname
  return samePage && !formMethod ? false : defaultShouldRevalidate
}

/** The status of a refusal since something else has happened meanwhile, which is to be seen. */
export const MEANWHILE = 409

/** Loads data again as usual, and after a refusal that says to look again; after other failures the page stays the one that it was. */
export const alsoMeanwhile: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === MEANWHILE || (!failed(actionStatus) && defaultShouldRevalidate)

/** Signed out meanwhile; drawn before somebody else's change: loading would lead away from what was typed, or hide it. */
const UNDECIDED = [UNREACHABLE, SAVED, 401, 412]

/**
 * Loads data again after refusals too, as for a step that keeps what it could; not when nobody was reached, which would
 * lead to an error page, nor while it is for the person to say what becomes of their answer. (Remix loads after a fetcher's
 * failure wherever a route does not say so itself.)
 */
export const unlessUndecided: ShouldRevalidateFunction = ({ actionStatus }) => !UNDECIDED.includes(actionStatus ?? 200)

/** The same where a load draws the page's form anew, and empty: what another form sends, as the header's, leaves it as it is. */
export const afterOwnForm: ShouldRevalidateFunction = (asked) => {
  const { formAction, currentUrl, nextUrl } = asked
  const stays = currentUrl.pathname === nextUrl.pathname
  if (stays && formAction && formAction.split('?')[0] !== currentUrl.pathname) return false
  return alsoMeanwhile(asked)
}
