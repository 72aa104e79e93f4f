import type { ShouldRevalidateFunction } from '@remix-run/react'

const SIGNED_OUT = 401

/**
 * Loads data again as usual, except when only the query of the same page changes and nothing was sent, and when the
 * sender was signed out: loading would lead to the login, away from what was typed.
 */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  if (actionStatus === SIGNED_OUT) return false
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return samePage && !formMethod ? false : defaultShouldRevalidate
}
