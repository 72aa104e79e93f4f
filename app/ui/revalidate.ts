import type { ShouldRevalidateFunction } from '@remix-run/react'

/** Loads data again as usual, except when only the query of the same page changes and nothing was sent. */
export const revalidateOnNewPage: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}) => {
  const samePage = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return samePage && !formMethod ? false : defaultShouldRevalidate
}
