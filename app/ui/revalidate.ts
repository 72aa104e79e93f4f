import type { ShouldRevalidateFunction } from '@remix-run/react'

/** An action that failed has changed nothing that is shown; Remix would load all the same where a page says when to load. */
export const failed = (actionStatus: number | undefined): boolean => actionStatus !== undefined && actionStatus >= 400

/**
 * Loads data again as usual, except when only the query of the same page changes and nothing was sent, and after an action
 * that failed: for a sender who was signed out, or has no connection, loading would lead away from what was typed.
 */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (failed(actionStatus)) return false
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return samePage && !formMethod ? false : defaultShouldRevalidate
}
